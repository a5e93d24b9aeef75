import type { Db } from '#kit/server/db/db.ts'
import { SetupError } from '#kit/server/setup-error.ts'
import { insertJob } from '#kit/server/jobs/job-store.ts'
import { renewSubscriptionsJob } from '#features/subscriptions/server/feature.ts'
import { setBillingClock } from '#features/subscriptions/server/queries/subscriptions.ts'

/** Sets the clock of subscriptions, or turns it off. @throws SetupError unless payments are simulated */
export async function moveBillingClock(db: Db, { payments }: { payments: string }, input: string): Promise<string> {
  if (payments !== 'sandbox') throw new SetupError('The clock of subscriptions moves only with simulated payments (PAYMENTS=sandbox).')
  if (input === 'off') {
    await setBillingClock(db, null)
    return 'Subscriptions follow the real time.'
  }
  const time = new Date(input)
  if (Number.isNaN(time.getTime())) throw new SetupError('Give a time such as 2027-01-31T12:00:00Z, or off.')
  await setBillingClock(db, time.toISOString())
  const at = { startAfter: 0, singletonKey: 'clock', ownerId: undefined }
  await insertJob(db, { name: renewSubscriptionsJob.name, payload: {}, maxAttempts: renewSubscriptionsJob.retries + 1, ...at })
  return `For subscriptions it is now ${time.toISOString()}. A running site renews what is due now.`
}
