import type { Db } from '#kit/server/db/db.ts'
import { notify } from '#features/notifications/server/notify.ts'
import { checkLedger } from './queries/ledger.ts'
import { listOperatorIds } from './queries/transactions.ts'

/** Checks the whole ledger, and notifies the operators if it has errors. @throws Error with the errors, so that the job counts as failed */
export async function checkLedgerOrAlert(db: Db): Promise<void> {
  const problems = await checkLedger(db)
  if (problems.length === 0) return
  await notify(db, { kind: 'ledger_wrong', to: await listOperatorIds(db), path: '/operator/ledger', bundle: 'ledger_wrong' })
  throw new Error(`the ledger is wrong: ${problems.join('; ')}`)
}
