/** Keeps calls that wait for a connection in local storage. After their tab is closed, another one sends them. */
import { useSyncExternalStore } from 'react'
import { type ApiError, call } from '#kit/contract/client.ts'
import type { Endpoint, InputOf } from '#kit/contract/endpoint.ts'
import { isTransient } from './failures.ts'
import { send } from './fetch.ts'
import { retryQueue, repeatUntilAnswered, type KeptRequest } from './repeat.ts'
import { type KeptCall, storage } from './storage.ts'
import { tabId } from './tab.ts'

export const maxKept = 200
/** Below the 15 days in which the server recognizes a repeated call. */
const maxAgeMs = 7 * 24 * 3600 * 1000

/** Each call has its own key: two tabs that write at once don't replace each other's list. */
const keyOf = (id: string) => `waiting_moves.${id}`

function read(): [key: string, text: string][] {
  try {
    return Object.entries<string>(localStorage).filter(([key]) => key.startsWith(keyOf('')))
  } catch {
    return []
  }
}
function parse(text: string): KeptCall | [] {
  try {
    const call = JSON.parse(text) as KeptCall
    return Date.now() - call.at < maxAgeMs ? call : []
  } catch {
    return []
  }
}
let known = { texts: '', calls: [] as readonly KeptCall[] }
/** Lists the kept calls of all tabs, in the order in which they were made. Returns the same list until they change. */
export function listKept(): readonly KeptCall[] {
  const stored = read().map(([, text]) => text)
  const texts = stored.toSorted().join('\n')
  if (texts !== known.texts) known = { texts, calls: stored.flatMap(parse).toSorted((one, other) => one.at - other.at) }
  return known.calls
}
export const useKept = (): readonly KeptCall[] => useSyncExternalStore(storage.subscribe, listKept)

/** Writes a call, or removes it. Storage may be blocked or full. */
function write(id: string, call: KeptCall | undefined): void {
  try {
    if (call) localStorage.setItem(keyOf(id), JSON.stringify(call))
    else localStorage.removeItem(keyOf(id))
  } catch {
    return
  }
  // Browsers notify other tabs only.
  dispatchEvent(new StorageEvent('storage', { key: keyOf(id) }))
}
const find = (id: string) => listKept().find((one) => one.id === id)

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
  const calls = listKept()
  // Browsers have no locks on pages without https.
  if (calls.length >= maxKept || !('locks' in navigator)) return false
  markAlive()
  const team = storage.get('account_mode') === 'TEAM' ? storage.get('team_id') : undefined
  // Later than the others, also when the clock was set back.
  const at = Math.max(Date.now(), (calls.at(-1)?.at ?? 0) + 1)
  write(id, { id, tab: tabId, path, input, text, at, ...(team !== undefined && { team }) })
  return find(id) !== undefined
}

/** Removes a call that was answered, also by storing a suggestion (202); a refused one stays to be shown, until it is dismissed. */
function settle(id: string, refused?: string): void {
  const call = find(id)
  if (call) write(id, refused === undefined ? undefined : { ...call, refused })
}
export const dismiss = (ids: readonly string[]): void => ids.forEach((id) => write(id, undefined))

/** Releases a call of this page to be sent as a call of a closed one: for the user or team that it was made for. */
function handOver(id: string): void {
  const call = find(id)
  if (call) write(id, { ...call, tab: '' })
}

/** Drops calls that are too old, and what can't be read. */
function dropOld(): void {
  const kept = new Set(listKept().map(({ id }) => keyOf(id)))
  for (const [key] of read()) if (!kept.has(key)) write(key.slice(keyOf('').length), undefined)
}

/** Gives each call of a former version its key. */
function migrateFormerList(): void {
  const former = storage.get('waiting_moves')
  if (!Array.isArray(former)) return
  for (const [index, call] of former.entries()) write(call.id, { ...call, at: call.at + index })
  // Only the list: the calls have keys below its name.
  localStorage.removeItem('waiting_moves')
}

interface Replay {
  endpoints: readonly Endpoint[]
  accepted: (answer: never) => void
}

/** Tabs whose calls this one sends once they are closed. */
const watched = new Set<string>()

/** Keeps waiting calls of this page from now on, and sends those of closed pages, in their order and by one tab alone. */
export function startKeeping(replay: Replay): () => void {
  Object.assign(retryQueue, { keep, settle, handOver })
  const watch = () => {
    if (!('locks' in navigator)) return
    for (const { tab, refused } of listKept())
      if (tab !== tabId && refused === undefined && !watched.has(tab)) {
        watched.add(tab)
        void navigator.locks.request(lockOf(tab), () => sendAll(tab, replay)).finally(() => watched.delete(tab))
      }
  }
  migrateFormerList()
  dropOld()
  watch()
  return storage.subscribe(watch)
}

async function sendAll(tab: string, replay: Replay): Promise<void> {
  const sent = new Set<string>()
  // Others may be handed over in the meantime.
  for (;;) {
    const next = listKept().find((one) => one.tab === tab && one.refused === undefined && !sent.has(one.id))
    if (!next) return
    sent.add(next.id)
    await sendKept(next, replay)
  }
}

async function sendKept({ id, path, input, team }: KeptCall, { endpoints, accepted }: Replay): Promise<void> {
  const endpoint = endpoints.find((one) => one.path === path)
  if (!endpoint) return dismiss([id])
  // Sends it for the team, or the user, that it was made for.
  const teamInput = { ...input, headers: { 'x-team-id': team ?? '' } } as InputOf<Endpoint>
  try {
    const answer = await repeatUntilAnswered(() => call(endpoint, teamInput, send), {
      isSameViewer: () => listKept().some((one) => one.id === id),
    })
    settle(id)
    accepted(answer as never)
  } catch (error) {
    // An unanswered call stays for the next page.
    const { status, message } = error as ApiError
    if (!isTransient(error)) settle(id, status === 202 ? undefined : message)
  }
}
