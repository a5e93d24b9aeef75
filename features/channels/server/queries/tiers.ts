/** Packages ("tiers") as a restriction of playlists and TV channels, and of videos copied from them. Locks are defined only here. */
import { type RawBuilder, sql } from 'kysely'
import { euroDecimal } from '#kit/server/euros.ts'
import type { Reader } from '#kit/server/reader.ts'
import type { TierName } from '../../contract/tiles.ts'
import { mayEdit } from './may-edit.ts'

type Condition = RawBuilder<boolean>
export type PackagedTable = 'playlist' | 'tv_channel'

/** SQL on the table: whether an entry of `tier_item` is for this row. */
const isTierItem = { playlist: sql`tier_item.playlist_key = playlist.key`, tv_channel: sql`tier_item.tv_channel_id = tv_channel.id` }

/** SQL: whether a subscription gives the user access. Access continues while a renewal is late. */
const isRunningSubscription = (
  userId: string,
): Condition => sql<boolean>`(subscription.user_id = ${userId} and subscription.ended_at is null
    and (subscription.renews or subscription.active_to > billing_now()))`

/** SQL on `tier`: whether the reader has the package. */
export const hasTier = ({ user }: Reader): Condition =>
  user
    ? sql<boolean>`exists (select from subscription where subscription.tier_id = tier.id and ${isRunningSubscription(user.id)})`
    : sql<boolean>`false`

/** SQL on the table: whether the reader has a package with this row. */
export const hasPackageWith = (table: PackagedTable, { user }: Reader): Condition =>
  user
    ? sql<boolean>`exists (select from tier_item join subscription on subscription.tier_id = tier_item.tier_id where ${isTierItem[table]} and ${isRunningSubscription(user.id)})`
    : sql<boolean>`false`

/** SQL on the table: whether packages contain the row, and the reader has none of these packages. */
const isLocked = (table: PackagedTable, reader: Reader): Condition =>
  sql<boolean>`(${sql.ref(`${table}.is_paid`)} and not ${hasPackageWith(table, reader)})`

const isExemptFromPackages = ({ user }: Reader) => user?.isOperator === true

/** SQL on `playlist`: whether the channel is locked. Never for operators and editors. */
export const isLockedPlaylist = (reader: Reader): Condition | undefined =>
  isExemptFromPackages(reader) ? undefined : sql<boolean>`(${isLocked('playlist', reader)} and not ${mayEdit(reader)})`

/** SQL on `tv_channel`: whether the TV channel is locked. Never for operators and the channel's broadcaster. */
export const isLockedTvChannel = (reader: Reader): Condition | undefined =>
  isExemptFromPackages(reader)
    ? undefined
    : reader.user
      ? sql<boolean>`(${isLocked('tv_channel', reader)} and tv_channel.owner_id is distinct from ${reader.user.id})`
      : isLocked('tv_channel', reader)

/** SQL on `video` and `playlist`: whether the video is a copy of something that the reader may not play now. */
export const isLockedCopy = (reader: Reader): Condition | undefined =>
  isExemptFromPackages(reader)
    ? undefined
    : sql<boolean>`((video.is_origin_lost and not ${mayEdit(reader)})
        or (video.tv_channel_id is not null
          and exists (select from tv_channel where tv_channel.id = video.tv_channel_id and ${isLockedTvChannel(reader)!}))
        or (video.paid_playlist_key is not null
          and exists (select from playlist where playlist.key = video.paid_playlist_key and ${isLockedPlaylist(reader)!}))
        or (video.paid_video_id is not null and not ${mayEdit(reader)}
          and exists (select from playlist origin where origin.key = video.paid_playlist_key and origin.is_paid
            and origin.owner_id is distinct from playlist.owner_id)
          and not exists (select from video original where original.id = video.paid_video_id)))`

/** SQL on `video` and `playlist`: whether a package may lock the video for some readers. Reads no other tables. */
export const mayBePaidVideo: Condition = sql<boolean>`(playlist.is_paid or num_nonnulls(video.tv_channel_id, video.paid_playlist_key, video.paid_video_id) > 0 or video.is_origin_lost)`

/** SQL on `video` and `playlist` of the source of a copy: the key of the channel whose packages also lock the copy, or null. */
export const paidOrigin: RawBuilder<number | null> = sql<
  number | null
>`coalesce(video.paid_playlist_key, case when exists (select from tier_item where ${isTierItem.playlist}) then playlist.key end)`

/** SQL on `video`, the source of a copy, and the copy's {@link paidOrigin}: the id of the original in that channel, or null. */
export const paidOriginal = (origin: RawBuilder<unknown>): RawBuilder<string | null> =>
  sql<string | null>`case when video.paid_playlist_key is not null then video.paid_video_id when ${origin} is not null then video.id end`

/** SQL on `tier`: the price in euros. */
export const tierPrice: RawBuilder<string> = euroDecimal(sql.ref('tier.price'))

/** SQL on the table: the packages that unlock the row, in the operator's order. Empty if the row isn't locked. */
export const tiersToBuy = (table: PackagedTable, isLocked: Condition): RawBuilder<TierName[]> =>
  sql<TierName[]>`case when ${isLocked} then coalesce((
      select json_agg(json_build_object('id', tier.id, 'name', tier.name, 'price', ${tierPrice}) order by tier.position)
      from tier_item join tier on tier.id = tier_item.tier_id where ${isTierItem[table]} and tier.archived_at is null), '[]'::json)
    else '[]'::json end`
