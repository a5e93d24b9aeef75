import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

/** Locks across processes, for work that takes longer than a transaction should. */
export interface SharedLocks {
  /**
   * Waits for the lock, and asks the process that holds it to release it.
   * @param signal ends the wait
   * @param onContention called if another process waits for the lock, or if the lock was lost with its connection: end the work soon
   * @returns a function that releases the lock; undefined if the other process did not release it in time
   */
  acquire(key: string, options: { signal: AbortSignal; onContention: () => void }): Promise<(() => Promise<void>) | undefined>
  stop(): Promise<void>
}

interface SharedLocksOptions {
  connection: string
  /** The namespace of the keys. */
  name: string
  /** How long a caller waits for the process that holds the lock. Default: 10 s. */
  waitMs?: number
}

const pollMs = 100

/**
 * Advisory locks of one connection, which is opened with the first lock. PostgreSQL releases them when the process ends in any way. Two
 * callers in the same process both get a lock, so callers must exclude each other within the process.
 */
export function createSharedLocks({ connection, name, waitMs = 10_000 }: SharedLocksOptions): SharedLocks {
  const channel = `lock_wanted_${name}`
  let connected: Promise<pg.Client> | undefined
  const callbacks = new Map<string, () => void>()
  let pendingQuery: Promise<unknown> = Promise.resolve()
  /** Runs one statement after the other, as pg requires. */
  function runQuery<R extends pg.QueryResultRow>(client: pg.Client, text: string, key: string): Promise<pg.QueryResult<R>> {
    const response = pendingQuery.then(() => client.query<R>(text, [channel, key]))
    pendingQuery = response.catch(() => undefined)
    return response
  }

  function connect(): Promise<pg.Client> {
    const client = new pg.Client({
      connectionString: connection,
      application_name: `choice ${name} locks`,
      keepAlive: true,
      connectionTimeoutMillis: 5000,
      query_timeout: 5000,
    })
    const onConnectionLost = () => {
      if (connected !== opening) return
      connected = undefined
      const holders = [...callbacks.values()]
      callbacks.clear()
      for (const onContention of holders) onContention()
    }
    client.on('error', onConnectionLost)
    client.on('end', onConnectionLost)
    client.on('notification', ({ payload = '' }) => callbacks.get(payload)?.())
    const opening = client
      .connect()
      .then(() => client.query(`listen ${channel}`))
      .then(() => client)
    opening.catch(() => {
      onConnectionLost()
      void client.end().catch(() => undefined)
    })
    return opening
  }

  return {
    async acquire(key, { signal, onContention }) {
      const client = await (connected ??= connect())
      for (const end = performance.now() + waitMs; ;) {
        const { rows } = await runQuery<{ is_ours: boolean }>(
          client,
          'select pg_try_advisory_lock(hashtext($1), hashtext($2)) as is_ours',
          key,
        )
        if (rows[0]?.is_ours) break
        if (signal.aborted || performance.now() > end) return undefined
        await runQuery(client, 'select pg_notify($1, $2)', key)
        await sleep(pollMs, undefined, { signal }).catch(() => undefined)
      }
      callbacks.set(key, onContention)
      return async () => {
        if (callbacks.get(key) === onContention) callbacks.delete(key)
        // A lost connection has already released the lock.
        await runQuery(client, 'select pg_advisory_unlock(hashtext($1), hashtext($2))', key).catch(() => undefined)
      }
    },
    async stop() {
      const client = await connected?.catch(() => undefined)
      connected = undefined
      await client?.end().catch(() => undefined)
    },
  }
}
