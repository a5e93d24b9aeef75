/** Notifies users of new results in the searches that they follow. */
import { type Db, isDatabaseUnavailable } from '#kit/server/db/db.ts'
import type { Log } from '#kit/server/log.ts'
import type { Jobs } from '#kit/server/jobs/jobs.ts'
import { insertLiveEvents } from '#kit/server/live/live-events.ts'
import { type Reader, readerForUser } from '#kit/server/reader.ts'
import { notify } from '#features/notifications/server/notify.ts'
import { followedSubjects } from '../rules.ts'
import { findOrCreateAddressKey, createStopPath } from './addresses.ts'
import { cleanTermResultsJob, notifySearchersJob, scheduleSearcherNotices } from './job-kinds.ts'
import {
  deleteOldTermResults,
  finishTerm,
  listDueTerms,
  notificationDelays,
  postponeTerm,
  secondsUntilDue,
} from './queries/followed-terms.ts'
import {
  countTermResults,
  type Follower,
  insertNews,
  listTermResults,
  listFollowers,
  lockFollowers,
  type TermResult,
  type News,
  markNotified,
} from './queries/followers.ts'
import { readHits } from './queries/hits.ts'

/** Maximum terms per read, new results counted in one notification, followers per transaction, and rows per transaction. */
const batchLimits = { terms: 500, finds: 1000, followers: 100, rows: 10_000 } as const

/**
 * Notifies the followers of all due searches. Can stop after each transaction, and can run in several processes. A search that fails is
 * postponed, and the others continue.
 */
export async function notifySearchers(db: Db, signal: AbortSignal, log?: Pick<Log, 'warn'>): Promise<void> {
  await findOrCreateAddressKey(db)
  for (
    let terms = await listDueTerms(db, '', batchLimits.terms);
    terms.length > 0;
    terms = await listDueTerms(db, terms.at(-1)!, batchLimits.terms)
  )
    for (const term of terms) {
      try {
        while (!signal.aborted && (await notifyBatch(db, term)));
        if (signal.aborted) return
        await finishTerm(db, term)
      } catch (error) {
        if (signal.aborted || isDatabaseUnavailable(error)) throw error
        log?.warn({ err: error }, 'the followers of a search could not be notified, which is tried again later')
        await postponeTerm(db, term)
      }
    }
}

/** Notifies some followers of a search, and stores the progress, in one transaction. @returns whether there may be more followers */
const notifyBatch = (db: Db, term: string): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    const { last, count } = await countTermResults(tx, term, batchLimits.finds)
    const locked = await lockFollowers(
      tx,
      term,
      last,
      Math.max(1, Math.min(batchLimits.followers, Math.floor(batchLimits.rows / Math.max(1, count)))),
    )
    const followers = await listFollowers(tx, term, last, locked)
    if (followers.length === 0) return false
    const after = Math.min(...followers.map(({ told_to }) => told_to))
    const finds = await listTermResults(tx, term, { after, last }, batchLimits.finds)
    const news: News[] = []
    const findsBySettings = new Map<string, TermResult[]>()
    for (const follower of followers) {
      const settingsKey = `${follower.sees_adult} ${follower.country}`
      const findable = findsBySettings.get(settingsKey) ?? (await findVisibleResults(tx, createFollowerReader(follower), finds))
      findsBySettings.set(settingsKey, findable)
      news.push(...createNews(follower, findable))
    }
    await markNotified(
      tx,
      followers.map(({ search_id }) => search_id),
      last,
    )
    await notifyFollowers(tx, followers, await insertNews(tx, news))
    return true
  })

/**
 * Returns a reader with the follower's country and adult setting, who owns nothing. All followers with these settings may find the same
 * things.
 */
const createFollowerReader = ({ sees_adult: seesAdult, country }: Follower): Reader =>
  readerForUser('', { seesAdult, isInTeams: false, country })

/** Returns the new results that the reader may see now. */
async function findVisibleResults(tx: Db, reader: Reader, finds: readonly TermResult[]): Promise<TermResult[]> {
  if (finds.length === 0) return []
  const keys = Object.fromEntries(
    followedSubjects.map((subject) => [subject, finds.flatMap((find) => (find.subject === subject ? [find.key] : []))]),
  )
  const visibleKeys = new Set((await readHits(tx, reader, 'en', keys)).map(({ subject, key }) => `${subject} ${key}`))
  return finds.filter(({ subject, key }) => visibleKeys.has(`${subject} ${key}`))
}

/** Returns the news for a follower: things of other users and teams that the follower couldn't find before. */
function createNews({ account_id, search_id, told_to, sees_adult, owners }: Follower, findable: readonly TermResult[]): News[] {
  const isNew = ({ id, was_adult, owner_id }: TermResult) =>
    id > told_to && !(was_adult && sees_adult) && (owner_id === null || !owners.includes(owner_id))
  return findable.filter(isNew).map(({ subject, key }) => ({ account_id, search_id, subject, key }))
}

async function notifyFollowers(tx: Db, followers: readonly Follower[], counts: ReadonlyMap<string, number>): Promise<void> {
  const notified = followers.filter(({ search_id }) => counts.has(search_id))
  if (notified.length === 0) return
  await notify(
    tx,
    await Promise.all(
      notified.map(async ({ search_id, account_id, search }) => ({
        kind: 'search_match' as const,
        to: account_id,
        path: `/search?${new URLSearchParams({ keyword: search }).toString()}`,
        details: { keyword: search, stop: await createStopPath(tx, search_id) },
        bundle: `search:${search_id}`,
        count: counts.get(search_id)!,
      })),
    ),
  )
  await insertLiveEvents(
    tx,
    notified.map(({ account_id }) => ({ to: account_id, name: 'changed' as const, data: { topics: ['search-history'], by: null } })),
  )
}

export function registerSearchNotificationJobs({ db, jobs, log }: { db: Db; jobs: Pick<Jobs, 'work'>; log: Pick<Log, 'warn'> }): void {
  jobs.work(notifySearchersJob, async (_, { signal }) => {
    await notifySearchers(db, signal, log)
    const seconds = await secondsUntilDue(db)
    if (seconds !== null && seconds <= notificationDelays.firstSeconds) await scheduleSearcherNotices(db, seconds)
  })
  jobs.work(cleanTermResultsJob, () => deleteOldTermResults(db))
}
