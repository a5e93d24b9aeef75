import {
  Children,
  type ReactElement,
  type ReactNode,
  type RefCallback,
  type RefObject,
  isValidElement,
  useEffect,
  useLayoutEffect,
  useRef,
} from 'react'
import { cx } from './cx.ts'
import { items, mergeRefs } from './drag/elements.ts'
import { Disc, type DiscSubject, GroupDisc, IconDisc } from './Disc.tsx'
import { type MenuSource, useContextMenu } from './menus.ts'
import { truncate } from './naming.ts'
import { TabStop, scrollBehavior, useStop } from './arrow-navigation.ts'
import { runWhenInView } from './in-view.ts'
import { useRovingRow } from './useRovingRow.ts'
import css from './Dial.module.css'

/** Maximum characters of a name in the bar. */
const nameLength = 15
/** Duration of a long press on a stop, in ms. */
const longPressMs = 1250

interface DialProps {
  label: string
  /** A stop that stays visible at the end. */
  last?: ReactElement | undefined
  /** Called when the end of the list comes into view. */
  onEnd?: (() => void) | undefined
  /** Stops, and lines between them. */
  children: ReactNode
}

/** The bar of channels under the header. Scrolls so that the current channel is visible. */
export function Dial({ label, last, onEnd, children }: DialProps) {
  const track = useRef<HTMLDivElement>(null)
  const inner = Children.toArray(children)
  const stops = last === undefined ? inner : [...inner, last]
  useWheelSlide(track)
  const roving = useRovingRow(stops.length, 'dial')
  const tuned = stops.findIndex((stop) => typeof stop === 'object' && 'props' in stop && (stop.props as { tuned?: boolean }).tuned)

  // Depends on the stop's key, not its index. A group that opens before the current channel changes the index, but must not scroll the bar.
  const tunedKey = tuned < 0 ? undefined : keyOf(stops[tuned], tuned)
  // A layout effect, because a page transition measures the current stop right after the render. The bar must have scrolled before that.
  useLayoutEffect(() => {
    const { current } = track
    const stop = tunedKey !== undefined && items.closest(current?.querySelector('[aria-current]'))?.element
    if (!current || !stop) return
    const left = stop.offsetLeft - (current.clientWidth - stop.offsetWidth) / 2
    current.scrollTo({ left, behavior: 'instant' })
  }, [tunedKey])

  const placeOf = (stop: (typeof stops)[number], index: number) => (
    <div key={keyOf(stop, index)} ref={items.ref(index)} data-item={index} className={css.place}>
      <TabStop value={index === (roving.touched || tuned < 0 ? roving.active : tuned)}>{stop}</TabStop>
    </div>
  )
  return (
    <nav className={css.dial} aria-label={label} {...roving.props}>
      <div ref={track} className={css.track}>
        {inner.map(placeOf)}
        {onEnd && <DialEnd key={inner.length} onSeen={onEnd} />}
      </div>
      {last && <div className={css.last}>{placeOf(last, inner.length)}</div>}
    </nav>
  )
}

/** Marks the end of the stops. Calls `onSeen` once, when the end comes near the view. */
function DialEnd({ onSeen }: { onSeen: () => void }) {
  const end = useRef<HTMLSpanElement>(null)
  const onSeenRef = useRef(onSeen)
  useEffect(() => {
    onSeenRef.current = onSeen
  })
  useEffect(() => (end.current ? runWhenInView(end.current, () => onSeenRef.current()) : undefined), [])
  return <span ref={end} className={css.end} />
}

/** Returns a stop's key. With keys, stops keep their element, focus and picture when their order changes. */
const keyOf = (stop: ReactNode, index: number) => (isValidElement(stop) && stop.key !== null ? stop.key : index)

interface StopProps extends DiscSubject {
  href?: string | undefined
  onClick?: (() => void) | undefined
  /** True if the stop is the current channel. */
  tuned?: boolean | undefined
  live?: boolean | undefined
  /** The channels of a group; undefined if the stop isn't a group. */
  members?: readonly DiscSubject[] | undefined
  /** An icon instead of a picture, as for Watch Later or a new channel. */
  icon?: string | undefined
  /** For groups: true if the group is open. */
  open?: boolean | undefined
  /** A small badge on the disc. */
  mark?: ReactNode
  /** A small icon at the start of the disc. */
  symbol?: ReactNode
  menu?: MenuSource | undefined
  ref?: RefCallback<HTMLElement> | undefined
}

/** One stop of the bar: a disc with a name of at most 15 characters below. */
export function Stop({ href, onClick, tuned, live, members, icon, open, mark, symbol, menu, ref, ...subject }: StopProps) {
  const context = useContextMenu(menu, longPressMs)
  const stop = useStop()
  const shortName = truncate(subject.name, nameLength)
  const shared = {
    className: cx(css.stop, tuned && css.tuned, members && css.grouped),
    title: shortName === subject.name ? undefined : subject.name,
    onClick: onClick,
    ...stop,
    ...context,
  }
  const inside = (
    <>
      {members ? (
        <GroupDisc members={members} picture={subject.picture} />
      ) : icon ? (
        <IconDisc icon={icon} className={css.disc} />
      ) : (
        <Disc {...subject} live={live} className={css.disc} />
      )}
      {tuned && <span className={css.ring} />}
      {mark}
      {symbol && <span className={css.sign}>{symbol}</span>}
      {shortName !== subject.name && <span className={css.whole}>{subject.name}</span>}
      <span className={cx(css.name, /^[^\s-]{1,12}$/u.test(shortName) && css.word)} aria-hidden={shortName !== subject.name}>
        {shortName}
      </span>
    </>
  )
  return href ? (
    <a {...shared} ref={mergeRefs(ref, stop.ref)} href={href} draggable={false} aria-current={tuned ? 'page' : undefined}>
      {inside}
    </a>
  ) : (
    <button type="button" {...shared} ref={mergeRefs(ref, stop.ref)} aria-expanded={open} aria-current={tuned || undefined}>
      {inside}
    </button>
  )
}

/** A line between two parts of the dial. */
export const DialRule = () => <span className={css.rule} />

/** Wheel turns within this many ms are combined. */
const batchDelayMs = 20
/** Height of a line in px, for wheels that report lines. */
const lineHeight = 16

/**
 * Scrolls a bar sideways when a mouse wheel turns. At the end of the bar, the page scrolls again. Rows of cards don't use this, because the
 * wheel over them should scroll the page. They scroll sideways with Shift and the wheel.
 */
function useWheelSlide(bar: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { current } = bar
    if (!current) return
    let wheelDistance = 0
    let timer: ReturnType<typeof setTimeout> | undefined
    const slide = () => {
      timer = undefined
      current.scrollBy({ left: wheelDistance, behavior: scrollBehavior() })
      wheelDistance = 0
    }
    const scrollByWheel = (event: WheelEvent) => {
      const { deltaX, deltaY, deltaMode, ctrlKey, shiftKey } = event
      if (ctrlKey || shiftKey || Math.abs(deltaX) >= Math.abs(deltaY)) return
      const { scrollLeft, scrollWidth, clientWidth } = current
      if (deltaY < 0 ? scrollLeft <= 0 : scrollLeft + clientWidth >= scrollWidth - 1) return
      event.preventDefault()
      wheelDistance += deltaMode === WheelEvent.DOM_DELTA_LINE ? deltaY * lineHeight : deltaY
      timer ??= setTimeout(slide, batchDelayMs)
    }
    current.addEventListener('wheel', scrollByWheel, { passive: false })
    return () => {
      clearTimeout(timer)
      current.removeEventListener('wheel', scrollByWheel)
    }
  }, [bar])
}
