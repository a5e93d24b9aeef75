/** Queries for operators' changes to packages. */
import { type Insertable, sql, type Updateable } from 'kysely'
import type { Db } from '#kit/server/db/db.ts'
import type { DB } from '#kit/server/db/schema.gen.ts'
import { status } from '#features/channels/rules.ts'
import { tierPrice } from '#features/channels/server/queries/tiers.ts'
import { pictureAddress } from '#features/media/server/queries.ts'
import type { OperatorTier } from '../../contract.ts'

/** SQL on `tier`: a hash of everything that the operators' form changes. */
const version = sql<string>`md5(row(tier.name, description, picture_id, package_name, price, is_free,
  (select array_agg(row(tv_channel_id, playlist_key) order by position) from tier_item where tier_item.tier_id = tier.id))::text)`

/** Lists packages in order, with everything in them. @param id limits the list to this package */
export async function listOperatorTiers(db: Db, id?: string): Promise<OperatorTier[]> {
  const { rows } = await sql<OperatorTier>`
    select tier.id, ${version} as version, tier.name, tier.description, ${pictureAddress('tier.picture_id')} as icon, tier.package_name,
      ${tierPrice} as price, tier.is_free, tier.archived_at is not null as is_archived,
      (select count(*)::int from subscription where subscription.tier_id = tier.id and subscription.ended_at is null) as subscribers,
      coalesce((select json_agg(json_build_object('id', tv_channel.id, 'name', tv_channel.name) order by tier_item.position)
        from tier_item join tv_channel on tv_channel.id = tier_item.tv_channel_id where tier_item.tier_id = tier.id), '[]') as channels,
      coalesce((select json_agg(json_build_object('id', playlist.id, 'name', case when playlist.status_id = ${sql.lit(status.public)} then playlist.name end) order by tier_item.position)
        from tier_item join playlist on playlist.key = tier_item.playlist_key where tier_item.tier_id = tier.id), '[]') as playlists
    from tier where ${id === undefined ? sql`true` : sql`tier.id = ${id}`} order by tier.position, tier.id`.execute(db)
  return rows
}

/** Serializes changes of packages, their order and their items. */
export const lockTiers = (tx: Db) => sql`select pg_advisory_xact_lock(hashtext('tier'))`.execute(tx)

const queryIds = async (tx: Db) =>
  (await tx.selectFrom('tier').select('id').orderBy('position').orderBy('id').execute()).map(({ id }) => id)

/** Moves a package to an index among all packages; undefined: to the end. */
export async function placeTier(tx: Db, id: string, index: number | undefined): Promise<void> {
  const others = (await queryIds(tx)).filter((item) => item !== id)
  const ids = others.toSpliced(index ?? others.length, 0, id)
  await sql`update tier set position = place from unnest(${ids}::text[]) with ordinality as placed (id, place)
    where tier.id = placed.id and position <> place`.execute(tx)
}

/** @returns the package's id; undefined if there are `limit` packages already */
export async function insertTier(tx: Db, tier: Omit<Insertable<DB['tier']>, 'position'>, limit: number): Promise<string | undefined> {
  if ((await queryIds(tx)).length >= limit) return undefined
  const { id } = await tx
    .insertInto('tier')
    .values({ ...tier, position: 0 })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function updateTier(tx: Db, id: string, changes: Updateable<DB['tier']>): Promise<void> {
  if (Object.keys(changes).length > 0) await tx.updateTable('tier').set(changes).where('id', '=', id).execute()
}

/** Locks a package against new subscriptions until the transaction ends. */
export const lockTier = (tx: Db, id: string) =>
  tx
    .selectFrom('tier')
    .select(['id', 'name', 'price', 'archived_at', version.as('version')])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

export const countSubscribers = async (tx: Db, id: string): Promise<number> =>
  (
    await tx
      .selectFrom('subscription')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('tier_id', '=', id)
      .where('ended_at', 'is', null)
      .executeTakeFirstOrThrow()
  ).count

export const deleteTier = (tx: Db, id: string) => tx.deleteFrom('tier').where('id', '=', id).execute()

/** Replaces the TV channels or playlists of a package. @returns false unless all exist and are public */
export async function replacePackageItems(tx: Db, id: string, kind: 'channels' | 'playlists', ids: readonly string[]): Promise<boolean> {
  const column = sql.ref(kind === 'channels' ? 'tv_channel_id' : 'playlist_key')
  const source =
    kind === 'channels'
      ? sql`select tv_channel.id as key, given.place from given join tv_channel on tv_channel.id = given.id`
      : sql`select playlist.key, given.place from given join playlist on playlist.id = given.id 
          and playlist.status_id = ${sql.lit(status.public)} and playlist.removed_at is null`
  await sql`delete from tier_item where tier_id = ${id} and ${column} is not null`.execute(tx)
  const { numAffectedRows } = await sql`
    with given as (select id, min(place) as place from unnest(${[...ids]}::text[]) with ordinality as given (id, place) group by id)
    insert into tier_item (tier_id, ${column}, position) select ${id}, key, place from (${source}) as item`.execute(tx)
  return Number(numAffectedRows) === new Set(ids).size
}
