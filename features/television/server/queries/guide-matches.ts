import { sql } from 'kysely'
import type { Db } from '#kit/server/db.ts'

/**
 * Finds for each TV channel the channel of a guide that tells what is on: by id, else by name. What an operator chose stays. Of several guides
 * that have one, the one that was there first. Writes only what differs.
 * @param channelId of this one alone
 */
export async function matchGuides(db: Db, channelId?: string): Promise<void> {
  await sql`
    with guide as (
      select guide_channel.id, key, match_names, rank() over (order by tv_source.created_at, tv_source.id) as place
      from guide_channel join tv_source on tv_source.id = guide_channel.source_id
    ), by_id as (
      select distinct on (lower(key)) lower(key) as key, id from guide order by lower(key), place, id
    ), by_name as (
      select distinct on (name) name, id from guide, unnest(match_names) as name order by name, place, id
    ), found as (
      select channel.id, coalesce(by_id.id, by_name.id) as guide_channel_id,
        case when by_id.id is not null then 'id' when by_name.id is not null then 'name' end as guide_match
      from tv_channel channel
        left join by_id on by_id.key = lower(channel.tvg_id)
        left join by_name on by_name.name = channel.match_name and channel.match_name <> ''
      where channel.guide_match is distinct from 'hand' ${channelId === undefined ? sql`` : sql`and channel.id = ${channelId}`}
    )
    update tv_channel set guide_channel_id = found.guide_channel_id, guide_match = found.guide_match
    from found where tv_channel.id = found.id
      and (tv_channel.guide_channel_id, tv_channel.guide_match) is distinct from (found.guide_channel_id, found.guide_match)`.execute(db)
}
