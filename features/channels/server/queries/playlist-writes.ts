import { type Insertable, sql, type Updateable } from 'kysely'
import { commonErrors } from '#kit/contract/problems.ts'
import type { Db } from '#kit/server/db/db.ts'
import { fail } from '#kit/server/http/fail.ts'
import { inList, prepareOne } from '#kit/server/db/prepare.ts'
import type { DB } from '#kit/server/db/schema.gen.ts'
import type { Reader, User } from '#kit/server/reader.ts'
import { status, type Section, type StatusId } from '../../rules.ts'
import { mayEdit, onlySuggests } from './access.ts'

export type PlaylistRow = Omit<Insertable<DB['playlist']>, 'public_since'> & { public_since?: Date }
/** Inserts any number of rows; the caller sets positions. Public channels without a publication time get the current time. */
export const insertPlaylists = (db: Db, rows: readonly PlaylistRow[]) =>
  db
    .insertInto('playlist')
    .values(rows.map((row) => ({ ...row, public_since: row.status_id === status.public ? (row.public_since ?? sql<Date>`now()`) : null })))
    .execute()

/** Creates the missing built-in channels of a user. */
export const insertSpecialPlaylists = (
  db: Db,
  userId: string,
  defaults: { direct_publish: { id: string; name: string }; watch_later: { id: string; name: string } },
) =>
  db
    .insertInto('playlist')
    .values([
      {
        ...defaults.direct_publish,
        user_id: userId,
        kind: 'direct_publish',
        status_id: status.public,
        public_since: sql<Date>`now()`,
        position: 0,
      },
      { ...defaults.watch_later, user_id: userId, kind: 'watch_later', status_id: status.private, position: 0 },
    ])
    .onConflict((conflict) => conflict.columns(['user_id', 'kind']).where('kind', '<>', sql.lit('channel')).doNothing())
    .execute()

/** Returns the id of the team that owns a channel; null if a user owns it. */
export const findTeamOfChannel = prepareOne((db: Db, id: string) => db.selectFrom('playlist').select('team_id').where('id', '=', id))

/** Locks channels until the transaction ends, and returns their state before a change. */
export const findPlaylistsForUpdate = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('playlist')
    .select((eb) => [
      'id',
      'kind',
      'owner_id',
      'user_id',
      'team_id',
      'is_bringer_gone',
      'group_id',
      eb.ref('status_id').$castTo<StatusId>().as('status_id'),
      'id_was_public',
      'slug',
      'is_archived',
      'is_left',
    ])
    .where('id', 'in', inList(ids))
    .orderBy('id')
    .forUpdate()
    .execute()

export const updatePlaylist = (db: Db, id: string, change: Updateable<DB['playlist']>) =>
  db.updateTable('playlist').set(change).where('id', '=', id).execute()

export const deletePlaylist = (db: Db, id: string) => db.deleteFrom('playlist').where('id', '=', id).execute()

/**
 * Returns the owner and section of channels. Undefined if the reader may not edit all of them, or they have several owners. The section is
 * null if they are in several sections.
 */
export async function findCommonPlace(
  db: Db,
  reader: Reader<User>,
  ids: readonly string[],
): Promise<{ ownerId: string; section: Section | null } | undefined> {
  const [first, ...others] = await db
    .selectFrom('playlist')
    .select((eb) => [
      'owner_id',
      eb.ref('section').$castTo<Section | null>().as('section'),
      eb.fn.countAll<number>().as('count'),
      sql<boolean>`bool_or(${onlySuggests(reader)})`.as('only_suggests'),
    ])
    .where('id', 'in', inList(ids))
    .where(mayEdit(reader))
    .groupBy(['owner_id', 'section'])
    .execute()
  if (first?.only_suggests || others.some((other) => other.only_suggests)) fail(commonErrors.only_suggests)
  const count = others.reduce((sum, other) => sum + other.count, first?.count ?? 0)
  if (!first || count < ids.length || others.some(({ owner_id }) => owner_id !== first.owner_id)) return undefined
  return { ownerId: first.owner_id, section: others.length ? null : first.section }
}
