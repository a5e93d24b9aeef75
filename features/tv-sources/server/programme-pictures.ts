/** Fetches pictures of programmes and on-demand videos, once for all that share an address, and stores them. */
import { createDeadlineSignal } from '#kit/server/abort.ts'
import type { Db } from '#kit/server/db/db.ts'
import { forEachConcurrent } from '#kit/server/for-each-concurrent.ts'
import type { Pictures } from '#features/media/server/pictures.ts'
import { guideDays } from '../rules.ts'
import {
  claimPicture,
  countStoredBytes,
  deleteUnwantedPictures,
  listDuePictures,
  listDuePosters,
  savePicture,
} from './queries/programme-pictures.ts'

/** Limits of one run, and of the storage. */
const defaultOptions = {
  limit: 400,
  limitPerHost: 200,
  hoursAhead: 48,
  atOnce: 2,
  timeoutMs: 15_000,
  runMs: 12 * 60_000,
  keptBytes: 2_000_000_000,
}

/**
 * Fractions of `keptBytes`. Up to the fraction `fetched`, pictures of past programmes and posters are fetched too. Above the fraction
 * `kept`, pictures of past programmes are deleted.
 */
const pastShares = { fetched: 0.5, kept: 0.9 }

interface FetchTools {
  db: Db
  pictures: Pick<Pictures, 'pictureOfPage'>
}
interface CleanTools {
  db: Db
  pictures: Pick<Pictures, 'removePictures'>
}

/**
 * Returns spans in hours from now, nearest first. Short spans, so that each has few programmes per channel. The first begins early, because
 * a current programme may have begun long ago.
 */
function spansOf(hoursAhead: number, withPast: boolean): (readonly [from: number, to: number])[] {
  const nearSelections = [
    [-3, 3],
    [3, 12],
    [-12, -3],
    [12, 48],
    [-48, -12],
  ] as const
  const past = Array.from({ length: withPast ? guideDays.back / 2 : 0 }, (_, index) => [-48 * (index + 2), -48 * (index + 1)] as const)
  return [...nearSelections, ...past].map(([from, to]) => [from, Math.min(to, hoursAhead)] as const).filter(([from, to]) => from < to)
}

interface DueSelection {
  withPast: boolean
  hoursAhead: number
  limit: number
  limitPerHost: number
}

/** Finds due addresses: of programmes nearest to now first, then of on-demand videos. Stops once it has enough. */
async function findDueAddresses(db: Db, { hoursAhead, ...choice }: DueSelection): Promise<string[]> {
  const { withPast, limit, limitPerHost } = choice
  const due = new Set<string>()
  const countsByHost = new Map<string, number>()
  const lists = spansOf(hoursAhead, withPast).map(
    ([from, to]) =>
      () =>
        listDuePictures(db, { ...choice, from, to }),
  )
  if (withPast) lists.push(() => listDuePosters(db, choice))
  for (const list of lists) {
    for (const { address, host } of await list()) {
      const count = countsByHost.get(host) ?? 0
      if (due.size >= limit || due.has(address) || count >= limitPerHost) continue
      due.add(address)
      countsByHost.set(host, count + 1)
    }
    if (due.size >= limit) break
  }
  return [...due]
}

/**
 * Fetches due pictures, nearest to now first. Safe to run in several processes, because a process claims each address before fetching it.
 */
export async function fetchProgrammePictures(
  { db, pictures }: FetchTools,
  signal: AbortSignal,
  limits: Partial<typeof defaultOptions> = {},
) {
  const { keptBytes, atOnce: concurrency, timeoutMs, runMs, ...choice } = { ...defaultOptions, ...limits }
  const hasRoom = async (part = 1) => (await countStoredBytes(db)) < part * keptBytes
  if (!(await hasRoom())) return
  const due = await findDueAddresses(db, { ...choice, withPast: await hasRoom(pastShares.fetched) })
  const endsAtMs = Date.now() + runMs
  const isOver = async () => signal.aborted || Date.now() >= endsAtMs || !(await hasRoom())
  await forEachConcurrent(due, { concurrency, isOver }, async (address) => {
    if (!(await claimPicture(db, address))) return
    const timeout = createDeadlineSignal(timeoutMs, signal)
    // Passes no user, because a user's daily quota would apply: when it is used up, further programmes would have no picture for a week.
    const picture = await pictures.pictureOfPage(db, address, { signal: timeout })
    if (!signal.aborted) await savePicture(db, address, picture)
  })
}

/** Deletes addresses that are no longer needed, and their pictures unless something else uses them. */
export async function cleanProgrammePictures(
  { db, pictures }: CleanTools,
  signal: AbortSignal,
  { keptBytes = defaultOptions.keptBytes } = {},
) {
  const withPast = (await countStoredBytes(db)) < pastShares.kept * keptBytes
  // The job for all pictures deletes pictures that became unused for other reasons.
  await pictures.removePictures(db, await deleteUnwantedPictures(db, withPast), signal)
}
