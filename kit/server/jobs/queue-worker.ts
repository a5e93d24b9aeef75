import { setTimeout as sleep } from 'node:timers/promises'
import type { Schema } from '#kit/contract/endpoint.ts'
import { type Db, isDatabaseUnavailable } from '../db/db.ts'
import { markJobDead, completeJob, endCancelledJob, returnJob, type Heartbeat, retryJob, type ClaimedJob, claimJobs } from './job-store.ts'
import { PermanentJobError, type Job, type JobHandler } from './job.ts'
import { describeError, type Log } from '../log.ts'

/** Runs the jobs of one kind in this process. */
export interface QueueWorker {
  readonly job: Job
  start(): void
  /** Takes waiting jobs up to the concurrency limit. */
  startWaitingJobs(): void
  /** Polls several times within half a second, because a job sent in a transaction becomes visible at the commit. */
  pollSoon(): void
  /** Returns the running jobs for the next heartbeat; `hasNewProgress`: a job has reported progress since the last heartbeat. */
  listHeartbeats(): { runs: Heartbeat[]; hasNewProgress: boolean }
  /** Handles a heartbeat's result. Runs missing in `aliveRuns` were given to another process. */
  handleHeartbeat(heartbeats: readonly Heartbeat[], aliveRuns: ReadonlyMap<string, { isCancelled: boolean }>): void
  /** Aborts a run of this process, if it has one. */
  cancel(id: string): void
  /** Resolves when all runs have ended. At the `deadline`, hands back the jobs that still run. */
  stop(deadline: Promise<void>): Promise<void>
}

export interface QueueWorkerOptions {
  job: Job
  handler: JobHandler<Schema>
  db: Db
  log: Log
}

interface Run {
  claimed: ClaimedJob
  ending: AbortController
  done: Promise<void>
  percent: number | null
  textKey: string | null
}

/** Most transactions commit shortly after their last statement. */
const pollDelaysMs = [5, 25, 100, 400] as const
const maxBackoffSeconds = 86_400

/** Reasons for an early end of a run. */
class OverdueError extends Error {
  override readonly name = 'OverdueError'
}
class StoppingError extends Error {
  override readonly name = 'StoppingError'
}
class CancelledError extends Error {
  override readonly name = 'CancelledError'
}
class LostRunError extends Error {
  override readonly name = 'LostRunError'
}

export function createQueueWorker({ job, handler, db, log }: QueueWorkerOptions): QueueWorker {
  const runs = new Map<string, Run>()
  let started = false
  let stopping = false
  let claiming: Promise<void> | undefined
  let mustRepeat = false
  let delaysMs: number[] = []
  let timer: NodeJS.Timeout | undefined
  let firesAt = 0
  let hasNewProgress = false

  /** Takes waiting jobs. If jobs are already being taken, takes jobs once more afterwards, so that no new job is missed. */
  function startWaitingJobs() {
    if (!started || stopping) return
    mustRepeat = true
    claiming ??= takeAll()
      .catch((error: unknown) => log.warn({ job: job.name, err: error }, 'jobs could not be taken'))
      .finally(() => (claiming = undefined))
  }
  function pollSoon() {
    delaysMs = [...pollDelaysMs]
    if (timer && firesAt <= Date.now() + pollDelaysMs[0]) return
    clearTimeout(timer)
    pollLater()
  }
  function pollLater() {
    const delayMs = delaysMs.shift()
    timer = undefined
    if (!started || stopping || delayMs === undefined) return
    firesAt = Date.now() + delayMs
    timer = setTimeout(() => {
      startWaitingJobs()
      pollLater()
    }, delayMs)
  }

  async function takeAll() {
    while (mustRepeat && !stopping) {
      mustRepeat = false
      const room = job.concurrency - runs.size
      if (room < 1) return
      for (const claimed of await claimJobs(db, job.name, room)) begin(claimed)
    }
  }
  function begin(claimed: ClaimedJob) {
    const run: Run = { claimed, ending: new AbortController(), done: Promise.resolve(), percent: null, textKey: null }
    if (stopping) run.ending.abort(new StoppingError())
    runs.set(claimed.runId, run)
    run.done = perform(run).finally(() => {
      runs.delete(claimed.runId)
      startWaitingJobs()
    })
  }

  async function perform(run: Run) {
    const { claimed, ending } = run
    try {
      await handle(run)
      await recordOutcome(claimed, () => completeJob(db, claimed))
    } catch (error) {
      const reason: unknown = ending.signal.reason
      if (reason instanceof StoppingError) return recordOutcome(claimed, () => returnJob(db, claimed))
      if (reason instanceof CancelledError) return recordOutcome(claimed, () => endCancelledJob(db, claimed))
      // Another process now runs the job, and records its outcome.
      if (reason instanceof LostRunError) return
      await recordFailure(claimed, error)
    }
  }
  function recordFailure(claimed: ClaimedJob, error: unknown) {
    const logFields = { job: job.name, id: claimed.id, attempt: claimed.attempt, err: error }
    if (error instanceof PermanentJobError || claimed.attempt >= claimed.maxAttempts) {
      log.error(logFields, 'a job failed for good')
      return recordOutcome(claimed, () => markJobDead(db, claimed, storableMessage(error)))
    }
    log.warn(logFields, 'a job failed and is tried again')
    const waitSeconds = Math.min(job.backoffSeconds * 2 ** (claimed.attempt - 1) * (1 + Math.random()), maxBackoffSeconds)
    return recordOutcome(claimed, () => retryJob(db, claimed, storableMessage(error), waitSeconds))
  }

  function handle(run: Run): Promise<void> {
    const { claimed, ending } = run
    const { signal } = ending
    signal.throwIfAborted()
    const parsed = job.schema.safeParse(claimed.payload)
    if (!parsed.success) throw new PermanentJobError('its payload is not what this release expects')
    const report = (percent: number, textKey?: string) => {
      run.percent = Math.round(Math.min(Math.max(percent, 0), 100))
      run.textKey = textKey ?? null
      hasNewProgress = true
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

  /** Records the outcome, with retries while the database is down. If it can't be written, heartbeats stop and the job is retried. */
  async function recordOutcome({ id }: ClaimedJob, write: () => Promise<unknown>) {
    for (let waitMs = 100; ; waitMs = Math.min(waitMs * 2, 5000)) {
      try {
        await write()
        return
      } catch (error) {
        if (stopping) return
        if (waitMs === 100) log.warn({ job: job.name, id, err: error }, 'the outcome of a job could not be written yet')
        if (!isDatabaseUnavailable(error)) return
        await sleep(waitMs)
      }
    }
  }

  return {
    job,
    start: () => (started = true),
    startWaitingJobs,
    pollSoon,
    listHeartbeats() {
      const isReported = hasNewProgress
      hasNewProgress = false
      return {
        runs: [...runs.values()].map(({ claimed: { id, runId }, percent, textKey }) => ({ id, runId, percent, textKey })),
        hasNewProgress: isReported,
      }
    },
    handleHeartbeat(heartbeats, aliveRuns) {
      for (const { runId } of heartbeats) {
        const run = runs.get(runId)
        const state = aliveRuns.get(runId)
        if (!state) run?.ending.abort(new LostRunError('it was given to another process'))
        else if (state.isCancelled) run?.ending.abort(new CancelledError('it was cancelled'))
      }
    },
    cancel(id) {
      for (const { claimed, ending } of runs.values()) if (claimed.id === id) ending.abort(new CancelledError('it was cancelled'))
    },
    async stop(deadline) {
      stopping = true
      clearTimeout(timer)
      for (const { ending } of runs.values()) ending.abort(new StoppingError())
      await Promise.race([claiming, deadline])
      await Promise.race([Promise.all([...runs.values()].map(({ done }) => done)), deadline])
      const returnedJobs = Promise.allSettled([...runs.values()].map(({ claimed }) => returnJob(db, claimed)))
      // Waits at most half a second, because the database may be down. Another instance then notices the missing heartbeats.
      await Promise.race([returnedJobs, sleep(500, undefined, { ref: false })])
    },
  }
}

/** Returns the error's message, without secrets and characters that PostgreSQL can't store. */
const storableMessage = (error: unknown) => String(describeError(error)['message']).replaceAll('\0', '').toWellFormed().slice(0, 2000)
