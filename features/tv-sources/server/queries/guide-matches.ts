import { sql } from 'kysely'
import type { Db } from '#kit/server/db/db.ts'
import type { GuideChannel } from '../../operator-channels.ts'
import { escapeLike } from '#features/channels/server/queries/escape-like.ts'

/**
 * Lets imports write and match TV channels one after another, until their transactions end: an import must see the channels and guides of
 * the others, and two imports must not wait for each other's channels.
 */
export const lockMatches = (tx: Db) => sql`select pg_advisory_xact_lock(hashtext('guide_match'))`.execute(tx)

/**
 * Matches each TV channel to a guide channel: by id, else by the name for guides in its list, else by its own name. Keeps operators'
 * choices. If several guides have the channel, the oldest guide wins. Writes only differences.
 * @param channelIds limits the matching to these TV channels
 */
export async function matchGuides(db: Db, channelIds?: readonly string[]): Promise<void> {
  await sql`
    with guide as (
      select guide_channel.id, key, match_names, rank() over (order by tv_source.created_at, tv_source.id) as place
      from guide_channel join tv_source on tv_source.id = guide_channel.source_id
    ), by_id as (
      select distinct on (lower(key)) lower(key) as key, id from guide order by lower(key), place, id
    ), by_name as (
      select distinct on (name) name, id from guide, unnest(match_names) as name order by name, place, id
    ), found as (
      select channel.id, coalesce(by_id.id, by_tvg_name.id, by_name.id) as guide_channel_id,
        case when by_id.id is not null then 'id' when coalesce(by_tvg_name.id, by_name.id) is not null then 'name' end as guide_match
      from tv_channel channel
        left join by_id on by_id.key = lower(channel.tvg_id)
        left join by_name as by_tvg_name on by_tvg_name.name = channel.match_tvg_name and channel.match_tvg_name <> ''
        left join by_name on by_name.name = channel.match_name and channel.match_name <> ''
      where channel.guide_match is distinct from 'hand' ${channelIds === undefined ? sql`` : sql`and channel.id = any(${[...channelIds]})`}
    )
    update tv_channel set guide_channel_id = found.guide_channel_id, guide_match = found.guide_match
    from found where tv_channel.id = found.id
      and (tv_channel.guide_channel_id, tv_channel.guide_match) is distinct from (found.guide_channel_id, found.guide_match)`.execute(db)
}

const guideColumns = sql`guide_channel.id, key, guide_channel.name, guide_channel.source_id, tv_source.name as source_name`

export async function listGuideChannels(db: Db, query: string, limit: number): Promise<GuideChannel[]> {
  const { rows } = await sql<GuideChannel>`
    select ${guideColumns} from guide_channel join tv_source on tv_source.id = source_id
    where folded(guide_channel.name) like '%' || ${escapeLike(query)} || '%' or lower(key) like '%' || ${escapeLike(query)} || '%'
    order by folded(guide_channel.name), guide_channel.id limit ${limit}`.execute(db)
  return rows
}

export type SuggestedGuideChannel = GuideChannel & { reason: 'id' | 'name'; likeness: number }

/** Lists likely guide channels of a TV channel: first those with the same id in another spelling, then those with a similar name. */
export async function suggestGuideChannels(db: Db, channelId: string, limit: number): Promise<SuggestedGuideChannel[]> {
  const { rows } = await sql<SuggestedGuideChannel>`
    with channel as (select folded_name, lower(regexp_replace(tvg_id, '[^A-Za-z0-9]', '', 'g')) as plain_id from tv_channel where id = ${channelId}),
    alike as (
      select guide_channel.id, 'name' as reason, similarity(folded(guide_channel.name), folded_name) as likeness
      from channel join guide_channel on folded(guide_channel.name) % folded_name
      union all
      select guide_channel.id, 'id', 1 from channel join guide_channel
        on plain_id <> '' and lower(regexp_replace(key, '[^A-Za-z0-9]', '', 'g')) = plain_id
    ), best as (select distinct on (id) id, reason, likeness from alike order by id, likeness desc)
    select ${guideColumns}, reason, round(likeness * 100)::int as likeness
    from best join guide_channel on guide_channel.id = best.id join tv_source on tv_source.id = guide_channel.source_id
    order by best.likeness desc, folded(guide_channel.name), guide_channel.id limit ${limit}`.execute(db)
  return rows
}
