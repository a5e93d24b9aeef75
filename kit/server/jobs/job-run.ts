import type { Schema } from '#kit/contract/endpoint.ts'
import type { ClaimedJob } from './job-store.ts'
import { type Job, type JobHandler, PermanentJobError } from './job.ts'

/** A run of a job in this process. */
export interface Run {
  claimed: ClaimedJob
  ending: AbortController
  done: Promise<void>
  percent: number | null
  textKey: string | null
}

/** Reasons for an early end of a run. */
class OverdueError extends Error {
  override readonly name = 'OverdueError'
}
export class StoppingError extends Error {
  override readonly name = 'StoppingError'
}
export class CancelledError extends Error {
  override readonly name = 'CancelledError'
}
export class LostRunError extends Error {
  override readonly name = 'LostRunError'
}

interface RunnableJob {
  job: Job
  handler: JobHandler<Schema>
  /** Called when the handler has reported progress. */
  onProgress: () => void
}

/**
 * Runs a job's handler.
 * @throws the handler's error; PermanentJobError if the payload is invalid; an OverdueError after the time limit; the reason of an ended run
 */
export function performRun(run: Run, { job, handler, onProgress }: RunnableJob): Promise<void> {
  const { claimed, ending } = run
  const { signal } = ending
  signal.throwIfAborted()
  const parsed = job.schema.safeParse(claimed.payload)
  if (!parsed.success) throw new PermanentJobError('its payload is not what this release expects')
  const report = (percent: number, textKey?: string) => {
    run.percent = Math.round(Math.min(Math.max(percent, 0), 100))
    run.textKey = textKey ?? null
    onProgress()
  }
  let timeout: NodeJS.Timeout
  return new Promise<void>((resolve, reject) => {
    timeout = setTimeout(() => {
      const overdue = new OverdueError(`took longer than ${job.timeoutSeconds} s`)
      ending.abort(overdue)
      reject(overdue)
    }, job.timeoutSeconds * 1000)
    const { id, attempt, maxAttempts } = claimed
    handler(parsed.data, { id, attempt, isLastAttempt: attempt >= maxAttempts, signal, report }).then(resolve, reject)
  }).finally(() => clearTimeout(timeout))
}
