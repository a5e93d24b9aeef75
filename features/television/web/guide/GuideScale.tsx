import { useSyncExternalStore } from 'react'
import { formatTime } from '../times.ts'
import { t } from '../texts.ts'
import { type Axis, lengthOf, minutesAt, ticksBetween } from './axis.ts'
import css from './Guide.module.css'
import type { GuideSizes } from './GuideRow.tsx'
import { minutesOfStep, stepAt } from './layout.ts'
import type { ViewportStore } from './viewport.ts'

interface GuideScaleProps {
  axis: Axis
  now: number
  sizes: GuideSizes
  viewport: ViewportStore
}

/** Minutes on either side of the present time in which no half hour is written: it would stand under it. */
const nearMinutes = 12

/** The half hours over the rows, and what time it is. */
export function GuideScale({ axis, now, sizes: { pxPerMinute, whoPx }, viewport }: GuideScaleProps) {
  const step = useSyncExternalStore(viewport.subscribe, () => stepAt(viewport.get().left / pxPerMinute, 0))
  const viewMinutes = useSyncExternalStore(viewport.subscribe, () => Math.ceil((viewport.get().width - whoPx) / pxPerMinute))
  const { from, to } = minutesOfStep(step, 0, viewMinutes)
  const present = minutesAt(axis, now)
  return (
    <thead className={css.scale} style={{ width: whoPx + lengthOf(axis) * pxPerMinute }}>
      <tr className={css.ticks} aria-rowindex={1}>
        <th className={css.corner} scope="col">
          <span className={css.spoken}>{t('guide.channel')}</span>
        </th>
        {ticksBetween(axis, from, to).map(({ minutes, time }) => (
          <th
            key={minutes}
            scope="col"
            className={css.tick}
            style={{ left: whoPx + minutes * pxPerMinute }}
            data-hidden={Math.abs(minutes + 3 - present) < nearMinutes || undefined}
          >
            {formatTime(time)}
          </th>
        ))}
        <td className={css.nowTime} style={{ left: whoPx + present * pxPerMinute }} aria-hidden="true">
          {formatTime(now)}
        </td>
      </tr>
    </thead>
  )
}
