import { violatedConstraint, type Db } from '#kit/server/db/db.ts'
import { fail } from '#kit/server/http/fail.ts'
import { accountsErrors } from '../errors.ts'
import { lookAlikeKey } from '../rules.ts'
import { insertAccounts, type NewAccount } from './queries/accounts.ts'

/** Converts a unique violation to the error of the taken email or username. Rethrows other errors. */
export function throwTakenError(error: unknown): never {
  const constraint = violatedConstraint(error)
  if (constraint === 'account_email_key') fail(accountsErrors.email_taken, { field: 'email' })
  if (constraint === 'account_nickname_key') fail(accountsErrors.nickname_taken, { field: 'nickname' })
  throw error
}

/** Adds accounts atomically. @throws 422 when an email or username is taken */
export async function saveAccounts(db: Db, accounts: NewAccount[]): Promise<void> {
  const rows = accounts.map((account) => ({ ...account, nickname_key: account.nickname === null ? null : lookAlikeKey(account.nickname) }))
  await insertAccounts(db, rows).catch(throwTakenError)
}
