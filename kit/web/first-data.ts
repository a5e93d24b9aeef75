import { storage } from './storage.ts'

/** Answers of guest reads that came with the page, by path and query. */
const answers = new Map<string, unknown>()

/** Reads the page's data block. To be called once, before the first render. */
export function readFirstData(): void {
  const block = document.getElementById('first-data')?.textContent
  if (!block) return
  for (const [url, body] of JSON.parse(block) as [string, unknown][]) answers.set(url, body)
}

/** The answer that came with the page, if it did and the reader is the guest it was made for. */
export const firstAnswer = (url: string): unknown => (storage.get('access_token') ? undefined : answers.get(url))

/** Somebody has come or gone: what the page brought may not be theirs. */
export const dropFirstData = (): void => answers.clear()
