import { formatList } from '#kit/web/format.ts'
import type { Grouping } from '../../rules.ts'
import { formatDate } from '../dates.ts'
import type { Unit } from '../figure.ts'
import { t } from '../texts.ts'
import type { Point } from './points.ts'

/** Formats a day as "Friday 27 November 2026", and a week as "Week of Monday 23 November 2026". */
const pointDateText = ({ date }: Point, type: Grouping): string =>
  type === 'week' ? t('point.week', { date: formatDate(date) }) : formatDate(date)

export const countText = ({ count, isFew }: Point, { few, format }: Unit): string =>
  isFew ? few.point : count === null ? t('point.none') : format(count)

export const notesText = ({ isPartial, isProvisional }: Point): string =>
  formatList([...(isPartial ? [t('point.partial')] : []), ...(isProvisional ? [t('point.provisional')] : [])])

/** Describes a point in a sentence. */
export function pointText(point: Point, type: Grouping, unit: Unit): string {
  const [date, value, notes] = [pointDateText(point, type), countText(point, unit), notesText(point)]
  return notes === '' ? t('point.value', { date, value }) : t('point.noted', { date, value, notes })
}
