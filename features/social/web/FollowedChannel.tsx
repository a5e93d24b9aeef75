import type { PlaylistTile } from '#features/curation/contract.ts'
import { ChannelView, type ChannelViewProps } from '#features/curation/web/channel/ChannelView.tsx'
import { DialPlace } from '#features/curation/web/DialPlace.tsx'
import { useRead } from '#kit/web/use.ts'
import { Dial, Stop } from '#ui/Dial.tsx'
import { socialContract } from '../contract.ts'
import { followingRead } from './following.ts'
import { t } from './texts.ts'
import { useFollowedStops } from './useFollowedStops.tsx'

/** The dial of followed channels; always includes the current channel. */
function FollowedDial({ tuned }: { tuned?: PlaylistTile | undefined }) {
  const { data, error } = useRead(socialContract.listFollowing, followingRead)
  const stopOf = useFollowedStops()
  const isStrange = tuned && data && data.followed.every((one) => one.following_id !== tuned.id)
  return (
    <DialPlace pending={!data && !error}>
      {data && (
        <Dial label={t('following.title')}>
          {isStrange && <Stop id={tuned.id} name={tuned.name} picture={tuned.icon} tuned />}
          {data.followed.map((one) => stopOf(one, tuned?.id))}
        </Dial>
      )}
    </DialPlace>
  )
}

/** A channel opened from the followed channels. */
export function FollowedChannel(props: Omit<ChannelViewProps, 'own' | 'home'>) {
  const { data } = useRead(socialContract.listFollowing, followingRead)
  const channels = data?.followed.flatMap(({ playlist }) => playlist ?? [])
  return (
    <ChannelView {...props} home="globe" own={{ Dial: FollowedDial, tile: channels?.find(({ id }) => id === props.id), stops: channels }} />
  )
}
