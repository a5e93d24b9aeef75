import type { PersonalData } from '#kit/server/personal-data.ts'
import { formatAmount } from '../../money.ts'
import { readStatement } from './transactions.ts'

/** The books outlive the account, without its name. */
export const walletPersonalData: PersonalData = {
  exports: {
    wallet: async (db, userId) =>
      (await readStatement(db, userId)).map(({ date_at, cause_type, tier_name, amount, balance_after }) => ({
        date_at,
        cause: cause_type,
        ...(tier_name !== null && { package: tier_name }),
        amount: formatAmount(amount),
        balance_after: balance_after === null ? null : formatAmount(balance_after),
      })),
  },
}
