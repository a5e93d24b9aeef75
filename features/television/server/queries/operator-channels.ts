/** TV channels as operators see and change them. */
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#kit/server/db.ts'
import { pictureAddress } from '#features/media/server/queries.ts'
import type { OperatorChannel } from '../../operator.ts'
import { positionStep } from '../positions.ts'

/** Columns that operators set. */
export interface ChannelChanges {
  kind?: 'live' | 'radio'
  name?: string
  match_name?: string
  number?: number | null
  tvg_id?: string | null
  groups?: string[]
  picture_id?: string | null
  picture_due_at?: null
  stream_url?: string
  dvr_base?: string | null
  dvr_extension?: string
  catchup_days?: number
  adult?: boolean
  blocked_countries?: number[]
  owner_id?: string | null
  is_off?: boolean
  guide_channel_id?: number | null
  guide_match?: 'hand'
}

export interface ChannelPosition {
  position: number
  id: string
}

async function findChannels(db: Db, condition: RawBuilder<unknown>, limit: number): Promise<(OperatorChannel & ChannelPosition)[]> {
  const { rows } = await sql<OperatorChannel & ChannelPosition>`
    select channel.id, channel.source_id, channel.kind, channel.name, number, tvg_id, groups, ${pictureAddress('channel.picture_id')} as logo,
      stream_url as "liveStreamUrl", dvr_base as "dvrStreamBaseUrl", dvr_extension as "dvrStreamBaseUrlExtension", catchup_days, adult,
      blocked_countries, owner_id, is_off, gone_at is not null as is_gone, guide_match, channel.position,
      case when guide.id is not null then json_build_object('id', guide.id, 'name', guide.name, 'source_id', guide.source_id) end as guide
    from tv_channel channel left join guide_channel guide on guide.id = channel.guide_channel_id
    where ${condition}
    order by channel.position, channel.id limit ${limit}`.execute(db)
  return rows
}

interface ChannelFilter {
  query: string | undefined
  sourceId: string | undefined
  withoutGuide: boolean
  after: ChannelPosition | undefined
  limit: number
}

export const listChannels = (db: Db, { query, sourceId, withoutGuide, after, limit }: ChannelFilter) =>
  findChannels(
    db,
    sql`true ${query ? sql`and channel.folded_name like '%' || ${escapeLike(query)} || '%'` : sql``}
      ${sourceId === undefined ? sql`` : sql`and channel.source_id = ${sourceId}`}
      ${withoutGuide ? sql`and channel.guide_channel_id is null` : sql``}
      ${after === undefined ? sql`` : sql`and (channel.position, channel.id) > (${after.position}, ${after.id})`}`,
    limit,
  )

/** As it is looked for, with the signs of patterns as themselves. */
const escapeLike = (query: string) => sql`regexp_replace(folded(${query}), '([\\\\%_])', '\\\\\\1', 'g')`

export const findChannel = async (db: Db, id: string): Promise<OperatorChannel | undefined> =>
  (await findChannels(db, sql`channel.id = ${id}`, 1))[0]

/** Whoever changes the order of TV channels does so one after the other. */
const lockOrder = (tx: Db) => sql`select pg_advisory_xact_lock(hashtext('tv_channel.position'))`.execute(tx)

/** A position at `index` among all channels but `id`; no index, or one beyond the end: at the end. */
async function findPosition(tx: Db, id: string | null, index: number | undefined): Promise<number> {
  await lockOrder(tx)
  for (;;) {
    const { rows } = await sql<{ before: number | null; after: number | null }>`
      with other as (select position, id from tv_channel where id is distinct from ${id})
      select
        ${
          index === undefined
            ? sql`(select max(position) from other)`
            : index === 0
              ? sql`null::bigint`
              : sql`coalesce(
          (select position from other order by position, id offset ${index - 1} limit 1), (select max(position) from other))`
        } as before,
        ${index === undefined ? sql`null::bigint` : sql`(select position from other order by position, id offset ${index} limit 1)`} as after`.execute(
      tx,
    )
    const { before, after } = rows[0]!
    if (after === null) return (before ?? 0) + positionStep
    if (before === null) return after - positionStep
    const middle = Math.floor((before + after) / 2)
    if (middle > before) return middle
    await sql`
      update tv_channel set position = placed.nth * ${positionStep}::bigint
      from (select id, row_number() over (order by position, id) as nth from tv_channel) as placed
      where placed.id = tv_channel.id`.execute(tx)
  }
}

export async function insertChannel(
  tx: Db,
  channel: ChannelChanges & { name: string; stream_url: string },
  index: number | undefined,
): Promise<string> {
  const { id } = await tx
    .insertInto('tv_channel')
    .values({ ...channel, position: await findPosition(tx, null, index), set_by_hand: [] })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** @param setByHand columns that imports leave alone from now on. @returns false when there is no such channel */
export async function updateChannel(
  tx: Db,
  id: string,
  { changes, setByHand, index }: { changes: ChannelChanges; setByHand: readonly string[]; index: number | undefined },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('tv_channel')
    .set({
      ...changes,
      set_by_hand: sql<string[]>`array(select distinct unnest(set_by_hand || ${[...setByHand]}::text[]) order by 1)`,
      ...(index !== undefined && { position: await findPosition(tx, id, index) }),
    })
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

export const deleteChannel = (db: Db, id: string) => db.deleteFrom('tv_channel').where('id', '=', id).execute()

/** Is this somebody who may own a TV channel? */
export const isBroadcaster = async (db: Db, id: string): Promise<boolean> =>
  (await db.selectFrom('account').select('id').where('id', '=', id).where('is_broadcaster', '=', true).executeTakeFirst()) !== undefined

/** Those of these ids that are no countries. */
export async function unknownCountries(db: Db, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from unnest(${[...ids]}::int[]) as given (id) where not exists (select from country where country.id = given.id)`.execute(db)
  return rows.map(({ id }) => id)
}

export const hasGuideChannel = async (db: Db, id: number): Promise<boolean> =>
  (await db.selectFrom('guide_channel').select('id').where('id', '=', id).executeTakeFirst()) !== undefined

export async function listGuideChannels(db: Db, query: string, limit: number) {
  const { rows } = await sql<{ id: number; key: string; name: string; source_id: string; source_name: string }>`
    select guide_channel.id, key, guide_channel.name, source_id, tv_source.name as source_name
    from guide_channel join tv_source on tv_source.id = source_id
    where folded(guide_channel.name) like '%' || ${escapeLike(query)} || '%' or lower(key) like '%' || ${escapeLike(query)} || '%'
    order by folded(guide_channel.name), guide_channel.id limit ${limit}`.execute(db)
  return rows
}

export interface DueLogo {
  id: string
  logo_url: string
}

/** The channels whose logos are to be fetched. */
export async function listDueLogos(db: Db, limit: number): Promise<DueLogo[]> {
  const { rows } = await sql<DueLogo>`
    select id, logo_url from tv_channel
    where picture_due_at <= now() and logo_url is not null and gone_at is null order by picture_due_at limit ${limit}`.execute(db)
  return rows
}

/** @param picture null: there was none, which is asked again in a week; 'busy': it was not asked for */
export async function saveLogo(db: Db, { id, logo_url }: DueLogo, picture: string | null): Promise<void> {
  const isFound = picture !== null && picture !== 'busy'
  await sql`
    update tv_channel set
      picture_id = ${isFound ? picture : sql`picture_id`},
      picture_due_at = ${isFound ? null : sql`now() + make_interval(hours => ${picture === 'busy' ? 1 : 24 * 7})`}
    where id = ${id} and logo_url = ${logo_url} and not 'logo' = any(set_by_hand)`.execute(db)
}
