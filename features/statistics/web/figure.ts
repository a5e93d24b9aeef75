import { formatMinutes } from '#kit/web/format-minutes.ts'
import { formatNumber } from '#kit/web/format.ts'
import { smallCount, type Figure } from '../rules.ts'
import { t } from './texts.ts'

/** Texts and formats of a figure. */
export interface Unit {
  format: (count: number) => string
  /** Texts shown instead of a hidden number: for a total, and for a point of a chart. */
  few: { total: string; point: string; definition: string }
  /** Returns the unit of the numbers on a chart's axis, which are whole multiples of it. */
  axisUnitOf: (largest: number) => number
}

const countUnit: Unit = {
  format: formatNumber,
  get few() {
    return { total: smallCount, point: t('point.few'), definition: t('definition.few') }
  },
  axisUnitOf: () => 1,
}

const secondsPerHour = 3600
/** Formats seconds as hours and minutes: less than a minute as a minute, 0 as 0, and from 10 hours on without minutes. */
export function formatSeconds(seconds: number): string {
  if (seconds >= 10 * secondsPerHour) return formatMinutes(60 * Math.round(seconds / secondsPerHour))
  return formatMinutes(seconds === 0 ? 0 : Math.max(1, Math.round(seconds / 60)))
}

const timeUnit: Unit = {
  format: formatSeconds,
  get few() {
    return { total: t('totals.few_viewers'), point: t('point.few_viewers'), definition: t('definition.few_viewers') }
  },
  axisUnitOf: (largest) => (largest < 2 * secondsPerHour ? 60 : secondsPerHour),
}

export const unitOf = (figure: Figure): Unit => (figure === 'watchedSeconds' ? timeUnit : countUnit)
