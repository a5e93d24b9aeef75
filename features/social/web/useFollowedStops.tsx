import { Stop } from '#ui/Dial.tsx'
import { paths } from '#shell/paths.ts'
import { useSubjectMenu } from '#shell/useSubjectMenu.ts'
import { LockMark } from '#features/channels/web/LockMark.tsx'
import { playlistSubject } from '#features/channels/web/subjects.ts'
import type { Followed } from '../contract.ts'
import { NewMark } from './NewMark.tsx'

/** Returns the stops of followed channels in a dial, with their number of new videos. */
export function useFollowedStops() {
  const propsOf = useSubjectMenu('playlist')
  return ({ following_id: id, name, image, playlist, new_count: count }: Followed, tunedId: string | undefined) => (
    <Stop
      key={id}
      id={id}
      name={name}
      picture={image}
      href={playlist ? paths.following({ playlist: id }) : paths.settings({ user: id })}
      tuned={id === tunedId}
      symbol={playlist?.is_locked && <LockMark />}
      mark={<NewMark count={count} isOnDisc />}
      {...(playlist && propsOf(playlistSubject(playlist)))}
    />
  )
}
