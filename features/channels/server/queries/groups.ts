import { commonErrors } from '#kit/contract/problems.ts'
import { fail } from '#kit/server/http/fail.ts'
import { type Insertable, sql, type Updateable } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Db } from '#kit/server/db/db.ts'
import { inList, prepare, prepareOne } from '#kit/server/db/prepare.ts'
import type { Reader, User } from '#kit/server/reader.ts'
import type { DB } from '#kit/server/db/schema.gen.ts'
import { status, type StatusId } from '../../rules.ts'
import { mayEditGroup } from './access.ts'
import { groupColumns, previewColumns } from './columns.ts'

export type GroupRow = Insertable<DB['playlist_group']>
/** Inserts any number of rows; the caller sets positions. */
export const insertGroups = (db: Db, rows: readonly GroupRow[]) => db.insertInto('playlist_group').values(rows).execute()

/** Copies a group as Private, for the reader or the team that they act for. @returns false if the reader may not edit the source */
export async function copyGroup(
  db: Db,
  { user }: Reader<User>,
  sourceId: string,
  copy: { id: string; position: number },
): Promise<boolean> {
  const groupRow = await db
    .insertInto('playlist_group')
    .columns(['id', 'user_id', 'team_id', 'name', 'picture_id', 'status_id', 'position'])
    .expression((eb) =>
      eb
        .selectFrom('playlist_group')
        .select([
          eb.val(copy.id).as('id'),
          eb.val(user.id).as('user_id'),
          eb.val(user.teamId).as('team_id'),
          'playlist_group.name',
          'playlist_group.picture_id',
          sql.lit(status.private).as('status_id'),
          sql<number>`${copy.position}::bigint`.as('position'),
        ])
        .where('playlist_group.id', '=', sourceId)
        .where(mayEditGroup({ user })),
    )
    .executeTakeFirstOrThrow()
  return (groupRow.numInsertedOrUpdatedRows ?? 0n) > 0n
}

export const updateGroup = (db: Db, id: string, change: Updateable<DB['playlist_group']>) =>
  db.updateTable('playlist_group').set(change).where('id', '=', id).execute()

export const deleteGroup = (db: Db, id: string) => db.deleteFrom('playlist_group').where('id', '=', id).execute()

const suggestsOnly = ({ user }: Reader) => sql<boolean>`exists (select from team_member
  where team_member.user_id = ${user?.id ?? null} and team_member.team_id = playlist_group.team_id and team_member.role = 'suggester')`

/** Returns data for access checks; undefined for all readers but the owner. */
export const findGroupAccess = prepare((db: Db, reader: Reader, id: string) =>
  db
    .selectFrom('playlist_group')
    .select((eb) => [
      'playlist_group.id as key',
      sql<boolean>`true`.as('may_edit'),
      sql<null>`null`.as('restriction'),
      'playlist_group.owner_id',
      'playlist_group.is_archived',
      suggestsOnly(reader).as('only_suggests'),
      eb.ref('playlist_group.status_id').$castTo<StatusId>().as('status_id'),
    ])
    .where('playlist_group.id', '=', id)
    .where(mayEditGroup(reader)),
)

/** Reads a group with its channels in order. */
export const findGroup = prepareOne((db: Db, reader: Reader, id: string) =>
  db
    .selectFrom('playlist_group')
    .select((eb) => [
      ...groupColumns(),
      eb
        .selectFrom('playlist_group as before')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .whereRef('before.owner_id', '=', 'playlist_group.owner_id')
        .whereRef('before.is_archived', '=', 'playlist_group.is_archived')
        .whereRef('before.position', '<', 'playlist_group.position')
        .$asScalar()
        .$notNull()
        .as('order'),
      jsonArrayFrom(
        eb
          .selectFrom('playlist')
          .innerJoin('account', 'account.id', 'playlist.user_id')
          .select((eb) => [...previewColumns(reader)(eb), sql<number>`row_number() over (order by playlist.position) - 1`.as('order')])
          .whereRef('playlist.group_id', '=', 'playlist_group.id')
          .orderBy('playlist.position'),
      ).as('playlists'),
    ])
    .where('playlist_group.id', '=', id)
    .where(mayEditGroup(reader)),
)

/**
 * Returns the owner of groups, and whether they are archived. Undefined if the reader may not edit all, they have several owners, or only
 * some are archived.
 */
export async function findCommonGroupPlace(
  db: Db,
  reader: Reader<User>,
  ids: readonly string[],
): Promise<{ ownerId: string; isArchived: boolean } | undefined> {
  const [only, other] = await db
    .selectFrom('playlist_group')
    .select((eb) => [
      'owner_id',
      'is_archived',
      eb.fn.countAll<number>().as('count'),
      sql<boolean>`bool_or(${suggestsOnly(reader)})`.as('only_suggests'),
    ])
    .where('id', 'in', inList(ids))
    .where(mayEditGroup(reader))
    .groupBy(['owner_id', 'is_archived'])
    .execute()
  if (only?.only_suggests || other?.only_suggests) fail(commonErrors.only_suggests)
  return only && !other && only.count === ids.length ? { ownerId: only.owner_id, isArchived: only.is_archived } : undefined
}
