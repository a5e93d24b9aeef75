/** Viewers of programmes while they were broadcast. */
import { sql } from 'kysely'
import { type Db, isoTime } from '#kit/server/db/db.ts'
import { prepare } from '#kit/server/db/prepare.ts'
import type { Reader } from '#kit/server/reader.ts'

/** One statement counts the programmes that ended within this many hours. */
const hoursPerStatement = 6
/** The end of a playback is final after this many minutes, because a playback ends after 30 minutes without a report. */
const finalAfterMinutes = 45
/** Viewers of a programme are counted for at most this many hours before its end. */
const maxHours = 6
/** Minimum watching time that counts, in seconds. A shorter programme must be watched whole. */
const minSeconds = 60

/** SQL on `playback` and `shown`: how many seconds of the programme were played. */
const overlapSeconds = sql`extract(epoch from least(playback.ended_at, shown.stops_at) - greatest(playback.started_at, shown.starts_at))`

/**
 * Counts the viewers of the programmes that ended next, in one transaction; several processes take turns. For each programme, a user counts
 * once, and guests with the same device and address count as one. After a clock was set back, waits until the time of the last count.
 * @returns whether there may be more programmes to count
 */
export async function countAudience(db: Db): Promise<boolean> {
  const { rows } = await sql<{ is_full: boolean }>`
    with span as materialized (
      select until as begins, least(until + make_interval(hours => ${hoursPerStatement}::int), now() - make_interval(mins => ${finalAfterMinutes}::int)) as ends
      from audience_counted for update
    ), playback as materialized (
      select view_action.tv_channel_id, coalesce(view_action.user_id, encode(view_action.visitor, 'hex')) as viewer, view_action.user_id, played.*
      from span cross join lateral (
          select view_action_id, view_half_hour, started_at, reported_at as ended_at from view_process where view_process.ended_at is null and started_at < ends
          union all select view_action_id, view_half_hour, started_at, ended_at from view_process
          where ended_at > begins - make_interval(hours => ${maxHours}::int) and started_at < ends) as played
        join view_action on view_action.id = view_action_id and view_action.half_hour = view_half_hour
      where begins < ends and view_action.tv_channel_id is not null and view_action.programme_id is null
    ), watched as (
      select tv_channel.id, shown.starts_at, shown.stops_at, programme.id as programme_id, programme.title, viewer
      from playback join tv_channel on tv_channel.id = playback.tv_channel_id and playback.user_id is distinct from tv_channel.owner_id
        join span on true
        join programme on programme.guide_channel_id = tv_channel.guide_channel_id
          and programme.starts_at > playback.started_at - make_interval(hours => ${maxHours}::int, mins => tv_channel.guide_shift_minutes)
          and programme.starts_at < playback.ended_at - make_interval(mins => tv_channel.guide_shift_minutes)
        cross join lateral (
          select programme.starts_at + make_interval(mins => tv_channel.guide_shift_minutes) as starts_at,
            programme.stops_at + make_interval(mins => tv_channel.guide_shift_minutes) as stops_at) as shown
      where shown.stops_at > begins and shown.stops_at <= ends and shown.stops_at > playback.started_at
      group by 1, 2, 3, 4, 5, 6
      having sum(${overlapSeconds}) >= least(${minSeconds}::int, extract(epoch from shown.stops_at - shown.starts_at))
    ), counted as (
      insert into programme_audience (tv_channel_id, starts_at, stops_at, programme_id, title, viewers)
      select id, starts_at, stops_at, programme_id, title, count(*) from watched group by 1, 2, 3, 4, 5
      on conflict do nothing
    )
    update audience_counted set until = ends from span where begins < ends
    returning ends = begins + make_interval(hours => ${hoursPerStatement}::int) as is_full`.execute(db)
  return rows[0]?.is_full === true
}

/** Finds out whether the user is a broadcaster and owns the TV channel. */
export const findOwnTvChannel = prepare(
  (_: Db, { user }: Reader, id: string) => sql<{ is_broadcaster: boolean; is_own: boolean }>`
    select is_broadcaster, exists (select from tv_channel where tv_channel.id = ${id} and owner_id = account.id) as is_own
    from account where account.id = ${user?.id ?? ''}`,
)

/** A range of days in a time zone: the first day, and the day after the last. */
export interface DaySpan {
  first: string
  next: string
  timeZone: string
}
const isIn = (id: string, { first, next, timeZone }: DaySpan) =>
  sql`tv_channel_id = ${id} and starts_at >= ${first}::timestamp at time zone ${timeZone} and starts_at < ${next}::timestamp at time zone ${timeZone}`

export interface Audience {
  id: string
  title: string
  starts_at: string
  stops_at: string
  viewers: number
}
const columns = sql`programme_id as id, title, ${isoTime(sql.ref('starts_at'))} as starts_at, ${isoTime(sql.ref('stops_at'))} as stops_at, viewers`

/** Lists programmes that had viewers, most viewers first. */
export const listAudience = prepare(
  (_: Db, id: string, span: DaySpan, limit: number, after: { viewers: number; starts_at: string } | undefined) => sql<Audience>`
    select ${columns} from programme_audience
    where ${isIn(id, span)} ${after ? sql`and (-viewers, starts_at) > (-${after.viewers}::int, ${after.starts_at}::timestamptz)` : sql``}
    order by viewers desc, starts_at limit ${limit}`,
)

/** Lists all programmes that had viewers, in order of time. */
export const listAudienceByTime = prepare(
  (_: Db, id: string, span: DaySpan) => sql<Audience>`select ${columns} from programme_audience where ${isIn(id, span)} order by starts_at`,
)
