import { formatMoney } from '#kit/web/format-money.ts'
import type { OperatorTier } from '../../contract.ts'
import { t } from '../texts.ts'

type DisplayedField = readonly [name: string, value: string]

const displayedFields = (tier: OperatorTier): DisplayedField[] => [
  [t('operator.name'), tier.name],
  [t('operator.description'), tier.description],
  [t('operator.package_name'), tier.package_name],
  [t('operator.price'), tier.is_free ? t('free') : formatMoney(tier.price)],
  [t('channels'), tier.channels.map(({ name }) => name).join(', ')],
  [t('playlists'), tier.playlists.map(({ id, name }) => name ?? t('operator.not_public', { id })).join(', ')],
]

/** Returns the displayed fields of a package that have changed. */
export function changedFields(before: OperatorTier, after: OperatorTier): DisplayedField[] {
  const old = new Map(displayedFields(before))
  return displayedFields(after).filter(([name, value]) => old.get(name) !== value)
}
