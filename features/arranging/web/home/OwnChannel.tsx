import { OwnBar } from '../bar/OwnBar.tsx'
import { allChannels, channelsOfBar, useOwnChannels } from '#features/channels/web/useOwnChannels.ts'
import { ChannelView, type ChannelViewProps } from '#features/channels/web/channel/ChannelView.tsx'

/** A channel with the user's own dial. */
export function OwnChannel(props: Omit<ChannelViewProps, 'own'>) {
  const myPlaylists = useOwnChannels()
  return (
    <ChannelView
      {...props}
      own={{
        Dial: OwnBar,
        tile: myPlaylists.data && allChannels(myPlaylists.data).find(({ id }) => id === props.id),
        stops: myPlaylists.data && channelsOfBar(myPlaylists.data),
      }}
    />
  )
}
