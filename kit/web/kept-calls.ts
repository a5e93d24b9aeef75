/** Keeps calls that wait for a connection in local storage. After their tab is closed, another one sends them. */
import { type ApiError, call } from '#kit/contract/client.ts'
import type { Endpoint, InputOf } from '#kit/contract/endpoint.ts'
import { isTransient } from './failures.ts'
import { send } from './fetch.ts'
import { keeper, repeatUntilAnswered, type KeptRequest } from './repeat.ts'
import { type KeptCall, storage } from './storage.ts'
import { tabId } from './tab.ts'

export const maxKept = 200
/** Below the 15 days in which the server recognizes a repeated call. */
const maxAgeMs = 7 * 24 * 3600 * 1000

const read = (): KeptCall[] => {
  const kept = storage.get('waiting_moves')
  return Array.isArray(kept) ? kept.filter(({ at }) => Date.now() - at < maxAgeMs) : []
}
const write = (calls: readonly KeptCall[]): void =>
  calls.length > 0 ? storage.set('waiting_moves', calls) : storage.remove('waiting_moves')

const lockOf = (tab: string) => `waiting-moves-${tab}`
let isMarked = false
/** Holds a lock as long as this page lives: others leave its calls alone. */
function markAlive(): void {
  if (isMarked) return
  isMarked = true
  void navigator.locks.request(lockOf(tabId), () => new Promise(() => {})).catch(() => undefined)
}

/** @returns whether it is kept; not above the limit, and not if storage is blocked */
function keep({ id, path, input, text }: KeptRequest): boolean {
  const calls = read()
  // Browsers have no locks on pages without https.
  if (calls.length >= maxKept || !('locks' in navigator)) return false
  markAlive()
  const team = storage.get('account_mode') === 'TEAM' ? storage.get('team_id') : undefined
  write([
    ...calls.filter((one) => one.id !== id),
    { id, tab: tabId, path, input, text, at: Date.now(), ...(team !== undefined && { team }) },
  ])
  return read().some((one) => one.id === id)
}

/** Removes a call that was answered; a refused one stays to be shown, until it is dismissed. */
function settle(id: string, refused?: string): void {
  const calls = read()
  if (!calls.some((one) => one.id === id)) return
  write(calls.flatMap((one) => (one.id !== id ? one : refused === undefined ? [] : { ...one, refused })))
}
export const dismiss = (ids: readonly string[]): void => write(read().filter(({ id }) => !ids.includes(id)))

/** Releases a call of this page to be sent as a call of a closed one: for the user or team that it was made for. */
function handOver(id: string): void {
  if (read().some((one) => one.id === id)) write(read().map((one) => (one.id === id ? { ...one, tab: '' } : one)))
}

interface Replay {
  endpoints: readonly Endpoint[]
  accepted: (answer: never) => void
}

/** Tabs whose calls this one sends once they are closed. */
const watched = new Set<string>()

/** Keeps waiting calls of this page from now on, and sends those of closed pages, in their order and by one tab alone. */
export function startKeeping(replay: Replay): () => void {
  Object.assign(keeper, { keep, settle, handOver })
  const watch = () => {
    if (!('locks' in navigator)) return
    for (const { tab, refused } of read())
      if (tab !== tabId && refused === undefined && !watched.has(tab)) {
        watched.add(tab)
        void navigator.locks.request(lockOf(tab), () => sendAll(tab, replay)).finally(() => watched.delete(tab))
      }
  }
  // Drops calls that are too old.
  if (read().length < (storage.get('waiting_moves')?.length ?? 0)) write(read())
  watch()
  return storage.subscribe(watch)
}

async function sendAll(tab: string, replay: Replay): Promise<void> {
  const sent = new Set<string>()
  // Others may be handed over in the meantime.
  for (;;) {
    const next = read().find((one) => one.tab === tab && one.refused === undefined && !sent.has(one.id))
    if (!next) return
    sent.add(next.id)
    await sendKept(next, replay)
  }
}

async function sendKept({ id, path, input, team }: KeptCall, { endpoints, accepted }: Replay): Promise<void> {
  const endpoint = endpoints.find((one) => one.path === path)
  if (!endpoint) return dismiss([id])
  // Sends it for the team, or the user, that it was made for.
  const asThen = { ...input, headers: { 'x-team-id': team ?? '' } } as InputOf<Endpoint>
  try {
    const answer = await repeatUntilAnswered(() => call(endpoint, asThen, send), {
      isSameViewer: () => read().some((one) => one.id === id),
    })
    settle(id)
    accepted(answer as never)
  } catch (error) {
    // An unanswered call stays for the next page.
    if (!isTransient(error)) settle(id, (error as ApiError).message)
  }
}
