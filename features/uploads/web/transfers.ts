import { createStore } from '#ui/store.ts'
import { type SpeedSample, withSample } from './speed.ts'

/**
 * State of a transfer. `queued`: waits for another transfer. `interrupted`: stopped by a temporary failure, resumes automatically.
 * `refused`: stays until the user retries. `sent`: the server has received the file.
 */
export type TransferState = 'queued' | 'sending' | 'paused' | 'interrupted' | 'refused' | 'sent'

/** Cause of an interruption: the connection, a rate limit, or the server. */
export type Interruption = 'connection' | 'rate-limit' | 'server'

/** Target of an upload. */
export interface Destination {
  playlistId: string
  seriesId: string
  /** Index in the series; default: the end. */
  index?: number | undefined
}

/** A file that this page sends. */
export interface Transfer extends Destination {
  key: string
  /** User id. */
  ownerId: string
  file: File
  title: string
  /** Id of the upload on the server, once known. */
  uploadId: string | undefined
  /** Bytes received by the server. */
  sentBytes: number
  samples: readonly SpeedSample[]
  state: TransferState
  /** Cause of the last interruption. */
  interruptedBy: Interruption
  /** The server's message, if it refused the file. */
  reason: string | undefined
}

export interface SenderEvents {
  /** Called when the server has created the upload. */
  created: (uploadId: string) => void
  progressed: (sentBytes: number) => void
  done: () => void
  /** Called after a temporary failure, after which the upload can resume. Default cause: the connection. */
  interrupted: (by?: Interruption) => void
  /** Called after a refusal. `isGone`: the server no longer has the upload, so a retry starts from the beginning. */
  refused: (reason: string, isGone: boolean) => void
}

/** A sender of one file. It sends no events between `stop` and the next start. */
export interface Sender {
  start: () => void
  /** Pauses; the sent part stays on the server. */
  stop: () => void
}

/** The calls of uploads. Their code loads with the first file. */
export interface UploadCalls {
  open: (transfer: Transfer, events: SenderEvents) => Promise<Sender>
  /** Deletes the sent part. @throws ApiError */
  remove: (uploadId: string) => Promise<void>
}

export interface ChosenFile extends Destination {
  ownerId: string
  file: File
  title: string
  /** An earlier upload to resume, of which the server has a part. */
  resumed?: { id: string; received: number } | undefined
}

const maxConcurrentTransfers = 2
/** Delays of retries in ms. They grow while no bytes arrive. */
const retryDelaysMs = [1000, 2000, 5000, 10_000, 30_000]
/** Minimum ms between displayed updates. */
const updateEveryMs = 250

/** Creates the transfers of a page. Two run at a time, and the others wait in order. */
export function createTransfers(wire: UploadCalls, now: () => number = Date.now) {
  const store = createStore<readonly Transfer[]>([])
  const senders = new Map<string, Sender>()
  const retries = new Map<string, { timer: ReturnType<typeof setTimeout>; count: number }>()
  let last = 0

  const find = (key: string) => store.get().find((one) => one.key === key)
  const change = (key: string, changes: Partial<Transfer>) =>
    store.set((transfers) => transfers.map((one) => (one.key === key ? { ...one, ...changes } : one)))

  const stopRetry = (key: string) => clearTimeout(retries.get(key)?.timer)
  const forget = (key: string) => {
    stopRetry(key)
    retries.delete(key)
    senders.delete(key)
    store.set((transfers) => transfers.filter((one) => one.key !== key))
  }

  const eventsOf = (key: string): SenderEvents => {
    let shownAt = 0
    const end = (changes: Partial<Transfer>) => {
      change(key, changes)
      startNext()
    }
    return {
      created: (uploadId) => change(key, { uploadId }),
      progressed(sentBytes) {
        const transfer = find(key)
        if (transfer?.state !== 'sending' || (now() - shownAt < updateEveryMs && sentBytes < transfer.file.size)) return
        shownAt = now()
        if (sentBytes > transfer.sentBytes) retries.delete(key)
        change(key, { sentBytes, samples: withSample(transfer.samples, { atMs: shownAt, sentBytes }) })
      },
      done() {
        senders.delete(key)
        const size = find(key)?.file.size ?? 0
        end({ state: 'sent', sentBytes: size })
      },
      interrupted(interruptedBy = 'connection') {
        const count = retries.get(key)?.count ?? 0
        const delayMs = retryDelaysMs[Math.min(count, retryDelaysMs.length - 1)]
        retries.set(key, { timer: setTimeout(() => queue(key), delayMs), count: count + 1 })
        end({ state: 'interrupted', interruptedBy })
      },
      refused(reason, isGone) {
        senders.delete(key)
        end({ state: 'refused', reason, ...(isGone && { uploadId: undefined, sentBytes: 0 }) })
      },
    }
  }

  async function send(key: string): Promise<void> {
    const transfer = find(key)
    if (!transfer) return
    change(key, { state: 'sending', samples: [], reason: undefined })
    const events = eventsOf(key)
    try {
      const sender = senders.get(key) ?? (await wire.open(transfer, events))
      // Stops if the transfer was paused or removed while the code loaded.
      if (!find(key)) return
      senders.set(key, sender)
      if (find(key)?.state === 'sending') sender.start()
    } catch {
      events.interrupted()
    }
  }

  function startNext(): void {
    const transfers = store.get()
    const free = maxConcurrentTransfers - transfers.filter(({ state }) => state === 'sending').length
    const next = transfers.filter(({ state }) => state === 'queued').slice(0, Math.max(0, free))
    for (const { key } of next) void send(key)
  }

  /** Queues the transfer. */
  function queue(key: string): void {
    stopRetry(key)
    change(key, { state: 'queued' })
    startNext()
  }

  function pause(key: string): void {
    stopRetry(key)
    senders.get(key)?.stop()
    change(key, { state: 'paused' })
    startNext()
  }

  return {
    ...store,
    find,
    add(files: readonly ChosenFile[]): void {
      const added = files.map(({ resumed, ...one }) => ({
        ...one,
        key: `t${++last}`,
        uploadId: resumed?.id,
        sentBytes: resumed?.received ?? 0,
        samples: [],
        state: 'queued' as const,
        interruptedBy: 'connection' as const,
        reason: undefined,
      }))
      store.set((transfers) => [...transfers, ...added])
      startNext()
    },
    pause,
    /** Resumes after a pause, a refusal or an interruption. */
    resume: queue,
    /** Deletes the sent part. @throws the call's error, after which the transfer stays paused */
    async cancel(key: string): Promise<void> {
      pause(key)
      const uploadId = find(key)?.uploadId
      if (uploadId !== undefined) await wire.remove(uploadId)
      forget(key)
    },
    /** Removes a finished or refused transfer from the list. */
    dismiss: forget,
    /** Call when the connection is back. */
    reconnect(): void {
      for (const { key, state } of store.get()) if (state === 'interrupted') queue(key)
    },
    /** Makes all transfers wait, because the user logged out. */
    hold(): void {
      for (const { key, state } of store.get()) {
        if (state !== 'sending' && state !== 'queued') continue
        stopRetry(key)
        senders.get(key)?.stop()
        change(key, { state: 'interrupted', interruptedBy: 'connection' })
      }
    },
    /** Resumes the transfers of the user who logged in, and drops others. */
    attend(userId: string): void {
      for (const { key, ownerId } of store.get()) {
        if (ownerId === userId) continue
        senders.get(key)?.stop()
        forget(key)
      }
      this.reconnect()
    },
  }
}

/** Whether leaving the page would interrupt the transfer. */
export const isInterruptedByLeaving = ({ state }: Transfer): boolean => state === 'queued' || state === 'sending' || state === 'interrupted'
