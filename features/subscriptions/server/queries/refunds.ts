/** Queries for refunds of purchases. */
import { sql } from 'kysely'
import type { Db } from '#kit/server/db/db.ts'
import { prepare } from '#kit/server/db/prepare.ts'
import type { Reader } from '#kit/server/reader.ts'
import type { Subscriber } from './renewals.ts'

/** The charge of a period in the ledger. Amounts are in cents. */
export interface Purchase {
  id: string
  subscription_id: string
  /** Null if the user's account was deleted. */
  user: Subscriber | null
  revenue: number
  vat: number
  details: { tier_name: string; vat_percent: number }
}

const sumOfEntries = (kind: 'revenue' | 'vat') =>
  sql`coalesce((select sum(e.amount) from ledger_entry e where e.transaction_id = t.id and e.account_kind = ${sql.lit(kind)}), 0)::bigint`

/** Finds a purchase for operators. */
export const findPurchase = prepare(
  (_: Db, _reader: Reader, id: string) => sql<Purchase>`
    select t.id, split_part(t.cause_id, ':', 1) as subscription_id, t.details, ${sumOfEntries('revenue')} as revenue, ${sumOfEntries('vat')} as vat,
      (select json_build_object('user_id', account.id, 'email', account.email, 'language', account.language)
        from ledger_entry e join ledger_account a on a.id = e.account_id join account on account.id = a.user_id
        where e.transaction_id = t.id limit 1) as user
    from ledger_transaction t where t.id = ${id} and t.cause_type = 'subscription'`,
)

/** Ends a running subscription at once. */
export const endSubscriptionNow = (tx: Db, id: string) =>
  sql`update subscription set ended_at = billing_now() where id = ${id} and ended_at is null`.execute(tx)
