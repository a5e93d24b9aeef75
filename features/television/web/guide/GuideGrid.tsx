import { useVirtualizer } from '@tanstack/react-virtual'
import {
  type KeyboardEvent,
  memo,
  type MouseEvent,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { type Axis, lengthOf, minuteMs, minutesAt, onDay, dayAt, type Span, tickMinutes, timeAt } from './axis.ts'
import { formatTime } from '../times.ts'
import css from './Guide.module.css'
import type { Guide } from './guide-data.ts'
import { GuideHeads } from './GuideHeads.tsx'
import { GuideRow } from './GuideRow.tsx'
import { GuideScale } from './GuideScale.tsx'
import { drawAhead, type DrawnRange, type GuideSizes, holds, type Range, scrolledTo } from './layout.ts'
import { type Move, moved, type Pointed, slotAt } from './moves.ts'
import type { ViewportStore } from './viewport.ts'
import { t } from '../texts.ts'

/** Rows that stand for those that have not come. */
const comingRows = 4
/** ms between two looks at what has to be asked for, while it is scrolled. */
const wantMs = 120
/** ms without scrolling after which titles move to the edge of the view. */
const restMs = 100
/** Rows and half hours that are drawn ahead of the view while it is scrolled. */
const aheadRows = 12
const aheadTicks = 5
/** Minutes before and after those drawn that are asked for: they come before they are drawn. */
const nearMinutes = (aheadTicks + 1) * tickMinutes
const nothing = { first: 0, end: 0 }
const nothingDrawn: DrawnRange = { ...nothing, seen: nothing }

const keyMoves: Readonly<Record<string, Move>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
  PageUp: 'pageUp',
  PageDown: 'pageDown',
  // Of a remote.
  ChannelUp: 'pageUp',
  ChannelDown: 'pageDown',
}

interface GuideGridProps {
  guide: Guide
  axis: Axis
  now: number
  sizes: GuideSizes
  viewport: ViewportStore
  pointed: Pointed
  onPoint: (pointed: Pointed) => void
  /** Somebody wants to know more of what is pointed at. */
  onOpen: (pointed: Pointed) => void
  onNow: () => void
  onTonight: () => void
}

/** Asks for what is in view: at once, and while it is scrolled now and then. */
function useWanted(
  { guide, axis, viewport, sizes }: Pick<GuideGridProps, 'guide' | 'axis' | 'viewport' | 'sizes'>,
  { first, end }: Range,
  drawn: Span,
) {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = () => {
      timer = undefined
      const { left, width } = viewport.get()
      if (width === 0) return
      const from = left / sizes.pxPerMinute
      const to = from + (width - sizes.whoPx) / sizes.pxPerMinute
      const near = {
        start: Math.max(axis.start, drawn.start - nearMinutes * minuteMs),
        end: Math.min(axis.end, drawn.end + nearMinutes * minuteMs),
      }
      guide.want({ first, end: end + aheadRows }, { start: timeAt(axis, from), end: timeAt(axis, to) }, near)
    }
    const follow = () => void (timer ??= setTimeout(look, wantMs))
    look()
    const stop = viewport.subscribe(follow)
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [guide, axis, viewport, sizes, first, end, drawn])
}

/** px that it was scrolled sideways when it last rested, or was scrolled by a call. */
function useRestingLeft(viewport: ViewportStore): number {
  const [left, setLeft] = useState(0)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const rest = () => setLeft(viewport.get().left)
    const stop = viewport.subscribe(() => {
      clearTimeout(timer)
      if (viewport.isCalled()) rest()
      else timer = setTimeout(rest, restMs)
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [viewport])
  return left
}

const rangeOf = (items: readonly { index: number }[]): Range => ({ first: items[0]?.index ?? 0, end: (items.at(-1)?.index ?? -1) + 1 })

/** The rows and the times to draw. */
function useDrawn(scroller: RefObject<HTMLElement | null>, axis: Axis, sizes: GuideSizes, count: number): { rows: Range; span: Span } {
  const { rowPx, pxPerMinute } = sizes
  const ticks = Math.ceil(lengthOf(axis) / tickMinutes)
  const options = { getScrollElement: () => scroller.current, overscan: 0, useFlushSync: false }
  const rowsSeen = useVirtualizer({ ...options, count, estimateSize: () => rowPx })
  const ticksSeen = useVirtualizer({ ...options, count: ticks, estimateSize: () => tickMinutes * pxPerMinute, horizontal: true })
  useLayoutEffect(() => ticksSeen.measure(), [ticksSeen, pxPerMinute])
  const seen = { rows: rangeOf(rowsSeen.getVirtualItems()), ticks: rangeOf(ticksSeen.getVirtualItems()) }
  const [drawn, setDrawn] = useState({ rows: nothingDrawn, ticks: nothingDrawn })
  // Both at once: two changes cost twice as much as one.
  if (!holds(drawn.rows, seen.rows, count) || !holds(drawn.ticks, seen.ticks, ticks))
    setDrawn({
      rows: drawAhead(drawn.rows, seen.rows, count, aheadRows),
      ticks: drawAhead(drawn.ticks, seen.ticks, ticks, aheadTicks),
    })
  const { first, end } = drawn.ticks
  const span = useMemo(
    () => ({ start: timeAt(axis, first * tickMinutes), end: Math.min(axis.end, timeAt(axis, end * tickMinutes)) }),
    [axis, first, end],
  )
  return { rows: { first: drawn.rows.first, end: Math.min(drawn.rows.end, count) }, span }
}

interface GuideRowsProps extends Pick<GuideGridProps, 'guide' | 'axis' | 'now' | 'sizes' | 'pointed'>, Range {
  span: Span
  restingLeft: number
  pointedId: string
}

const GuideRows = memo(function GuideRows({ first, end, pointed, pointedId, ...props }: GuideRowsProps) {
  return Array.from({ length: end - first }, (_, at) => {
    const row = first + at
    const isPointed = row === pointed.row
    return (
      <GuideRow
        key={row}
        row={row}
        pointedTime={isPointed ? pointed.time : undefined}
        pointedId={isPointed ? pointedId : undefined}
        {...props}
      />
    )
  })
})

/** Channels × time: one scroller both ways, of which only what is in view is there. */
export function GuideGrid({ guide, axis, now, sizes, viewport, pointed, onPoint, onOpen, onNow, onTonight }: GuideGridProps) {
  const scroller = useRef<HTMLTableElement>(null)
  const id = useId()
  const state = useSyncExternalStore(guide.subscribe, guide.state)
  const count = state.rows + (state.hasMore ? comingRows : 0)
  const { pxPerMinute, rowPx, whoPx, scalePx } = sizes

  useLayoutEffect(() => viewport.follow(scroller.current!), [viewport])
  const { rows, span } = useDrawn(scroller, axis, sizes, count)
  useWanted({ guide, axis, viewport, sizes }, rows, span)
  const restingLeft = useRestingLeft(viewport)
  const pointedId = `${id}-at-${pointed.row}-${pointed.time}`
  const isPointedDrawn = useSyncExternalStore(
    guide.subscribe,
    () =>
      pointed.row >= rows.first &&
      pointed.row < rows.end &&
      pointed.time >= span.start &&
      pointed.time < span.end &&
      guide.partsAt(pointed.row, { start: pointed.time, end: pointed.time + 1 }) !== ' ',
  )
  const slotsOf = ({ row, time }: Pointed) => {
    const around = 26 * 3_600_000
    return guide.slotsAt(row, { start: time - around, end: time + around })
  }

  /** Points there, and brings it in view. */
  const point = (to: Pointed, isSideways: boolean) => {
    const { left, top, width, height } = viewport.get()
    const slot = slotAt(slotsOf(to), to.time)
    const at = (time: number) => minutesAt(axis, time) * pxPerMinute
    // Up and down stay at the time, however far what is on there goes.
    const [from, end] = isSideways && slot ? [at(slot.start), at(slot.stop)] : [at(to.time), at(to.time) + pxPerMinute]
    viewport.scrollTo({
      left: scrolledTo(left, width - whoPx, from, end),
      top: scrolledTo(top, height - scalePx, to.row * rowPx, (to.row + 1) * rowPx),
    })
    onPoint(to)
  }

  const press = (event: KeyboardEvent) => {
    if (event.altKey || event.metaKey || event.target !== event.currentTarget) return
    const { key, shiftKey, ctrlKey } = event
    const done = () => event.preventDefault()
    if (key === 'Enter' || key === ' ' || key === 'Info') {
      done()
      onOpen(pointed)
    } else if (ctrlKey && (key === 'Home' || key === 'End')) {
      done()
      point({ ...pointed, row: key === 'Home' ? 0 : Math.max(0, state.rows - 1) }, false)
    } else if (ctrlKey) {
      return
    } else if (key === 'Home') {
      done()
      onNow()
    } else if (key === 'End') {
      done()
      onTonight()
    } else if ((shiftKey && (key === 'ArrowLeft' || key === 'ArrowRight')) || key === 'MediaTrackPrevious' || key === 'MediaTrackNext') {
      done()
      const back = key === 'ArrowLeft' || key === 'MediaTrackPrevious'
      const day = axis.days[dayAt(axis, pointed.time) + (back ? -1 : 1)]
      if (day) point({ ...pointed, time: onDay(pointed.time, day) }, true)
    } else {
      const move = keyMoves[key]
      if (!move || shiftKey) return
      const pageRows = Math.max(1, Math.floor((viewport.get().height - scalePx) / rowPx) - 1)
      const to = moved(pointed, move, { axis, rows: state.rows, pageRows, slotsOf: (row) => slotsOf({ row, time: pointed.time }) })
      // At its edge the key leads on to what stands beside the guide.
      if (!to) return
      done()
      point(to, move === 'left' || move === 'right')
    }
  }

  const click = ({ target }: MouseEvent) => {
    const cell = target instanceof Element ? target.closest<HTMLElement>('[data-time]') : null
    const row = cell?.closest<HTMLElement>('[data-index]')
    if (!cell || !row) return
    const to = { row: Number(row.dataset['index']), time: Number(cell.dataset['time']) }
    onPoint(to)
    onOpen(to)
  }

  // A table whose cells arrow keys walk through: to screen readers a grid. It is one stop of the Tab key.
  const walked = {
    role: 'grid',
    tabIndex: 0,
    onKeyDown: press,
    onClick: click,
  } as const
  const style = { '--who': `${whoPx}px`, '--row': `${rowPx}px`, '--scale': `${scalePx}px` } as const
  const widthPx = lengthOf(axis) * pxPerMinute
  const isNowInView = now >= axis.start && now < axis.end
  return (
    <div className={css.hold} style={style}>
      <table
        ref={scroller}
        className={css.grid}
        aria-label={t('guide.title')}
        aria-rowcount={state.hasMore ? -1 : state.rows + 1}
        aria-busy={state.isPending}
        aria-activedescendant={isPointedDrawn ? pointedId : undefined}
        {...walked}
        data-stop=""
        data-guide=""
      >
        <caption className={css.spoken}>{t('guide.now_is', { time: formatTime(now) })}</caption>
        <GuideScale
          axis={axis}
          now={now}
          sizes={sizes}
          viewport={viewport}
          from={minutesAt(axis, span.start)}
          to={minutesAt(axis, span.end)}
        />
        <tbody
          className={css.body}
          style={{
            width: whoPx + widthPx,
            height: count * rowPx,
            '--now': isNowInView ? `${whoPx + minutesAt(axis, now) * pxPerMinute}px` : '-100px',
          }}
        >
          <GuideHeads guide={guide} rowPx={rowPx} {...rows} />
          <GuideRows
            {...rows}
            guide={guide}
            axis={axis}
            now={now}
            sizes={sizes}
            span={span}
            restingLeft={restingLeft}
            pointed={pointed}
            pointedId={pointedId}
          />
        </tbody>
      </table>
    </div>
  )
}
