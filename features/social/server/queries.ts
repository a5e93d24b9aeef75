import type { Db } from '#kit/server/db.ts'
import { prepareOne } from '#kit/server/prepare.ts'
import type { LikedType } from '../contract.ts'

/** What is liked, as the rows of `liking` name it: a video by its id, a channel by its key. */
export interface Liked {
  type: LikedType
  key: string | number
}
const columnsOf = ({ type, key }: Liked) => (type === 'video' ? { video_id: String(key) } : { playlist_key: Number(key) })

/** @throws a broken foreign key when it has gone meanwhile */
export const addLike = (db: Db, userId: string, liked: Liked) =>
  db
    .insertInto('liking')
    .values({ user_id: userId, ...columnsOf(liked) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

export const deleteLike = (db: Db, userId: string, liked: Liked) => {
  const [[column, value]] = Object.entries(columnsOf(liked)) as [['video_id' | 'playlist_key', string | number]]
  return db.deleteFrom('liking').where('user_id', '=', userId).where(column, '=', value).execute()
}

const findVideoLikes = prepareOne((db: Db, id: string) => db.selectFrom('video').select('likes').where('id', '=', id))
const findPlaylistLikes = prepareOne((db: Db, key: number) =>
  db.selectFrom('playlist_count').select('likes').where('playlist_key', '=', key),
)
/** How many like it: the database counts as likes come and go. */
export const findLikes = async (db: Db, { type, key }: Liked): Promise<number> =>
  (type === 'video' ? await findVideoLikes(db, String(key)) : await findPlaylistLikes(db, Number(key)))?.likes ?? 0
