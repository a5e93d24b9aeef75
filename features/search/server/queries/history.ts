/** The search history of users. */
import { sql } from 'kysely'
import { type Db, isoTime } from '#kit/server/db/db.ts'
import { prepare } from '#kit/server/db/prepare.ts'
import type { PersonalData } from '#kit/server/personal-data.ts'
import type { Reader } from '#kit/server/reader.ts'
import type { SearchHistoryItem } from '../../history.ts'
import { limits } from '../../rules.ts'
import { insertFollowedTerm } from './followed-terms.ts'

const { history } = limits

/** SQL on `search_history`: the number of new results since the search was last opened that the reader may still find. */
const newCount = ({ user }: Reader) => sql<number>`(select count(*)::int from (
  select from search_news join search_document using (subject, key)
  where search_id = search_history.id and found_at > searched_at and scope in ('public', ${sql.lit(user?.seesAdult ? 'adult' : 'public')})
  limit ${sql.lit(history.new)}) as new_one)`

/** Lists the reader's searches, newest first. @param id limits the list to this search */
export const listHistory = prepare(
  (_: Db, reader: Reader, id: string | undefined) => sql<SearchHistoryItem>`
    select id, search, followed_term is not null as is_followed, case when followed_term is null then 0 else ${newCount(reader)} end as new_count,
      ${isoTime(sql.ref('searched_at'))} as created_at
    from search_history where account_id = ${reader.user?.id ?? ''} ${id === undefined ? sql`` : sql`and id = ${id}`}
    order by searched_at desc, id desc`,
)

/** Runs a change of a user's history. Waits for other changes of the same user, and for the job that notifies of new results. */
const withHistoryLock = <T>(db: Db, userId: string, change: (tx: Db) => Promise<T>): Promise<T> =>
  db.transaction().execute(async (tx) => {
    await tx.selectFrom('account').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
    return change(tx)
  })

/** Deletes the oldest searches beyond the limit, except followed ones. */
const deleteOldest = (tx: Db, userId: string) =>
  sql`
    delete from search_history where id in (
      select id from search_history where account_id = ${userId} and followed_term is null
      order by searched_at desc, id desc offset ${sql.lit(history.unfollowed)})`.execute(tx)

/** Saves a search as the newest one. @returns its id; undefined if the account was deleted concurrently */
export const saveSearch = (db: Db, userId: string, search: string, term: string): Promise<string | undefined> =>
  withHistoryLock(db, userId, async (tx) => {
    const { rows } = await sql<{ id: string }>`
      insert into search_history (account_id, search, term) select id, ${search}, ${term} from account where id = ${userId}
      on conflict (account_id, term) do update set search = excluded.search, searched_at = excluded.searched_at returning id`.execute(tx)
    await deleteOldest(tx, userId)
    return rows[0]?.id
  })

/** @returns whether the user had this search */
export const deleteSearch = (db: Db, userId: string, id: string): Promise<boolean> =>
  withHistoryLock(db, userId, async (tx) => {
    const { numDeletedRows } = await tx
      .deleteFrom('search_history')
      .where('account_id', '=', userId)
      .where('id', '=', id)
      .executeTakeFirst()
    return numDeletedRows > 0n
  })

export const deleteHistory = (db: Db, userId: string): Promise<unknown> =>
  withHistoryLock(db, userId, (tx) => tx.deleteFrom('search_history').where('account_id', '=', userId).execute())

/** Unfollows a search and makes it the newest unfollowed one, so that it stays in the history. */
const unfollowSearch = async (tx: Db, userId: string, id: string): Promise<void> => {
  await tx
    .updateTable('search_history')
    .set({ followed_term: null, searched_at: sql`now()` })
    .where('id', '=', id)
    .execute()
  await deleteOldest(tx, userId)
}

/** Follows or unfollows a search. Results from before the follow are not new. @param spellingsOf returns the spellings of its term */
export const toggleFollow = (
  db: Db,
  userId: string,
  id: string,
  spellingsOf: (term: string) => readonly (readonly string[])[],
): Promise<'missing' | 'full' | 'unsearchable' | 'done'> =>
  withHistoryLock(db, userId, async (tx) => {
    const searches = await tx
      .selectFrom('search_history')
      .select(['id', 'term', 'followed_term'])
      .where('account_id', '=', userId)
      .execute()
    const search = searches.find((row) => row.id === id)
    if (!search) return 'missing'
    if (search.followed_term !== null) await unfollowSearch(tx, userId, id)
    else {
      if (searches.filter(({ followed_term: term }) => term !== null).length >= history.followed) return 'full'
      const spellings = spellingsOf(search.term)
      if (spellings.length === 0) return 'unsearchable'
      const told_to = await insertFollowedTerm(tx, search.term, spellings)
      await tx.updateTable('search_history').set({ followed_term: search.term, told_to }).where('id', '=', id).execute()
    }
    return 'done'
  })

/** A search, with the data that its addresses are derived from. */
export interface SearchForAddress {
  id: string
  account_id: string
  search: string
  language: 'en' | 'nl'
  is_followed: boolean
  feed_number: number
  logins_ended_at: string | null
}

export async function findSearch(db: Db, id: string): Promise<SearchForAddress | undefined> {
  const { rows } = await sql<SearchForAddress>`
    select search_history.id, account_id, search, account.language, followed_term is not null as is_followed, feed_number, ${isoTime(sql.ref('logins_ended_at'))} as logins_ended_at
    from search_history join account on account.id = account_id where search_history.id = ${id}`.execute(db)
  return rows[0]
}

export const stopFollowing = (db: Db, { id, account_id }: SearchForAddress): Promise<void> =>
  withHistoryLock(db, account_id, (tx) => unfollowSearch(tx, account_id, id))

/** Revokes the addresses of a search’s feed. @returns false if the user has no such search */
export async function raiseFeedNumber(db: Db, userId: string, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('search_history')
    .set((eb) => ({ feed_number: eb('feed_number', '+', 1) }))
    .where('account_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export const searchPersonalData: PersonalData = {
  exports: {
    search_history: (db, userId) =>
      db
        .selectFrom('search_history')
        .select((eb) => ['search', eb('followed_term', 'is not', null).as('is_followed'), isoTime(eb.ref('searched_at')).as('searched_at')])
        .where('account_id', '=', userId)
        .orderBy('searched_at', 'desc')
        .execute(),
  },
}
