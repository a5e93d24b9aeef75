/** Events for the open pages of somebody, whatever process these are connected to: the statements on the table `live_event`. */
import { sql } from 'kysely'
import type { Db } from '../db/db.ts'

export interface LiveEvent {
  /** The account whose pages are told. */
  to: string
  /** `login_ended`: one of the logins of this account is no more. */
  name: 'changed' | 'notification' | 'login_ended'
  data: object
}

/** Tells it once the transaction is committed. */
export async function insertLiveEvents(db: Db, events: readonly LiveEvent[]): Promise<void> {
  if (events.length === 0) return
  const column = <T>(of: (event: LiveEvent) => T) => events.map(of)
  await sql`
    insert into live_event (receiver_id, name, data)
    select * from unnest(${column(({ to }) => to)}::text[], ${column(({ name }) => name)}::text[],
      ${column(({ data }) => JSON.stringify(data))}::jsonb[])`.execute(db)
}

/**
 * A moment as a snapshot of transactions (`xmin:xmax:in progress`): what was committed by then and what was not. Ids don't tell that: of
 * two transactions that run at once, the one with the lower id may be committed later.
 */
export type Moment = string

export interface EventsSince {
  at: Moment
  events: LiveEvent[]
}

const columns = sql`receiver_id as "to", name, data`

/** What was committed since a moment, for these receivers, and the moment up to which that is; without `since`, only that. */
export async function readLiveEvents(db: Db, since: Moment | undefined, to: readonly string[]): Promise<EventsSince> {
  const events =
    since === undefined
      ? sql`'[]'::json`
      : sql`coalesce((select json_agg(event) from (
          select ${columns} from live_event
          where transaction >= pg_snapshot_xmin(${since}::pg_snapshot) and not pg_visible_in_snapshot(transaction, ${since}::pg_snapshot)
            and receiver_id = any(${[...to]}::text[])
          order by id) as event), '[]')`
  const { rows } = await sql<EventsSince>`select pg_current_snapshot()::text as at, ${events} as events`.execute(db)
  return rows[0]!
}

/** Where somebody goes on: behind a moment that they have seen, or behind a time. */
export type Resume = { since: Moment } | { seconds: number }

/** What somebody has missed up to a moment, the first `limit` of it: whoever changes things all the time has thousands of events in an hour. */
export async function readMissedEvents(db: Db, to: string, from: Resume, until: Moment, limit: number): Promise<LiveEvent[]> {
  const isNew =
    'since' in from
      ? sql`transaction >= pg_snapshot_xmin(${from.since}::pg_snapshot) and not pg_visible_in_snapshot(transaction, ${from.since}::pg_snapshot)`
      : sql`created_at > now() - make_interval(secs => ${from.seconds})`
  // Found before it is put in order: for the first few by id, all events of everybody would be walked through.
  const { rows } = await sql<LiveEvent>`
    with missed as materialized (
      select id, ${columns} from live_event
      where receiver_id = ${to} and ${isNew} and pg_visible_in_snapshot(transaction, ${until}::pg_snapshot)
    ) select "to", name, data from missed order by id limit ${limit}`.execute(db)
  return rows
}

/** How long events are kept for pages that resume. */
export const keptSeconds = 3600

export async function deleteOldLiveEvents(db: Db): Promise<void> {
  await sql`delete from live_event where created_at < now() - make_interval(secs => ${keptSeconds})`.execute(db)
}
