import { sql } from 'kysely'
import { type Db, exactIso, iso } from '#kit/server/db/db.ts'
import { prepare, prepareOne } from '#kit/server/db/prepare.ts'
import type { Reader } from '#kit/server/reader.ts'
import type { CauseType } from '../../contract.ts'

export interface TransactionRow {
  id: string
  /** Time with microseconds. */
  time: string
  date_at: string
  tier_name: string | null
  /** Cents: the wallet and the debt together. */
  amount: number
  /** Null: a payment that isn't posted. */
  cause_type: CauseType | null
  status: 'open' | 'failed' | 'expired' | null
  balance_after: number | null
}

/** SQL: the user's posted transactions, one row each. */
const posted = (userId: string) => sql`
  select t.id, t.created_at, t.details ->> 'tier_name' as tier_name, sum(e.amount)::bigint as amount, t.cause_type, null::text as status,
    coalesce(max(e.balance_after) filter (where e.account_kind = 'wallet'), 0) as balance_after
  from ledger_account a join ledger_entry e on e.account_id = a.id join ledger_transaction t on t.id = e.transaction_id
  where a.user_id = ${userId} group by t.id`

/** Posted transactions, and payments that are pending or failed in the last month: latest first, after the cursor `after`. */
export const listTransactions = prepare(
  (_: Db, userId: string, limit: number, after: { time: string; id: string } | undefined) => sql<TransactionRow>`
    select id, ${exactIso(sql.ref('created_at'))} as time, ${iso(sql.ref('created_at'))} as date_at, tier_name, amount, cause_type, status, balance_after
    from (
      ${posted(userId)}
      union all
      select payment.id, payment.created_at, null, payment.amount, null, payment.status, null from payment
        where payment.user_id = ${userId} and payment.status in ('open', 'failed', 'expired')
          and payment.created_at > now() - interval '30 days'
    ) as item
    ${after === undefined ? sql`` : sql`where (created_at, id) < (${after.time}::timestamptz, ${after.id})`}
    order by created_at desc, id desc limit ${limit}`,
)

/** All posted transactions, the oldest first. */
export const readStatement = async (db: Db, userId: string): Promise<TransactionRow[]> =>
  (
    await sql<TransactionRow>`
      select id, ${exactIso(sql.ref('created_at'))} as time, ${iso(sql.ref('created_at'))} as date_at, tier_name, amount, cause_type, status, balance_after
      from (${posted(userId)}) as item order by created_at, id`.execute(db)
  ).rows

export interface ReceiptRow {
  year: number
  number: number
  date: Date
  cause_type: CauseType
  details: { tier_name?: string; vat_percent?: number; note?: string }
  /** Cents: the wallet and the debt together. */
  amount: number
  /** Cents of tax in it. */
  vat: number
  balance_after: number
  payment_id: string | null
  name: string
  email: string
}

/** Numbers new receipts. */
export const numberReceipts = (db: Db) => sql`select number_receipts()`.execute(db)

/** Returns a numbered receipt of the user. */
export const findReceipt = prepareOne(
  (_: Db, id: string, userId: string) => sql<ReceiptRow>`
    select receipt.year, receipt.number, t.created_at as date, t.cause_type, t.details, t.payment_id,
      own.amount, coalesce((select sum(vat.amount) from ledger_entry vat where vat.transaction_id = t.id and vat.account_kind = 'vat'), 0)::bigint as vat,
      own.balance_after, coalesce(nullif(trim(concat_ws(' ', account.first_name, account.last_name)), ''), account.nickname, account.email) as name,
      account.email
    from ledger_transaction t join receipt on receipt.transaction_id = t.id
      cross join lateral (
        select sum(e.amount)::bigint as amount, coalesce(max(e.balance_after) filter (where e.account_kind = 'wallet'), 0) as balance_after, max(a.user_id) as user_id
        from ledger_entry e join ledger_account a on a.id = e.account_id where e.transaction_id = t.id and a.user_id = ${userId}) as own
      join account on account.id = own.user_id
    where t.id = ${id}`,
)

/** For operators: an account that can have a wallet. @param searchText its id, username or email address */
export const findAccount = prepare(
  (_: Db, _reader: Reader, searchText: string, nicknameKey: string) =>
    sql<{
      id: string
    }>`select id from account where id = ${searchText} or nickname_key = ${nicknameKey} or lower(email) = lower(${searchText})
      order by id = ${searchText} desc limit 1`,
)

export const listOperatorIds = async (db: Db): Promise<string[]> =>
  (await db.selectFrom('account').select('id').where('is_operator', '=', true).execute()).map(({ id }) => id)
