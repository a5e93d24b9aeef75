/** The setting of the monthly email, and the figures in it. */
import { sql } from 'kysely'
import type { Language } from '#kit/contract/texts.ts'
import { type Db, queryIds } from '#kit/server/db/db.ts'
import type { PersonalData } from '#kit/server/personal-data.ts'

/** SQL: the first day of the month of the latest email. Emails are due on the first of the month at nine in the zone. */
const latestMonth = (now: Date, zone: ReturnType<typeof sql.ref>) =>
  sql`date_trunc('month', (${now}::timestamptz at time zone ${zone}) - interval '9 hours')`
const nextDueAt = (now: Date, zone: ReturnType<typeof sql.ref>) =>
  sql`(${latestMonth(now, zone)} + interval '1 month 9 hours') at time zone ${zone}`

export interface MonthMailSetting {
  is_on: boolean
  time_zone: string | null
}
export async function findMonthMailSetting(db: Db, userId: string): Promise<MonthMailSetting> {
  const row = await db.selectFrom('statistics_mail').select('time_zone').where('account_id', '=', userId).executeTakeFirst()
  return { is_on: row !== undefined, time_zone: row?.time_zone ?? null }
}

/** Turns the email on, or changes its time zone. */
export const turnMonthMailOn = (db: Db, userId: string, timeZone: string, now = new Date()) =>
  sql`
    insert into statistics_mail (account_id, time_zone, due_at)
    select id, zone.name, ${nextDueAt(now, sql.ref('zone.name'))} from account cross join (select ${timeZone}::text as name) as zone where id = ${userId}
    on conflict (account_id) do update set time_zone = excluded.time_zone, due_at = excluded.due_at
      where statistics_mail.time_zone <> excluded.time_zone`.execute(db)

export const turnMonthMailOff = (db: Db, userId: string) => db.deleteFrom('statistics_mail').where('account_id', '=', userId).execute()

/** Finds the recipient of a monthly email by its token. */
export const findMonthMailByToken = async (db: Db, token: string): Promise<{ id: string; language: Language } | undefined> =>
  /^[\da-f]{32}$/.test(token)
    ? db
        .selectFrom('statistics_mail')
        .innerJoin('account', 'account.id', 'account_id')
        .select(['id', sql<Language>`language`.as('language')])
        .where('token', '=', token)
        .executeTakeFirst()
    : undefined

export interface MonthMailRecipient {
  id: string
  email: string
  language: Language
  token: string
  time_zone: string
  /** The first day of the month that the email is about. */
  month: string
  /**
   * False if the account is suspended or about to be deleted. Also false if a clock that was ahead stored the due date, which is then
   * corrected.
   */
  is_due: boolean
}
const isDue = (now: Date) => sql`(due_at <= ${now} or due_at > ${now}::timestamptz + interval '32 days')`

/** Returns the ids of the next users whose email is due, or whose due date is wrong. */
export const listDueMonthMails = (db: Db, now: Date, after: string, limit: number): Promise<string[]> =>
  queryIds(
    db,
    sql`select account_id as id from statistics_mail where ${isDue(now)} and account_id > ${after} order by account_id limit ${limit}`,
  )

/** Returns a user whose email is due, and stores when the next one is due. Returns undefined if another process has locked the user. */
export async function claimMonthMail(tx: Db, id: string, now: Date): Promise<MonthMailRecipient | undefined> {
  const { rows } = await sql<MonthMailRecipient>`
    with due as materialized (
      select account_id, due_at <= ${now} as is_due from statistics_mail where account_id = ${id} and ${isDue(now)} for update skip locked
    ), noted as (
      update statistics_mail as known set due_at = ${nextDueAt(now, sql.ref('time_zone'))} from due where due.account_id = known.account_id
      returning known.account_id, token, time_zone, is_due
    )
    select id, email, language, token, time_zone,
      is_due and deletion_due_at is null and (suspended_until is null or suspended_until <= ${now}) as is_due, (${latestMonth(now, sql.ref('time_zone'))} - interval '1 month')::date::text as month
    from noted join account on account.id = account_id`.execute(tx)
  return rows[0]
}

export interface MonthFigures {
  name: string
  direct_publish: boolean
  status_id: number
  views: number
  former_views: number
  unique_views: number
  followers: number
  total: number
}
/** Lists a user's channels that had views or followers in a month, most viewed first. @param month its first day */
export async function listMonthFigures(
  db: Db,
  userId: string,
  { month, timeZone, limit }: { month: string; timeZone: string; limit: number },
): Promise<MonthFigures[]> {
  const { rows } = await sql<MonthFigures>`
    with bound as materialized (select ${month}::date - interval '1 month' as former, ${month}::date::timestamp as first, ${month}::date + interval '1 month' as next),
    day as materialized (
      select quarter_hour(day at time zone ${timeZone}) as quarter from bound cross join generate_series(first, next, '1 day') as day
    ), span as materialized (
      select array_agg(quarter order by quarter) as days, min(quarter) as month_start, max(quarter) as month_end,
        (select quarter_hour(former at time zone ${timeZone}) from bound) as former_start from day
    ), figures as (
      select playlist.id, playlist.name, playlist.kind = 'direct_publish' as direct_publish, playlist.status_id, coalesce(viewed.views, 0)::int as views,
        coalesce(viewed.former_views, 0)::int as former_views, coalesce(viewed.unique_views, 0)::int as unique_views, changed.followers::int
      from playlist cross join span
        cross join lateral (
          select sum(views) filter (where quarter >= month_start) as views, sum(views) filter (where quarter < month_start) as former_views,
            sum(views) filter (where quarter >= month_start
              and coalesce(former_quarter < case viewers when 'u' then month_start else days[width_bucket(quarter, days)] end, true)) as unique_views
          from channel_view_count where playlist_key = playlist.key and tv_channel_id is null and viewers <> 'o'
            and quarter >= former_start and quarter < month_end) as viewed
        cross join lateral (
          select coalesce(sum(case kind when 'unfollow' then -1 else 1 end), 0) as followers from follow_event
          where playlist_key = playlist.key
            and happened_at >= to_timestamp(month_start * 900.0) and happened_at < to_timestamp(month_end * 900.0)) as changed
      where playlist.owner_id = ${userId} and playlist.kind <> 'watch_later')
    select name, direct_publish, status_id, views, former_views, unique_views, followers, (count(*) over ())::int as total from figures
    where views > 0 or former_views > 0 or followers <> 0 order by views desc, former_views desc, id limit ${limit}`.execute(db)
  return rows
}

export const statisticsPersonalData: PersonalData = {
  exports: { statistics_mails: findMonthMailSetting },
}
