import { type PointerEvent, useId, useState } from 'react'
import { scaleLinear, scalePoint } from '@visx/scale'
import { LinePath } from '@visx/shape'
import { cx } from '#ui/cx.ts'
import type { Grouping } from '../../rules.ts'
import { formatShortDate } from '../dates.ts'
import type { Unit } from '../figure.ts'
import { pointText } from './describe.ts'
import css from './LineChart.module.css'
import type { Point } from './points.ts'
import { useWidth } from './useWidth.ts'

const height = 180
const margin = { top: 12, right: 16, bottom: 28, left: 48 }
/** Width in px until the chart is measured. */
const assumedWidth = 640
/** Maximum points of which each has a dot. With more points, only points without neighbours, and points that may still change, have one. */
const maxDots = 62
/** Width of a date on the axis, in px. */
const dateWidth = 72

interface LineChartProps {
  name: string
  points: readonly Point[]
  type: Grouping
  unit: Unit
}

interface DrawnPoint extends Point {
  at: number
  count: number
}
const isDrawn = (point: Point & { at: number }): point is DrawnPoint => point.count !== null

/** Returns the indexes of the dates on the axis: as many as fit, at equal distances, up to the last date. */
function datesOnAxis(length: number, width: number): number[] {
  const labelInterval = Math.ceil(length / Math.max(1, Math.floor(width / dateWidth)))
  return Array.from({ length: Math.ceil(length / labelInterval) }, (_, index) => length - 1 - index * labelInterval)
}

/**
 * A line of days or weeks, under an invisible slider: arrow keys move between the points, which screen readers read aloud. The text above
 * it describes the point under the pointer, else the last point with data. Days without data are gaps
 * in the line, segments that may still change are dotted, and incomplete weeks are hatched.
 */
export function LineChart({ name, points, type, unit }: LineChartProps) {
  const id = useId()
  const [ref, width] = useWidth<HTMLDivElement>(assumedWidth)
  const [active, setActive] = useState<number>()
  const last = points.length - 1
  const indexedPoints = points.map((point, index) => ({ ...point, at: index }))
  const drawnPoints = indexedPoints.filter(isDrawn)

  const x = scalePoint({ domain: indexedPoints.map(({ at }) => at), range: [margin.left, width - margin.right] })
  const largest = Math.max(...drawnPoints.map(({ count }) => count))
  const axis = unit.axisUnitOf(largest)
  const y = scaleLinear({
    domain: [0, Math.max(1, largest / axis)],
    range: [height - margin.bottom, margin.top],
    nice: 3,
  })
  const xOf = ({ at }: { at: number }) => x(at) ?? 0
  const yOf = ({ count }: Point) => y((count ?? 0) / axis)
  const step = x.step()

  const provisionalAt = indexedPoints.findIndex(({ isProvisional }) => isProvisional)
  const finalPoints = provisionalAt === -1 ? indexedPoints : indexedPoints.slice(0, provisionalAt)
  const provisional = provisionalAt === -1 ? [] : indexedPoints.slice(Math.max(0, provisionalAt - 1))
  const isAlone = ({ at }: DrawnPoint) => (points[at - 1]?.count ?? null) === null && (points[at + 1]?.count ?? null) === null
  const at = Math.min(active ?? last, last)
  const shownAt = active === undefined ? undefined : indexedPoints[at]

  const point = (event: PointerEvent<HTMLElement>) => {
    const px = event.clientX - event.currentTarget.getBoundingClientRect().left
    setActive(Math.max(0, Math.min(last, Math.round(px / step))))
  }

  return (
    <div className={css.chart}>
      <p className={css.shown} aria-hidden="true">
        {pointText(shownAt ?? drawnPoints.at(-1) ?? points[at]!, type, unit)}
      </p>
      <div ref={ref} className={css.plot}>
        <svg viewBox={`0 0 ${width} ${height}`} width="100%" height={height} aria-hidden="true">
          <pattern id={`${id}-hatch`} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
            <path d="M0 0V6" className={css.hatch} />
          </pattern>
          {y.ticks(3).flatMap((tick) =>
            Number.isInteger(tick) ? (
              <g key={tick}>
                <path d={`M${margin.left} ${y(tick)}H${width - margin.right}`} className={css.grid} />
                <text x={margin.left - 8} y={y(tick)} className={css.count}>
                  {unit.format(tick * axis)}
                </text>
              </g>
            ) : (
              []
            ),
          )}
          {datesOnAxis(points.length, width - margin.left - margin.right).map((at) => (
            <text
              key={at}
              x={x(at)}
              y={height - 8}
              className={cx(css.date, at === last && last > 0 && css.lastDate, at === 0 && last > 0 && css.firstDate)}
            >
              {formatShortDate(points[at]!.date)}
            </text>
          ))}
          {indexedPoints.map(
            (item) =>
              item.isPartial && (
                <rect
                  key={item.at}
                  data-partial=""
                  x={Math.max(margin.left - 8, xOf(item) - step / 2)}
                  y={margin.top}
                  width={last === 0 ? step + 8 : step / 2 + 8}
                  height={height - margin.top - margin.bottom}
                  fill={`url(#${id}-hatch)`}
                />
              ),
          )}
          <LinePath data={finalPoints} x={xOf} y={yOf} defined={isDrawn} className={css.line!} />
          <LinePath data={provisional} x={xOf} y={yOf} defined={isDrawn} className={cx(css.line, css.provisional)} />
          {drawnPoints.map(
            (drawnPoint) =>
              (points.length <= maxDots || isAlone(drawnPoint) || drawnPoint.isProvisional) && (
                <circle
                  key={drawnPoint.at}
                  cx={xOf(drawnPoint)}
                  cy={yOf(drawnPoint)}
                  r={4}
                  className={cx(css.dot, drawnPoint.isProvisional && css.open)}
                />
              ),
          )}
          {shownAt && (
            <>
              <path d={`M${xOf(shownAt)} ${margin.top}V${height - margin.bottom}`} className={css.cursor} />
              {shownAt.count !== null && <circle cx={xOf(shownAt)} cy={yOf(shownAt)} r={6} className={css.active} />}
            </>
          )}
        </svg>
        <input
          type="range"
          className={css.points}
          style={{ insetInline: `${margin.left}px ${margin.right}px` }}
          min={0}
          max={last}
          value={at}
          aria-label={name}
          aria-valuetext={pointText(points[at]!, type, unit)}
          onChange={(event) => setActive(Number(event.currentTarget.value))}
          onFocus={() => setActive(at)}
          onPointerMove={point}
          onPointerLeave={() => setActive(undefined)}
        />
      </div>
    </div>
  )
}
