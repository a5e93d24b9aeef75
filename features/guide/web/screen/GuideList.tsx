import { useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { cx } from '#ui/cx.ts'
import { Disc } from '#ui/Disc.tsx'
import { Progress } from '#ui/Spinner.tsx'
import { stopProps } from '#ui/arrow-navigation.ts'
import { paths } from '#shell/paths.ts'
import { LockedLine } from '#features/channels/web/LockedLine.tsx'
import { screenAt } from '#ui/drag/late-elements.ts'
import { isOnAir, timeLeft, elapsedFraction, type TimedProgramme } from '../programmes.ts'
import { formatSpan, formatTime } from '../times.ts'
import { t } from '../texts.ts'
import { readFontScale } from './font-scale.ts'
import css from './GuideList.module.css'
import type { Guide } from './guide-data.ts'
import { isLoaded, useHeldValue } from './useJump.ts'

/** Programmes per channel, from the chosen time on. */
const shownProgrammes = 2
/** Programmes are requested until this many ms after the chosen time. */
const preloadMs = 4 * 3_600_000
/** Height of a row in px, at a font size of 16 px. */
const rowHeight = 100
const placeholderRows = 4

interface GuideListProps {
  guide: Guide
  /** The chosen time in ms since 1970. */
  time: number
  now: number
  onOpen: (channelId: string, programme: TimedProgramme) => void
}

/** Returns the distance of an element from the top of the page's contents, in px. */
function useListTop(list: RefObject<HTMLElement | null>): number {
  const [begins, setBegins] = useState(0)
  useLayoutEffect(() => {
    const element = list.current
    const page = screenAt(element)
    if (!element || !page) return
    const measure = () => setBegins(Math.round(element.getBoundingClientRect().top - page.getBoundingClientRect().top + page.scrollTop))
    measure()
    const sizes = new ResizeObserver(measure)
    sizes.observe(page)
    return () => sizes.disconnect()
  }, [list])
  return begins
}

/** The guide on small screens: for each channel the programme at the chosen time, and the programmes after that one. */
export function GuideList({ guide, time, now, onOpen }: GuideListProps) {
  const list = useRef<HTMLUListElement>(null)
  const begins = useListTop(list)
  const [rowPx] = useState(() => rowHeight * readFontScale())
  const state = useSyncExternalStore(guide.subscribe, guide.state)
  const count = state.rows + (state.hasMore ? placeholderRows : 0)
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => screenAt(list.current) ?? null,
    estimateSize: () => rowPx,
    overscan: 3,
    scrollMargin: begins,
    useFlushSync: false,
  })
  const rows = virtual.getVirtualItems().map(({ index }) => index)
  const first = rows[0] ?? 0
  const end = first + rows.length
  // Rerenders the list when data of a visible row arrives.
  useSyncExternalStore(guide.subscribe, () => rows.map((row) => guide.versionAt(row)).join(' '))
  const spanAt = (start: number) => ({ start, end: start + preloadMs })
  const shownTime = useHeldValue(time, isLoaded(guide, { first, end }, spanAt(time)))
  const span = spanAt(shownTime)

  // Requests data of rows that scroll into view.
  useEffect(() => guide.want({ first, end }, { start: time, end: time + preloadMs }), [guide, first, end, time])

  return (
    <ul
      ref={list}
      className={cx(css.list, shownTime !== time && css.waiting)}
      style={{ height: count * rowPx }}
      aria-label={t('guide.title')}
      aria-busy={state.isPending || shownTime !== time}
    >
      {rows.map((row) => {
        const channel = guide.channelAt(row)
        const cells = guide.cellsAt(row, span)
        const programmes = cells.flatMap((cell) => (cell.kind === 'programme' ? [cell.slot] : [])).slice(0, shownProgrammes)
        return (
          <li
            key={row}
            className={css.row}
            style={{ transform: `translateY(${row * rowPx}px)`, height: rowPx }}
            aria-setsize={state.hasMore ? -1 : state.rows}
            aria-posinset={row + 1}
          >
            {channel ? (
              <a className={css.channel} href={paths.tiers({ channel: channel.id })} {...stopProps}>
                <Disc id={channel.id} name={channel.name} picture={channel.logoId} size={44} />
                <span className={css.name}>
                  <LockedLine isLocked={channel.is_locked}>{channel.name}</LockedLine>
                </span>
              </a>
            ) : (
              <span className={css.channel}>
                <span className={css.noChannel} />
              </span>
            )}
            <div className={css.programmes}>
              {channel &&
                programmes.map((programme, place) => (
                  <button
                    key={programme.start}
                    type="button"
                    className={cx(css.programme, place === 0 && css.first)}
                    onClick={() => onOpen(channel.id, programme)}
                    {...stopProps}
                  >
                    <time className={css.time}>{formatTime(programme.start)}</time>
                    <span className={css.title}>{programme.title}</span>
                    {place === 0 && isOnAir(programme, now) && (
                      <Progress
                        className={css.progress}
                        tone="live"
                        label={t('live.left', { length: timeLeft(programme, now), span: formatSpan(programme) })}
                        value={elapsedFraction(programme, now)}
                      />
                    )}
                  </button>
                ))}
              {channel && programmes.length === 0 && (
                <p className={css.nothing}>
                  {cells.some(({ kind }) => kind === 'coming') ? (
                    <span className={css.bone} />
                  ) : (
                    t(cells.some(({ kind }) => kind === 'failed') ? 'guide.not_come' : 'guide.nothing_known')
                  )}
                </p>
              )}
              {!channel && (
                <>
                  <span className={css.bone} />
                  <span className={css.bone} />
                </>
              )}
            </div>
          </li>
        )
      })}
    </ul>
  )
}
