/** Broadcasts of titles of the guide. */
import { sql } from 'kysely'
import type { Reader } from '#kit/server/reader.ts'
import { isTvChannelListed } from '#features/channels/server/queries/access.ts'
import { catchupDays, guideShift } from '#features/tv-sources/server/queries/columns.ts'

/** Maximum broadcasts read for each title. */
const maxExamined = { coming: 10, past: 5 } as const

/** SQL on `programme`: the first TV channel that broadcasts the programme and that the reader may see in lists. */
const tvChannelSql = (reader: Reader, isReachable: ReturnType<typeof sql>) => sql`(
      select tv_channel.* from tv_channel
      where tv_channel.guide_channel_id = programme.guide_channel_id and ${isTvChannelListed(reader)} and ${isReachable}
      order by tv_channel.position, tv_channel.id limit 1)`

const isOfTitle = sql`hashtext(programme.title) = hashtext(document.key) and programme.title = document.key`
const columns = sql`programme.*, tv_channel.id as tv_channel_id, programme.starts_at + ${guideShift} as begins_at`

/**
 * SQL on `document`: at most one row of `programme`, with `tv_channel_id` and `begins_at`. Selects the title's current or next broadcast
 * that the reader may see, or else the latest one that catch-up still offers.
 */
export const broadcastOf = (reader: Reader) => sql`(
    with coming as (
      select ${columns} from (
        select programme.* from programme where ${isOfTitle} and programme.starts_at > now() - interval '1 day' and programme.stops_at > now()
        order by programme.starts_at limit ${sql.lit(maxExamined.coming)}) as programme
      cross join lateral ${tvChannelSql(reader, sql`programme.stops_at + ${guideShift} > now()`)} as tv_channel
      order by programme.starts_at limit 1)
    select * from coming
    union all
    (select ${columns} from (
        select programme.* from programme where ${isOfTitle} and programme.starts_at <= now() and programme.stops_at <= now()
        order by programme.starts_at desc limit ${sql.lit(maxExamined.past)}) as programme
      cross join lateral ${tvChannelSql(reader, sql`programme.starts_at + ${guideShift} > now() - make_interval(days => ${catchupDays})`)} as tv_channel
      where not exists (select from coming)
      order by programme.starts_at desc limit 1))`
