import { type Db, violatedConstraint } from '#kit/server/db/db.ts'
import { fail } from '#kit/server/http/fail.ts'
import { accountsErrors } from '../errors.ts'
import { checkOperatorLeft } from './queries/accounts.ts'

/** Refuses a change after which no operator could act. Call it in the transaction of the change. @throws 409 */
export async function assertOperatorLeft(tx: Db): Promise<void> {
  try {
    await checkOperatorLeft(tx)
  } catch (error) {
    if (violatedConstraint(error) === 'operator_left') fail(accountsErrors.last_operator)
    throw error
  }
}
