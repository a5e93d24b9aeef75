import type { Db } from '#kit/server/db/db.ts'
import { SetupError } from '#kit/server/setup-error.ts'
import { formatAmount } from '#features/wallet/money.ts'
import { checkLedger, readTrialBalance } from '#features/wallet/server/queries/ledger.ts'
import { listUncreditedPayments } from '#features/wallet/server/queries/payments.ts'

/** Checks the books and returns the trial balance. @throws SetupError with the errors it found */
export async function reportLedger(db: Db): Promise<string> {
  const problems = await checkLedger(db)
  if (problems.length > 0) throw new SetupError(`The ledger is wrong:\n${problems.map((problem) => `  ${problem}`).join('\n')}`)
  const accounts = (await readTrialBalance(db)).map(
    ({ account, debit, credit }) => `  ${account.padEnd(12)} ${formatAmount(debit).padStart(14)} ${formatAmount(credit).padStart(14)}`,
  )
  const uncredited = (await listUncreditedPayments(db)).map(
    ({ id, amount, problem }) => `Payment ${id} of ${formatAmount(amount)} was paid but not credited: its ${problem} doesn’t match.`,
  )
  return [`The ledger is right.\n  account               debit         credit`, ...accounts, ...uncredited].join('\n')
}
