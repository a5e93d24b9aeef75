import type { ReactNode } from 'react'
import { formatDay } from '#kit/web/format-date.ts'
import { useRead } from '#kit/web/read.ts'
import { Alert } from '#ui/Alert.tsx'
import { DelayedSkeleton } from '#ui/RevealInOrder.tsx'
import { SkeletonBlock } from '#ui/Skeleton.tsx'
import { subscriptionsContract } from '../contract.ts'
import { t } from './texts.ts'

/** Shows that an operator set the clock of subscriptions. @param skeleton is shown while the note loads, in the place of what comes after it */
function OperatorClockNote({ skeleton }: { skeleton?: ReactNode }) {
  const { data, error } = useRead(subscriptionsContract.getBillingClock, {})
  if (!data && !error) return <DelayedSkeleton>{skeleton}</DelayedSkeleton>
  return data?.now ? <Alert kind="note">{t('clock', { date: formatDay(data.now) })}</Alert> : null
}

/** The note above packages, which appear before the note has loaded. */
export const ClockNote = () => <OperatorClockNote />

/** The note above the wallet, which appears after the note has loaded. */
export const WalletClockNote = () => <OperatorClockNote skeleton={<SkeletonBlock height={160} shape="card" />} />
