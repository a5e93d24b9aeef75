import { formatNumber, lazy } from '#kit/web/format.ts'
import { locale } from '#kit/web/i18n.ts'
import type { smallCount } from '../../rules.ts'
import { t } from '../texts.ts'

const signedPercentFormat = lazy(
  () => new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0, signDisplay: 'exceptZero' }),
)

/** Formats how much a total differs from the total of the period before: "+12 (+40%)". Hidden numbers can't be compared. */
export function changeText(now: number | typeof smallCount, before: number | typeof smallCount, format = formatNumber): string {
  if (typeof now !== 'number' || typeof before !== 'number') return t('totals.incomparable')
  if (now === before) return t('totals.same')
  const changed = (now < before ? '-' : '+') + format(Math.abs(now - before))
  return before === 0
    ? changed
    : t('totals.change', { difference: changed, percent: signedPercentFormat().format((now - before) / before) })
}
