import { brokenConstraint, type Db } from '#kit/server/db.ts'
import { fail } from '#kit/server/fail.ts'
import { accountsErrors } from '../errors.ts'
import { lookAlikeKey } from '../rules.ts'
import { insertAccounts, type NewAccount } from './queries/accounts.ts'

/** Says on which field an address or a nickname is taken, when that is what went wrong. */
export function refuseTaken(error: unknown): never {
  const constraint = brokenConstraint(error)
  if (constraint === 'account_email_key') fail(accountsErrors.email_taken, { field: 'email' })
  if (constraint === 'account_nickname_key') fail(accountsErrors.nickname_taken, { field: 'nickname' })
  throw error
}

/** Adds accounts; all or none. @throws 422 when an address or a nickname has an account */
export async function saveAccounts(db: Db, accounts: NewAccount[]): Promise<void> {
  const rows = accounts.map((account) => ({ ...account, nickname_key: account.nickname === null ? null : lookAlikeKey(account.nickname) }))
  await insertAccounts(db, rows).catch(refuseTaken)
}
