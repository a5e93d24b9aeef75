import type { CardSize } from '#ui/Card.tsx'
import { Carousel, SeriesName } from '#ui/Carousel.tsx'
import { Disc } from '#ui/Disc.tsx'
import { useSubjectMenu } from '#shell/useSubjectMenu.ts'
import type { DefaultPlaylist } from '../../contract.ts'
import { channelAddress } from '../addresses.ts'
import { videoCardSubject } from '../subjects.ts'
import { usePlayLink } from '../usePlayLink.ts'
import { VideoCardView } from '../VideoCardView.tsx'
import css from './ChannelRow.module.css'

interface ChannelRowProps {
  channel: DefaultPlaylist
  size: CardSize
}

/** A channel on everybody's home: its first series. */
export function ChannelRow({ channel, size }: ChannelRowProps) {
  const playLink = usePlayLink('globe')
  const propsOf = useSubjectMenu('video')
  const [series] = channel.series
  if (!series) return null
  return (
    <Carousel
      className={css[size]}
      title={channel.name}
      isWhole
      href={channelAddress('globe', { playlist: channel.id })}
      from={<SeriesName name={series.name} />}
      lead={<Disc id={channel.id} name={channel.name} picture={channel.icon} size={36} />}
      items={series.videos}
      keyOf={({ id }) => id}
    >
      {(video) => {
        const subject = videoCardSubject(channel, series, video)
        return (
          <VideoCardView video={video} subject={subject} subjectProps={propsOf(subject)} size={size} {...playLink(channel.id, video.id)} />
        )
      }}
    </Carousel>
  )
}
