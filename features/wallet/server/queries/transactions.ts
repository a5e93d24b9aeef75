import { sql } from 'kysely'
import { type Db, exactIsoTime, isoTime } from '#kit/server/db/db.ts'
import type { JsonText } from '#kit/server/db/json-text.ts'
import { prepare, prepareOne } from '#kit/server/db/prepare.ts'
import { euroDecimal } from '#kit/server/euros.ts'
import type { Reader } from '#kit/server/reader.ts'
import type { CauseType, Transaction } from '../../contract.ts'

/** SQL: the user's posted transactions, one row each. `amount` is the sum of the entries for wallet and debt, in cents. */
const postedItems = (userId: string) => sql`
  select t.id, t.created_at, t.details ->> 'tier_name' as tier_name, sum(e.amount)::bigint as amount, t.cause_type, null::text as status,
    coalesce(max(e.balance_after) filter (where e.account_kind = 'wallet'), 0) as balance_after
  from ledger_account a join ledger_entry e on e.account_id = a.id join ledger_transaction t on t.id = e.transaction_id
  where a.user_id = ${userId} group by t.id`

/** SQL on `item`: the transaction's type for users. Payments without a posted transaction have no cause. */
const typeSql = sql<Transaction['type']>`case coalesce(item.cause_type, 'payment')
  when 'payment' then 'balance' when 'purchase_refund' then 'refund' else item.cause_type end`
const createdAt = isoTime(sql.ref('item.created_at'))

/** Lists posted transactions and payments that are pending or that failed in the last month. Latest first, after `after`. */
export const listTransactions = prepare(
  (_: Db, userId: string, limit: number, after: { time: string; id: string } | undefined) => sql<{
    id: string
    /** Time with microseconds. */
    time: string
    json: JsonText<Transaction>
  }>`
    select item.id, ${exactIsoTime(sql.ref('item.created_at'))} as time, json_build_object('id', item.id, 'tier_name', item.tier_name, 'date_at', ${createdAt},
      'amount', ${euroDecimal(sql.ref('item.amount'))}, 'type', ${typeSql}, 'is_paid', item.cause_type is not null, 'status', item.status,
      'balance_after', ${euroDecimal(sql.ref('item.balance_after'))},
      'receipt_url', case when item.cause_type is not null then '/api/receipts/' || item.id end)::text as json
    from (
      ${postedItems(userId)}
      union all
      select payment.id, payment.created_at, null, payment.amount, null, payment.status, null from payment
        where payment.user_id = ${userId} and payment.status in ('open', 'failed', 'expired')
          and payment.created_at > now() - interval '30 days'
    ) as item
    ${after === undefined ? sql`` : sql`where (item.created_at, item.id) < (${after.time}::timestamptz, ${after.id})`}
    order by item.created_at desc, item.id desc limit ${limit}`,
)

export interface StatementRow {
  date: string
  cause: CauseType
  type: Transaction['type']
  tier_name: string | null
  /** In cents, like `balance`. */
  amount: number
  balance: number
}

/** Lists all posted transactions, oldest first. */
export const readStatement = async (db: Db, userId: string): Promise<StatementRow[]> =>
  (
    await sql<StatementRow>`
      select ${createdAt} as date, item.cause_type as cause, ${typeSql} as type, item.tier_name, item.amount, item.balance_after as balance
      from (${postedItems(userId)}) as item order by item.created_at, item.id`.execute(db)
  ).rows

export interface ReceiptRow {
  year: number
  number: number
  date: Date
  cause_type: CauseType
  details: { tier_name?: string; vat_percent?: number; note?: string }
  /** In cents, with the wallet and the debt added up. */
  amount: number
  /** Tax included in the amount, in cents. */
  vat: number
  balance_after: number
  payment_id: string | null
  name: string
  email: string
}

/** Gives numbers to new receipts. */
export const numberReceipts = (db: Db) => sql`select number_receipts()`.execute(db)

/** Finds a numbered receipt of the user. */
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

/** Finds an account that can have a wallet, for operators. @param searchText id, username or email address */
export const findAccount = prepare(
  (_: Db, _reader: Reader, searchText: string, nicknameKey: string) =>
    sql<{
      id: string
    }>`select id from account where id = ${searchText} or nickname_key = ${nicknameKey} or lower(email) = lower(${searchText})
      order by id = ${searchText} desc limit 1`,
)

export const listOperatorIds = async (db: Db): Promise<string[]> =>
  (await db.selectFrom('account').select('id').where('is_operator', '=', true).execute()).map(({ id }) => id)
