import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Log } from '../log.ts'

/** Notifications of the database. Each channel has its own connection. */
export interface DatabaseNotifications {
  /**
   * Calls `work` after each notification. Also calls `work` after each new connection, because notifications before it are lost.
   * @param onLost called when notifications may be lost, until `work` is called again
   */
  onNotice: (channel: string, work: () => void, onLost?: () => void) => void
  stop: () => Promise<void>
}

const maxReconnectMs = 10_000

export function createDatabaseNotifications({ connection, log }: { connection: string; log: Pick<Log, 'warn'> }): DatabaseNotifications {
  const stopping = new AbortController()
  const listening: Promise<void>[] = []

  async function listen(channel: string, work: () => void, onLost?: () => void) {
    for (let waitMs = 250; !stopping.signal.aborted; waitMs = Math.min(waitMs * 2, maxReconnectMs)) {
      const client = new pg.Client({ connectionString: connection, application_name: `choice ${channel} notices`, keepAlive: true })
      const ended = new Promise<void>((resolve) => {
        client.on('error', () => resolve())
        client.on('end', () => resolve())
        stopping.signal.addEventListener('abort', () => resolve(), { once: true })
      })
      client.on('notification', work)
      try {
        await client.connect()
        await client.query(`listen ${channel}`)
        work()
        waitMs = 250
        await ended
      } catch (error) {
        log.warn({ err: error }, 'the database does not notify')
      }
      onLost?.()
      await client.end().catch(() => undefined)
      await sleep(waitMs, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined)
    }
  }

  return {
    onNotice: (channel, work, onLost) => void listening.push(listen(channel, work, onLost)),
    async stop() {
      stopping.abort()
      await Promise.all(listening)
    },
  }
}
