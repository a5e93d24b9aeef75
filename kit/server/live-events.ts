/** Events for the open pages of somebody, whatever process these are connected to: the statements on the table `live_event`. */
import { sql } from 'kysely'
import type { Db } from './db.ts'

export interface LiveEvent {
  /** The account whose pages are told. */
  to: string
  name: 'changed' | 'notification'
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
