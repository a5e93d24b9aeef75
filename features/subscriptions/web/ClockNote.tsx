import { formatDay } from '#kit/web/format-date.ts'
import { useRead } from '#kit/web/read.ts'
import { Alert } from '#ui/Alert.tsx'
import { DelayedSkeleton } from '#ui/InOrder.tsx'
import { SkeletonBlock } from '#ui/Skeleton.tsx'
import { subscriptionsContract } from '../contract.ts'
import { t } from './texts.ts'

/** Shows that an operator set the clock of subscriptions. While it loads, its skeleton stands for the page, which waits for it. */
export function ClockNote() {
  const { data, error } = useRead(subscriptionsContract.getBillingClock, {})
  if (!data && !error)
    return (
      <DelayedSkeleton>
        <SkeletonBlock height={160} shape="card" />
      </DelayedSkeleton>
    )
  return data?.now ? <Alert kind="note">{t('clock', { date: formatDay(data.now) })}</Alert> : null
}
