import { type Insertable, sql, type Updateable } from 'kysely'
import type { Db } from '#kit/server/db/db.ts'
import { listed, prepareOne } from '#kit/server/db/prepare.ts'
import type { DB } from '#kit/server/db/schema.gen.ts'
import type { Reader, User } from '#kit/server/reader.ts'
import { status, type Section, type StatusId } from '../../rules.ts'
import { mayEdit } from './access.ts'

export type PlaylistRow = Omit<Insertable<DB['playlist']>, 'public_since'> & { public_since?: Date }
/** Many at once; positions are the caller's to give. Public ones are public since now, unless they say otherwise. */
export const insertPlaylists = (db: Db, rows: readonly PlaylistRow[]) =>
  db
    .insertInto('playlist')
    .values(rows.map((row) => ({ ...row, public_since: row.status_id === status.public ? (row.public_since ?? sql<Date>`now()`) : null })))
    .execute()

/** Makes the direct-publish and the watch-later channel of a user, where they are missing. */
export const insertSpecialPlaylists = (
  db: Db,
  userId: string,
  made: { direct_publish: { id: string; name: string }; watch_later: { id: string; name: string } },
) =>
  db
    .insertInto('playlist')
    .values([
      {
        ...made.direct_publish,
        user_id: userId,
        kind: 'direct_publish',
        status_id: status.public,
        public_since: sql<Date>`now()`,
        position: 0,
      },
      { ...made.watch_later, user_id: userId, kind: 'watch_later', status_id: status.private, position: 0 },
    ])
    .onConflict((conflict) => conflict.columns(['user_id', 'kind']).where('kind', '<>', sql.lit('channel')).doNothing())
    .execute()

/** Who made a channel. */
export const findMaker = prepareOne((db: Db, id: string) => db.selectFrom('playlist').select('user_id').where('id', '=', id))

/** What a change of channels starts from; locked until the transaction ends. */
export const findPlaylistsForUpdate = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('playlist')
    .select((eb) => [
      'id',
      'kind',
      'owner_id',
      'user_id',
      'team_id',
      'group_id',
      eb.ref('status_id').$castTo<StatusId>().as('status_id'),
      'id_was_public',
      'slug',
      'is_archived',
      'is_left',
    ])
    .where('id', 'in', listed(ids))
    .orderBy('id')
    .forUpdate()
    .execute()

export const updatePlaylist = (db: Db, id: string, change: Updateable<DB['playlist']>) =>
  db.updateTable('playlist').set(change).where('id', '=', id).execute()

export const deletePlaylist = (db: Db, id: string) => db.deleteFrom('playlist').where('id', '=', id).execute()

/**
 * Whose all of these channels are, when the reader may edit them, and the section in which they stand; undefined when they are not all one
 * owner's, null when they are not all in one section.
 */
export async function findCommonPlace(
  db: Db,
  reader: Reader<User>,
  ids: readonly string[],
): Promise<{ ownerId: string; section: Section | null } | undefined> {
  const [first, ...others] = await db
    .selectFrom('playlist')
    .select((eb) => ['owner_id', eb.ref('section').$castTo<Section | null>().as('section'), eb.fn.countAll<number>().as('count')])
    .where('id', 'in', listed(ids))
    .where(mayEdit(reader))
    .groupBy(['owner_id', 'section'])
    .execute()
  const count = others.reduce((sum, other) => sum + other.count, first?.count ?? 0)
  if (!first || count < ids.length || others.some(({ owner_id }) => owner_id !== first.owner_id)) return undefined
  return { ownerId: first.owner_id, section: others.length ? null : first.section }
}
