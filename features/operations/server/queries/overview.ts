import { sql } from 'kysely'
import { type Db, isoTime } from '#kit/server/db/db.ts'
import { type Figure, figureDays, limits, thresholds } from '../../rules.ts'
import { boundedCount } from './bounded-count.ts'

export interface AppStatus {
  dead_jobs: number
  /** Kinds of jobs with the latest failures, at most three. */
  dead_kinds: string[]
  dead_mails: number
  retried_mails: number
  /** Seconds for which the oldest due job has waited. Ignores paused kinds. */
  due_seconds: number
  paused_kinds: string[]
  failing_sources: string[]
  unanswered_payments: number
  uncredited_payments: number
  /** Number of hidden files that the CDN has not purged in time. */
  late_purges: number
  oldest_report: string | null
  demo_people: number
}

/** Reads the overview's facts from the product's tables, in one statement. */
export async function readAppStatus(db: Db): Promise<AppStatus> {
  const deadMail = sql`job where name = 'mail' and state = 'dead' and finished_at > now() - interval '1 day'`
  const retriedMail = sql`job where name = 'mail' and state = 'waiting' and error is not null`
  const { rows } = await sql<AppStatus>`
    select ${boundedCount(sql`from job where state = 'dead' order by created_at desc, id desc`)} as dead_jobs,
      array(select name from (select name, max(created_at) as at from (
        select name, created_at from job where state = 'dead' order by created_at desc limit 100) as latest
        group by name order by at desc limit 3) as kinds)::text[] as dead_kinds,
      ${boundedCount(sql`from ${deadMail}`)} as dead_mails,
      ${boundedCount(sql`from ${retriedMail}`)} as retried_mails,
      coalesce((select extract(epoch from now() - min(run_after)) from (
        select run_after from job where state = 'waiting' and run_after <= now() and name not in (select job from job_pause) limit ${sql.lit(limits.count)}
        ) as due), 0)::float8 as due_seconds,
      array(select job from job_pause order by paused_at desc limit 10)::text[] as paused_kinds,
      array(select name from tv_source where failures >= 2 and not is_off order by name limit 10) as failing_sources,
      ${boundedCount(sql`from payment where status = 'open' and next_check_at is not null
        and created_at < now() - make_interval(mins => ${sql.lit(thresholds.paymentMinutes)})
        and (provider_id is null or fetches > applied_fetch)`)} as unanswered_payments,
      ${boundedCount(sql`from payment where problem is not null and status = 'paid'`)} as uncredited_payments,
      ${boundedCount(sql`from edge_copy where purge_since < now() - make_interval(mins => ${sql.lit(thresholds.purgeMinutes)})`)} as late_purges,
      (select ${isoTime(sql`min(reported_at)`)} from report where state = 'open') as oldest_report,
      ${boundedCount(sql`from account where lower(coalesce(nickname, '') || ' ' || email) like '%@demo.example'`)} as demo_people`.execute(
    db,
  )
  return rows[0]!
}

export interface DatabaseStatus {
  version: string
  bytes: number
  connections: number
  max_connections: number
  slow: number
  blocked: number
  /** Milliseconds since 1970. */
  clock: number
  migrations: string[]
}

/**
 * Reads the state of PostgreSQL. Counts connections to all databases of the server, because they share one limit. Counts slow and blocked
 * statements only in this database.
 */
export async function readDatabaseStatus(db: Db): Promise<DatabaseStatus> {
  const { rows } = await sql<DatabaseStatus>`
    select current_setting('server_version') as version, pg_database_size(current_database())::float8 as bytes,
      count(*)::int as connections, current_setting('max_connections')::int as max_connections,
      count(*) filter (where datname = current_database() and state = 'active' and now() - query_start > make_interval(secs => ${sql.lit(thresholds.slowSeconds)}))::int as slow,
      count(*) filter (where datname = current_database() and wait_event_type = 'Lock')::int as blocked,
      (extract(epoch from clock_timestamp()) * 1000)::float8 as clock,
      array(select name from migration order by name)::text[] as migrations
    from pg_stat_activity where backend_type = 'client backend'`.execute(db)
  return rows[0]!
}

export interface DayCount {
  figure: Figure
  date: string
  count: number
}
/** The figures of the last days, earliest first. */
export async function listFigureDays(db: Db): Promise<DayCount[]> {
  const { rows } = await sql<DayCount>`
    select figure, day::text as date, count from figure_day
    where day > (now() at time zone 'utc')::date - ${figureDays}::int order by day`.execute(db)
  return rows
}
