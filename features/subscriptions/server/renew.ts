/** Renews subscriptions at the end of their periods, and warns users whose balance is too low. */
import { ProblemError } from '#kit/server/http/fail.ts'
import type { Db } from '#kit/server/db/db.ts'
import type { Log } from '#kit/server/log.ts'
import { walletErrors } from '#features/wallet/errors.ts'
import { type NoticeTools, sendNotice } from './notices.ts'
import { chargePeriod } from './queries/charges.ts'
import {
  beginPeriod,
  endSubscription,
  lapseSubscription,
  listDueSubscriptions,
  listRenewalWarnings,
  lockDueSubscription,
  type SubscriptionNotice,
  takeRenewalWarning,
  trySavepoint,
} from './queries/renewals.ts'

export interface RenewalTools extends NoticeTools {
  db: Db
  log: Pick<Log, 'error'>
  config: NoticeTools['config'] & { vatPercent: number }
}

const batchSize = 500

const noticeOf = (event: 'warning' | 'lapsed', notice: SubscriptionNotice) => ({
  event,
  to: notice,
  tierName: notice.tier_name,
  amount: notice.price,
  date: notice.active_to,
  path: event === 'warning' ? '/settings?view=wallet' : `/tiers?tier=${notice.tier_id}`,
})

const isBalanceTooLow = (error: unknown) => error instanceof ProblemError && error.problem === walletErrors.balance

/** Handles one subscription: renews it, or ends it. Does nothing if another worker already did. */
const renewSubscription = (tools: RenewalTools, id: string): Promise<void> =>
  tools.db.transaction().execute(async (tx) => {
    const dueSubscription = await lockDueSubscription(tx, id)
    if (!dueSubscription) return
    if (!dueSubscription.renews) return void (await endSubscription(tx, id))
    const { user_id: userId, tier_name: tierName, price } = dueSubscription
    const isPaid = await trySavepoint(tx, isBalanceTooLow, async () => {
      const period = await beginPeriod(tx, id, price)
      if (price > 0) await chargePeriod(tx, period, { userId, tierName, price, vatPercent: tools.config.vatPercent })
    })
    if (isPaid) return
    const notice = await lapseSubscription(tx, id)
    if (notice) await sendNotice(tx, tools, noticeOf('lapsed', notice))
  })

/** Sends the warnings of today, each in its own transaction. */
async function warnOfRenewals({ db, log, ...tools }: RenewalTools, signal: AbortSignal | undefined): Promise<void> {
  const logFailure = (subscription?: string) => (error: unknown) =>
    log.error({ err: error, subscription }, 'a warning of a low balance was not sent')
  for (const id of await listRenewalWarnings(db).catch((error: unknown) => (logFailure()(error), [])))
    if (!signal?.aborted)
      await db
        .transaction()
        .execute(async (tx) => {
          const notice = await takeRenewalWarning(tx, id)
          if (notice) await sendNotice(tx, tools, noticeOf('warning', notice))
        })
        .catch(logFailure(id))
}

/** Handles all subscriptions whose period ended, each in its own transaction. */
export async function renewDueSubscriptions(tools: RenewalTools, signal?: AbortSignal): Promise<void> {
  await warnOfRenewals(tools, signal)
  const failed = new Set<string>()
  while (!signal?.aborted) {
    const ids = (await listDueSubscriptions(tools.db, batchSize + failed.size)).filter((id) => !failed.has(id))
    if (ids.length === 0) return
    for (const id of ids) {
      if (signal?.aborted) return
      await renewSubscription(tools, id).catch((error: unknown) => {
        failed.add(id)
        tools.log.error({ err: error, subscription: id }, 'a subscription was not renewed')
      })
    }
  }
}
