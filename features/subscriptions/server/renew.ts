/** Renews subscriptions at the end of their periods, and warns users whose balance is too low. */
import { ProblemError } from '#kit/server/http/fail.ts'
import type { Db } from '#kit/server/db/db.ts'
import type { Log } from '#kit/server/log.ts'
import { walletErrors } from '#features/wallet/errors.ts'
import { chargePeriod } from './charge.ts'
import { type NoticeTools, sendNotice } from './notices.ts'
import {
  beginPeriod,
  endSubscription,
  lapseSubscription,
  listDueSubscriptions,
  lockDueSubscription,
  type SubscriptionNotice,
  takeRenewalWarnings,
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

/** Handles all subscriptions whose period ended, each in its own transaction. */
export async function renewDueSubscriptions(tools: RenewalTools, signal?: AbortSignal): Promise<void> {
  const warn = tools.db.transaction().execute(async (tx) => {
    for (const notice of await takeRenewalWarnings(tx)) await sendNotice(tx, tools, noticeOf('warning', notice))
  })
  await warn.catch((error: unknown) => tools.log.error({ err: error }, 'warnings of low balances were not sent'))
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
