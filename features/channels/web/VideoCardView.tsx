import type { MouseEvent, ReactNode } from 'react'
import { brand } from '#kit/contract/brand.ts'
import { formatLength } from '#kit/web/format.ts'
import { Badge } from '#ui/Badge.tsx'
import { Card, type CardSize } from '#ui/Card.tsx'
import { slotOf } from '#shell/Slot.tsx'
import type { SubjectOf } from '#shell/subjects.ts'
import type { SubjectProps } from '#shell/useSubjectMenu.ts'
import type { VideoCard } from '../contract.ts'
import { t } from './texts.ts'

declare module '#shell/slots.ts' {
  interface Slots {
    /** Content over a card's picture. Clicks go to the card. */
    'card.over': 'video'
    /** A small badge or button on a card's picture, at the bottom end. */
    'card.corner': 'video'
    /** Content beside a card's title. */
    'card.beside': 'video'
    /** A line below a card. */
    'card.below': 'video'
  }
}

interface VideoCardViewProps {
  video: VideoCard
  /** Absent: the card only plays the video and has no menu. */
  subject?: SubjectOf<'video'>
  subjectProps?: SubjectProps
  /** Address that plays the video. */
  href: string
  onClick: (event: MouseEvent) => void
  size?: CardSize
  found?: boolean
  /** Whether the video is the opener of its series. Editors see a mark. */
  opens?: boolean
  /** The source of a copy. */
  from?: ReactNode
  /** Content below the card, before the slots of other features. */
  below?: ReactNode
}

/** "42:10 · Vimeo": duration, and site except for files of this site. For a pending video: that its page isn't fetched yet. */
export const videoSummary = ({ duration, site, is_pending }: Pick<VideoCard, 'duration' | 'site' | 'is_pending'>): string =>
  [is_pending ? t('video.pending') : duration === null ? '' : formatLength(duration), site === brand ? '' : site]
    .filter(Boolean)
    .join(' · ')

/** A card that plays a video. */
export const VideoCardView = ({ video, subject, subjectProps, opens, from, below, ...card }: VideoCardViewProps) => (
  <Card
    {...card}
    {...subjectProps}
    id={video.id}
    title={video.title}
    picture={video.image}
    meta={
      from ? (
        <>
          {videoSummary(video)}
          <br />
          {from}
        </>
      ) : (
        videoSummary(video)
      )
    }
    over={
      <>
        {(video.is_live || opens) && (
          <Badge live={video.is_live}>{[video.is_live && t('video.live'), opens && t('video.opens')].filter(Boolean).join(' · ')}</Badge>
        )}
        {subject && slotOf('card.over', subject)}
      </>
    }
    corner={subject && slotOf('card.corner', subject)}
    beside={subject && slotOf('card.beside', subject)}
    below={
      <>
        {below}
        {subject && slotOf('card.below', subject)}
      </>
    }
  />
)
