import { memo, useSyncExternalStore } from 'react'
import { cx } from '#ui/cx.ts'
import { Disc } from '#ui/Disc.tsx'
import { paths } from '#shell/paths.ts'
import { detailOf, isOn, type TimedProgramme } from '../programmes.ts'
import { formatSpan, formatTime } from '../times.ts'
import type { TvChannel } from '../../shapes.ts'
import { type Axis, minutesAt, timeAt } from './axis.ts'
import css from './Guide.module.css'
import type { Cell, GuideData } from './guide-data.ts'
import { boxOf, minutesOfStep, reachesOverEdge, stepAt } from './layout.ts'
import type { ViewportStore } from './viewport.ts'
import { t } from '../texts.ts'

export type Guide = GuideData<TvChannel, TimedProgramme>

/** In px, as large as the reader's letters ask for. */
export interface GuideSizes {
  readonly pxPerMinute: number
  readonly rowPx: number
  readonly whoPx: number
  readonly scalePx: number
}

interface GuideRowProps {
  row: number
  guide: Guide
  axis: Axis
  now: number
  sizes: GuideSizes
  viewport: ViewportStore
  /** The time that is pointed at in this row, and the id of what is on then. */
  at: number | undefined
  atId: string | undefined
}

/** A channel and what is on there. It is drawn anew when more has come, and after an hour's scrolling, each row at another time. */
export const GuideRow = memo(function GuideRow({ row, guide, axis, now, sizes, viewport, at, atId }: GuideRowProps) {
  const { pxPerMinute, rowPx, whoPx } = sizes
  const step = useSyncExternalStore(viewport.subscribe, () => stepAt(viewport.get().left / pxPerMinute, row))
  useSyncExternalStore(guide.subscribe, () => guide.versionAt(row))
  const viewMinutes = useSyncExternalStore(viewport.subscribe, () => Math.ceil((viewport.get().width - whoPx) / pxPerMinute))
  const channel = guide.channelAt(row)
  const { from, to } = minutesOfStep(step, row, viewMinutes)
  const span = { start: Math.max(axis.start, timeAt(axis, from)), end: Math.min(axis.end, timeAt(axis, to)) }
  const cells = viewMinutes > 0 && span.end > span.start ? guide.cellsAt(row, span) : []

  return (
    <tr className={css.row} style={{ top: row * rowPx }} aria-rowindex={row + 2} data-index={row}>
      <Who channel={channel} />
      {cells.map((cell) => (
        <CellView
          key={`${cell.is} ${cell.slot.start}`}
          cell={cell}
          axis={axis}
          now={now}
          pxPerMinute={pxPerMinute}
          sticks={reachesOverEdge(minutesAt(axis, cell.slot.start), minutesAt(axis, cell.slot.stop), from)}
          id={at !== undefined && cell.is !== 'coming' && cell.slot.start <= at && at < cell.slot.stop ? atId : undefined}
        />
      ))}
    </tr>
  )
})

const Who = memo(function Who({ channel }: { channel: TvChannel | undefined }) {
  return (
    <th className={css.who} scope="row">
      {channel ? (
        // By keyboard the sheet of a programme leads there.
        <a className={css.channel} href={paths.tiers({ channel: channel.id })} tabIndex={-1} title={channel.name} draggable={false}>
          <Disc id={channel.id} name={channel.name} picture={channel.logoId} size={channel.logoId ? 44 : 36} />
          <span className={channel.logoId ? css.spoken : css.name}>{channel.name}</span>
        </a>
      ) : (
        <span className={css.noChannel} />
      )}
    </th>
  )
})

interface CellProps {
  cell: Cell<TimedProgramme>
  axis: Axis
  now: number
  pxPerMinute: number
  sticks: boolean
  /** It is pointed at. */
  id: string | undefined
}

function CellView({ cell, axis, now, pxPerMinute, sticks, id }: CellProps) {
  const { slot } = cell
  const { left, width, wordless } = boxOf(slot, axis, pxPerMinute)
  const isNow = cell.is === 'programme' && isOn(slot, now)
  const passed = (minutesAt(axis, now) - Math.max(0, minutesAt(axis, slot.start))) * pxPerMinute
  return (
    <td
      id={id}
      className={cx(css.cell, css[cell.is], slot.stop <= now && css.past, isNow && css.now, id && css.at)}
      style={{ left, width, ...(isNow && { '--p': `${passed.toFixed(0)}px` }) }}
      aria-selected={id !== undefined}
      aria-label={wordless && cell.is === 'programme' ? `${cell.slot.title}, ${formatSpan(slot)}` : undefined}
      data-time={cell.is === 'programme' ? slot.start : undefined}
    >
      {!wordless && (
        <span className={cx(css.words, sticks && css.sticks)}>
          {cell.is === 'programme' ? (
            <>
              <b>{cell.slot.title}</b>
              <small>
                {formatTime(slot.start)}
                {detailOf(cell.slot) && ` · ${detailOf(cell.slot)}`}
              </small>
            </>
          ) : (
            <small>{cell.is === 'gap' ? t('guide.nothing_known') : cell.is === 'failed' ? t('guide.not_come') : ''}</small>
          )}
        </span>
      )}
    </td>
  )
}
