import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { onConnected } from '#kit/web/connection.ts'
import { serverNow } from '#kit/web/server-time.ts'
import { useStored } from '#kit/web/storage.ts'
import { Button } from '#ui/Button.tsx'
import { ChipChoice } from '#ui/choices.tsx'
import { FailedRow } from '#ui/FailedRow.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { arrowClockwise, magnifyingGlass, tag } from '#ui/icons.ts'
import { StateMessage } from '#ui/StateMessage.tsx'
import { getActionTools } from '#shell/action-tools.ts'
import { Screen } from '#shell/Screen.tsx'
import { useDesktop, useIsLowWindow, useTablet } from '#shell/useDesktop.ts'
import { guideContract } from '../../contract.ts'
import { guideDays } from '#features/tv-sources/rules.ts'
import { channelFilter, type ChannelFilter, filterQuery } from '../channel-filter.ts'
import { ChannelFilterBar } from '../ChannelFilterBar.tsx'
import { NoChannels } from '../NoChannels.tsx'
import { useNow } from '../now.ts'
import { toTimedProgramme } from '../programmes.ts'
import { openGuideSearch, openProgramme } from '../open.ts'
import { t } from '../texts.ts'
import { formatTime } from '../times.ts'
import { ViewSwitch } from '../ViewSwitch.tsx'
import { readFontScale } from './font-scale.ts'
import { type Axis, axisAround, dayAt, eveningStart, minuteMs, minutesAt, sameTimeOnDay, startOfDay, timeAt } from './axis.ts'
import { DayStrip } from './DayStrip.tsx'
import { createGuideData, type Guide, type LoadGuide } from './guide-data.ts'
import { GuideGrid } from './GuideGrid.tsx'
import { GuideList } from './GuideList.tsx'
import type { GuideSizes } from './layout.ts'
import css from './GuideScreen.module.css'
import { type GuideCursor, slotAt } from './cursor.ts'
import { SelectedProgramme } from './SelectedProgramme.tsx'
import { useJump } from './useJump.ts'
import { useTimeInView } from './useTimeInView.ts'
import { createViewport, type ViewportStore } from './viewport.ts'
import type { TvChannel } from '../../shapes.ts'
import type { TimedProgramme } from '../programmes.ts'

/** Channels per request. */
const rowsPerRequest = 40
/** Minutes before the chosen time that are visible. */
const beforeMinutes = 45
/** From this width in px, the grid has wider hours and channel names. */
const wideGridMinPx = 1000
/** Hours to choose from on small screens. */
const hours = [6, 9, 12, 15, 18, 20, 22]

const loadFrom =
  (filter: ChannelFilter): LoadGuide<TvChannel, TimedProgramme> =>
  async ({ start, end }, cursor) => {
    const query = { from: new Date(start).toISOString(), to: new Date(end).toISOString(), limit: rowsPerRequest, ...filterQuery(filter) }
    const response = await getActionTools().read(guideContract.getGuide, { query: { ...query, ...(cursor !== null && { cursor }) } })
    return {
      rows: response.data.map(({ channel, programmes }) => ({ channel, slots: programmes.map(toTimedProgramme) })),
      next: response.next_cursor,
    }
  }

/** The guide of all TV channels: a grid on larger screens, else a list, whose groups of channels open on request. */
export function GuideScreen() {
  const filter = channelFilter.use()
  const hasRoom = useTablet()
  const isLow = useIsLowWindow()
  const isFilled = useStored('fill_window') === true
  const isGrid = hasRoom && !isLow
  const [isChoosing, setIsChoosing] = useState(filter.kind !== 'all')
  // Whether the selected programme is shown large, instead of the screen's title.
  const showsPointedProgramme = useDesktop() && isFilled
  return (
    <Screen
      title={t('guide.title')}
      heading={showsPointedProgramme ? 'page' : 'header'}
      aside={
        <>
          {showsPointedProgramme && <span className={css.space} />}
          <IconButton icon={magnifyingGlass} label={t('guide.search')} onClick={openGuideSearch} />
          {!isGrid && (
            <IconButton icon={tag} label={t('list.choose')} aria-expanded={isChoosing} onClick={() => setIsChoosing(!isChoosing)} />
          )}
          {hasRoom && <ViewSwitch view="guide" />}
        </>
      }
    >
      {showsPointedProgramme && <h1 className={css.spoken}>{t('guide.title')}</h1>}
      {!hasRoom && <ViewSwitch view="guide" hasOwnLine />}
      <LoadedGuide key={JSON.stringify(filter)} chosen={filter} isGrid={isGrid} hasChoice={isGrid || isChoosing} />
    </Screen>
  )
}

/** Returns the times of the guide, which change at midnight. */
function useAxis(now: number): Axis {
  const today = startOfDay(now)
  const [state, setState] = useState(() => ({ today, axis: axisAround(now, guideDays) }))
  if (state.today !== today) setState({ today, axis: axisAround(now, guideDays) })
  return state.axis
}

function useGuideSizes(viewport: ViewportStore): GuideSizes {
  const [scale] = useState(readFontScale)
  const [narrow] = useState<GuideSizes>({ pxPerMinute: 5.1 * scale, rowPx: 68 * scale, channelColumnPx: 92, scalePx: 40 * scale })
  const [wide] = useState<GuideSizes>({ ...narrow, pxPerMinute: 6.6 * scale, channelColumnPx: 116 })
  return useSyncExternalStore(viewport.subscribe, () => viewport.get().width >= wideGridMinPx) ? wide : narrow
}

/** Returns the day at the left of the grid, after {@link beforeMinutes}. A hook of its own, so that only a change of the day rerenders the strip. */
function useDayInView(viewport: ViewportStore, axis: Axis, pxPerMinute: number) {
  return useSyncExternalStore(viewport.subscribe, () => dayAt(axis, timeAt(axis, viewport.get().left / pxPerMinute + beforeMinutes)))
}

/** Returns whether the guide has rows, is empty, or is still loading its first rows. */
function contentOf(guide: Guide): 'rows' | 'empty' | 'loading' {
  const { rows, isPending, hasMore } = guide.state()
  return rows > 0 ? 'rows' : isPending || hasMore ? 'loading' : 'empty'
}

/** Returns the time that the list shows for the time of a grid. Keeps the chosen time if the grid still shows it. */
function timeToList(shown: number, chosen: number | 'now', now: number): number | 'now' {
  if (Math.abs(shown - now) < beforeMinutes * minuteMs) return 'now'
  return chosen !== 'now' && Math.abs(shown - chosen) < minuteMs ? chosen : shown
}

const programmeAt = (guide: Guide, { row, time }: GuideCursor) =>
  slotAt(guide.slotsAt(row, { start: time - 86_400_000, end: time + 86_400_000 }), time)

function PointedProgramme({ guide, pointed, now }: { guide: Guide; pointed: GuideCursor; now: number }) {
  useSyncExternalStore(guide.subscribe, () => guide.versionAt(pointed.row))
  return <SelectedProgramme channel={guide.channelAt(pointed.row)} programme={programmeAt(guide, pointed)} now={now} />
}

interface LoadedGuideProps {
  chosen: ChannelFilter
  isGrid: boolean
  /** Whether the groups of channels are shown. */
  hasChoice: boolean
}

function LoadedGuide({ chosen, isGrid, hasChoice }: LoadedGuideProps) {
  const now = useNow()
  const axis = useAxis(now)
  const [guide] = useState(() => createGuideData(loadFrom(chosen)))
  const [viewport] = useState(createViewport)
  const [pointed, setPointed] = useState<GuideCursor>({ row: 0, time: now })
  const [time, setTime] = useState<number | 'now'>('now')
  const sizes = useGuideSizes(viewport)
  const { pxPerMinute } = sizes
  useTimeInView(viewport, { axis, pxPerMinute })
  const day = useDayInView(viewport, axis, pxPerMinute)
  // Doesn't read the number of loaded channels, so that scrolling rerenders only the grid.
  const error = useSyncExternalStore(guide.subscribe, () => guide.state().error)
  const content = useSyncExternalStore(guide.subscribe, () => contentOf(guide))
  // Retries failed requests when the connection is back.
  useEffect(() => (error ? onConnected(() => guide.again()) : undefined), [error, guide])

  const leftOf = (time: number) => Math.max(0, minutesAt(axis, time) - beforeMinutes) * pxPerMinute
  const { goingTo, jumpTo } = useJump({
    guide,
    viewAt: (time) => {
      const { top, width, height } = viewport.get()
      const start = time - beforeMinutes * minuteMs
      const [first, end] = [Math.floor(top / sizes.rowPx), Math.ceil((top + height) / sizes.rowPx)]
      return { rows: { first, end }, span: { start, end: start + (width / pxPerMinute) * minuteMs } }
    },
    scrollTo: (time) => viewport.scrollTo({ left: leftOf(time) }),
  })
  // Shows the same time when a resized window changes between grid and list.
  const begin = useEffectEvent(() => viewport.scrollTo({ left: leftOf(time === 'now' ? serverNow() : time) }))
  useEffect(() => {
    if (isGrid) begin()
  }, [isGrid])
  const [wasGrid, setWasGrid] = useState(isGrid)
  if (wasGrid !== isGrid) {
    setWasGrid(isGrid)
    if (wasGrid) setTime(timeToList(goingTo ?? timeAt(axis, viewport.get().left / pxPerMinute + beforeMinutes), time, now))
    else setPointed(({ row }) => ({ row, time: time === 'now' ? now : time }))
  }

  const goTo = (time: number) => {
    if (isGrid) jumpTo(time)
    setPointed(({ row }) => ({ row, time: time }))
    setTime(time)
  }
  const goToDay = (index: number) => {
    const to = axis.days[index]
    if (!to) return
    if (index === axis.today) {
      goTo(now)
      setTime('now')
    } else goTo(sameTimeOnDay(isGrid ? pointed.time : typeof time === 'number' ? time : now, to))
  }
  const evening = eveningStart(axis.days[axis.today]!)
  const open = ({ row, time: at }: GuideCursor) => {
    const channel = guide.channelAt(row)
    const programme = programmeAt(guide, { row, time: at })
    if (channel && programme) openProgramme(channel.id, programme)
  }

  if (error && content !== 'rows')
    return (
      <StateMessage picture="error" title={t('guide.failed')} text={error.message}>
        <Button kind="accent" icon={arrowClockwise} onClick={() => guide.again()}>
          {t('guide.again')}
        </Button>
      </StateMessage>
    )
  const head = (
    <>
      <DayStrip
        axis={axis}
        day={isGrid && goingTo === null ? day : dayAt(axis, goingTo ?? (typeof time === 'number' ? time : now))}
        onDay={goToDay}
        onTonight={() => goTo(evening)}
        isTonight={time === evening && (!isGrid || day === axis.today)}
      />
      {hasChoice && <ChannelFilterBar inLine />}
      {error && <FailedRow message={t('guide.failed_part')} onAgain={() => guide.again()} />}
    </>
  )
  if (content === 'empty')
    return (
      <>
        {chosen.kind !== 'all' && head}
        <NoChannels chosen={chosen} />
      </>
    )
  if (isGrid)
    return (
      <div className={css.grid}>
        <PointedProgramme guide={guide} pointed={pointed} now={now} />
        <div className={css.head}>{head}</div>
        <GuideGrid
          guide={guide}
          axis={axis}
          now={now}
          sizes={sizes}
          viewport={viewport}
          pointed={pointed}
          onPoint={setPointed}
          onOpen={open}
          onNow={() => goTo(serverNow())}
          onTonight={() => goTo(evening)}
        />
      </div>
    )
  const at = time === 'now' ? now : time
  const chosenDay = axis.days[dayAt(axis, at)]!
  return (
    <>
      <div className={css.head}>
        {head}
        <Hours day={chosenDay} isToday={dayAt(axis, at) === axis.today} time={time} onTimeChosen={(to) => setTime(to)} />
      </div>
      <GuideList guide={guide} time={at} now={now} onOpen={openProgramme} />
    </>
  )
}

interface HoursProps {
  day: { start: number }
  isToday: boolean
  time: number | 'now'
  onTimeChosen: (time: number | 'now') => void
}

/** Chooses a time of a day for the list: now, or one of {@link hours}. */
function Hours({ day, isToday, time, onTimeChosen: onTime }: HoursProps) {
  const times = hours.map((hour) => {
    const date = new Date(day.start)
    return new Date(date.getFullYear(), date.getMonth(), date.getDate(), hour).getTime()
  })
  return (
    <div className={css.hours}>
      <ChipChoice
        label={t('guide.times')}
        options={[
          ...(isToday ? [{ value: 'now', name: t('guide.now') }] : []),
          ...times.map((at) => ({ value: String(at), name: formatTime(at) })),
        ]}
        value={String(time)}
        onChange={(time) => onTime(time === 'now' ? time : Number(time))}
      />
    </div>
  )
}
