import type { Db } from '../db/db.ts'
import { maxClockSkewMs, type Schedules } from './job-schedule.ts'
import { findDueNames, fixFutureJobs, recoverJobs, writeHeartbeats } from './job-store.ts'
import type { Log } from '../log.ts'
import type { QueueWorker } from './queue-worker.ts'

export interface PollLoopOptions {
  db: Db
  log: Log
  /** By the name of their job. */
  workers: ReadonlyMap<string, QueueWorker>
  heartbeatSeconds: number
}

/** Polls the database for due jobs, writes heartbeats, and retries jobs of other processes whose heartbeats are missing. */
export interface PollLoop {
  start(schedules: Schedules): void
  /** Resolves when the current poll has ended. */
  stop(): Promise<void>
}

const pollMs = 1000
const missedHeartbeats = 4

export function createPollLoop({ db, log, workers, heartbeatSeconds }: PollLoopOptions): PollLoop {
  const heartbeatMs = heartbeatSeconds * 1000
  let stopping = false
  let timer: NodeJS.Timeout | undefined
  let polling = Promise.resolve()
  let isDatabaseAway = false
  /** Time of the first response of the database after its last outage. */
  let reachableSince = 0
  let lastHeartbeatAt = 0
  let recoverAt = 0

  /** Polls once a second. When idle, one statement checks which kinds have due jobs. */
  async function pollOnce(schedules: Schedules) {
    try {
      await beat()
      if (performance.now() >= recoverAt) await recover()
      await schedules.run()
      for (const name of await findDueNames(db, [...workers.keys()])) workers.get(name)?.startWaitingJobs()
      if (isDatabaseAway) log.info('jobs run again')
      isDatabaseAway = false
    } catch (error) {
      if (!isDatabaseAway) log.warn({ err: error }, 'jobs wait for the database')
      isDatabaseAway = true
      reachableSince = Infinity
    }
    if (!isDatabaseAway && reachableSince === Infinity) reachableSince = performance.now()
  }
  function poll(schedules: Schedules) {
    polling = pollOnce(schedules).finally(() => {
      if (!stopping) timer = setTimeout(() => poll(schedules), pollMs)
    })
  }

  async function beat() {
    const beats = [...workers.values()].map((queueWorker) => ({ queueWorker, ...queueWorker.listHeartbeats() }))
    const runs = beats.flatMap((beat) => beat.runs)
    if (!runs.length || (performance.now() < lastHeartbeatAt && !beats.some(({ hasNewProgress }) => hasNewProgress))) return
    const aliveRuns = await writeHeartbeats(db, runs)
    for (const { queueWorker, runs: heartbeats } of beats) queueWorker.handleHeartbeat(heartbeats, aliveRuns)
    lastHeartbeatAt = performance.now() + heartbeatMs
  }

  async function recover() {
    recoverAt = performance.now() + heartbeatMs
    await fixFutureJobs(db, maxClockSkewMs)
    // After a database outage, first gives all processes time to send a heartbeat.
    if (performance.now() < reachableSince + 2 * heartbeatMs) return
    for (const { state, ...about } of await recoverJobs(db, missedHeartbeats * heartbeatSeconds)) {
      if (state === 'dead') log.error(about, 'a job failed for good: the process that ran it ended')
      else log.warn(about, 'the process that ran a job ended, and it is tried again')
    }
  }

  return {
    start(schedules) {
      reachableSince = performance.now()
      poll(schedules)
    },
    async stop() {
      stopping = true
      clearTimeout(timer)
      await polling
    },
  }
}
