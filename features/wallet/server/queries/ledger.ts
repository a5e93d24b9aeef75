import { type RawBuilder, sql } from 'kysely'
import { violatedConstraint, type Db, exactIsoTime, isoTime } from '#kit/server/db/db.ts'
import { prepareOne } from '#kit/server/db/prepare.ts'
import { fail } from '#kit/server/http/fail.ts'
import type { accountKinds, CauseType } from '../../contract.ts'
import { walletErrors } from '../../errors.ts'

type AccountKind = (typeof accountKinds)[number]
export type SiteAccount = Exclude<AccountKind, 'wallet' | 'debt'>

/** A transaction between a user and the site. `amount` and the amounts of `site` add up to zero. */
export interface Posting {
  cause: { type: CauseType; id: string }
  /** Null if the account was deleted; then `amount` is 0. */
  userId: string | null
  /** Cents added to the wallet; negative: taken from the wallet. */
  amount: number
  /** Cents added to accounts of the site. */
  site: Partial<Record<SiteAccount, number>>
  /** If true, an amount beyond the balance becomes debt. Otherwise, the posting fails. */
  mayHaveDebt?: boolean
  paymentId?: string | null
  details?: Readonly<Record<string, unknown>>
  /** Default: now. */
  at?: Date | null | undefined
}

type OrSql<T> = T | RawBuilder<T>
/** A posting in a statement; `details` is JSON. */
interface PostingSql extends Pick<Posting, 'userId' | 'mayHaveDebt' | 'paymentId' | 'at'> {
  cause: { type: CauseType; id: OrSql<string> }
  amount: OrSql<number>
  site: Partial<Record<SiteAccount, OrSql<number>>>
  details: OrSql<string>
}

/** SQL: posts a transaction. Returns its id, or null if its cause was already posted. @throws see {@link refuseUncovered} */
export const ledgerPosting = ({ cause, userId, amount, site, mayHaveDebt = false, paymentId = null, details, at = null }: PostingSql) =>
  sql<string | null>`post_to_ledger(${cause.type}, ${cause.id}, ${userId}, ${amount}::bigint,
    array[${sql.join(Object.keys(site).map((kind) => sql.lit(kind)))}]::text[], array[${sql.join(Object.values(site))}]::bigint[],
    ${sql.lit(mayHaveDebt)}, ${paymentId}, ${details}::jsonb, ${at}::timestamptz)`

const post = prepareOne(
  (_: Db, posting: Omit<Posting, 'details'> & { details: string }) => sql<{ id: string | null }>`select ${ledgerPosting(posting)} as id`,
)

/** SQL: the tax included in a price, in cents, rounded half up. @param percent for example 21 */
export const taxIn = (cents: OrSql<number>, percent: number) =>
  sql<number>`round(${cents} * ${percent}::numeric / (100 + ${percent}::numeric))`

/** Converts a posting's database error to 422 `balance` if the balance is too small or the user has debt. */
export function refuseUncovered(error: unknown): never {
  if (violatedConstraint(error) === 'wallet_balance') fail(walletErrors.balance, { field: 'balance' })
  throw error
}

/**
 * Posts a transaction. Call it in a database transaction, before locking anything that other transactions lock after the wallet.
 * @returns the transaction's id; null if its cause was already posted
 * @throws 422 `balance` if the balance is too small, or the user has debt
 */
export async function postToLedger(tx: Db, posting: Posting): Promise<string | null> {
  const row = await post(tx, { ...posting, details: JSON.stringify(posting.details ?? {}) }).catch(refuseUncovered)
  return row?.id ?? null
}

/** SQL: the balance of a user's account, in cents. @param userId an id or a column */
export const latestBalance = (userId: string | RawBuilder<string>, kind: 'wallet' | 'debt') => sql<number>`coalesce((
    select entry.balance_after from ledger_account as own join ledger_entry as entry on entry.account_id = own.id
    where own.user_id = ${userId} and own.kind = ${sql.lit(kind)} order by entry.number desc limit 1), 0)`

/** Returns the user's balance, debt and pending payments in cents. None is negative. */
export const findWallet = prepareOne(
  (_: Db, userId: string) =>
    sql<{ balance: number; debt: number; pending: number }>`
      select ${latestBalance(userId, 'wallet')} as balance, -${latestBalance(userId, 'debt')} as debt,
        (select coalesce(sum(amount), 0) from payment where payment.user_id = ${userId} and status = 'open') as pending`,
)

/** An error that the check of the books found. */
interface LedgerFault {
  fault: string
}

/**
 * Checks the whole ledger: transactions add up to zero, running balances and numbers have no gaps, all entries belong to a transaction, and
 * payments match the amounts that their provider confirmed.
 * @returns at most 100 errors
 */
export async function checkLedger(db: Db): Promise<string[]> {
  const { rows } = await sql<LedgerFault>`
    select 'transaction ' || t.id || ' does not balance: ' || coalesce(sum(e.amount), 0) || ' cents in ' || count(e.id) || ' entries' as fault
      from ledger_transaction t left join ledger_entry e on e.transaction_id = t.id group by t.id having coalesce(sum(e.amount), 0) <> 0 or count(e.id) < 2
    union all
    select 'account ' || account_id || ', entry ' || number || ': balance ' || balance_after || ' instead of ' || total || ', place ' || place
      from (select *, sum(amount) over running as total, row_number() over running as place from ledger_entry where number is not null
        window running as (partition by account_id order by number)) as e
      where total <> balance_after or place <> number
    union all
    select 'payment ' || p.id || ' is ' || p.status || ', but ' || posted.cents || ' cents of it are posted'
      from payment p cross join lateral (
        select coalesce(-sum(e.amount), 0) as cents from ledger_transaction t join ledger_entry e on e.transaction_id = t.id
        where t.payment_id = p.id and e.account_kind = 'provider') as posted
      where (p.status in ('open', 'failed', 'expired') and posted.cents <> 0)
        or (p.status = 'paid' and p.problem is null and posted.cents <= 0)
        or (p.status in ('refunded', 'charged_back') and posted.cents <> 0)
    union all
    select 'receipts of ' || year || ' end with ' || max(number) || ', but there are ' || count(*) from receipt group by year having max(number) <> count(*)
    limit 100`.execute(db)
  return rows.map(({ fault }) => fault)
}

export interface AccountTotal {
  account: AccountKind
  debit: number
  credit: number
}

/** Returns the sum of all entries for each kind of account, in cents. */
export const readTrialBalance = async (db: Db): Promise<AccountTotal[]> =>
  (
    await sql<AccountTotal>`
      select kind.name as account, coalesce(-sum(e.amount) filter (where e.amount < 0), 0)::bigint as debit,
        coalesce(sum(e.amount) filter (where e.amount > 0), 0)::bigint as credit
      from unnest(array['wallet', 'debt', 'provider', 'revenue', 'vat', 'adjustments']) with ordinality as kind (name, place)
        left join ledger_entry e on e.account_kind = kind.name
      group by kind.name, kind.place order by kind.place`.execute(db)
  ).rows

export interface LedgerFilter {
  cause_type?: string | undefined
  user_id?: string | undefined
  id?: string
}
export interface LedgerRow {
  id: string
  /** Time with microseconds. */
  time: string
  date_at: string
  cause_type: CauseType
  cause_id: string
  payment_id: string | null
  user: { id: string; nickname: string | null } | null
  tier_name: string | null
  is_refunded: boolean
  note: string | null
  entries: { account: AccountKind; amount: number; balance_after: number | null }[]
}

/** Lists the ledger's transactions, latest first, after `after`. */
export async function listLedger(
  db: Db,
  { cause_type, user_id, id }: LedgerFilter,
  limit: number,
  after?: { time: string; id: string },
): Promise<LedgerRow[]> {
  const { rows } = await sql<LedgerRow>`
    select t.id, ${exactIsoTime(sql.ref('t.created_at'))} as time, ${isoTime(sql.ref('t.created_at'))} as date_at, t.cause_type, t.cause_id, t.payment_id,
      (select json_build_object('id', account.id, 'nickname', account.nickname)
        from ledger_entry e join ledger_account a on a.id = e.account_id join account on account.id = a.user_id
        where e.transaction_id = t.id limit 1) as user,
      t.details ->> 'tier_name' as tier_name, t.details ->> 'note' as note,
      exists (select from ledger_transaction refund where refund.cause_type = 'purchase_refund' and refund.cause_id = t.id) as is_refunded,
      (select json_agg(json_build_object('account', e.account_kind, 'amount', e.amount, 'balance_after', e.balance_after) order by e.id)
        from ledger_entry e where e.transaction_id = t.id) as entries
    from ledger_transaction t
    where ${cause_type === undefined ? sql`true` : sql`t.cause_type = ${cause_type}`}
      and ${
        user_id === undefined
          ? sql`true`
          : sql`t.id in (select e.transaction_id from ledger_account a join ledger_entry e on e.account_id = a.id where a.user_id = ${user_id})`
      }
      and ${id === undefined ? sql`true` : sql`t.id = ${id}`}
      and ${after === undefined ? sql`true` : sql`(t.created_at, t.id) < (${after.time}::timestamptz, ${after.id})`}
    order by t.created_at desc, t.id desc limit ${limit}`.execute(db)
  return rows
}
