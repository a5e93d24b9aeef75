import type { MouseEvent } from 'react'
import { formatLength } from '#kit/web/format.ts'
import type { ItemAction } from '#ui/actions.ts'
import { Badge } from '#ui/Badge.tsx'
import { Card, type CardSize } from '#ui/Card.tsx'
import type { VideoCard } from '../contract.ts'
import { t } from './texts.ts'

interface VideoCardViewProps {
  video: VideoCard
  /** Where it plays. */
  href: string
  onPress: (event: MouseEvent) => void
  size?: CardSize
  found?: boolean
  /** Said to who may change it: its series opens with this one. */
  opens?: boolean
  actions?: readonly ItemAction[] | undefined
}

/** "42:10 · Vimeo": what is known of it, or that its page was not looked at yet. */
export const aboutVideo = ({ duration, site, is_pending }: Pick<VideoCard, 'duration' | 'site' | 'is_pending'>): string =>
  [is_pending ? t('video.pending') : duration === null ? '' : formatLength(duration), site].filter(Boolean).join(' · ')

/** A video as a card that plays it. */
export const VideoCardView = ({ video, opens, ...card }: VideoCardViewProps) => (
  <Card
    {...card}
    id={video.id}
    title={video.title}
    picture={video.image}
    meta={[opens && t('video.opens'), aboutVideo(video)].filter(Boolean).join(' · ')}
    over={video.is_live && <Badge live>{t('video.live')}</Badge>}
  />
)
