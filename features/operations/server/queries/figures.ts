import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#kit/server/db/db.ts'
import { type Figure, figureDays, figures, limits } from '../../rules.ts'

const dayOf = (column: RawBuilder<unknown>) => sql`(${column} at time zone 'utc')::date`
const todaySql = sql`(now() at time zone 'utc')::date`
const startOf = (day: RawBuilder<unknown>) => sql`(${day}::timestamp at time zone 'utc')`

/** SQL of each figure: the days from `since` with their counts. */
const createCounts = (since: RawBuilder<unknown>): Readonly<Record<Figure, RawBuilder<unknown>>> => {
  const countRows = (table: string, timeColumn: string, condition = sql`true`) =>
    sql`select ${dayOf(sql.ref(timeColumn))} as day, count(*) as count from ${sql.table(table)}
      where ${sql.ref(timeColumn)} >= ${startOf(since)} and ${condition} group by 1`
  return {
    new_users: countRows('account', 'created_at'),
    // Counted daily, because a session stores only its last use.
    active_users: sql`select ${todaySql} as day, count(distinct account_id) as count from session where last_seen_at >= ${startOf(todaySql)}`,
    views: sql`select ${dayOf(sql`to_timestamp(quarter * 900.0)`)} as day, sum(views) as count from channel_view_count
      where quarter >= (extract(epoch from ${startOf(since)}) / 900)::int and viewers <> 'o' group by 1`,
    uploads: countRows('upload', 'created_at'),
    payments: countRows('payment', 'created_at', sql`status in ('paid', 'refunded', 'charged_back')`),
    reports: countRows('report', 'reported_at'),
  }
}

/** Counts the figures by day, from the day before the last counted day (idempotent). The first run counts all shown days. */
export async function countFigures(db: Db): Promise<void> {
  for (const figure of figures) {
    const since = sql`coalesce((select max(day) - 1 from figure_day where figure = ${figure}), ${todaySql} - ${sql.lit(figureDays - 1)})`
    // A day's count never decreases, because deleted accounts and ended sessions still belong to the day.
    await sql`
      insert into figure_day (figure, day, count)
      select ${figure}, day, count from (${createCounts(since)[figure]}) as counted
      where day <= ${todaySql}
      on conflict (figure, day) do update set count = greatest(figure_day.count, excluded.count)
        where excluded.count > figure_day.count`.execute(db)
  }
  await sql`delete from figure_day where day < now() - make_interval(years => ${limits.years})`.execute(db)
}
