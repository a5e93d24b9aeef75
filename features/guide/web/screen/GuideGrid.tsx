import { type KeyboardEvent, type MouseEvent, useId, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { mergeRefs } from '#ui/drag/elements.ts'
import { stopProps } from '#ui/arrow-navigation.ts'
import { type Axis, dayAt, axisLength, minutesAt, sameTimeOnDay } from './axis.ts'
import { formatTime } from '../times.ts'
import { useDrawnRange, useRestingScrollLeft, useLoadVisibleProgrammes } from './drawn-range.ts'
import css from './Guide.module.css'
import type { Guide } from './guide-data.ts'
import { GuideHeads } from './GuideHeads.tsx'
import { type GuideCommand, guideCommandOf } from './guide-keys.ts'
import { guideRows, GuideRows } from './GuideRow.tsx'
import { GuideScale } from './GuideScale.tsx'
import { type GuideSizes, scrollPositionToShow } from './layout.ts'
import { type CursorMove, moveCursor, type GuideCursor, slotAt } from './cursor.ts'
import type { ViewportStore } from './viewport.ts'
import { t } from '../texts.ts'

/** Placeholder rows while loading. */
const placeholderRows = 4

interface GuideGridProps {
  guide: Guide
  axis: Axis
  now: number
  sizes: GuideSizes
  viewport: ViewportStore
  pointed: GuideCursor
  onPoint: (cursor: GuideCursor) => void
  /** Called to show details of the selected programme. */
  onOpen: (cursor: GuideCursor) => void
  onNow: () => void
  onTonight: () => void
}

/** A grid of channels and times. Scrolls in both directions, and renders only the visible part. */
export function GuideGrid({ guide, axis, now, sizes, viewport, pointed, onPoint, onOpen, onNow, onTonight }: GuideGridProps) {
  const scroller = useRef<HTMLTableElement>(null)
  const id = useId()
  const state = useSyncExternalStore(guide.subscribe, guide.state)
  const count = state.rows + (state.hasMore ? placeholderRows : 0)
  const { pxPerMinute, rowPx, channelColumnPx, scalePx } = sizes

  useLayoutEffect(() => viewport.follow(scroller.current!), [viewport])
  const { rows, span } = useDrawnRange(viewport, axis, sizes, count)
  useLoadVisibleProgrammes({ guide, axis, viewport, sizes }, rows, span)
  const restingLeft = useRestingScrollLeft(viewport)
  const pointedId = `${id}-at-${pointed.row}-${pointed.time}`
  const isFocusedCellDrawn = useSyncExternalStore(
    guide.subscribe,
    () =>
      pointed.row >= rows.first &&
      pointed.row < rows.end &&
      pointed.time >= span.start &&
      pointed.time < span.end &&
      guide.partsAt(pointed.row, { start: pointed.time, end: pointed.time + 1 }) !== ' ',
  )
  const slotsOf = ({ row, time }: GuideCursor) => {
    const around = 26 * 3_600_000
    return guide.slotsAt(row, { start: time - around, end: time + around })
  }

  /** Selects a cell and scrolls it into view. */
  const point = (to: GuideCursor, isSideways: boolean) => {
    const { left, top, width, height } = viewport.get()
    const slot = slotAt(slotsOf(to), to.time)
    const xAt = (time: number) => minutesAt(axis, time) * pxPerMinute
    // Vertical moves keep the time, even to a longer or shorter programme.
    const [from, end] = isSideways && slot ? [xAt(slot.start), xAt(slot.stop)] : [xAt(to.time), xAt(to.time) + pxPerMinute]
    viewport.scrollTo({
      left: scrollPositionToShow(left, width - channelColumnPx, from, end),
      top: scrollPositionToShow(top, height - scalePx, to.row * rowPx, (to.row + 1) * rowPx),
    })
    onPoint(to)
  }

  const moved = (move: CursorMove) => {
    const pageRows = Math.max(1, Math.floor((viewport.get().height - scalePx) / rowPx) - 1)
    return moveCursor(pointed, move, { axis, rows: state.rows, pageRows, slotsOf: (row) => slotsOf({ row, time: pointed.time }) })
  }
  const pointDay = (step: 1 | -1) => {
    const day = axis.days[dayAt(axis, pointed.time) + step]
    if (day) point({ ...pointed, time: sameTimeOnDay(pointed.time, day) }, true)
  }

  /** @returns false at the edge, where the key moves the focus out of the guide */
  const perform = (command: GuideCommand): boolean => {
    switch (command) {
      case 'open':
        onOpen(pointed)
        break
      case 'now':
        onNow()
        break
      case 'tonight':
        onTonight()
        break
      case 'previousDay':
        pointDay(-1)
        break
      case 'nextDay':
        pointDay(1)
        break
      case 'first':
      case 'last':
        point(moved(command) ?? pointed, false)
        break
      default: {
        const to = moved(command)
        if (!to) return false
        point(to, command === 'left' || command === 'right')
      }
    }
    return true
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget) return
    const command = guideCommandOf(event)
    if (command && perform(command)) event.preventDefault()
  }

  const click = ({ target }: MouseEvent) => {
    const cell = target instanceof Element ? target.closest('td') : null
    const row = guideRows.closest(cell)?.value
    // Offsets the index by one, because the first cell of a row is the channel's name.
    const result = cell && row !== undefined && guide.cellsAt(row, span)[cell.cellIndex - 1]
    if (!result || result.kind !== 'programme') return
    const to = { row, time: result.slot.start }
    onPoint(to)
    onOpen(to)
  }

  // Props of the table. For screen readers it is a grid: one tab stop, with arrow keys between its cells.
  const viewWithoutCursor = {
    role: 'grid',
    'aria-activedescendant': isFocusedCellDrawn ? pointedId : undefined,
    tabIndex: 0,
    onKeyDown: onKeyDown,
    onClick: click,
  } as const
  const style = { '--who': `${channelColumnPx}px`, '--row': `${rowPx}px`, '--scale': `${scalePx}px` } as const
  const widthPx = axisLength(axis) * pxPerMinute
  const isNowInView = now >= axis.start && now < axis.end
  return (
    <div className={css.hold} style={style}>
      <table
        ref={mergeRefs(scroller, stopProps.ref)}
        className={css.grid}
        aria-label={t('guide.title')}
        aria-rowcount={state.hasMore ? -1 : state.rows + 1}
        aria-busy={state.isPending}
        {...viewWithoutCursor}
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
            width: channelColumnPx + widthPx,
            height: count * rowPx,
            '--now': isNowInView ? `${channelColumnPx + minutesAt(axis, now) * pxPerMinute}px` : '-100px',
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
