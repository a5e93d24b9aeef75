/** The reader's own things, things of their teams, and things that they follow. */
import { type RawBuilder, sql } from 'kysely'
import type { Reader } from '#kit/server/reader.ts'
import type { IndexedSubject } from '../../rules.ts'

/** Maximum documents of the reader that are examined. */
const maxExamined = 20_000
/** Maximum follows that count, latest first. */
const maxFollows = 1000

/** SQL: the accounts whose private things the reader may find too. */
export const ownersOf = ({ user }: Reader): RawBuilder<string[]> =>
  user
    ? sql<string[]>`(array[${user.id}::text]${
        user.isInTeams ? sql` || array(select team_id from team_member where team_member.user_id = ${user.id} limit 50)` : sql``
      })`
    : sql<string[]>`'{}'::text[]`

/** The column of `follow` for things of a kind. Following a channel counts as following its series and videos. */
const followColumns: Partial<Record<IndexedSubject, 'tv_channel_id' | 'followed_user_id' | 'playlist_key'>> = {
  channel: 'tv_channel_id',
  user: 'followed_user_id',
  playlist: 'playlist_key',
  series: 'playlist_key',
  video: 'playlist_key',
}

const followedKeys = ({ user }: Reader, subject: IndexedSubject) => {
  const column = sql.ref(followColumns[subject] ?? 'playlist_key')
  return sql`(select ${column} as key from follow where follow.user_id = ${user?.id ?? ''} and ${column} is not null
        order by follow.created_at desc limit ${sql.lit(maxFollows)})`
}
const documentKey = (subject: IndexedSubject) => sql.ref(`document.${followColumns[subject] === 'playlist_key' ? 'playlist_key' : 'key'}`)

/** Whether users can own things of a kind. Users themselves have no owner, so they are found here only if followed. */
const canBeOwned = (subject: IndexedSubject) => subject !== 'user'

/** SQL on `document`: whether it belongs to the reader or their team, or is followed. */
export const isOwnOrFollowed = (reader: Reader, subject: IndexedSubject) => sql<boolean>`(
      ${canBeOwned(subject) ? sql`document.owner_id = any (${ownersOf(reader)}) or` : sql``} ${documentKey(subject)} in ${followedKeys(reader, subject)})`

/** SQL: the reader's own documents, and followed documents in these scopes, up to a limit. */
export const ownAndFollowed = (reader: Reader, subject: IndexedSubject, scopes: RawBuilder<unknown>) => sql`(
      select mine.* from (
        ${
          canBeOwned(subject)
            ? sql`
        (select document.* from unnest(${ownersOf(reader)}) as owner (id) cross join lateral (
          select * from search_document where search_document.owner_id = owner.id and search_document.subject = ${sql.lit(subject)}
          order by search_document.id desc limit ${sql.lit(maxExamined)}) as document)
        union all`
            : sql``
        }
        (select document.* from ${followedKeys(reader, subject)} as followed join search_document as document
          on document.subject = ${sql.lit(subject)} and ${documentKey(subject)} = followed.key and document.scope = any (${scopes}))
        limit ${sql.lit(maxExamined)}) as mine)`
