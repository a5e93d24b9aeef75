/** Queries of packages for users. */
import { expressionBuilder, type RawBuilder, sql } from 'kysely'
import { type Db, isoTime } from '#kit/server/db/db.ts'
import { type JsonText, jsonText } from '#kit/server/db/json-text.ts'
import type { DB } from '#kit/server/db/schema.gen.ts'
import { prepare } from '#kit/server/db/prepare.ts'
import type { Reader } from '#kit/server/reader.ts'
import { isListed, isTvChannelListed } from '#features/channels/server/queries/access.ts'
import { nullOrderColumn, tileColumns } from '#features/channels/server/queries/columns.ts'
import { hasTier, tierPrice } from '#features/channels/server/queries/tiers.ts'
import { tvChannelJson } from '#features/guide/server/queries/columns.ts'
import { pictureAddress } from '#features/media/server/queries.ts'
import type { Tier } from '../../contract.ts'

const tvItems = sql`from tier_item join tv_channel on tv_channel.id = tier_item.tv_channel_id where tier_item.tier_id = tier.id`
const playlistItems = sql`from tier_item join playlist on playlist.key = tier_item.playlist_key join account on account.id = playlist.user_id
  where tier_item.tier_id = tier.id`

const listOf = (entry: RawBuilder<unknown>, from: RawBuilder<unknown>, limit: number | undefined) => sql`coalesce((
  select json_agg(item.one order by item.position) from (select ${entry} as one, tier_item.position ${from}
    order by tier_item.position ${limit === undefined ? sql`` : sql`limit ${limit}`}) as item), '[]'::json)`

/** SQL: a package as JSON, from `tier` and the reader's running subscription `mine`. */
function tierJson(db: Db, reader: Reader, limit: number | undefined): RawBuilder<JsonText<Tier>> {
  const tv = sql`${tvItems} and ${isTvChannelListed(reader)}`
  const playlists = sql`${playlistItems} and ${isListed(reader)}`
  const eb = expressionBuilder<DB, 'playlist' | 'account'>()
  const tile = sql`(${jsonText(db, eb, [...tileColumns(reader)(eb), nullOrderColumn])})::json`
  return sql`json_build_object('id', tier.id, 'name', tier.name, 'description', tier.description, 'icon', ${pictureAddress('tier.picture_id')},
    'package_name', tier.package_name, 'price', ${tierPrice}, 'is_free', tier.is_free,
    'is_subscribed', ${hasTier(reader)}, 'active_to', ${isoTime(sql.ref('mine.active_to'))}, 'renews', mine.renews and tier.archived_at is null,
    'is_archived', tier.archived_at is not null, 'channels', ${listOf(tvChannelJson(reader), tv, limit)},
    'playlists', ${listOf(tile, playlists, limit)}, 'channels_count', (select count(*) ${tv}), 'playlists_count', (select count(*) ${playlists}))::text`
}

const joinSubscription = ({ user }: Reader) => sql`left join lateral (
  select subscription.active_to, subscription.renews from subscription
  where subscription.tier_id = tier.id and subscription.user_id = ${user?.id ?? ''} and subscription.ended_at is null
    and (subscription.renews or subscription.active_to > billing_now())) as mine on true`
/** SQL on `tier`: whether the reader sees it. Archived packages are visible only to their subscribers. */
const isShownTier = sql`(tier.archived_at is null or mine.active_to is not null)`

/** Lists packages in the operator's order. Levels of one package are adjacent, cheapest first. */
export const listTiers = prepare(
  (db: Db, reader: Reader, shownItems: number) => sql<{ json: JsonText<Tier> }>`
    select ${tierJson(db, reader, shownItems)} as json
    from (select tier.*, min(tier.position) over (partition by tier.package_name) as package_position from tier) as tier ${joinSubscription(reader)}
    where ${isShownTier} order by tier.package_position, tier.package_name, tier.price, tier.position, tier.id`,
)

/** Reads a package with all its TV channels and playlists. */
export const findTier = prepare(
  (db: Db, reader: Reader, id: string) => sql<{ json: JsonText<Tier> }>`
    select ${tierJson(db, reader, undefined)} as json from tier ${joinSubscription(reader)} where tier.id = ${id} and ${isShownTier}`,
)

/** Finds a package that the reader sees. */
export const findShownTierId = prepare(
  (db: Db, reader: Reader, id: string) => sql<{ id: string }>`
    select tier.id from tier ${joinSubscription(reader)} where tier.id = ${id} and ${isShownTier}`,
)

export const findTierId = prepare((db: Db, _: Reader, id: string) => db.selectFrom('tier').select('id').where('id', '=', id))
