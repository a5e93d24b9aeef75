/** Followers of searches, and their new results. */
import { sql } from 'kysely'
import type { Db } from '#kit/server/db/db.ts'
import { jsonRows, rowsText } from '#kit/server/db/json-rows.ts'
import type { IndexedSubject } from '../../rules.ts'

export interface Follower {
  search_id: string
  account_id: string
  /** The search as the user typed it. */
  search: string
  told_to: number
  sees_adult: boolean
  country: string | null
  /** Ids of the user and of their teams. */
  owners: string[]
}

export interface TermResult {
  id: number
  subject: IndexedSubject
  key: string
  was_adult: boolean
  owner_id: string | null
}

/** SQL: followers of a term that weren't notified of its latest results. */
const isDue = (term: string, last: number) => sql`followed_term = ${term} and told_to < ${last}`

/** Locks the accounts of a term's due followers; skips locked accounts. Call in a transaction. @returns their ids */
export async function lockFollowers(tx: Db, term: string, last: number, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from account where id = any(array(select account_id from search_history where ${isDue(term, last)} order by told_to limit ${limit}))
    order by id for no key update skip locked`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Returns the due followers among locked accounts. Uses a separate statement, so that it sees all changes from before the lock. */
export async function listFollowers(tx: Db, term: string, last: number, accountIds: readonly string[]): Promise<Follower[]> {
  const { rows } = await sql<Follower>`
    select search_history.id as search_id, account_id, search, told_to, adult_content as sees_adult,
      (select code from country where country.id = account.country_id) as country,
      array[account_id] || array(select team_id from team_member where user_id = account_id limit 50) as owners
    from search_history join account on account.id = account_id
    where ${isDue(term, last)} and account_id = any(${[...accountIds]}::text[])`.execute(tx)
  return rows
}

/** Returns the id of a term's latest result, and the number of results that some follower wasn't notified of, up to a limit. */
export async function countTermResults(tx: Db, term: string, limit: number): Promise<{ last: number; count: number }> {
  const { rows } = await sql<{ last: number; count: number }>`
    select last_find as last, (select count(*)::int from (
      select from search_find where search_find.term = ${term}
        and id > (select min(told_to) from search_history where followed_term = ${term}) limit ${limit}) as waiting) as count
    from followed_term where term = ${term}`.execute(tx)
  return rows[0] ?? { last: 0, count: 0 }
}

/** Returns the newest results of a term, without those that only their owners can find now. */
export async function listTermResults(
  tx: Db,
  term: string,
  between: { after: number; last: number },
  limit: number,
): Promise<TermResult[]> {
  const { rows } = await sql<TermResult>`
    select newest.id, subject, key, was_adult, owner_id
    from (select * from search_find where term = ${term} and id > ${between.after} and id <= ${between.last} order by id desc limit ${limit}) as newest
      join search_document using (subject, key)
    where scope is not null order by newest.id desc`.execute(tx)
  return rows
}

export interface News {
  account_id: string
  search_id: string
  subject: IndexedSubject
  key: string
}

/**
 * Stores new results for users, each thing once per search.
 * @returns per search, the number of things of which the user wasn't notified by any search before
 */
export async function insertNews(tx: Db, news: readonly News[]): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ search_id: string; count: number }>`
    with written as (
      insert into search_news (account_id, subject, key, search_id, is_told)
      select account_id, subject, key, search_id, not exists (
        select from search_news as known where (known.account_id, known.subject, known.key) = (given.account_id, given.subject, given.key))
      from ${jsonRows('given', rowsText(news), { account_id: 'text', subject: 'text', key: 'text', search_id: 'text' })}
      on conflict do nothing
      returning search_id, is_told)
    select search_id, count(*)::int as count from written where is_told group by search_id`.execute(tx)
  return new Map(rows.map(({ search_id, count }) => [search_id, count]))
}

export const markNotified = (tx: Db, searchIds: readonly string[], last: number) =>
  sql`update search_history set told_to = ${last} where id in (select unnest(${[...searchIds]}::text[]))`.execute(tx)
