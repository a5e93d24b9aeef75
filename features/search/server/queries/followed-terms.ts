/** Followed searches by term, with their new results. */
import { sql } from 'kysely'
import type { Db } from '#kit/server/db/db.ts'
import { jsonRows, rowsText } from '#kit/server/db/json-rows.ts'
import type { IndexedSubject } from '../../rules.ts'
import type { Spelling } from '../followed-words.ts'

/** Seconds between a new result and its notification, and between two notifications. */
export const notificationDelays = { firstSeconds: 4, nextSeconds: 60 } as const

/**
 * Adds a term with its spellings, each under its rarest word, and locks the term. Call in a transaction.
 * @returns the id of the term's latest result
 */
export async function insertFollowedTerm(tx: Db, term: string, spellings: readonly (readonly string[])[]): Promise<number> {
  const { rows } = await sql<{ last_find: number }>`
    insert into followed_term (term) values (${term}) on conflict (term) do update set term = excluded.term returning last_find`.execute(tx)
  await sql`
    insert into followed_spelling (word, term, words)
    select rarest.word, ${term}, spelling.words
    from (select array(select json_array_elements_text(words)) as words from json_array_elements(${JSON.stringify(spellings)}::json) as words) as spelling,
      lateral (
        select word from unnest(spelling.words) with ordinality as each (word, place)
        order by coalesce((select uses from search_vocabulary where search_vocabulary.word = each.word), 0), place limit 1) as rarest
    on conflict do nothing`.execute(tx)
  return rows[0]!.last_find
}

/** Returns the spellings of followed searches whose rarest word is in `words`. */
export async function listSpellings(db: Db, words: readonly string[]): Promise<Spelling[]> {
  const { rows } = await sql<Spelling>`
    select term, word, words from followed_spelling where word in (select unnest(${[...words]}::text[]))`.execute(db)
  return rows
}

/** A thing as it was indexed before a change. */
export interface PreviousDocument {
  subject: IndexedSubject
  key: string
  scope: 'public' | 'adult' | null
  tokens: string[]
}

/**
 * Returns the documents of things as they were indexed before the change. The scope of a hidden document is that from before it was hidden.
 */
export async function listPreviousDocuments(
  tx: Db,
  things: readonly { subject: IndexedSubject; key: string }[],
): Promise<PreviousDocument[]> {
  const { rows } = await sql<PreviousDocument>`
    select subject, key, coalesce(scope, hidden_scope) as scope, tokens
    from unnest(${things.map(({ subject }) => subject)}::text[], ${things.map(({ key }) => key)}::text[]) as thing (subject, key)
      join search_document using (subject, key)`.execute(tx)
  return rows
}

export interface NewTermResult {
  term: string
  subject: IndexedSubject
  key: string
  was_adult: boolean
}

/** Stores new results and makes their terms due. Locks the terms first, so that the ids of a term's results increase with each commit. */
export async function insertTermResults(tx: Db, finds: readonly NewTermResult[]): Promise<void> {
  await sql`
    select from followed_term where term in (select unnest(${finds.map(({ term }) => term)}::text[])) order by term for no key update`.execute(
    tx,
  )
  await sql`
    with written as (
      insert into search_find (term, subject, key, was_adult)
      select term, subject, key, was_adult from ${jsonRows('find', rowsText(finds), { term: 'text', subject: 'text', key: 'text', was_adult: 'boolean' })}
        join followed_term using (term)
      returning term, id)
    update followed_term set last_find = latest.id, due_at = coalesce(due_at, greatest(now() + make_interval(secs => ${notificationDelays.firstSeconds}),
      told_at + make_interval(secs => ${notificationDelays.nextSeconds})))
    from (select term, max(id) as id from written group by term) as latest where followed_term.term = latest.term`.execute(tx)
}

/** Returns due terms after `after`, in alphabetical order. */
export async function listDueTerms(db: Db, after: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ term: string }>`
    select term from followed_term where due_at <= now() and term > ${after} order by term limit ${limit}`.execute(db)
  return rows.map(({ term }) => term)
}

/** Returns the seconds until the next term becomes due; null if no term will. */
export async function secondsUntilDue(db: Db): Promise<number | null> {
  const { rows } = await sql<{ seconds: number | null }>`
    select extract(epoch from min(due_at) - now())::float8 as seconds from followed_term where due_at > now()`.execute(db)
  return rows[0]?.seconds ?? null
}

/** Retries a failed term in 5 minutes. */
export const postponeTerm = (db: Db, term: string) =>
  sql`update followed_term set due_at = now() + interval '5 minutes' where term = ${term}`.execute(db)

/** Marks a term as done once all its followers are notified, unless it has new results since. */
export const finishTerm = (db: Db, term: string) =>
  sql`
    update followed_term set due_at = null, told_at = now() where term = ${term} and coalesce(due_at <= now(), false)
      and not exists (select from search_history where search_history.followed_term = ${term} and told_to < followed_term.last_find)`.execute(
    db,
  )

const retentionTimes = { finds: '30 days', news: '1 year', newsOfSearch: 1000 } as const

/** Deletes old results of terms, old results of users, and terms without followers. */
export async function deleteOldTermResults(db: Db): Promise<void> {
  await sql`delete from search_find where found_at < now() - ${sql.lit(retentionTimes.finds)}::interval`.execute(db)
  await sql`delete from search_news where found_at < now() - ${sql.lit(retentionTimes.news)}::interval`.execute(db)
  await sql`
    delete from search_news using search_history, lateral (
      select subject, key from search_news as known where known.search_id = search_history.id
      order by found_at desc, subject, key offset ${sql.lit(retentionTimes.newsOfSearch)}) as oldest
    where followed_term is not null and search_id = search_history.id and (search_news.subject, search_news.key) = (oldest.subject, oldest.key)`.execute(
    db,
  )
  const isUnused = sql`not exists (select from search_history where search_history.followed_term = followed_term.term)`
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{
      term: string
    }>`select term from followed_term where ${isUnused} order by term limit 10000 for update skip locked`.execute(tx)
    // Uses a separate statement, so that it sees all follows from before the lock.
    await sql`delete from followed_term where term = any(${rows.map(({ term }) => term)}::text[]) and ${isUnused}`.execute(tx)
  })
}
