import * as z from 'zod/mini'
import { Id, Time } from '#kit/contract/fields.ts'
import { commonErrors } from '#kit/contract/problems.ts'
import { violatedConstraint, type Db } from '#kit/server/db/db.ts'
import { jsonListOf } from '#kit/server/db/json-text.ts'
import { fail, ProblemError } from '#kit/server/http/fail.ts'
import { defineFindHandler, defineTargetHandler, type Handlers } from '#kit/server/http/handlers.ts'
import { runStatement } from '#kit/server/http/idempotency.ts'
import { assertAllowed, type Limits } from '#kit/server/http/limits.ts'
import { pageOf, parseCursor } from '#kit/server/http/paging.ts'
import { createKeyedMutex } from '#kit/server/keyed-mutex.ts'
import type { Select } from '#kit/server/select.ts'
import { writeAudit } from '#features/accounts/server/queries/audit.ts'
import { packagesErrors } from '#features/packages/errors.ts'
import { formatAmount } from '#features/wallet/money.ts'
import { listLedger } from '#features/wallet/server/queries/ledger.ts'
import { toLedgerTransaction } from '#features/wallet/server/ledger-transaction.ts'
import { type Coupon, subscriptionsContract as contract } from '../contract.ts'
import { subscriptionsErrors } from '../errors.ts'
import { discountOf, normaliseCode } from '../rules.ts'
import { buySubscription, refuseInvalidCoupon, refusePurchase } from './buy.ts'
import { makeCode } from './make-code.ts'
import type { NoticeTools } from './notices.ts'
import { type CouponRow, deleteCoupon, findCoupon, hasExpired, insertCoupons, listCoupons, updateCoupon } from './queries/coupons.ts'
import { findPurchase } from './queries/refunds.ts'
import { findBillingClock, findSoldTier, listSubscriptions, readForecast, setRenews, type SoldTier } from './queries/subscriptions.ts'
import { refundPurchase } from './refund.ts'

export interface SubscriptionsTools extends NoticeTools {
  db: Db
  limits: Pick<Limits, 'take' | 'giveBack'>
  config: NoticeTools['config'] & { vatPercent: number; payments: 'sandbox' | 'mollie' | 'off' }
}

const wrongCodeLimitOfUser = { max: 10, windowSeconds: 900 }
const defaultLimit = 50
const CursorKey = z.tuple([Time, Id])

/** A coupon's fields in the audit log, which has amounts in euros. */
const fieldsForAudit = <Fields extends { amount: number | null }>(fields: Fields) => ({
  ...fields,
  amount: fields.amount === null ? null : fields.amount / 100,
})

/** A coupon's changeable fields for the audit log, which has no codes. */
const changeableFields = ({ percent, amount, tier_id, expires_at }: CouponRow) => fieldsForAudit({ percent, amount, tier_id, expires_at })

const shownCoupon = (row: CouponRow): Coupon => ({
  id: row.id,
  code: row.code,
  percent: row.percent,
  amount: row.amount === null ? null : formatAmount(row.amount),
  tier_id: row.tier_id,
  expires_at: row.expires_at,
  batch: row.batch,
  created_at: row.created_at,
  redeemed_at: row.redeemed_at,
  redeemed_by: row.redeemed_by,
})

const findTierToSell = async (select: Select, id: string): Promise<SoldTier> =>
  (await select(async (db, _reader, tierId: string) => [await findSoldTier(db, tierId)], id))[0] ?? fail(commonErrors.not_found)
const readSubscription = async (db: Db, userId: string, tierId: string) =>
  (await listSubscriptions(db, userId, tierId))[0]?.json ?? fail(subscriptionsErrors.not_subscribed)

/** A coupon's fields, as an operator sent them. */
interface GivenCoupon {
  percent?: number | undefined
  amount?: number | undefined
  tier_id?: string | null | undefined
  expires_at?: string | null | undefined
}
/** @throws 422 unless the coupon has one value and an end in the future, and its package exists */
async function readCouponColumns(db: Db, { percent, amount, tier_id: tierId = null, expires_at: expiresAt = null }: GivenCoupon) {
  if ((percent === undefined) === (amount === undefined)) fail(subscriptionsErrors.coupon_value, { field: 'percent' })
  await assertPackageAndEnd(db, tierId, expiresAt)
  return { percent: percent ?? null, amount: amount ?? null, tier_id: tierId, expires_at: expiresAt }
}

/** @throws 422 unless the coupon's package exists and its end is in the future */
async function assertPackageAndEnd(db: Db, tierId: string | null, expiresAt: string | null): Promise<void> {
  if (tierId !== null && !(await findSoldTier(db, tierId))) fail(packagesErrors.item_unknown, { field: 'tier_id' })
  if (expiresAt !== null && (await hasExpired(db, expiresAt))) fail(subscriptionsErrors.coupon_expired, { field: 'expires_at' })
}

/** Returns the given fields as changes of a coupon. @throws 422 if both values are given, the package doesn't exist, or the end isn't in the future */
async function readCouponChanges(db: Db, { percent, amount, tier_id: tierId, expires_at: expiresAt }: GivenCoupon) {
  if (percent !== undefined && amount !== undefined) fail(subscriptionsErrors.coupon_value, { field: 'percent' })
  await assertPackageAndEnd(db, tierId ?? null, expiresAt ?? null)
  return {
    ...((percent ?? amount) !== undefined && { percent: percent ?? null, amount: amount ?? null }),
    ...(tierId !== undefined && { tier_id: tierId }),
    ...(expiresAt !== undefined && { expires_at: expiresAt }),
  }
}

/** Reports a package that was deleted between the check and the write, and a code that another coupon has. */
const invalidIfRefused = (error: unknown): never => {
  const constraint = violatedConstraint(error)
  if (constraint === 'coupon_tier_id_fkey') fail(packagesErrors.item_unknown, { field: 'tier_id' })
  if (constraint === 'coupon_code') fail(subscriptionsErrors.coupon_taken, { field: 'code' })
  throw error
}

/** @throws 422 unless this can be a code */
const codeOf = (typedCode: string): string => normaliseCode(typedCode) ?? fail(subscriptionsErrors.coupon_code, { field: 'code' })
const readCoupon = async (db: Db, id: string): Promise<CouponRow> => (await listCoupons(db, { id }, 1))[0] ?? fail(commonErrors.not_found)

export function subscriptionsRoutes(tools: SubscriptionsTools): Handlers<typeof contract> {
  const { limits, config } = tools
  const mutex = createKeyedMutex()
  /**
   * Runs a call with a coupon code. Only wrong codes stay counted, so that codes can't be guessed. A user's calls run one after another,
   * because running calls also count, and would make the limit refuse right codes.
   */
  const withGuessLimit = <T>(db: Db, userId: string, call: () => Promise<T>): Promise<T> =>
    mutex(db, [userId], async () => {
      const key = `coupon-codes:${userId}`
      assertAllowed(await limits.take(key, wrongCodeLimitOfUser))
      const isWrong = (error: unknown) => error instanceof ProblemError && error.problem === subscriptionsErrors.coupon_invalid
      try {
        const result = await call()
        await limits.giveBack(key)
        return result
      } catch (error) {
        if (!isWrong(error)) await limits.giveBack(key)
        throw error
      }
    })

  return {
    async getSalePrice({ query: { tier_id: tierId, coupon_code: typedCode = '' } }, { db, reader }) {
      const { price, is_archived: isArchived } = (await findSoldTier(db, tierId)) ?? fail(commonErrors.not_found)
      if (isArchived) fail(subscriptionsErrors.tier_archived)
      if (typedCode.trim() === '') return fail(subscriptionsErrors.coupon_missing, { field: 'coupon_code' })
      const code = normaliseCode(typedCode)
      const coupon = await withGuessLimit(
        db,
        reader.user.id,
        async () => (code && (await findCoupon(db, code, tierId))) || refuseInvalidCoupon(),
      )
      const discount = discountOf(price, coupon)
      return { tier_price: formatAmount(price - discount), price: formatAmount(price), discount: formatAmount(discount) }
    },

    getSubscriptions: async (_, { db, reader }) => jsonListOf(await listSubscriptions(db, reader.user.id)),

    subscribe: defineTargetHandler(contract.subscribe, {
      findByTarget: ({ target }, { select }) => findTierToSell(select, target.tier_id),
      async handle({ body: { tier_id: tierId, coupon_code, price: shownPrice, first_price: shownFirstPrice } }, { db, reader, once }) {
        const userId = reader.user.id
        const typedCode = coupon_code ?? ''
        const code = typedCode.trim() === '' ? undefined : (normaliseCode(typedCode) ?? '')
        const purchase = { userId, tierId, shownPrice, shownFirstPrice, code, vatPercent: config.vatPercent }
        const run = (tx: Db) => buySubscription(tx, purchase)
        // A transaction, because redeeming a coupon is a separate statement.
        const subscribe = () =>
          once((writer) => (code === undefined ? runStatement(writer, run) : writer.transaction().execute(run))).catch(refusePurchase)
        if (code === undefined) return subscribe()
        // A missing package is a 404, also at the limit of wrong codes.
        if (!(await findSoldTier(db, tierId))) fail(commonErrors.not_found)
        return withGuessLimit(db, userId, subscribe)
      },
    }),

    unsubscribe: defineFindHandler(contract.unsubscribe, {
      find: ({ target }, { select }) => findTierToSell(select, target.tier_id),
      async handle({ body: { tier_id: tierId } }, { db, reader }) {
        if (!(await setRenews(db, reader.user.id, tierId, false))) fail(subscriptionsErrors.not_subscribed)
        return readSubscription(db, reader.user.id, tierId)
      },
    }),

    resume: defineFindHandler(contract.resume, {
      find: ({ target }, { select }) => findTierToSell(select, target.tier_id),
      async handle({ body: { tier_id: tierId } }, { db, reader }) {
        if ((await findSoldTier(db, tierId))?.is_archived) fail(subscriptionsErrors.tier_archived)
        if (!(await setRenews(db, reader.user.id, tierId, true))) fail(subscriptionsErrors.not_subscribed)
        return readSubscription(db, reader.user.id, tierId)
      },
    }),

    getBillingClock: async (_, { db }) => ({ now: config.payments === 'sandbox' ? await findBillingClock(db) : null }),

    async getRenewalForecast(_, { db }) {
      const { renewals, amount, uncovered, uncovered_amount: missing } = await readForecast(db)
      return { renewals, amount: formatAmount(amount), uncovered, uncovered_amount: formatAmount(missing) }
    },

    refundPurchase: defineFindHandler(contract.refundPurchase, {
      find: async ({ params }, { select }) => (await select(findPurchase, params.id))[0] ?? fail(commonErrors.not_found),
      async handle({ body: { note, end_now: endsNow = true } }, { db, reader, once, resource: purchase }) {
        const refund = { note, by: reader.user, endsNow }
        const id = await once((writer) => writer.transaction().execute((tx) => refundPurchase(tx, tools, purchase, refund))).catch(
          (error: unknown) => {
            // The account was deleted concurrently.
            if (violatedConstraint(error)?.startsWith('ledger_account')) fail(subscriptionsErrors.nothing_to_refund)
            throw error
          },
        )
        return toLedgerTransaction((await listLedger(db, { id }, 1))[0] ?? fail(commonErrors.not_found))
      },
    }),

    async listCoupons({ query: { limit = defaultLimit, cursor, ...filter } }, { db }) {
      const [time, id] = parseCursor(CursorKey, cursor) ?? []
      const rows = await listCoupons(db, filter, limit + 1, time === undefined || id === undefined ? undefined : { time, id })
      return pageOf(rows, limit, (last) => [last.time, last.id], shownCoupon)
    },

    async createCoupon({ body: { code: typedCode, ...body } }, { db, reader, once }) {
      const code = codeOf(typedCode)
      const fields = await readCouponColumns(db, body)
      const id = await once((writer) =>
        writer.transaction().execute(async (tx) => {
          const [coupon] = await insertCoupons(tx, [{ code, ...fields }])
          const madeId = coupon?.id ?? fail(subscriptionsErrors.coupon_taken, { field: 'code' })
          await writeAudit(tx, reader.user, {
            act: 'coupon.created',
            thing: { type: 'coupon', id: madeId, name: '' },
            after: fieldsForAudit(fields),
          })
          return madeId
        }),
      ).catch(invalidIfRefused)
      return shownCoupon(await readCoupon(db, id))
    },

    async createCoupons({ body: { count, batch, prefix = '', ...body } }, { db, reader, once }) {
      const fields = await readCouponColumns(db, body)
      const codes = await once((writer) =>
        writer.transaction().execute(async (tx) => {
          const codes: string[] = []
          while (codes.length < count) {
            const coupons = Array.from({ length: Math.min(1000, count - codes.length) }, () => ({
              code: makeCode(prefix),
              batch,
              ...fields,
            }))
            codes.push(...(await insertCoupons(tx, coupons)).map(({ code }) => code))
          }
          const thing = { type: 'coupon', id: null, name: batch }
          await writeAudit(tx, reader.user, { act: 'coupons.created', thing, after: { count, ...fieldsForAudit(fields) } })
          return codes
        }),
      ).catch(invalidIfRefused)
      return { batch, codes }
    },

    updateCoupon: defineFindHandler(contract.updateCoupon, {
      find: async ({ params: { id } }, { select }) =>
        (await select((db, _reader, couponId: string) => listCoupons(db, { id: couponId }, 1), id))[0] ?? fail(commonErrors.not_found),
      async handle({ params: { id }, body: { code: typedCode, ...body } }, { db, reader }) {
        const changes = { ...(typedCode !== undefined && { code: codeOf(typedCode) }), ...(await readCouponChanges(db, body)) }
        const update = async (tx: Db) => {
          const before = await readCoupon(tx, id)
          if (!(await updateCoupon(tx, id, changes))) {
            // Another operator may have deleted it at the same moment.
            await readCoupon(tx, id)
            fail(subscriptionsErrors.coupon_redeemed)
          }
          const coupon = await readCoupon(tx, id)
          const thing = { type: 'coupon', id, name: coupon.batch ?? '' }
          const values = { before: changeableFields(before), after: changeableFields(coupon) }
          await writeAudit(tx, reader.user, { act: 'coupon.updated', thing, ...values })
          return coupon
        }
        return shownCoupon(await db.transaction().execute(update).catch(invalidIfRefused))
      },
    }),

    async deleteCoupon({ params: { id } }, { db, reader }) {
      await db.transaction().execute(async (tx) => {
        const [coupon] = await listCoupons(tx, { id }, 1)
        if (!coupon) fail(commonErrors.not_found)
        if (!(await deleteCoupon(tx, id))) {
          // Another operator may have deleted the coupon, or a user redeemed it, in the meantime.
          const [redeemed] = await listCoupons(tx, { id }, 1)
          fail(redeemed ? subscriptionsErrors.coupon_redeemed : commonErrors.not_found)
        }
        await writeAudit(tx, reader.user, { act: 'coupon.deleted', thing: { type: 'coupon', id, name: coupon?.batch ?? '' } })
      })
      return {}
    },
  }
}
