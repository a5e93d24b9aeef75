/** Relay places: each allows a viewer to watch one stream. All instances share them. */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#kit/server/db/db.ts'
import { prepareOne } from '#kit/server/db/prepare.ts'

export interface RelayPlace {
  /** The user or IP address whose limit includes this place. */
  viewerKey: string
  /** Session of one browser. */
  session: string
  stream: string
}

const hashHex = (value: string) => createHash('sha256').update(value).digest('hex')
const hexToBytesSql = (hex: string) => sql<Buffer>`decode(${hex}, 'hex')`

const acquirePlace = prepareOne(
  (_: Db, holder: string, session: string, stream: string, limit: number, openStreams: readonly string[]) =>
    sql<{
      left: string | null
    }>`select take_relay_place(${hexToBytesSql(holder)}, ${hexToBytesSql(session)}, ${stream}, ${limit}, ${openStreams}::text[]) as "left"`,
)
/**
 * Acquires a relay place, or renews it for 45 seconds. At the limit, the browser's oldest unused stream loses its place.
 * @param openStreams streams with open requests, which keep their places
 * @returns the stream that lost its place, or an empty string if none did; null if no place is free
 */
export const acquireRelayPlace = async (
  db: Db,
  { viewerKey, session, stream }: RelayPlace,
  limit: number,
  openStreams: readonly string[],
) => (await acquirePlace(db, hashHex(viewerKey), hashHex(session), stream, limit, openStreams))!.left

/** Keeps the relay place of a stream during a long response, also after a crash of the database. */
export const refreshRelayPlace = async (db: Db, { viewerKey, session, stream }: RelayPlace): Promise<void> =>
  void (await sql`insert into relay_place (holder, session, stream, is_busy, seen_at)
    values (${hexToBytesSql(hashHex(viewerKey))}, ${hexToBytesSql(hashHex(session))}, ${stream}, true, clock_timestamp())
    on conflict (holder, session, stream) do update set is_busy = true, seen_at = excluded.seen_at`.execute(db))

/** Stores that a long response has ended, so that another stream can take the relay place. */
export const markRelayPlaceIdle = async (db: Db, { viewerKey, session, stream }: RelayPlace): Promise<void> =>
  void (await sql`update relay_place set is_busy = false, seen_at = clock_timestamp()
    where holder = ${hexToBytesSql(hashHex(viewerKey))} and session = ${hexToBytesSql(hashHex(session))} and stream = ${stream}`.execute(
    db,
  ))

export const deleteOldRelayPlaces = async (db: Db): Promise<void> =>
  void (await sql`delete from relay_place where seen_at not between clock_timestamp() - interval '1 minute' and clock_timestamp() + interval '1 minute'`.execute(
    db,
  ))
