import { OwnDial } from '../bar/MineDial.tsx'
import { allChannels, channelsOfBar, useOwnChannels } from '#features/channels/web/useMine.ts'
import { ChannelView, type ChannelViewProps } from '#features/channels/web/channel/ChannelView.tsx'

/** A channel with the user's own dial. */
export function OwnChannel(props: Omit<ChannelViewProps, 'own'>) {
  const mine = useOwnChannels()
  return (
    <ChannelView
      {...props}
      own={{
        Dial: OwnDial,
        tile: mine.data && allChannels(mine.data).find(({ id }) => id === props.id),
        stops: mine.data && channelsOfBar(mine.data),
      }}
    />
  )
}
