/** Channels that operators promote. */
import { sql } from 'kysely'
import type { Db } from '#kit/server/db/db.ts'
import type { JsonText } from '#kit/server/db/json-text.ts'
import { prepare } from '#kit/server/db/prepare.ts'
import type { Reader } from '#kit/server/reader.ts'
import { isListed, isTvChannelListed, isVideoListed, playlistLock, tvChannelLock } from '#features/channels/server/queries/access.ts'
import { pictureAddress } from '#features/media/server/queries.ts'
import type { PromotedChannel, Promotion } from '../../promotions.ts'
import { positionStep } from '../../rules.ts'

const picturesPerPromotion = 4

/** Lists the promotions that the reader may see, in order. */
export const listVisiblePromotions = prepare(
  (_: Db, reader: Reader) => sql<{ json: JsonText<PromotedChannel> }>`
    select json::text as json from (
      select promotion.position, promotion.id, json_build_object('type', 'channel', 'id', tv_channel.id, 'name', tv_channel.name,
        'image', ${pictureAddress('tv_channel.picture_id')}, 'pictures', '[]'::json, 'number', tv_channel.number, 'description', '',
        'adult', tv_channel.adult, 'lock', ${tvChannelLock(reader)}) as json
      from promotion join tv_channel on tv_channel.id = promotion.tv_channel_id where ${isTvChannelListed(reader)}
      union all
      select promotion.position, promotion.id, json_build_object('type', 'playlist', 'id', playlist.id, 'name', playlist.name,
        'image', ${pictureAddress('playlist.picture_id')}, 'pictures', to_json(array(
          select ${pictureAddress('video.picture_id')} from series join video on video.series_id = series.id
          where series.playlist_id = playlist.id and video.picture_id is not null and ${isVideoListed(reader)}
          order by series.position, video.position limit ${sql.lit(picturesPerPromotion)})),
        'number', null, 'description', playlist.description, 'adult', playlist.adult, 'lock', ${playlistLock(reader)})
      from promotion join playlist on playlist.key = promotion.playlist_key where ${isListed(reader)}
    ) as promoted order by position, id`,
)

/** Lists promotions for operators; channels that the operator may not see have no name. */
export const listPromotions = prepare(
  (_: Db, reader: Reader) => sql<Promotion>`
    select promotion.id, case when promotion.tv_channel_id is not null then 'channel' else 'playlist' end as type,
      coalesce(promotion.tv_channel_id, playlist.id) as channel_id, coalesce(tv_channel.name, playlist.name) as name,
      coalesce(${pictureAddress('tv_channel.picture_id')}, ${pictureAddress('playlist.picture_id')}) as image,
      case when tv_channel.is_off or tv_channel.gone_at is not null then 'off'
        when tv_channel.id is null and playlist.id is null then 'hidden' else 'shown' end as state
    from promotion left join tv_channel on tv_channel.id = promotion.tv_channel_id
      left join playlist on playlist.key = promotion.playlist_key and ${isListed(reader)}
    order by promotion.position, promotion.id`,
)

export const findPromotionId = prepare((db: Db, _: Reader, id: string) => db.selectFrom('promotion').select('id').where('id', '=', id))

export type PromotableThing = { tvChannelId: string; playlistKey: null } | { tvChannelId: null; playlistKey: number }

/** Serializes changes of promotions and their order. */
const lockPromotions = (tx: Db) => sql`select pg_advisory_xact_lock(hashtext('promotion.position'))`.execute(tx)

/** @param idsInOrder ids of all promotions */
const writeOrder = (tx: Db, idsInOrder: readonly string[]) =>
  sql`update promotion set position = place * ${positionStep}::bigint
    from unnest(${[...idsInOrder]}::text[]) with ordinality as placed (id, place)
    where promotion.id = placed.id and position <> place * ${positionStep}::bigint`.execute(tx)

const queryIds = async (tx: Db) =>
  (await tx.selectFrom('promotion').select('id').orderBy('position').orderBy('id').execute()).map(({ id }) => id)

async function placePromotion(tx: Db, id: string, index: number | undefined): Promise<void> {
  const others = (await queryIds(tx)).filter((item) => item !== id)
  await writeOrder(tx, others.toSpliced(index ?? others.length, 0, id))
}

/**
 * Promotes a channel. A channel that is already promoted keeps its place unless `index` gives another.
 * @returns its id; undefined at the limit
 * @throws a foreign key violation if the channel was deleted concurrently
 */
export async function insertPromotion(
  tx: Db,
  { tvChannelId, playlistKey }: PromotableThing,
  index: number | undefined,
  limit: number,
): Promise<string | undefined> {
  await lockPromotions(tx)
  const present = await tx
    .selectFrom('promotion')
    .select('id')
    .where((eb) => (tvChannelId === null ? eb('playlist_key', '=', playlistKey) : eb('tv_channel_id', '=', tvChannelId)))
    .executeTakeFirst()
  if (!present && (await queryIds(tx)).length >= limit) return undefined
  const { id } =
    present ??
    (await tx
      .insertInto('promotion')
      .values({ tv_channel_id: tvChannelId, playlist_key: playlistKey, position: 0 })
      .returning('id')
      .executeTakeFirstOrThrow())
  if (!present || index !== undefined) await placePromotion(tx, id, index)
  return id
}

/** @returns false if the promotion doesn't exist */
export async function movePromotion(tx: Db, id: string, index: number): Promise<boolean> {
  await lockPromotions(tx)
  if (!(await queryIds(tx)).includes(id)) return false
  await placePromotion(tx, id, index)
  return true
}

export const endPromotion = (db: Db, id: string) => db.deleteFrom('promotion').where('id', '=', id).execute()
