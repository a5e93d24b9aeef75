import type { ReactNode } from 'react'
import { formatDay } from '#kit/web/format-date.ts'
import { useRead } from '#kit/web/read.ts'
import { Alert } from '#ui/Alert.tsx'
import { DelayedSkeleton } from '#ui/InOrder.tsx'
import { SkeletonBlock } from '#ui/Skeleton.tsx'
import { subscriptionsContract } from '../contract.ts'
import { t } from './texts.ts'

/** Shows that an operator set the clock of subscriptions. @param skeleton stands for the parts that wait for the note while it loads */
function Note({ skeleton }: { skeleton?: ReactNode }) {
  const { data, error } = useRead(subscriptionsContract.getBillingClock, {})
  if (!data && !error) return <DelayedSkeleton>{skeleton}</DelayedSkeleton>
  return data?.now ? <Alert kind="note">{t('clock', { date: formatDay(data.now) })}</Alert> : null
}

/** The note above packages, which don't wait for it. */
export const ClockNote = () => <Note />

/** The note above the wallet, which waits for it. */
export const WalletClockNote = () => <Note skeleton={<SkeletonBlock height={160} shape="card" />} />
