import { createIsbotFromList, isbotPatterns, list } from 'isbot'
import { addressKey, type Limits } from './limits.ts'
import type { LimitResult } from './sliding-counters.ts'

/** Limits that a household stays below. A browser that changes its `User-Agent` for each request exceeds them. */
const halfHourLimit = { max: 20, windowSeconds: 1800 }
const dayLimit = { max: 100, windowSeconds: 86_400 }

/** Command-line tools and automated browsers, which count as guests because people run them. `isbot` calls them bots. */
const ownPrograms = [
  'node',
  'undici',
  'curl/8.0',
  'Wget/1.0',
  'python-requests/2.0',
  'Go-http-client/1.1',
  'HeadlessChrome/120.0',
  'Playwright/1.0',
  'PostmanRuntime/7.0',
]
const ownProgramPatterns = new Set(ownPrograms.flatMap(isbotPatterns))
/** Whether a `User-Agent` is that of a crawler, link preview or monitor. */
const isBot = createIsbotFromList(list.filter((pattern) => !ownProgramPatterns.has(pattern)))

interface Guest {
  address: string
  userAgent: string | undefined
}

/**
 * Counts an event of a guest, unless guests at this address have reached the limit of the figure, or a known bot sends it.
 * @param figure `views:{id}`
 */
export function countGuestEvent(limits: Pick<Limits, 'count'>, { address, userAgent }: Guest, figure: string): LimitResult {
  if (isBot(userAgent)) return { allowed: false, retryAfter: dayLimit.windowSeconds }
  const key = `guests:${figure}:${addressKey(address)}`
  // Counts the two limits one after the other, so that events refused by the half-hour limit don't use up the daily limit.
  const soon = limits.count(key, halfHourLimit)
  return soon.allowed ? limits.count(key, dayLimit) : soon
}
