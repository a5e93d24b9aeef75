import { type CSSProperties, memo, useMemo, useSyncExternalStore } from 'react'
import { cx } from '#ui/cx.ts'
import { createElements } from '#ui/drag/elements.ts'
import { programmeDetail, isOnAir, type TimedProgramme } from '../programmes.ts'
import { t } from '../texts.ts'
import { formatSpan, formatTime } from '../times.ts'
import { type Axis, minutesAt, type Span } from './axis.ts'
import css from './Guide.module.css'
import type { Guide } from './guide-data.ts'
import type { Cell } from './guide-parts.ts'
import { cellBox, type GuideSizes, isTitleHidden, type Range, textOffset } from './layout.ts'
import type { GuideCursor } from './cursor.ts'

/** Rows of the guide, with the index of their channel. */
export const guideRows = createElements<number>()

/** Horizontal padding of a cell in px. */
const marginPx = 12

interface GuideRowProps {
  guide: Guide
  /** Index of the row's channel. */
  row: number
  /** The times to draw. */
  span: Span
  axis: Axis
  now: number
  sizes: GuideSizes
  /** Horizontal scroll position in px at the end of the last scroll. Cut-off titles start there. */
  restingLeft: number
  /** The selected time, and the id of its cell; undefined: another row is selected. */
  pointedTime: number | undefined
  pointedId: string | undefined
}

const GuideRow = memo(function GuideRow(props: GuideRowProps) {
  const { guide, row, span, axis, now, sizes, restingLeft, pointedTime, pointedId } = props
  const name = useSyncExternalStore(guide.subscribe, () => guide.channelAt(row)?.name)
  const parts = useSyncExternalStore(guide.subscribe, () => guide.partsAt(row, span))
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- `parts` changes when data of these cells arrives
  const cells = useMemo(() => guide.cellsAt(row, span), [guide, row, span, parts])
  return (
    <tr ref={guideRows.ref(row)} className={css.row} style={{ top: row * sizes.rowPx }} aria-rowindex={row + 2} data-index={row}>
      <th className={css.rowName} scope="row">
        {name}
      </th>
      {cells.map(({ kind, slot }) => {
        const { left, width, isTextHidden } = cellBox(slot, axis, sizes.pxPerMinute)
        const isPointed = pointedTime !== undefined && kind !== 'coming' && slot.start <= pointedTime && pointedTime < slot.stop
        const isNow = kind === 'programme' && isOnAir(slot, now)
        return (
          <GuideCell
            key={`${kind} ${slot.start}`}
            kind={kind}
            slot={slot}
            left={sizes.channelColumnPx + left}
            width={width}
            isTextless={isTextHidden}
            offset={textOffset({ left, width }, restingLeft)}
            isUnwatchable={isTitleHidden({ left, width }, restingLeft)}
            isPast={slot.stop <= now}
            passedPx={isNow ? Math.round((minutesAt(axis, now) - Math.max(0, minutesAt(axis, slot.start))) * sizes.pxPerMinute) : undefined}
            id={isPointed ? pointedId : undefined}
          />
        )
      })}
    </tr>
  )
})

interface GuideCellProps {
  kind: Cell<TimedProgramme>['kind']
  slot: Cell<TimedProgramme>['slot']
  left: number
  width: number
  isTextless: boolean
  /** Offset of the cell's text in px. */
  offset: number
  isUnwatchable: boolean
  isPast: boolean
  /** Width in px of the elapsed part, if the programme is on now. */
  passedPx: number | undefined
  /** Id of the cell, if it is selected. */
  id: string | undefined
}

const GuideCell = memo(function GuideCell(props: GuideCellProps) {
  const { kind, slot, left, width, isTextless, offset, isUnwatchable, isPast, passedPx, id } = props
  const isPointed = id !== undefined
  const [title, small] = isTextless ? [] : cellTexts(kind, slot)
  const style: CSSProperties = { marginLeft: left, width }
  if (offset) style.paddingLeft = marginPx + offset
  if (passedPx !== undefined) style['--p'] = `${passedPx}px`
  return (
    <td
      id={id}
      className={cx(
        css.cell,
        css[kind],
        isPast && css.past,
        passedPx !== undefined && css.now,
        isPointed && css.at,
        isUnwatchable && css.spent,
      )}
      style={style}
      aria-selected={isPointed}
      aria-label={isTextless && 'title' in slot ? `${slot.title}, ${formatSpan(slot)}` : undefined}
      data-time={kind === 'programme' ? slot.start : undefined}
    >
      {title !== undefined && `${title}\n`}
      {small !== undefined && <small>{small}</small>}
    </td>
  )
})

/** Returns the title of a cell, and the small line below. */
function cellTexts(kind: GuideCellProps['kind'], slot: GuideCellProps['slot']): readonly [title?: string, small?: string] {
  if ('title' in slot) {
    const detail = programmeDetail(slot)
    return [slot.title, `${formatTime(slot.start)}${detail && ` · ${detail}`}`]
  }
  return kind === 'coming' ? [] : ['', t(kind === 'gap' ? 'guide.nothing_known' : 'guide.not_come')]
}

interface GuideRowsProps extends Omit<GuideRowProps, 'row' | 'pointedTime' | 'pointedId'>, Range {
  pointed: GuideCursor
  /** The id of the selected cell. */
  pointedId: string
}

export const GuideRows = memo(function GuideRows({ first, end, pointed, pointedId, ...props }: GuideRowsProps) {
  return Array.from({ length: end - first }, (_, index) => {
    const row = first + index
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
