import type { LedgerTransaction } from '../contract.ts'
import { formatAmount } from '../money.ts'
import type { LedgerRow } from './queries/ledger.ts'

/** Converts a row of the ledger for operators. */
export const toLedgerTransaction = (row: LedgerRow): LedgerTransaction => ({
  id: row.id,
  date_at: row.date_at,
  cause_type: row.cause_type,
  cause_id: row.cause_id,
  payment_id: row.payment_id,
  user: row.user,
  tier_name: row.tier_name,
  is_refunded: row.is_refunded,
  note: row.note,
  entries: row.entries.map(({ account, amount, balance_after: after }) => ({
    account,
    amount: formatAmount(amount),
    balance_after: after === null ? null : formatAmount(after),
  })),
})
