import { Carousel } from '#ui/Carousel.tsx'
import type { CardSize } from '#ui/Card.tsx'
import { Disc } from '#ui/Disc.tsx'
import { useGoThrough } from '#web/shell/navigation.ts'
import type { DefaultPlaylist } from '../../contract.ts'
import { channelAddress } from '../addresses.ts'
import { isPlainPress, markPressed } from '../pressed.ts'
import { VideoCardView } from '../VideoCardView.tsx'

interface ChannelRowProps {
  channel: DefaultPlaylist
  size: CardSize
  eager: boolean
}

/** A channel on the home: its first series. */
export function ChannelRow({ channel, size, eager }: ChannelRowProps) {
  const goThrough = useGoThrough()
  const [series] = channel.series
  const here = channelAddress('globe', { playlist: channel.id })
  if (!series) return null
  return (
    <Carousel
      title={series.name}
      href={here}
      from={channel.name}
      lead={<Disc id={channel.id} name={channel.name} picture={channel.icon} size={36} eager={eager} />}
      items={series.videos}
      keyOf={({ id }) => id}
    >
      {(video) => {
        const href = channelAddress('globe', { playlist: channel.id, play: video.id })
        return (
          <VideoCardView
            video={video}
            size={size}
            eager={eager}
            href={href}
            onPress={(event) => {
              if (!isPlainPress(event)) return
              event.preventDefault()
              markPressed(video.id)
              goThrough(here, href)
            }}
          />
        )
      }}
    </Carousel>
  )
}
