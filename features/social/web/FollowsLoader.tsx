import { useEffect } from 'react'
import { useRead } from '#kit/web/read.ts'
import { DialRule, Stop } from '#ui/Dial.tsx'
import { usersThree } from '#ui/icons.ts'
import { paths } from '#shell/paths.ts'
import type { PlaylistTile } from '#features/channels/contract.ts'
import { followedStops } from '#features/arranging/web/arrange/toggle-arranging.ts'
import { socialContract } from '../contract.ts'
import { knownFollows, followsQuery } from './follow.ts'
import { t } from './texts.ts'
import { useFollowedStops } from './useFollowedStops.tsx'

/** Maximum followed channels in the user's bar. The first stop leads to all of them. */
const shownInDial = 30

/** Loads followed channels once per page, for the end of the user's bar and for the number of new videos. */
export function FollowsLoader() {
  const { data } = useRead(socialContract.listFollowing, followsQuery)
  const stopOf = useFollowedStops()
  useEffect(() => {
    if (!data) return
    knownFollows.set(data.followed)
    const channels = data.followed.filter(({ playlist }) => playlist !== null).slice(0, shownInDial)
    followedStops.set(() => (current: PlaylistTile | undefined) => [
      <DialRule key="following-begin" />,
      <Stop key="following" id="following" name={t('following.title')} icon={usersThree} href={paths.following()} />,
      ...channels.map((channel) => stopOf(channel, current?.id)),
    ])
  })
  // Clears the follows when the user changes, because only the user may see them.
  useEffect(
    () => () => {
      knownFollows.set([])
      followedStops.set(undefined)
    },
    [],
  )
  return null
}
