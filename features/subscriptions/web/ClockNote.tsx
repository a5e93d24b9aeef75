import { formatDay } from '#kit/web/format-date.ts'
import { useRead } from '#kit/web/use.ts'
import { Alert } from '#ui/Alert.tsx'
import { subscriptionsContract } from '../contract.ts'
import { t } from './texts.ts'

/** Shows that an operator set the clock of subscriptions. */
export function ClockNote() {
  const { data } = useRead(subscriptionsContract.getBillingClock, {})
  return data?.now ? <Alert kind="note">{t('clock', { date: formatDay(data.now) })}</Alert> : null
}
