import { MineDial } from '../bar/MineDial.tsx'
import { allOf, channelsOfBar, useMine } from '#features/channels/web/useMine.ts'
import { ChannelView, type ChannelViewProps } from '#features/channels/web/channel/ChannelView.tsx'

/** A channel with the user's own dial. */
export function OwnChannel(props: Omit<ChannelViewProps, 'own'>) {
  const mine = useMine()
  return (
    <ChannelView
      {...props}
      own={{
        Dial: MineDial,
        tile: mine.data && allOf(mine.data).find(({ id }) => id === props.id),
        stops: mine.data && channelsOfBar(mine.data),
      }}
    />
  )
}
