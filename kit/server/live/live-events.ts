/** An event for the open pages of a user, on any process: a row of the table `live_event`. */
import { sql } from 'kysely'
import type { Db } from '../db/db.ts'
import { deleteInBatches } from '../db/delete-in-batches.ts'

export interface LiveEvent {
  /** The account whose pages receive it. */
  to: string
  /** `login_ended`: a login of this account has ended. */
  name: 'changed' | 'notification' | 'login_ended' | 'moved' | 'presence'
  data: object
  /** Limits delivery to accounts that are still in this scope: `may_receive` of the database. */
  scope?: string | undefined
}

/** Publishes the events when the transaction commits. */
export async function insertLiveEvents(db: Db, events: readonly LiveEvent[]): Promise<void> {
  if (events.length === 0) return
  const column = <T>(of: (event: LiveEvent) => T) => events.map(of)
  await sql`
    insert into live_event (receiver_id, name, data, scope)
    select * from unnest(${column(({ to }) => to)}::text[], ${column(({ name }) => name)}::text[],
      ${column(({ data }) => JSON.stringify(data))}::jsonb[], ${column(({ scope }) => scope ?? null)}::text[])`.execute(db)
}

/**
 * A snapshot of transactions (`xmin:xmax:in progress`): the transactions that had committed, and those that had not. Ids alone don't show
 * that: of two concurrent transactions, the one with the lower id may commit later.
 */
export type TransactionSnapshot = string

export interface EventsSince {
  at: TransactionSnapshot
  events: LiveEvent[]
}

const columns = sql`receiver_id as "to", name, data`

/** Returns the events of these receivers since a moment, and the moment of this read; without `since`, only the moment. */
export async function readLiveEvents(db: Db, since: TransactionSnapshot | undefined, to: readonly string[]): Promise<EventsSince> {
  const events =
    since === undefined
      ? sql`'[]'::json`
      : sql`coalesce((select json_agg(event) from (
          select ${columns} from live_event
          where transaction >= pg_snapshot_xmin(${since}::pg_snapshot) and not pg_visible_in_snapshot(transaction, ${since}::pg_snapshot)
            and receiver_id = any(${[...to]}::text[]) and may_receive(receiver_id, scope)
          order by id) as event), '[]')`
  const { rows } = await sql<EventsSince>`select pg_current_snapshot()::text as at, ${events} as events`.execute(db)
  return rows[0]!
}

/** Where a page resumes: after a moment up to which it has all events, or a number of seconds ago. */
export type ResumePoint = { since: TransactionSnapshot } | { seconds: number }

/**
 * Returns the first `limit` events that a user missed up to a moment. Limited, because a very active user has thousands of events in an
 * hour.
 */
export async function readMissedEvents(
  db: Db,
  to: string,
  { from, until, limit }: { from: ResumePoint; until: TransactionSnapshot; limit: number },
): Promise<LiveEvent[]> {
  const isNew =
    'since' in from
      ? sql`transaction >= pg_snapshot_xmin(${from.since}::pg_snapshot) and not pg_visible_in_snapshot(transaction, ${from.since}::pg_snapshot)`
      : sql`created_at > now() - make_interval(secs => ${from.seconds})`
  // Filters in a materialized query before sorting. Otherwise PostgreSQL would scan the events of all users by id, to find the first ones.
  const { rows } = await sql<LiveEvent>`
    with missed as materialized (
      select id, ${columns} from live_event
      where receiver_id = ${to} and name <> 'presence' and may_receive(receiver_id, scope) and ${isNew} and pg_visible_in_snapshot(transaction, ${until}::pg_snapshot)
    ) select "to", name, data from missed order by id limit ${limit}`.execute(db)
  return rows
}

/** How long events are kept for pages that resume. */
export const retentionSeconds = 3600

export const deleteOldLiveEvents = (db: Db): Promise<void> =>
  deleteInBatches(db, 'live_event', sql`created_at < now() - make_interval(secs => ${retentionSeconds})`)
