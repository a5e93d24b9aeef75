/** Pictures that guides name for programmes, and lists for what is on demand, are fetched once for all that name them, and kept as ours. */
import { withDeadline } from '#kit/server/abort.ts'
import type { Db } from '#kit/server/db/db.ts'
import { sideBySide } from '#kit/server/side-by-side.ts'
import type { Pictures } from '#features/media/server/pictures.ts'
import { guideDays } from '../rules.ts'
import {
  claimPicture,
  countKeptBytes,
  deleteUnwantedPictures,
  listDuePictures,
  listDuePosters,
  savePicture,
} from './queries/programme-pictures.ts'

/** What one run fetches, and what is kept at most. */
const usual = {
  limit: 400,
  limitPerHost: 200,
  hoursAhead: 48,
  atOnce: 2,
  timeoutMs: 15_000,
  runMs: 12 * 60_000,
  keptBytes: 2_000_000_000,
}

/** Parts of `keptBytes` up to which pictures of the past, and posters, are fetched, and those of the past kept: what is to come has the rest for itself. */
const past = { fetched: 0.5, kept: 0.9 }

interface FetchTools {
  db: Db
  pictures: Pick<Pictures, 'pictureOfPage'>
}
interface TidyTools {
  db: Db
  pictures: Pick<Pictures, 'removePictures'>
}

/** Hours from now, the nearest first: each is a short range of programmes of each channel. What is on may have begun long ago. */
function spansOf(hoursAhead: number, withPast: boolean): (readonly [from: number, to: number])[] {
  const near = [
    [-3, 3],
    [3, 12],
    [-12, -3],
    [12, 48],
    [-48, -12],
  ] as const
  const past = Array.from({ length: withPast ? guideDays.back / 2 : 0 }, (_, at) => [-48 * (at + 2), -48 * (at + 1)] as const)
  return [...near, ...past].map(([from, to]) => [from, Math.min(to, hoursAhead)] as const).filter(([from, to]) => from < to)
}

interface DueChoice {
  withPast: boolean
  hoursAhead: number
  limit: number
  limitPerHost: number
}

/** Addresses that are due, nearest to now first, then those of what is on demand: no further than it takes to find so many. */
async function findDue(db: Db, { hoursAhead, ...choice }: DueChoice): Promise<string[]> {
  const { withPast, limit, limitPerHost } = choice
  const due = new Set<string>()
  const ofHost = new Map<string, number>()
  const lists = spansOf(hoursAhead, withPast).map(
    ([from, to]) =>
      () =>
        listDuePictures(db, { ...choice, from, to }),
  )
  if (withPast) lists.push(() => listDuePosters(db, choice))
  for (const list of lists) {
    for (const { address, host } of await list()) {
      const count = ofHost.get(host) ?? 0
      if (due.size >= limit || due.has(address) || count >= limitPerHost) continue
      due.add(address)
      ofHost.set(host, count + 1)
    }
    if (due.size >= limit) break
  }
  return [...due]
}

/** Fetches what is due, nearest to now first. Several processes may: each address is asked for by one of them. */
export async function fetchProgrammePictures({ db, pictures }: FetchTools, signal: AbortSignal, limits: Partial<typeof usual> = {}) {
  const { keptBytes, atOnce, timeoutMs, runMs, ...choice } = { ...usual, ...limits }
  const isRoom = async (part = 1) => (await countKeptBytes(db)) < part * keptBytes
  if (!(await isRoom())) return
  const due = await findDue(db, { ...choice, withPast: await isRoom(past.fetched) })
  const endsAtMs = Date.now() + runMs
  const isOver = async () => signal.aborted || Date.now() >= endsAtMs || !(await isRoom())
  await sideBySide(due, { atOnce, isOver }, async (address) => {
    if (!(await claimPicture(db, address))) return
    const timeout = withDeadline(timeoutMs, signal)
    // For nobody, so never spent: what one person may have kept in a day would leave the rest without a picture for a week.
    const picture = await pictures.pictureOfPage(db, address, { signal: timeout })
    if (!signal.aborted) await savePicture(db, address, picture)
  })
}

/** Forgets addresses that nothing needs, and removes their pictures unless something else shows them. */
export async function tidyProgrammePictures({ db, pictures }: TidyTools, signal: AbortSignal, { keptBytes = usual.keptBytes } = {}) {
  const withPast = (await countKeptBytes(db)) < past.kept * keptBytes
  // Those that are left go with all that nothing refers to.
  await pictures.removePictures(db, await deleteUnwantedPictures(db, withPast), signal)
}
