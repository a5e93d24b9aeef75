import { useMediaSelector } from 'media-chrome/react/media-store'
import { type PointerEvent, useCallback, useEffect, useState } from 'react'
import { formatLength } from '#kit/web/format.ts'
import { locale } from '#kit/web/i18n.ts'
import { serverNow } from '#kit/web/server-time.ts'
import { type Chapter, findChapterAt } from './chapters.ts'
import { Chapters } from './Chapters.tsx'
import { type LiveProgrammes, useLiveProgrammes } from './item-additions.ts'
import { rangeOf, useControl } from './control.ts'
import type { PlayableItem } from './plan.ts'
import { t } from './texts.ts'
import css from './Timeline.module.css'

/** A preview of the picture at a time, if previews are available. @param at horizontal position on the timeline, a CSS percentage */
function TimelinePreview({ seconds, at }: { seconds: number; at: string }) {
  const control = useControl()
  const image = useMediaSelector((state) => state.mediaPreviewImage)
  const coords = useMediaSelector((state) => state.mediaPreviewCoords)
  useEffect(() => control.preview(seconds), [control, seconds])
  useEffect(() => () => control.preview(undefined), [control])
  if (!image || coords?.length !== 4) return null
  const [x, y, width, height] = coords.map(Number)
  return (
    <span
      className={css.preview}
      style={{ '--at': at, width, height, backgroundImage: `url("${image}")`, backgroundPosition: `-${x}px -${y}px` }}
      data-preview=""
      aria-hidden="true"
    />
  )
}

/** Returns the time, updated at this interval. */
function useClock(everyMs: number | undefined): number {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    if (everyMs === undefined) return
    const timer = setInterval(() => setNow(serverNow()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}

interface TimelineProps {
  item: PlayableItem
  chapters: readonly Chapter[]
  /** Container of the chapter list. */
  container: HTMLElement | null
}

/**
 * Position, buffered ranges, and seeking. A placeholder until the seekable range is known. Live streams without seeking show only the
 * progress of the programme.
 */
export function Timeline({ item, chapters, container }: TimelineProps) {
  const control = useControl()
  const range = useMediaSelector(rangeOf, isSameRange)
  const time = useMediaSelector((state) => state.mediaCurrentTime ?? 0)
  const buffered = useMediaSelector((state) => state.mediaBuffered)
  const live = useMediaSelector((state) => state.mediaStreamType === 'live')
  const dvr = useMediaSelector((state) => (state.mediaTargetLiveWindow ?? 0) > 0)
  const isAtLive = useMediaSelector((state) => state.mediaTimeIsLive ?? false)
  const programmes = useLiveProgrammes(item.id)
  // The end of a live stream is the current time, so the start of a programme can be converted to a position.
  const now = useClock(live ? 1000 : undefined)
  const [dragTarget, setDragTarget] = useState<number>()
  const [pointed, setPointed] = useState<number>()
  /** Listens to the native "change" event: a drag has ended, or a key or screen reader has moved the slider. */
  const commitOn = useCallback(
    (input: HTMLInputElement) => {
      const commit = () => {
        control.seek(Number(input.value))
        setDragTarget(undefined)
      }
      input.addEventListener('change', commit)
      return () => input.removeEventListener('change', commit)
    },
    [control],
  )

  if (!range || (live && !dvr)) return live ? <LiveRow programmes={programmes} /> : <UnknownDuration />
  const [start, end] = range
  const length = end - start
  const positionTime = dragTarget ?? (live && isAtLive ? end : Math.max(start, Math.min(end, time)))
  const part = (seconds: number) => `${(100 * (seconds - start)) / length}%`
  const loaded = buffered?.find(([from, to]) => from <= time + 1 && to >= time)?.[1] ?? start
  const label = (seconds: number) => (live ? `−${formatLength(end - seconds)}` : formatLength(seconds - start))
  const shownSeconds = dragTarget ?? pointed
  const clockAt = (seconds: number) => now - (end - seconds) * 1000
  const secondsAt = (clock: number) => end - (now - clock) / 1000
  const programmeAt = (clock: number) => programmes.parts.find((part) => part.start <= clock && clock < part.stop)
  const chapterTitle = (seconds: number) =>
    live ? programmeAt(clockAt(seconds))?.title : chapters[findChapterAt(chapters, seconds)]?.title
  const borders = live ? programmes.parts.map((part) => secondsAt(part.start)) : chapters.slice(1).map((chapter) => chapter.start)
  const first = live ? start : Math.min(end, item.start_at ?? start)
  const last = live ? end : Math.min(end, item.end_at ?? end)

  const place = live
    ? isAtLive && dragTarget === undefined
      ? t('player.atLive')
      : t('player.behind', { time: spokenTime(end - positionTime, locale) })
    : t('player.positionOf', { time: spokenTime(positionTime - start, locale), duration: spokenTime(length, locale) })
  const spokenPosition = [place, chapterTitle(positionTime)].filter(Boolean).join(', ')

  const point = (event: PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect()
    if (event.pointerType !== 'touch') setPointed(start + length * Math.max(0, Math.min(1, (event.clientX - box.left) / box.width)))
  }

  return (
    <div className={css.rows} data-rows="">
      <div className={css.timeline} onPointerMove={point} onPointerLeave={() => setPointed(undefined)}>
        <div className={css.track}>
          <i className={css.loaded} style={{ width: live ? '100%' : part(loaded) }} />
          <i className={css.seen} style={{ width: part(positionTime) }} />
          {first > start && <i className={css.outside} style={{ left: 0, width: part(first) }} />}
          {last < end && <i className={css.outside} style={{ left: part(last), right: 0 }} />}
          {borders.map(
            (border, index) =>
              border > start && border < end && <i key={index} className={css.mark} data-border="" style={{ left: part(border) }} />,
          )}
        </div>
        {first > start && <i className={css.point} style={{ left: part(first) }} title={t('player.startsAt', { time: label(first) })} />}
        {last < end && <i className={css.point} style={{ left: part(last) }} title={t('player.endsAt', { time: label(last) })} />}
        {live && <i className={css.edge} />}
        <i className={css.knob} style={{ left: part(positionTime) }} />
        {shownSeconds !== undefined && (
          <span className={css.pointed} style={{ '--at': part(shownSeconds) }} aria-hidden="true">
            {label(shownSeconds)}
            {chapterTitle(shownSeconds) !== undefined && <span className={css.chapter}>{chapterTitle(shownSeconds)}</span>}
          </span>
        )}
        {shownSeconds !== undefined && !live && <TimelinePreview seconds={shownSeconds} at={part(shownSeconds)} />}
        <input
          ref={commitOn}
          className={css.range}
          type="range"
          min={start}
          max={end}
          step="any"
          value={positionTime}
          aria-label={t('player.position')}
          aria-valuetext={spokenPosition}
          onChange={(event) => setDragTarget(Number(event.currentTarget.value))}
        />
      </div>
      <div className={css.times}>
        <span>{live && isAtLive ? programmes.clock?.(clockAt(start)) : label(positionTime)}</span>
        {live ? <GoLiveButton atLive={isAtLive} /> : <Chapters chapters={chapters} container={container} />}
        {!live && <span>{formatLength(length)}</span>}
      </div>
    </div>
  )
}

/** A single button for both states, so that the focus stays. */
function GoLiveButton({ atLive: isAtLive }: { atLive: boolean }) {
  const control = useControl()
  return (
    <button type="button" className={css.live} aria-disabled={isAtLive} onClick={() => isAtLive || control.goToLive()}>
      <i className={css.lamp} />
      {t(isAtLive ? 'player.atLive' : 'player.goLive')}
    </button>
  )
}

/** How often the progress of a programme is drawn, in ms. */
const progressMs = 10_000

/** The timeline of a live stream without seeking: it shows the progress of the programme. */
function LiveRow({ programmes: { parts, clock } }: { programmes: LiveProgrammes }) {
  const isAtLive = useMediaSelector((state) => state.mediaTimeIsLive ?? true)
  const now = useClock(progressMs)
  const current = parts.find(({ start, stop }) => start <= now && now < stop)
  const progress = current ? `${(100 * (now - current.start)) / (current.stop - current.start)}%` : '100%'
  return (
    <div className={css.rows} data-rows="">
      <div className={css.timeline}>
        <div className={css.track}>
          <i className={css.seen} style={{ width: progress }} />
        </div>
        <i className={css.edge} style={{ right: 'auto', left: `calc(${progress} - 8px)` }} />
      </div>
      <div className={css.times}>
        <span>{current && clock?.(current.start)}</span>
        <GoLiveButton atLive={isAtLive} />
        <span>{current && clock?.(current.stop)}</span>
      </div>
    </div>
  )
}

/** Shown until the duration is known. */
function UnknownDuration() {
  return (
    <div className={css.rows} data-rows="" aria-hidden="true">
      <div className={css.timeline}>
        <div className={css.track} />
      </div>
      <div className={css.times} />
    </div>
  )
}

function isSameRange(a: readonly [number, number] | undefined, b: readonly [number, number] | undefined) {
  return a?.[0] === b?.[0] && a?.[1] === b?.[1]
}

/** Formats seconds for screen readers: 1104 → "18 minutes, 24 seconds". */
export function spokenTime(seconds: number, locale: string): string {
  const wholeSeconds = Math.max(0, Math.floor(seconds))
  const parts = (
    [
      ['hour', Math.floor(wholeSeconds / 3600)],
      ['minute', Math.floor(wholeSeconds / 60) % 60],
      ['second', wholeSeconds % 60],
    ] as const
  )
    .filter(([unit, amount]) => amount > 0 || (unit === 'second' && wholeSeconds === 0))
    .map(([unit, amount]) => new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(amount))
  return new Intl.ListFormat(locale, { type: 'unit' }).format(parts)
}
