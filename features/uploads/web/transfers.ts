import { createStore } from '#ui/store.ts'
import { type Sample, withSample } from './speed.ts'

/**
 * - `queued`: it waits until another one is through
 * - `interrupted`: by something that passes: it goes on by itself
 * - `refused`: it does not go on unless somebody tries again
 * - `sent`: all of it is there; the server goes on with it
 */
export type TransferState = 'queued' | 'sending' | 'paused' | 'interrupted' | 'refused' | 'sent'

/** What an upload was interrupted by: the connection broke, the server takes no more of this person for now, or has trouble of its own. */
export type Interruption = 'connection' | 'turn' | 'server'

/** Where an upload goes. */
export interface Destination {
  playlistId: string
  seriesId: string
  /** Its place in the series; the end unless told. */
  index?: number | undefined
}

/** A file that this page sends. */
export interface Transfer extends Destination {
  key: string
  /** Whose it is. */
  ownerId: string
  file: File
  title: string
  /** As the server knows it, once it does. */
  uploadId: string | undefined
  /** Bytes that are there. */
  sent: number
  samples: readonly Sample[]
  state: TransferState
  /** By what it was interrupted last. */
  interruptedBy: Interruption
  /** Why it was refused, as a sentence. */
  reason: string | undefined
}

export interface SenderEvents {
  /** The server knows it. */
  created: (uploadId: string) => void
  progressed: (sent: number) => void
  done: () => void
  /** It may go on later, from where it was. Default: by the connection. */
  interrupted: (by?: Interruption) => void
  /** `isGone`: the server knows it no more, and it would start at its beginning. */
  refused: (reason: string, isGone: boolean) => void
}

/** Sends one file. Nothing is told of it after `stop`, until it is started again. */
export interface Sender {
  start: () => void
  /** What was sent stays on the server. */
  stop: () => void
}

/** The calls, whose code comes with the first file. */
export interface Wire {
  open: (transfer: Transfer, events: SenderEvents) => Promise<Sender>
  /** Deletes what was sent. @throws ApiError */
  remove: (uploadId: string) => Promise<void>
}

export interface Chosen extends Destination {
  ownerId: string
  file: File
  title: string
  /** One that was begun before: the server has a part of it. */
  begun?: { id: string; received: number } | undefined
}

const maxSending = 2
/** ms until what was interrupted is tried again: longer each time that nothing came through. */
const retryDelaysMs = [1000, 2000, 5000, 10_000, 30_000]
/** ms between two figures that are shown. */
const shownEveryMs = 250

/** The files that a page sends: two at a time, the others wait in their order. */
export function createTransfers(wire: Wire, now: () => number = Date.now) {
  const store = createStore<readonly Transfer[]>([])
  const senders = new Map<string, Sender>()
  const retries = new Map<string, { timer: ReturnType<typeof setTimeout>; count: number }>()
  let last = 0

  const find = (key: string) => store.get().find((one) => one.key === key)
  const change = (key: string, changes: Partial<Transfer>) =>
    store.set((all) => all.map((one) => (one.key === key ? { ...one, ...changes } : one)))

  const stopRetry = (key: string) => clearTimeout(retries.get(key)?.timer)
  const forget = (key: string) => {
    stopRetry(key)
    retries.delete(key)
    senders.delete(key)
    store.set((all) => all.filter((one) => one.key !== key))
  }

  const eventsOf = (key: string): SenderEvents => {
    let shownAt = 0
    const end = (changes: Partial<Transfer>) => {
      change(key, changes)
      startNext()
    }
    return {
      created: (uploadId) => change(key, { uploadId }),
      progressed(sent) {
        const transfer = find(key)
        if (transfer?.state !== 'sending' || (now() - shownAt < shownEveryMs && sent < transfer.file.size)) return
        shownAt = now()
        if (sent > transfer.sent) retries.delete(key)
        change(key, { sent, samples: withSample(transfer.samples, { at: shownAt, sent }) })
      },
      done() {
        senders.delete(key)
        const size = find(key)?.file.size ?? 0
        end({ state: 'sent', sent: size })
      },
      interrupted(interruptedBy = 'connection') {
        const count = retries.get(key)?.count ?? 0
        const delayMs = retryDelaysMs[Math.min(count, retryDelaysMs.length - 1)]
        retries.set(key, { timer: setTimeout(() => queue(key), delayMs), count: count + 1 })
        end({ state: 'interrupted', interruptedBy })
      },
      refused(reason, isGone) {
        senders.delete(key)
        end({ state: 'refused', reason, ...(isGone && { uploadId: undefined, sent: 0 }) })
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
      // It may have been paused or given up while its code came.
      if (!find(key)) return
      senders.set(key, sender)
      if (find(key)?.state === 'sending') sender.start()
    } catch {
      events.interrupted()
    }
  }

  function startNext(): void {
    const all = store.get()
    const free = maxSending - all.filter(({ state }) => state === 'sending').length
    const next = all.filter(({ state }) => state === 'queued').slice(0, Math.max(0, free))
    for (const { key } of next) void send(key)
  }

  /** It goes on when its turn comes. */
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
    add(chosen: readonly Chosen[]): void {
      const added = chosen.map(({ begun, ...one }) => ({
        ...one,
        key: `t${++last}`,
        uploadId: begun?.id,
        sent: begun?.received ?? 0,
        samples: [],
        state: 'queued' as const,
        interruptedBy: 'connection' as const,
        reason: undefined,
      }))
      store.set((all) => [...all, ...added])
      startNext()
    },
    pause,
    /** Goes on after a pause, tries again after a refusal, or at once after an interruption. */
    resume: queue,
    /** Deletes what was sent of it. @throws what the call throws: it then stays, paused */
    async cancel(key: string): Promise<void> {
      pause(key)
      const uploadId = find(key)?.uploadId
      if (uploadId !== undefined) await wire.remove(uploadId)
      forget(key)
    },
    /** It is no longer shown: it is through, or was refused. */
    dismiss: forget,
    /** There is a connection again. */
    reconnect(): void {
      for (const { key, state } of store.get()) if (state === 'interrupted') queue(key)
    },
    /** Nobody is logged in any more: all of it waits for whoever comes. */
    hold(): void {
      for (const { key, state } of store.get()) {
        if (state !== 'sending' && state !== 'queued') continue
        stopRetry(key)
        senders.get(key)?.stop()
        change(key, { state: 'interrupted', interruptedBy: 'connection' })
      }
    },
    /** Somebody is here: theirs goes on, and what somebody else left is none of their business. */
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

/** Would something be lost when the page is left? */
export const isUnderWay = ({ state }: Transfer): boolean => state === 'queued' || state === 'sending' || state === 'interrupted'
