import type { PersonalData } from '#kit/server/personal-data.ts'
import { formatAmount } from '../../money.ts'
import { readStatement } from './transactions.ts'

/** Transactions stay when the account is deleted, without the user's name. */
export const walletPersonalData: PersonalData = {
  exports: {
    wallet: async (db, userId) =>
      (await readStatement(db, userId)).map(({ date, cause, tier_name: tier, amount, balance }) => ({
        date_at: date,
        cause,
        ...(tier !== null && { package: tier }),
        amount: formatAmount(amount),
        balance_after: formatAmount(balance),
      })),
  },
}
