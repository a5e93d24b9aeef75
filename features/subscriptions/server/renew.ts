/** Renews subscriptions at the end of their periods, and warns of balances that are too low. */
import { ProblemError } from '#kit/server/http/fail.ts'
import type { Db } from '#kit/server/db/db.ts'
import type { Log } from '#kit/server/log.ts'
import type { Mailer } from '#kit/server/mail/mailer.ts'
import { walletErrors } from '#features/wallet/errors.ts'
import { euros } from '#features/wallet/server/euros.ts'
import { chargePeriod } from './charge.ts'
import { beginPeriod, endSubscription, lapse, listDue, lockDue, type SubscriptionNotice, takeWarnings } from './queries/renewals.ts'
import { subscriptionsTexts } from './texts.ts'

export interface RenewalTools {
  db: Db
  log: Pick<Log, 'error'>
  mailer: Pick<Mailer, 'send'>
  config: { publicUrl: string; vatPercent: number }
}

const atOnce = 500

async function sendNotice(tx: Db, { mailer, config }: RenewalTools, kind: 'warning' | 'lapsed', notice: SubscriptionNotice): Promise<void> {
  const { email, language, tier_id: tierId, tier_name: tier, price, active_to: activeTo } = notice
  const t = subscriptionsTexts[language]
  const date = new Intl.DateTimeFormat(language === 'nl' ? 'nl-BE' : 'en-IE', { dateStyle: 'long', timeZone: 'Europe/Brussels' }).format(
    activeTo,
  )
  const path = kind === 'warning' ? '/settings?view=wallet' : `/tiers?tier=${tierId}`
  await mailer.send(
    {
      to: email,
      language,
      subject: t(`mail.${kind}.subject`, { tier }),
      heading: t(`mail.${kind}.heading`),
      paragraphs: [t(`mail.${kind}.text`, { tier, price: euros(price, language), date })],
      action: { label: t(`mail.${kind}.action`), url: `${config.publicUrl}/${language}${path}` },
    },
    { db: tx },
  )
}

const isTooLittle = (error: unknown) => error instanceof ProblemError && error.problem === walletErrors.balance

/** Renews, ends or lapses one subscription. Does nothing if another worker did. */
async function renewOne(tools: RenewalTools, id: string): Promise<void> {
  const { db, config } = tools
  try {
    await db.transaction().execute(async (tx) => {
      const due = await lockDue(tx, id)
      if (!due) return
      if (!due.renews) return void (await endSubscription(tx, id))
      const period = await beginPeriod(tx, id, due.price)
      if (period)
        await chargePeriod(tx, { userId: due.user_id, period, tierName: due.tier_name, price: due.price, vatPercent: config.vatPercent })
    })
  } catch (error) {
    if (!isTooLittle(error)) throw error
    await db.transaction().execute(async (tx) => {
      if (!(await lockDue(tx, id))) return
      const notice = await lapse(tx, id)
      if (notice) await sendNotice(tx, tools, 'lapsed', notice)
    })
  }
}

/** Handles all subscriptions that are due, each in its own transaction. */
export async function renewDue(tools: RenewalTools, signal?: AbortSignal): Promise<void> {
  await tools.db.transaction().execute(async (tx) => {
    for (const notice of await takeWarnings(tx)) await sendNotice(tx, tools, 'warning', notice)
  })
  const failed = new Set<string>()
  while (!signal?.aborted) {
    const ids = (await listDue(tools.db, atOnce + failed.size)).filter((id) => !failed.has(id))
    if (ids.length === 0) return
    for (const id of ids) {
      if (signal?.aborted) return
      await renewOne(tools, id).catch((error: unknown) => {
        failed.add(id)
        tools.log.error({ err: error, subscription: id }, 'a subscription was not renewed')
      })
    }
  }
}
