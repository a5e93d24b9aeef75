import { assertDatabaseResponds, type Db } from '../db/db.ts'
import type { JobRun } from '../jobs/job.ts'

/** Users per read. */
const batchSize = 500
/** Maximum accounts that an error names. */
const maxNamed = 10

/** A run of the job that sends emails. */
export type MailRun = Pick<JobRun, 'signal' | 'isLastAttempt'>

/** Emails of one kind that are due. */
export interface DueMails {
  /** Returns the ids of the next users with a due email, in order. */
  list: (after: string, limit: number) => Promise<string[]>
  /** Marks the user's email as no longer due, and sends it. Does nothing if it isn't due, or if another process sends it. */
  send: (tx: Db, id: string) => Promise<void>
  /** Marks the user's email as no longer due. */
  skip: (tx: Db, id: string) => Promise<unknown>
}

/**
 * Sends due emails, each in its own transaction, so that one that fails delays no others. The job's last attempt skips emails that fail, so
 * that none is tried forever.
 * @throws if emails failed: the job is tried again, and is among the failed jobs after its last attempt
 */
export async function sendDueMails(db: Db, { list, send, skip }: DueMails, { signal, isLastAttempt }: MailRun): Promise<void> {
  const failedIds: string[] = []
  let cause: unknown
  for (let ids = await list('', batchSize); ids.length > 0; ids = await list(ids.at(-1)!, batchSize))
    for (const id of ids) {
      if (signal.aborted) return
      try {
        await db.transaction().execute((tx) => send(tx, id))
      } catch (error) {
        // Ends the run if the database is down.
        await assertDatabaseResponds(db)
        failedIds.push(id)
        cause ??= error
        if (isLastAttempt)
          await db
            .transaction()
            .execute((tx) => skip(tx, id))
            .catch(() => undefined)
      }
    }
  if (failedIds.length === 0) return
  const names = failedIds.slice(0, maxNamed).join(', ')
  const outcome = isLastAttempt ? 'failed, and are not tried again by this job' : 'failed'
  throw new Error(`${failedIds.length} emails ${outcome} (accounts ${names}): ${String(cause)}`, { cause })
}
