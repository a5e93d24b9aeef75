import { memo, useSyncExternalStore } from 'react'
import { formatTime } from '../times.ts'
import { t } from '../texts.ts'
import { type Axis, axisLength, minutesAt, ticksBetween } from './axis.ts'
import css from './Guide.module.css'
import type { GuideSizes } from './layout.ts'
import type { ViewportStore } from './viewport.ts'

interface GuideScaleProps {
  axis: Axis
  now: number
  sizes: GuideSizes
  viewport: ViewportStore
  /** Minutes of the axis to draw. */
  from: number
  to: number
}

/** Half hours within this many minutes of the current time are hidden, because their labels would overlap. */
const hiddenWithinMinutes = 12

/** Half the width of the label of the current time, as a fraction of the scale's height. Both grow with the font size. */
const nowMargin = 0.7

/** The half hours above the rows, and the current time. */
export const GuideScale = memo(function GuideScale(props: GuideScaleProps) {
  const { axis, now, viewport, from, to } = props
  const { pxPerMinute, channelColumnPx, scalePx } = props.sizes
  const nowMinutes = minutesAt(axis, now)
  const presentPx = nowMinutes * pxPerMinute
  // Hides the current time at the edge, where its label would be cut off.
  const isNowFullyVisible = useSyncExternalStore(viewport.subscribe, () => {
    const { left, width } = viewport.get()
    const nowMarginPx = scalePx * nowMargin
    return presentPx - nowMarginPx >= left && presentPx + nowMarginPx <= left + width - channelColumnPx
  })
  return (
    <thead className={css.scale} style={{ width: channelColumnPx + axisLength(axis) * pxPerMinute }}>
      <tr className={css.ticks} aria-rowindex={1}>
        <th className={css.corner} scope="col">
          <span className={css.spoken}>{t('guide.channel')}</span>
        </th>
        {ticksBetween(axis, from, to).map(({ minutes, time }) => (
          <th
            key={minutes}
            scope="col"
            className={css.tick}
            style={{ left: channelColumnPx + minutes * pxPerMinute }}
            data-hidden={(isNowFullyVisible && Math.abs(minutes + 3 - nowMinutes) < hiddenWithinMinutes) || undefined}
          >
            {formatTime(time)}
          </th>
        ))}
        <td
          className={css.nowTime}
          style={{ left: channelColumnPx + presentPx }}
          data-hidden={!isNowFullyVisible || undefined}
          aria-hidden="true"
        >
          {formatTime(now)}
        </td>
      </tr>
    </thead>
  )
})
