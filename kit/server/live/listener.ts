import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

const maxReconnectMs = 15_000

/**
 * Listens on a dedicated connection for notifications of new events, and reconnects when the connection breaks.
 * @param onNotification also called after a reconnect, because notifications may have been lost before
 */
export function createListener(connection: string, onNotification: () => void, stopping: AbortSignal) {
  let client: pg.Client | undefined
  let listening: Promise<void> | undefined

  async function listen(): Promise<void> {
    const listener = new pg.Client({
      connectionString: connection,
      application_name: 'choice events',
      keepAlive: true,
      connectionTimeoutMillis: 5000,
    })
    let isLost = false
    const onConnectionLost = () => {
      if (isLost || stopping.aborted) return
      isLost = true
      void reconnect()
    }
    listener.on('error', onConnectionLost)
    listener.on('end', onConnectionLost)
    listener.on('notification', onNotification)
    try {
      await listener.connect()
      await listener.query('listen live_event')
    } catch (error) {
      isLost = true
      void listener.end().catch(() => {})
      throw error
    }
    client = listener
  }
  async function reconnect() {
    for (let waitMs = 250; !stopping.aborted; waitMs = Math.min(waitMs * 2, maxReconnectMs)) {
      try {
        await listen()
        onNotification()
        return
      } catch {
        await sleep(waitMs, undefined, { signal: stopping, ref: false }).catch(() => {})
      }
    }
  }

  return {
    /** Connects at the first call. @throws if the database doesn't respond */
    start: (): Promise<void> =>
      (listening ??= listen().catch((error: unknown) => {
        listening = undefined
        throw error
      })),
    end: async (): Promise<void> => client?.end().catch(() => {}),
  }
}
