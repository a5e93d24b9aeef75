/**
 * Sparse positions in the database. Everything here runs inside a transaction that has locked the container's owner
 * (`lockOwner`, `lockPlaylists`): two that place at once would otherwise choose the same position.
 */
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#kit/server/db.ts'
import { prepare } from '#kit/server/prepare.ts'
import type { Section } from '../../rules.ts'
import { between, gap, type Placed } from '../positions.ts'

/** What has an order of its own: a section of an owner's bar, a group, the series of a channel, the videos of a series. */
export interface Container {
  table: 'playlist' | 'series' | 'video'
  holds: RawBuilder<boolean>
}
export const sectionOf = (ownerId: string, section: Section): Container => ({
  table: 'playlist',
  holds: sql<boolean>`owner_id = ${ownerId} and section = ${section}`,
})
export const groupOf = (groupId: string): Container => ({ table: 'playlist', holds: sql<boolean>`group_id = ${groupId}` })
export const seriesOf = (playlistId: string): Container => ({ table: 'series', holds: sql<boolean>`playlist_id = ${playlistId}` })
export const videosOf = (seriesId: string): Container => ({ table: 'video', holds: sql<boolean>`series_id = ${seriesId}` })

/** Waits until nobody else changes the sections of this owner, a user or a team. */
export async function lockOwner(db: Db, ownerId: string): Promise<void> {
  await sql`select from account where id = ${ownerId} for no key update`.execute(db)
  await sql`select from team where id = ${ownerId} for no key update`.execute(db)
}

/** Waits until nobody else changes what is in these channels, and finds those that are (still) there. */
export const lockPlaylists = prepare((db, ids: readonly string[]) =>
  db
    .selectFrom('playlist')
    .select('id')
    .where('id', '=', sql<string>`any(${ids})`)
    .orderBy('id')
    .forNoKeyUpdate(),
)

/** Where things go: at `index`, counted without `except` (which is on the move); no index: at the end. */
export interface Spot {
  index?: number | undefined
  count?: number
  except?: string
}

const last = 2 ** 31 - 1

/** Positions for `count` things side by side at a spot. Numbers the container anew when there is no room between its neighbours. */
export async function findPlaces(db: Db, container: Container, spot: Spot = {}): Promise<number[]> {
  const { count = 1 } = spot
  const found = between(...(await findNeighbours(db, container, spot)), count)
  if (found) return found
  await renumber(db, container)
  return between(...(await findNeighbours(db, container, spot)), count)!
}

async function findNeighbours(
  db: Db,
  { table, holds }: Container,
  { index = last, except = '' }: Spot,
): Promise<[number | undefined, number | undefined]> {
  const { rows } = await sql<{ before: number | null; after: number | null }>`
    select max(position) filter (where number <= ${index}) as before, min(position) filter (where number > ${index}) as after
    from (select position, row_number() over (order by position) as number from ${sql.table(table)} where ${holds} and id <> ${except}) placed`.execute(
    db,
  )
  return [rows[0]?.before ?? undefined, rows[0]?.after ?? undefined]
}

const renumber = (db: Db, { table, holds }: Container) =>
  sql`update ${sql.table(table)} set position = numbered.number * ${gap}::bigint
    from (select id, row_number() over (order by position) as number from ${sql.table(table)} where ${holds}) numbered
    where ${sql.table(table)}.id = numbered.id`.execute(db)

/** What a container holds, in order. */
export async function listPlaced(db: Db, { table, holds }: Container): Promise<Placed[]> {
  const { rows } = await sql<Placed>`select id, position from ${sql.table(table)} where ${holds} order by position`.execute(db)
  return rows
}

/** Writes new positions, all in one statement: in between, two may meet. */
export async function writePositions(db: Db, table: Container['table'], moves: readonly Placed[]): Promise<void> {
  if (!moves.length) return
  await sql`update ${sql.table(table)} set position = moved.position
    from unnest(${moves.map(({ id }) => id)}::text[], ${moves.map(({ position }) => position)}::bigint[]) moved (id, position)
    where ${sql.table(table)}.id = moved.id`.execute(db)
}
