import { isSignedIn } from './storage.ts'

/** Guest reads embedded in the page, by path and query. */
const answers = new Map<string, unknown>()

/** Reads the page's data block. Call once, before the first render. */
export function readFirstData(): void {
  const block = document.getElementById('first-data')?.textContent
  if (!block) return
  for (const [url, body] of JSON.parse(block) as [string, unknown][]) answers.set(url, body)
}

/** Returns an embedded answer. Undefined for users, because pages embed only answers for guests. */
export const firstAnswer = (url: string): unknown => (isSignedIn() ? undefined : answers.get(url))

/** Drops the embedded answers when the user changes. */
export const dropFirstData = (): void => answers.clear()
