import { Stop } from '#ui/Dial.tsx'
import { useSubjectMenu } from '#shell/useSubjectMenu.ts'
import { LockMark } from '#features/channels/web/LockMark.tsx'
import { playlistSubject } from '#features/channels/web/subjects.ts'
import type { Followed } from '../contract.ts'
import { followedPath } from './followed-path.ts'
import { NewMark } from './NewMark.tsx'

/** Returns the stops of followed channels in a dial, with their number of new videos. */
export function useFollowedStops() {
  const propsOf = useSubjectMenu('playlist')
  return (followed: Followed, tunedId: string | undefined) => {
    const { following_id: id, name, image, playlist, new_count: count } = followed
    return (
      <Stop
        key={id}
        id={id}
        name={name}
        picture={image}
        href={followedPath(followed)}
        tuned={id === tunedId}
        symbol={followed.is_locked && <LockMark />}
        mark={<NewMark count={count} isOnDisc />}
        {...(playlist && propsOf(playlistSubject(playlist)))}
      />
    )
  }
}
