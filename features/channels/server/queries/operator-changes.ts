import { sql } from 'kysely'
import type { Db } from '#kit/server/db/db.ts'
import { pictureAddress } from '#features/media/server/queries.ts'
import { status } from '../../rules.ts'

/** Queries for operators' changes to channels. */

/** Locks a channel, and returns it with the ids of the users to notify: its owner, or the admins of the team that owns it. */
export const lockPlaylistForOperator = (tx: Db, id: string) =>
  tx
    .selectFrom('playlist')
    .select([
      'id',
      'name',
      'slug',
      'picture_id',
      'user_id',
      'team_id',
      sql<string[]>`case when team_id is null then array[user_id] else coalesce((select array_agg(team_member.user_id)
        from team_member where team_member.team_id = playlist.team_id and is_admin), '{}') end`.as('people'),
    ])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()

export const clearSlug = (tx: Db, id: string) => tx.updateTable('playlist').set({ slug: null }).where('id', '=', id).execute()

export const clearPlaylistPicture = (tx: Db, id: string) =>
  tx.updateTable('playlist').set({ picture_id: null }).where('id', '=', id).execute()

const isPublic = sql<boolean>`(playlist.kind = 'channel' and playlist.status_id = ${sql.lit(status.public)})`

/** The operator's list of channels that everyone sees first, in order; `is_shown`: still public and not removed. */
export const readDefaultChannels = (db: Db) =>
  db
    .selectFrom('playlist')
    .leftJoin('account', 'account.id', 'playlist.user_id')
    .leftJoin('team', 'team.id', 'playlist.team_id')
    .select([
      'playlist.id',
      'playlist.name',
      pictureAddress('playlist.picture_id').as('image'),
      sql<string | null>`coalesce(team.name, account.nickname)`.as('owner'),
      sql<boolean>`(${isPublic} and playlist.removed_at is null)`.as('is_shown'),
    ])
    .where('playlist.default_rank', 'is not', null)
    .orderBy('playlist.default_rank')
    .orderBy('playlist.key')
    .limit(1000)
    .execute()

/** Locks the list of channels that everyone sees first, until the transaction ends. */
export const lockDefaultChannels = (tx: Db) => sql`select pg_advisory_xact_lock(hashtext('default_channels'))`.execute(tx)

/** Counts the public channels among the given ids. */
export const countPublicChannels = async (tx: Db, ids: readonly string[]): Promise<number> =>
  (await sql<{ count: number }>`select count(*)::int as count from playlist where id = any(${ids}) and ${isPublic}`.execute(tx)).rows[0]!
    .count

/** Returns the ids that belong to series of public channels, except banners. */
export const findPublicSeries = async (db: Db, ids: readonly string[]): Promise<string[]> =>
  (
    await db
      .selectFrom('series')
      .innerJoin('playlist', 'playlist.id', 'series.playlist_id')
      .select('series.id')
      .where(sql<boolean>`series.id = any(${ids})`)
      .where('series.type', 'is', null)
      .where(sql<boolean>`(series.removed_at is null and playlist.removed_at is null and ${isPublic})`)
      .execute()
  ).map(({ id }) => id)

/** Sets the list of channels that everyone sees first. Writes only channels whose place changes. */
export const saveDefaultChannels = (tx: Db, ids: readonly string[]) =>
  sql`update playlist set default_rank = wanted.rank
    from (select playlist.key, chosen.rank from playlist left join unnest(${ids}::text[]) with ordinality as chosen (id, rank)
      on chosen.id = playlist.id where playlist.default_rank is not null or playlist.id = any(${ids})) as wanted
    where wanted.key = playlist.key and playlist.default_rank is distinct from wanted.rank`.execute(tx)

/** Lists names or short addresses of channels in the order of ids, starting after the id `after`. */
export const scanPlaylistNames = (db: Db, column: 'name' | 'slug', after: string, limit: number) =>
  db
    .selectFrom('playlist')
    .select((eb) => ['id', eb.ref(column).$castTo<string>().as('name')])
    .where('id', '>', after)
    .where(column, 'is not', null)
    .orderBy('id')
    .limit(limit)
    .execute()

export const findPlaylistNames = (db: Db, id: string) =>
  db.selectFrom('playlist').select(['name', 'slug']).where('id', '=', id).executeTakeFirst()
