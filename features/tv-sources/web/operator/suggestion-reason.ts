import { formatNumber } from '#kit/web/format.ts'
import { t } from '../texts.ts'

/** Returns the reason of a suggested guide channel. */
export const suggestionReason = ({ reason, likeness }: { reason: 'id' | 'name'; likeness: number }): string =>
  reason === 'id' ? t('operator.guides.why_id') : t('operator.guides.why_name', { percent: formatNumber(likeness) })
