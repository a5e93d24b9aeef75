import { Suspense, useEffect, useRef, useState } from 'react'
import type { CardSize } from '#ui/Card.tsx'
import { Carousel } from '#ui/Carousel.tsx'
import { mergeRefs } from '#ui/drag/elements.ts'
import { lazily } from '#ui/lazily.ts'
import { MenuButton } from '#ui/MenuButton.tsx'
import { scrollBehavior } from '#ui/arrow-navigation.ts'
import { saveRowScroll, readScrollPosition } from '#shell/scroll-positions.ts'
import { slotOf } from '#shell/Slot.tsx'
import { useSubjectMenu } from '#shell/useSubjectMenu.ts'
import type { Playlist, Series } from '../../contract.ts'
import { AddCard } from '../AddCard.tsx'
import { channelAddress, type HomeView } from '../addresses.ts'
import { markVideoClicked } from '../clicked-videos.ts'
import { serieSubject, videoSubject } from '../subjects.ts'
import { t } from '../texts.ts'
import { useFullSeries } from '../useFullTexts.ts'
import { CopySource } from '../CopySource.tsx'
import { VideoCardView } from '../VideoCardView.tsx'
import { LongText } from '#ui/LongText.tsx'

declare module '#shell/slots.ts' {
  interface Slots {
    /** Content before the title of a channel's row. */
    'row.lead': 'serie'
    /** Content after the last card of a row: cards of items that are still processed. */
    'row.coming': 'serie'
  }
}

// Loads on demand, as few videos have a link.
const GoToLink = lazily(() => import('../player/GoToLink.tsx').then((module) => module.GoToLink))

/** Milliseconds after the last scroll before the position is saved. */
const saveDelayMs = 200

interface SeriesRowProps {
  home: HomeView
  channel: Playlist
  series: Series
  size: CardSize
  /** Whether the URL names this row. */
  outlined: boolean
  /** The video to scroll to, if it is in this row. */
  targetVideo: string | undefined
  /** The video to highlight. */
  marked: string | undefined
  /** Absent if the viewer may not add videos. */
  onAdd: (() => void) | undefined
}

/** The beginning of a series' description; loads the rest when expanded. */
function SeriesText({ series: truncated }: { series: Series }) {
  const [isExpanded, setIsExpanded] = useState(false)
  const { series } = useFullSeries(truncated, { enabled: isExpanded })
  return (
    <LongText isCut={series.is_cut} onToggle={setIsExpanded}>
      {series.description}
    </LongText>
  )
}

/** A row with the videos of a series. Scrolls into view if the address names it or one of its videos. */
export function SeriesRow({ home, channel, series, size, outlined, targetVideo, marked, onAdd }: SeriesRowProps) {
  const row = useRef<HTMLDivElement>(null)
  const subject = serieSubject(channel, series)
  const { ref: subjectRef, menu } = useSubjectMenu('serie')(subject)
  const propsOf = useSubjectMenu('video')
  const place = `playlist:${channel.id}` as const
  const [left] = useState(() => readScrollPosition(place).rows?.[series.id])
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const showing = series.videos.findIndex(({ id }) => id === targetVideo)
  const targetId = showing >= 0 ? targetVideo : outlined ? series.id : undefined

  useEffect(() => {
    if (targetId === undefined || !row.current) return
    const { top, bottom } = row.current.getBoundingClientRect()
    // Doesn't scroll the page if the row is in view, even in part: a closing player animates into one of the row's cards.
    const middle = (top + bottom) / 2
    if (middle < 0 || middle > innerHeight) row.current.scrollIntoView({ block: 'center', behavior: scrollBehavior() })
  }, [targetId])

  return (
    <div ref={mergeRefs(row, subjectRef)} data-series={series.id}>
      <Carousel
        title={series.name}
        from={series.source && <CopySource source={series.source} />}
        count={series.videos.length}
        outlined={outlined}
        about={series.description && <SeriesText key={series.description} series={series} />}
        items={series.videos}
        keyOf={({ id }) => id}
        showing={showing < 0 ? undefined : showing}
        scrollLeft={left}
        onScrolled={(px) => {
          clearTimeout(timer.current)
          timer.current = setTimeout(() => saveRowScroll(place, series.id, px), saveDelayMs)
        }}
        lead={slotOf('row.lead', subject)}
        aside={channel.may_edit && menu && <MenuButton label={t('series.menu', { name: series.name })} menu={menu} />}
        coming={channel.may_edit && slotOf('row.coming', subject)}
        last={onAdd && <AddCard label={t('add.title')} size={size} onClick={onAdd} />}
      >
        {(video) => {
          const item = videoSubject(channel, series, video)
          return (
            <VideoCardView
              video={video}
              from={video.source && <CopySource source={video.source} plain />}
              subject={item}
              below={
                video.go_to && (
                  <Suspense>
                    <GoToLink video={video} />
                  </Suspense>
                )
              }
              subjectProps={propsOf(item)}
              size={size}
              found={marked === video.id}
              opens={channel.may_edit && video.is_home && series.videos.length > 1}
              href={channelAddress(home, { playlist: channel.id, play: video.id })}
              onClick={({ currentTarget }) => markVideoClicked(video.id, currentTarget)}
            />
          )
        }}
      </Carousel>
    </div>
  )
}
