import { isSignedIn } from './storage.ts'

/** Guest reads embedded in the page, by path and query. */
const responses = new Map<string, unknown>()

/** Reads the page's data block. Call once, before the first render. */
export function readFirstData(): void {
  const block = document.getElementById('first-data')?.textContent
  if (!block) return
  for (const [url, body] of JSON.parse(block) as [string, unknown][]) responses.set(url, body)
}

/** Returns an embedded response. Undefined for users, because pages embed only responses for guests. */
export const firstResponse = (url: string): unknown => (isSignedIn() ? undefined : responses.get(url))

/** Drops the embedded responses when the user changes. */
export const dropFirstData = (): void => responses.clear()
