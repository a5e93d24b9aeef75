import { sql } from 'kysely'
import type { Language } from '#kit/contract/texts.ts'
import type { Db } from '#kit/server/db/db.ts'
import { prepare } from '#kit/server/db/prepare.ts'
import type { Reader } from '#kit/server/reader.ts'
import type { PaymentStatus } from '../../contract.ts'
import type { ProviderName } from '../providers/provider.ts'

export interface PaymentRow {
  id: string
  user_id: string | null
  provider: ProviderName
  provider_id: string | null
  checkout_url: string | null
  /** In cents. */
  amount: number
  status: PaymentStatus
  language: Language
  applied_fetch: number
}
const columns = ['id', 'user_id', 'provider', 'provider_id', 'checkout_url', 'amount', 'status', 'language', 'applied_fetch'] as const

/** Minutes between the first checks of an open payment. Further checks are hourly, until {@link maxStatusChecks}. */
const firstChecks = [1, 4, 25] as const
/** Number of checks in three days. After the last, the payment counts as expired, but a webhook can still report that it was paid. */
const maxStatusChecks = firstChecks.length + 72

export const insertPayment = async (
  db: Db,
  payment: Pick<PaymentRow, 'user_id' | 'provider' | 'amount' | 'language'> & { created_at?: Date },
): Promise<string> =>
  (
    await db
      .insertInto('payment')
      .values({ ...payment, next_check_at: sql`now() + interval '1 minute'` })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id

export const findPayment = (db: Db, id: string): Promise<PaymentRow | undefined> =>
  db.selectFrom('payment').select(columns).where('id', '=', id).$narrowType<PaymentRow>().executeTakeFirst()

/** Finds a payment of the reader. */
export const findOwnPayment = prepare((db: Db, reader: Reader, id: string) =>
  db
    .selectFrom('payment')
    .select(['amount', 'status'])
    .$narrowType<Pick<PaymentRow, 'status'>>()
    .where('id', '=', id)
    .where('user_id', '=', reader.user?.id ?? ''),
)

/** Finds a payment of any user, for operators. */
export const findAnyPayment = prepare((db: Db, _reader: Reader, id: string) =>
  db.selectFrom('payment').select(columns).$narrowType<PaymentRow>().where('id', '=', id),
)

/** Finds a payment by the provider's id. */
export const findPaymentByProviderId = (db: Db, provider: ProviderName, id: string): Promise<PaymentRow | undefined> =>
  db
    .selectFrom('payment')
    .select(columns)
    .where('provider', '=', provider)
    .where('provider_id', '=', id)
    .$narrowType<PaymentRow>()
    .executeTakeFirst()

/** Stores the provider's response to the creation of a payment. */
export const saveCreatedPayment = (db: Db, id: string, created: { providerId: string; checkoutUrl: string }) =>
  db
    .updateTable('payment')
    .set({ provider_id: created.providerId, checkout_url: created.checkoutUrl })
    .where('id', '=', id)
    .where('provider_id', 'is', null)
    .execute()

/** Counts a request to the provider for a payment's state. @returns the request's number */
export const countFetch = async (db: Db, id: string): Promise<number> =>
  (
    await db
      .updateTable('payment')
      .set({ fetches: sql`fetches + 1` })
      .where('id', '=', id)
      .returning('fetches')
      .executeTakeFirstOrThrow()
  ).fetches

export const lockPayment = (tx: Db, id: string): Promise<PaymentRow | undefined> =>
  tx.selectFrom('payment').select(columns).where('id', '=', id).forUpdate().$narrowType<PaymentRow>().executeTakeFirst()

/** Returns the cents that a payment added to the wallet, less those taken back, and the number of its transactions. */
export const readPostedAmounts = async (tx: Db, id: string): Promise<{ net: number; transactions: number }> =>
  (
    await sql<{ net: number; transactions: number }>`
      select coalesce(-sum(e.amount), 0)::bigint as net, count(distinct t.id)::int as transactions
      from ledger_transaction t join ledger_entry e on e.transaction_id = t.id and e.account_kind = 'provider'
      where t.payment_id = ${id}`.execute(tx)
  ).rows[0]!

/** Stores the state that the provider returned for request number `fetch`. */
export const savePaymentState = (tx: Db, id: string, state: { status: PaymentStatus; problem: string | null; fetch: number }) =>
  tx
    .updateTable('payment')
    .set({
      status: state.status,
      problem: state.problem,
      applied_fetch: state.fetch,
      // Paid payments are checked weekly for half a year, because chargebacks can come weeks later.
      next_check_at: sql`case
        when ${state.status} = 'open' then next_check_at
        when ${state.status} = 'paid' and created_at > now() - interval '180 days' then now() + interval '7 days' end`,
    })
    .where('id', '=', id)
    .execute()

/** Returns payments whose check is due, and schedules their next check. Skips those that other processes handle. */
export const claimDuePayments = async (db: Db, limit: number): Promise<PaymentRow[]> =>
  (
    await sql<PaymentRow>`
      update payment set checks = least(checks + 1, 10000),
        next_check_at = case
          when status <> 'open' then now() + interval '7 days'
          when checks + 1 < ${firstChecks.length} then now() + make_interval(mins => (${[...firstChecks]}::int[])[checks + 2])
          else now() + interval '1 hour' end
      where id in (select id from payment where next_check_at <= now() order by next_check_at limit ${limit} for update skip locked)
      returning id, user_id, provider, provider_id, checkout_url, amount, status, language, applied_fetch`.execute(db)
  ).rows

/** Marks payments as expired that are still open after all checks. */
export const expireStalePayments = async (db: Db): Promise<void> =>
  void (await db
    .updateTable('payment')
    .set({ status: 'expired', next_check_at: null })
    .where('status', '=', 'open')
    .where('next_check_at', 'is not', null)
    .where('checks', '>', maxStatusChecks)
    .execute())

export const listUncreditedPayments = (db: Db) =>
  db
    .selectFrom('payment')
    .select(['id', 'amount', 'problem'])
    .where('problem', 'is not', null)
    .$narrowType<{ problem: 'currency' | 'amount' | 'foreign' }>()
    .orderBy('created_at', 'desc')
    .limit(100)
    .execute()

/** @returns the refund's id */
export const insertRefund = async (
  db: Db,
  refund: { payment_id: string; amount: number; note: string; operator_id: string },
): Promise<string> => (await db.insertInto('payment_refund').values(refund).returning('id').executeTakeFirstOrThrow()).id

/** Returns true if the provider accepted the refund. */
export const isRefundAccepted = async (db: Db, id: string): Promise<boolean> =>
  (await db.selectFrom('payment_refund').select('accepted_at').where('id', '=', id).executeTakeFirst())?.accepted_at != null

export const acceptRefund = (db: Db, id: string) =>
  db
    .updateTable('payment_refund')
    .set({ accepted_at: sql`now()` })
    .where('id', '=', id)
    .execute()

/** Schedules a check of a payment in a minute. */
export const schedulePaymentCheck = (db: Db, id: string) =>
  db
    .updateTable('payment')
    .set({ next_check_at: sql`now() + interval '1 minute'` })
    .where('id', '=', id)
    .execute()
