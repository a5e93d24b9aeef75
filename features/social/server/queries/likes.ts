import { sql } from 'kysely'
import type { Db } from '#kit/server/db.ts'
import { prepareOne } from '#kit/server/prepare.ts'
import type { LikedType } from '../../likes.ts'

/** What is liked, as the rows of `liking` name it: a video by its id, a channel by its key. */
export interface Liked {
  type: LikedType
  key: string | number
}
const columnOf = ({ type }: Liked) => (type === 'video' ? 'video_id' : 'playlist_key')

/**
 * Has people like a thing, or no longer; twice is once. Accounts that go meanwhile are left out. They are locked in one order, so that two
 * processes never wait for each other for ever.
 * @throws a broken foreign key when the thing has gone meanwhile
 */
export const addLikes = (db: Db, userIds: readonly string[], liked: Liked) =>
  sql`insert into liking (user_id, ${sql.ref(columnOf(liked))})
    select id, ${liked.key} from (select id from account where id = any(${userIds}::text[]) order by id for key share) as people
    on conflict do nothing`.execute(db)

export const deleteLikes = (db: Db, userIds: readonly string[], liked: Liked) =>
  db
    .deleteFrom('liking')
    .where('user_id', '=', sql<string>`any(${userIds}::text[])`)
    .where(columnOf(liked), '=', liked.key)
    .execute()

const findVideoLikes = prepareOne((db: Db, id: string) => db.selectFrom('video').select('likes').where('id', '=', id))
const findPlaylistLikes = prepareOne((db: Db, key: number) =>
  db.selectFrom('playlist_count').select('likes').where('playlist_key', '=', key),
)
/** How many like it: the database counts as likes come and go. */
export const findLikes = async (db: Db, { type, key }: Liked): Promise<number> =>
  (type === 'video' ? await findVideoLikes(db, String(key)) : await findPlaylistLikes(db, Number(key)))?.likes ?? 0
