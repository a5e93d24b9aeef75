import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import css from './Carousel.module.css'
import { cx } from './cx.ts'
import { heads, items as rowItems, mergeRefs } from './drag/elements.ts'
import { IconButton } from './IconButton.tsx'
import { caretLeft, caretRight } from './icons.ts'
import { truncate } from './naming.ts'
import { scrollBehavior, TabStop } from './arrow-navigation.ts'
import { t } from './texts.ts'
import { isLongList, useItemsInView } from './useItemsInView.ts'
import { useRovingRow } from './useRovingRow.ts'

/** Maximum characters of a title on screens of at most 320 px. On wider screens, titles have two lines. */
const narrowTitleLength = 14
/** An arrow button scrolls by this distance, in px. */
const arrowStepPx = 200
/** Arrow buttons are shown from this row width on, in px. The style sheet also requires the app to be 700 px wide. */
const minWidthWithArrowsPx = 600
const headRef = heads.ref(undefined)
const noScrolling = { scrolls: false, atStart: true, atEnd: true }

/** The name of a series. Screens of 320 px show only its first letters, but screen readers read the whole name. */
export function SeriesName({ name }: { name: string }) {
  const short = truncate(name, narrowTitleLength)
  if (short === name) return name
  return (
    <>
      <span className={css.whole}>{name}</span>
      <span className={css.short} aria-hidden="true">
        {short}
      </span>
    </>
  )
}

interface CarouselProps<T> {
  title: string
  /** For titles that aren't names of series: narrow screens show as much of the title as fits. */
  isWhole?: boolean
  /** Address to which the title links. */
  href?: string | undefined
  /** The total number of items, if more exist than are shown. Appears beside the title. */
  count?: number | undefined
  /** Subtitle: an owner or context. */
  from?: ReactNode
  /** Shown before the title: the channel's disc, or the lamp. */
  lead?: ReactNode
  /** Description below the header. */
  about?: ReactNode
  /** Shown after the title: a menu. */
  aside?: ReactNode
  /** True if the URL points to this row. */
  outlined?: boolean | undefined
  items: readonly T[]
  keyOf: (item: T) => string
  children: (item: T, index: number) => ReactNode
  /** Index of the first item to show. The row scrolls there whenever the index changes. */
  showing?: number | undefined
  /** Initial scroll position in px, and a listener for changes. */
  scrollLeft?: number | undefined
  onScrolled?: ((left: number) => void) | undefined
  /** Shown after the last item: placeholder cards. */
  coming?: ReactNode
  /** Shown at the very end: a card that adds an item. */
  last?: ReactNode
  className?: string | undefined
}

/** A row of cards with a title, which scrolls horizontally. Arrow buttons are for a mouse, arrow keys for a TV remote. */
export function Carousel<T>({
  title,
  isWhole = false,
  href,
  count,
  from,
  lead,
  about,
  aside,
  outlined,
  items,
  keyOf,
  children,
  showing,
  scrollLeft,
  onScrolled,
  coming,
  last,
  className,
}: CarouselProps<T>) {
  const track = useRef<HTMLDivElement>(null)
  const roving = useRovingRow(items.length, 'carousel')
  const itemsInView = useItemsInView(track, items.length, roving.active, showing)

  // The scroll position is restored only once, because afterwards the user scrolls.
  const restored = useRef(false)
  useEffect(() => {
    if (restored.current || !scrollLeft || items.length === 0 || !track.current) return
    restored.current = true
    track.current.scrollTo({ left: scrollLeft, behavior: 'instant' })
  }, [scrollLeft, items.length])

  const label = isWhole ? title : <SeriesName name={title} />

  return (
    <section className={cx(css.series, outlined && css.outlined, className)} aria-label={title} aria-current={outlined || undefined}>
      <div ref={headRef} className={css.head} data-head="">
        {lead}
        <div className={css.words}>
          <h2 className={css.title}>{href ? <a href={href}>{label}</a> : label}</h2>
          {from && <p className={css.from}>{from}</p>}
        </div>
        {count !== undefined && <span className={css.count}>{count}</span>}
        {aside}
        <Arrows track={track} />
      </div>
      {about && <div className={css.about}>{about}</div>}
      <div
        className={cx(css.track, isLongList(items.length) && css.long)}
        onScroll={(event) => {
          itemsInView.update()
          onScrolled?.(event.currentTarget.scrollLeft)
        }}
        data-track=""
        {...roving.props}
        ref={mergeRefs(track, roving.props.ref)}
      >
        <ul className={css.items} style={{ paddingInlineEnd: itemsInView.after }}>
          {itemsInView.items.map(({ index, before }) => {
            const item = items[index] as T
            return (
              <li key={keyOf(item)} ref={rowItems.ref(index)} className={css.item} style={{ marginInlineStart: before }}>
                <TabStop value={index === roving.active}>{children(item, index)}</TabStop>
              </li>
            )
          })}
          {coming && <li className={css.coming}>{coming}</li>}
          {last && <li className={css.item}>{last}</li>}
        </ul>
      </div>
    </section>
  )
}

/** @param from target of the scroll in progress @returns the new target */
function scrollTrack(track: HTMLElement, from: number | undefined, px: number): number {
  // Disables snapping, because it would limit the scroll to the width of a card.
  track.style.scrollSnapType = 'none'
  const left = Math.min(Math.max((from ?? track.scrollLeft) + px, 0), track.scrollWidth - track.clientWidth)
  track.scrollTo({ left, behavior: scrollBehavior() })
  return left
}

/** Arrow buttons, shown in directions in which the row can scroll. Their own component, so that they update without rendering the row. */
function Arrows({ track }: { track: RefObject<HTMLElement | null> }) {
  const [room, setRoom] = useState(noScrolling)
  /** Target of the smooth scroll in progress. Another press adds to it. */
  const goal = useRef<number>(undefined)
  useEffect(() => {
    const { current } = track
    if (!current?.firstElementChild) return
    const clearGoal = () => (goal.current = undefined)
    // Runs on resize and scroll, never during render.
    const measure = () => {
      const { scrollLeft, scrollWidth, clientWidth } = current
      const scrolls = clientWidth >= minWidthWithArrowsPx && scrollWidth > clientWidth + 1
      const next = scrolls ? { scrolls, atStart: scrollLeft < 2, atEnd: scrollLeft + clientWidth > scrollWidth - 2 } : noScrolling
      setRoom((now) => (now.scrolls === next.scrolls && now.atStart === next.atStart && now.atEnd === next.atEnd ? now : next))
    }
    const sizes = new ResizeObserver(measure)
    sizes.observe(current)
    sizes.observe(current.firstElementChild)
    const abortController = new AbortController()
    const listen = (type: string, act: () => void) => current.addEventListener(type, act, { passive: true, signal: abortController.signal })
    listen('scroll', measure)
    for (const type of ['scrollend', 'wheel', 'pointerdown']) listen(type, clearGoal)
    return () => {
      sizes.disconnect()
      abortController.abort()
    }
  }, [track])

  if (!room.scrolls) return null
  const scrollBy = (px: number) => {
    if (track.current) goal.current = scrollTrack(track.current, goal.current, px)
  }
  return (
    <span className={css.arrows}>
      <IconButton
        kind="line"
        icon={caretLeft}
        iconSize={20}
        label={t('carousel.back')}
        tabIndex={-1}
        disabled={room.atStart}
        onClick={() => scrollBy(-arrowStepPx)}
      />
      <IconButton
        kind="line"
        icon={caretRight}
        iconSize={20}
        label={t('carousel.on')}
        tabIndex={-1}
        disabled={room.atEnd}
        onClick={() => scrollBy(arrowStepPx)}
      />
    </span>
  )
}
