import {
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { type Axis, lengthOf, minutesAt, onDay, dayAt, timeAt } from './axis.ts'
import { formatTime } from '../times.ts'
import { createGuideCanvas, type GuideCanvas } from './canvas/guide-canvas.ts'
import css from './Guide.module.css'
import type { Guide } from './guide-data.ts'
import { GuideHeads } from './GuideHeads.tsx'
import { GuideScale } from './GuideScale.tsx'
import { type GuideSizes, rowsInView, scrolledTo } from './layout.ts'
import { type Move, moved, type Pointed, slotAt } from './moves.ts'
import { createRowPainter, type Drawing } from './paint-rows.ts'
import type { ViewportStore } from './viewport.ts'
import { t } from '../texts.ts'

/** Rows that stand for those that have not come. */
const comingRows = 4
/** Minutes before and after those in view that are asked for, too. */
const nearMinutes = 60
/** ms between two looks at what has to be asked for, while it is scrolled. */
const wantMs = 120

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
function useWanted({ guide, axis, viewport, sizes }: Pick<GuideGridProps, 'guide' | 'axis' | 'viewport' | 'sizes'>, count: number) {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = () => {
      timer = undefined
      const { left, top, width, height } = viewport.get()
      if (width === 0) return
      const from = left / sizes.pxPerMinute
      const to = from + (width - sizes.whoPx) / sizes.pxPerMinute
      const near = {
        start: Math.max(axis.start, timeAt(axis, from - nearMinutes)),
        end: Math.min(axis.end, timeAt(axis, to + nearMinutes)),
      }
      guide.want(rowsInView(top, height, sizes.rowPx, count), { start: timeAt(axis, from), end: timeAt(axis, to) }, near)
    }
    const follow = () => void (timer ??= setTimeout(look, wantMs))
    look()
    const stop = viewport.subscribe(follow)
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [guide, axis, viewport, sizes, count])
}

/** Draws rows into an element for as long as it is there, and anew whenever something else is to be shown. */
function useRowPainter(body: RefObject<HTMLElement | null>, canvas: GuideCanvas, drawing: Drawing): void {
  const painter = useRef<ReturnType<typeof createRowPainter>>(null)
  const draw = useEffectEvent(() => {
    painter.current?.draw(drawing)
    canvas.draw(drawing)
  })
  const first = useEffectEvent(() => drawing)
  useLayoutEffect(() => {
    const begun = createRowPainter(body.current!, canvas.drawn, first(), () => canvas.elementsAreRight())
    painter.current = begun
    return () => begun.stop()
  }, [body, canvas])
  useLayoutEffect(() => draw())
}

/** Channels × time: one scroller both ways, of which only what is in view is there. */
export function GuideGrid({ guide, axis, now, sizes, viewport, pointed, onPoint, onOpen, onNow, onTonight }: GuideGridProps) {
  const scroller = useRef<HTMLTableElement>(null)
  const id = useId()
  const state = useSyncExternalStore(guide.subscribe, guide.state)
  const count = state.rows + (state.hasMore ? comingRows : 0)
  const { pxPerMinute, rowPx, whoPx, scalePx } = sizes
  const body = useRef<HTMLTableSectionElement>(null)

  useLayoutEffect(() => viewport.follow(scroller.current!), [viewport])
  useWanted({ guide, axis, viewport, sizes }, count)

  const [canvas] = useState(() => createGuideCanvas(viewport))
  useLayoutEffect(() => canvas.follow(), [canvas])
  const isThere = state.rows > 0
  useEffect(() => (isThere ? canvas.begin(scroller.current!, guide) : undefined), [canvas, guide, isThere])
  useRowPainter(body, canvas, { guide, axis, now, sizes, count, pointed, pointedId: `${id}-at-${pointed.row}-${pointed.time}` })
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

  /** What is on where the canvas was pressed and no element is. */
  const onCanvas = ({ clientX, clientY }: MouseEvent): Pointed | undefined => {
    const { left, top } = viewport.get()
    const edge = scroller.current!.getBoundingClientRect()
    const [x, y] = [clientX - edge.left - whoPx, clientY - edge.top - scalePx]
    if (x < 0 || y < 0) return undefined
    const row = Math.floor((y + top) / rowPx)
    const time = timeAt(axis, (x + left) / pxPerMinute)
    const slot = slotAt(slotsOf({ row, time }), time)
    return slot && { row, time: slot.start }
  }
  const click = (event: MouseEvent) => {
    const cell = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-time]') : null
    const row = cell?.closest<HTMLElement>('[data-index]')
    const onElement = cell && row ? { row: Number(row.dataset['index']), time: Number(cell.dataset['time']) } : undefined
    const to = onElement ?? (canvas.isSeen() ? onCanvas(event) : undefined)
    if (!to) return
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
        {...walked}
        data-stop=""
        data-guide=""
      >
        <caption className={css.spoken}>{t('guide.now_is', { time: formatTime(now) })}</caption>
        <GuideScale axis={axis} now={now} sizes={sizes} viewport={viewport} />
        <tbody
          ref={body}
          className={css.body}
          style={{
            width: whoPx + widthPx,
            height: count * rowPx,
            '--now': isNowInView ? `${whoPx + minutesAt(axis, now) * pxPerMinute}px` : '-100px',
          }}
        >
          <GuideHeads guide={guide} place={canvas.drawn} sizes={sizes} count={count} />
        </tbody>
      </table>
    </div>
  )
}
