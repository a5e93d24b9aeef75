import { Suspense, useEffect, useRef, useState } from 'react'
import { cards } from '#ui/drag/elements.ts'
import { Icon } from '#ui/Icon.tsx'
import { lockSimple, playFill } from '#ui/icons.ts'
import { lazily } from '#ui/lazily.ts'
import { LongText } from '#ui/LongText.tsx'
import { Picture, PictureFrame } from '#ui/Picture.tsx'
import { stopProps } from '#ui/arrow-navigation.ts'
import { Slot } from '#shell/Slot.tsx'
import type { Playlist, Video } from '../../contract.ts'
import { channelAddress, type HomeView } from '../addresses.ts'
import { markVideoClicked } from '../clicked-videos.ts'
import { videoSubject } from '../subjects.ts'
import { t } from '../texts.ts'
import { CopySource } from '../CopySource.tsx'
import { useFullVideo } from '../useFullTexts.ts'
import { videoSummary } from '../VideoCardView.tsx'
import css from './ChannelDetail.module.css'
import { findSeriesOfVideo } from './channel-series.ts'

declare module '#shell/slots.ts' {
  interface Slots {
    /** Actions on the video shown large beside a channel's rows. */
    'detail.actions': 'video'
  }
}

const DetailRelated = lazily(() => import('../player/DetailRelated.tsx').then((module) => module.DetailRelated))

/** How long the pointer must rest on a card, in ms, so that cards it only crosses are ignored. */
const hoverDelayMs = 120

interface ChannelDetailProps {
  home: HomeView
  channel: Playlist
  /** The opening video, shown until the user points at another video. */
  opening: Video
}

/** Details of the video under the pointer or focus, beside a channel's rows. Only in a wide window with the setting "fill window". */
export function ChannelDetail({ home, channel, opening }: ChannelDetailProps) {
  const panel = useRef<HTMLElement>(null)
  const [pointedAt, setPointedAt] = useState<string>()

  useEffect(() => {
    const article = panel.current?.closest('article')
    if (!article) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const follow = ({ target, type }: Event) => {
      clearTimeout(timer)
      const id = target instanceof Element && cards.closest(target)?.value
      if (id) timer = setTimeout(() => setPointedAt(id), type === 'focusin' ? 0 : hoverDelayMs)
    }
    article.addEventListener('pointerover', follow)
    article.addEventListener('focusin', follow)
    return () => {
      clearTimeout(timer)
      article.removeEventListener('pointerover', follow)
      article.removeEventListener('focusin', follow)
    }
  }, [])

  const pointedSeries = pointedAt === undefined ? undefined : findSeriesOfVideo(channel, pointedAt)
  const video = pointedSeries?.videos.find(({ id }) => id === pointedAt) ?? opening
  const series = pointedSeries ?? findSeriesOfVideo(channel, video.id)
  return (
    <section ref={panel} className={css.detail} aria-label={t('channel.detail')}>
      <a
        className={css.main}
        href={channelAddress(home, { playlist: channel.id, play: video.id })}
        onClick={({ currentTarget }) => markVideoClicked(video.id, currentTarget)}
        {...stopProps}
      >
        <PictureFrame>
          {/* Each picture is a new element, so that pictures cross-fade. */}
          <Picture
            key={video.id}
            id={video.id}
            name={video.title}
            source={video.image}
            shape="card"
            sizes="(min-width: 1600px) 520px, 400px"
            eager
          />
        </PictureFrame>
        <span className={css.kicker}>{video.id === opening.id ? t('channel.start_here') : series?.name}</span>
        <span className={css.title}>{video.title}</span>
        <span className={css.play}>
          <Icon icon={channel.is_locked ? lockSimple : playFill} size={20} />
          {t('channel.play')}
        </span>
      </a>
      <p className={css.meta}>{videoSummary(video)}</p>
      {video.source && (
        <p className={css.meta}>
          <CopySource source={video.source} />
        </p>
      )}
      {series && <Slot name="detail.actions" subject={videoSubject(channel, series, video)} />}
      <Description key={video.id} video={video} />
      <Suspense>
        <DetailRelated channel={channel} video={video} />
      </Suspense>
    </section>
  )
}

function Description({ video }: { video: Video }) {
  const { description } = useFullVideo(video).video
  return description && <LongText className={css.text}>{description}</LongText>
}
