/** Reads and changes TV channels for operators. */
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#kit/server/db/db.ts'
import { pictureAddress } from '#features/media/server/queries.ts'
import type { OperatorChannel } from '../../operator-channels.ts'
import { type operatorChannelFilters, type ListField, overridableFields, matchName, positionStep } from '../../rules.ts'
import { escapeLike } from '#features/channels/server/queries/escape-like.ts'

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

/** Columns that lists set as well. */
const listColumns = overridableFields.map((field) => (field === 'liveStreamUrl' ? 'stream_url' : field))

export interface ChannelPosition {
  position: number
  id: string
}

/** SQL on `channel`: a hash of all columns that operators set. */
const version = sql<string>`md5(row(channel.kind, channel.name, number, tvg_id, groups, picture_id, stream_url, dvr_base, dvr_extension, catchup_days,
  adult, blocked_countries, owner_id, is_off, guide_channel_id, guide_match, set_by_hand)::text)`

/** API names of the columns that lists set as well. */
const wireNames = sql`case one when 'stream_url' then 'liveStreamUrl' else one end`

async function findChannels(db: Db, condition: RawBuilder<unknown>, limit: number): Promise<(OperatorChannel & ChannelPosition)[]> {
  const { rows } = await sql<OperatorChannel & ChannelPosition>`
    select channel.id, ${version} as version, channel.source_id, channel.kind, channel.name, number, tvg_id, groups,
      ${pictureAddress('channel.picture_id')} as logo, stream_url as "liveStreamUrl", dvr_base as "dvrStreamBaseUrl",
      dvr_extension as "dvrStreamBaseUrlExtension", catchup_days, adult, blocked_countries, owner_id, (select nickname from account where id = owner_id) as owner_nickname,
      is_off, gone_at is not null as is_gone, guide_match, channel.position,
      case when guide.id is not null then json_build_object('id', guide.id, 'name', guide.name, 'source_id', guide.source_id) end as guide,
      case when channel.source_id is null then array[]::text[]
        else array(select ${wireNames} from unnest(set_by_hand) as one where one = any(${listColumns}::text[])) end as set_by_hand
    from tv_channel channel left join guide_channel guide on guide.id = channel.guide_channel_id
    where ${condition}
    order by channel.position, channel.id limit ${limit}`.execute(db)
  return rows
}

interface ChannelFilter {
  query: string | undefined
  sourceId: string | undefined
  withoutGuide: boolean
  view: (typeof operatorChannelFilters)[number] | undefined
  after: ChannelPosition | undefined
  limit: number
}

const views = {
  off: sql`and channel.is_off`,
  gone: sql`and channel.gone_at is not null`,
  adult: sql`and channel.adult`,
  by_hand: sql`and channel.source_id is not null and (channel.set_by_hand && ${listColumns}::text[] or channel.guide_match = 'hand')`,
}

export const listChannels = (db: Db, { query, sourceId, withoutGuide, view, after, limit }: ChannelFilter) =>
  findChannels(
    db,
    sql`true ${query ? sql`and channel.folded_name like '%' || ${escapeLike(query)} || '%'` : sql``}
      ${sourceId === undefined ? sql`` : sql`and channel.source_id = ${sourceId}`}
      ${withoutGuide ? sql`and channel.guide_channel_id is null and channel.guide_match is distinct from 'hand'` : sql``}
      ${view === undefined ? sql`` : views[view]}
      ${after === undefined ? sql`` : sql`and (channel.position, channel.id) > (${after.position}, ${after.id})`}`,
    limit,
  )

export const findChannel = async (db: Db, id: string): Promise<OperatorChannel | undefined> =>
  (await findChannels(db, sql`channel.id = ${id}`, 1))[0]

/** Locks the order of TV channels until the transaction ends. */
const lockOrder = (tx: Db) => sql`select pg_advisory_xact_lock(hashtext('tv_channel.position'))`.execute(tx)

/** Returns a position at `index` among all channels except `id`. If `index` is undefined or too large, returns a position at the end. */
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

export interface ChannelUpdate {
  changes: ChannelChanges
  /** Columns that imports keep from now on. */
  setByHand: readonly string[]
  index?: number | undefined
  /** Updates only if the channel still has this version. */
  version?: string | undefined
}

/** @returns the number of updated channels */
export async function updateChannels(
  tx: Db,
  ids: readonly string[],
  { changes, setByHand, index, version: expected }: ChannelUpdate,
): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('tv_channel as channel')
    .set({
      ...changes,
      // `was_off` is the state before a moderator removed the channel, which a change by an operator overrides.
      ...(changes.is_off !== undefined && { was_off: null }),
      set_by_hand: sql<string[]>`array(select distinct unnest(set_by_hand || ${[...setByHand]}::text[]) order by 1)`,
      ...(index !== undefined && { position: await findPosition(tx, ids[0]!, index) }),
    })
    .where('id', '=', sql<string>`any(${[...ids]})`)
    .where(expected === undefined ? sql<boolean>`true` : sql<boolean>`${version} = ${expected}`)
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

/**
 * Resets columns to the list's values. The list's name, id, URL and logo are stored, so these are reset at once. The next import resets the
 * other columns, and has to read the whole list for that.
 */
export async function resetToList(tx: Db, id: string, fields: readonly (ListField | 'guide')[]): Promise<void> {
  const columns = fields.map((field) => (field === 'liveStreamUrl' ? 'stream_url' : field))
  const isSet = (column: (typeof columns)[number]) => columns.includes(column)
  if (isSet('guide')) await tx.updateTable('tv_channel').set({ guide_match: null, guide_channel_id: null }).where('id', '=', id).execute()
  const channels = await tx
    .selectFrom('tv_channel')
    .select('list_name')
    .where('id', '=', id)
    .where('list_name', 'is not', null)
    .executeTakeFirst()
  if (!channels) return
  await tx
    .updateTable('tv_channel')
    .set({
      set_by_hand: sql<string[]>`array(select unnest(set_by_hand) except select unnest(${columns}::text[]) order by 1)`,
      // Changes the hash, so that the next import writes the channel again.
      hash: sql<number>`hash # 1`,
      ...(isSet('name') && { name: sql<string>`list_name`, match_name: matchName(channels.list_name!) }),
      ...(isSet('tvg_id') && { tvg_id: sql<string | null>`list_tvg_id` }),
      ...(isSet('stream_url') && { stream_url: sql<string>`list_url` }),
      ...(isSet('logo') && { picture_id: null, picture_due_at: sql<Date>`case when logo_url is not null then now() end` }),
    })
    .where('id', '=', id)
    .execute()
  await readAllAgain(tx, id)
}

/** Makes the next import read the whole list, even if its host reports no change. */
const readAllAgain = (tx: Db, channelId: string) =>
  tx
    .updateTable('tv_source')
    .set({ etag: null, last_modified: null })
    .where('id', '=', (eb) => eb.selectFrom('tv_channel').select('source_id').where('id', '=', channelId))
    .execute()

/** Deletes a channel. If it is still in its list, the next import adds it again. */
export async function deleteChannel(tx: Db, id: string): Promise<void> {
  await readAllAgain(tx, id)
  await tx.deleteFrom('tv_channel').where('id', '=', id).execute()
}

/** Lists users who may own a TV channel. */
export const listBroadcasters = (db: Db, query: string | undefined) =>
  db
    .selectFrom('account')
    .select(['id', 'nickname'])
    .where('is_broadcaster', '=', true)
    .where(query ? sql<boolean>`folded(nickname) like '%' || ${escapeLike(query)} || '%'` : sql<boolean>`true`)
    .orderBy('nickname')
    .limit(50)
    .execute()

/** Whether this user may own a TV channel. */
export const isBroadcaster = async (db: Db, id: string): Promise<boolean> =>
  (await db.selectFrom('account').select('id').where('id', '=', id).where('is_broadcaster', '=', true).executeTakeFirst()) !== undefined

/** Returns the ids of countries given by id or ISO code, unique and in order; undefined if a country is unknown. */
export async function findCountryIds(db: Db, idsOrCodes: readonly (number | string)[]): Promise<number[] | undefined> {
  const { rows } = await sql<{ id: number | null }>`
    select country.id from unnest(${idsOrCodes.map(String)}::text[]) with ordinality as given (name, nth)
      left join country on country.id::text = given.name or country.code = given.name
    order by given.nth`.execute(db)
  const ids = rows.flatMap(({ id }) => id ?? [])
  return ids.length === rows.length ? [...new Set(ids)] : undefined
}

export const hasGuideChannel = async (db: Db, id: number): Promise<boolean> =>
  (await db.selectFrom('guide_channel').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
