import type { Db } from '../db/db.ts'
import type { Log } from '../log.ts'
import { insertLiveEvents, type LiveEvent } from './live-events.ts'

/** Interval at which a process inserts its events, as one batch. */
const publishMs = 30

/** Inserts events soon, in batches. Events that can't be inserted are lost. */
export function createEventWriter({ db, log }: { db: Db; log: Log }) {
  let queue: LiveEvent[] = []
  let writing = Promise.resolve()
  let timer: NodeJS.Timeout | undefined

  function write() {
    timer = undefined
    const events = queue
    queue = []
    writing = writing
      .then(() => insertLiveEvents(db, events))
      .catch((error: unknown) => log.warn({ err: error, events: events.length }, 'open pages were not told of changes'))
  }
  return {
    add(events: readonly LiveEvent[]): void {
      if (events.length === 0) return
      queue.push(...events)
      timer ??= setTimeout(write, publishMs)
    },
    /** Inserts all events now. */
    async flush(): Promise<void> {
      if (timer) {
        clearTimeout(timer)
        write()
      }
      await writing
    },
  }
}
