/** Stores calls that wait for a connection in local storage. After their tab is closed, another tab sends them. */
import { useSyncExternalStore } from 'react'
import { type ApiError, callEndpoint } from '#kit/contract/client.ts'
import type { Endpoint, InputOf } from '#kit/contract/endpoint.ts'
import { isTransient } from './failures.ts'
import { send } from './fetch.ts'
import { retryQueue, repeatUntilAnswered, type StoredRequest } from './repeat.ts'
import { type StoredCall, storage } from './storage.ts'
import { tabId } from './tab.ts'
import { actingTeam } from './viewer.ts'

export const maxStoredCalls = 200
/** Shorter than the 15 days in which the server recognizes a repeated call. */
const maxAgeMs = 7 * 24 * 3600 * 1000

/** Each call has its own key, so that two tabs that write at once don't overwrite each other's calls. */
const keyOf = (id: string) => `waiting_moves.${id}`

function readEntries(): [key: string, text: string][] {
  try {
    return Object.entries<string>(localStorage).filter(([key]) => key.startsWith(keyOf('')))
  } catch {
    return []
  }
}
function parseCall(text: string): StoredCall | [] {
  try {
    const call = JSON.parse(text) as StoredCall
    return Date.now() - call.at < maxAgeMs ? call : []
  } catch {
    return []
  }
}
let cache = { texts: '', calls: [] as readonly StoredCall[] }
/** Lists the stored calls of all tabs, in the order in which they were made. Returns the same list until they change. */
export function listStoredCalls(): readonly StoredCall[] {
  const storedTexts = readEntries().map(([, text]) => text)
  const texts = storedTexts.toSorted().join('\n')
  if (texts !== cache.texts) cache = { texts, calls: storedTexts.flatMap(parseCall).toSorted((a, b) => a.at - b.at) }
  return cache.calls
}
export const useStoredCalls = (): readonly StoredCall[] => useSyncExternalStore(storage.subscribe, listStoredCalls)

/** Writes a call, or removes it. Does nothing if storage is blocked or full. */
function writeCall(id: string, call: StoredCall | undefined): void {
  try {
    if (call) localStorage.setItem(keyOf(id), JSON.stringify(call))
    else localStorage.removeItem(keyOf(id))
  } catch {
    return
  }
  // Browsers notify only other tabs, so this notifies the own tab.
  dispatchEvent(new StorageEvent('storage', { key: keyOf(id) }))
}
const findCall = (id: string) => listStoredCalls().find((storedCall) => storedCall.id === id)

const lockOf = (tab: string) => `waiting-moves-${tab}`
let isMarked = false
/** Holds a lock as long as this page lives, so that other pages don't send its calls. */
function markAlive(): void {
  if (isMarked) return
  isMarked = true
  void navigator.locks.request(lockOf(tabId), () => new Promise(() => {})).catch(() => undefined)
}

/** @returns whether it was stored; false above the limit, or if storage is blocked */
function storeCall({ id, path, input, text }: StoredRequest): boolean {
  const calls = listStoredCalls()
  // Browsers have no locks on pages without https.
  if (calls.length >= maxStoredCalls || !('locks' in navigator)) return false
  markAlive()
  const team = actingTeam()
  // Later than all stored calls, even if the clock was set back.
  const time = Math.max(Date.now(), (calls.at(-1)?.at ?? 0) + 1)
  writeCall(id, { id, tab: tabId, path, input, text, at: time, ...(team !== undefined && { team }) })
  return findCall(id) !== undefined
}

/** Removes an answered call, even if it became a suggestion (202). A refused call stays until the user dismisses it. */
function removeAnsweredCall(id: string, refusal?: string): void {
  const call = findCall(id)
  if (call) writeCall(id, refusal === undefined ? undefined : { ...call, refused: refusal })
}
export const dismissStoredCalls = (ids: readonly string[]): void => ids.forEach((id) => writeCall(id, undefined))

/** Hands over a call of this page, as if the page were closed. It is sent for the user or team that made it. */
function releaseCall(id: string): void {
  const call = findCall(id)
  if (call) writeCall(id, { ...call, tab: '' })
}

/** Drops calls that are too old or unreadable. */
function deleteOldCalls(): void {
  const validKeys = new Set(listStoredCalls().map(({ id }) => keyOf(id)))
  for (const [key] of readEntries()) if (!validKeys.has(key)) writeCall(key.slice(keyOf('').length), undefined)
}

/** Migrates calls of former versions to one key each. */
function migrateOldList(): void {
  const oldValue = storage.get('waiting_moves')
  if (!Array.isArray(oldValue)) return
  for (const [index, call] of oldValue.entries()) writeCall(call.id, { ...call, at: call.at + index })
  // Removes only the list: `storage.remove` would remove the calls too, because their keys begin with its name.
  localStorage.removeItem('waiting_moves')
}

interface Replay {
  endpoints: readonly Endpoint[]
  accepted: (response: never) => void
}

/** Tabs whose calls this tab sends once they are closed. */
const watchedTabs = new Set<string>()

/** From now on, stores waiting calls of this page. One tab at a time sends the calls of closed pages, in order. */
export function startStoringCalls(replay: Replay): () => void {
  Object.assign(retryQueue, { keep: storeCall, settle: removeAnsweredCall, handOver: releaseCall })
  const watch = () => {
    if (!('locks' in navigator)) return
    for (const { tab, refused } of listStoredCalls())
      if (tab !== tabId && refused === undefined && !watchedTabs.has(tab)) {
        watchedTabs.add(tab)
        void navigator.locks.request(lockOf(tab), () => sendAll(tab, replay)).finally(() => watchedTabs.delete(tab))
      }
  }
  migrateOldList()
  deleteOldCalls()
  watch()
  return storage.subscribe(watch)
}

async function sendAll(tab: string, replay: Replay): Promise<void> {
  const sentIds = new Set<string>()
  // More calls may be handed over during the loop.
  for (;;) {
    const next = listStoredCalls().find(
      (storedCall) => storedCall.tab === tab && storedCall.refused === undefined && !sentIds.has(storedCall.id),
    )
    if (!next) return
    sentIds.add(next.id)
    await sendStoredCalls(next, replay)
  }
}

async function sendStoredCalls({ id, path, input, team }: StoredCall, { endpoints, accepted }: Replay): Promise<void> {
  const endpoint = endpoints.find((endpoint) => endpoint.path === path)
  if (!endpoint) return dismissStoredCalls([id])
  // Sends the call for the team or user that it was made for.
  const teamInput = { ...input, headers: { 'x-team-id': team ?? '' } } as InputOf<Endpoint>
  try {
    const response = await repeatUntilAnswered(() => callEndpoint(endpoint, teamInput, send), {
      isSameViewer: () => listStoredCalls().some((storedCall) => storedCall.id === id),
    })
    removeAnsweredCall(id)
    accepted(response as never)
  } catch (error) {
    // A call without a response stays stored for the next page.
    const { status, message } = error as ApiError
    if (!isTransient(error)) removeAnsweredCall(id, status === 202 ? undefined : message)
  }
}
