import type { SubjectOf } from '#shell/subjects.ts'
import type { LedgerTransaction } from '../contract.ts'

declare module '#shell/subjects.ts' {
  interface SubjectTypes {
    /** A purchase in the ledger, for operators. `name` is the package's name. */
    purchase: {
      /** Euros paid from the wallet. */
      amount: string
    }
  }
}
declare module '#shell/slots.ts' {
  interface Slots {
    /** Shown in the ledger beside a purchase that can be refunded. */
    'ledger.purchase': 'purchase'
  }
}

/** Returns the transaction as a purchase, if it can be refunded. */
export function refundablePurchase(transaction: LedgerTransaction): SubjectOf<'purchase'> | undefined {
  const { id, cause_type: cause, is_refunded: isRefunded, user, tier_name: name, entries } = transaction
  const paid = entries.find(({ account }) => account === 'wallet')?.amount
  if (cause !== 'subscription' || isRefunded || user === null || paid === undefined || paid === '0.00') return undefined
  return { type: 'purchase', id, name: name ?? '', amount: paid.replace('-', '') }
}
