/** Inserts removed videos and series again. */
import { sql } from 'kysely'
import { type Db, queryIds } from '#kit/server/db/db.ts'
import type { KeptRow, KeptVideo } from './removed-things.ts'

/** Inserts rows with the columns that were stored. Columns that were added since get their defaults. */
async function insertKeptRows(db: Db, table: 'video' | 'series', rows: readonly Readonly<Record<string, unknown>>[]): Promise<void> {
  if (!rows.length) return
  const columns = sql.join(Object.keys(rows[0]!).map((column) => sql.ref(column)))
  const into = sql.table(table)
  await sql`insert into ${into} (${columns}) select ${columns} from jsonb_populate_recordset(null::${into}, ${JSON.stringify(rows)}::jsonb)`.execute(
    db,
  )
}

/** Returns the restrictions of TV channels, for their copies. */
const listRestrictions = async (db: Db, ids: ReadonlySet<unknown>) => {
  const { rows } = await sql<{ id: string; blocked_countries: number[]; adult: boolean }>`
    select id, blocked_countries, adult from tv_channel where id = any(${[...ids].map(String)}::text[]) for key share`.execute(db)
  return new Map(rows.map(({ id, ...restrictions }) => [id, restrictions]))
}

/** Returns the ids that exist in a table. */
const listExistingIds = async (db: Db, table: 'account' | 'playlist', ids: ReadonlySet<unknown>) => {
  const column = table === 'playlist' ? sql`key::text` : sql`id`
  return new Set(
    await queryIds(db, sql`select ${column} as id from ${sql.table(table)} where ${column} = any(${[...ids].map(String)}::text[])`),
  )
}

/**
 * Inserts videos at these positions of a series. Their likes are lost, and so are references to things that were deleted since. Copies of a
 * TV channel get its present restrictions.
 */
export async function restoreVideos(db: Db, seriesId: string, videos: readonly KeptVideo[], positions: readonly number[]): Promise<void> {
  const idsIn = (column: string) => new Set(videos.flatMap(({ row }) => (row[column] === null ? [] : [row[column]])))
  const channels = await listRestrictions(db, idsIn('tv_channel_id'))
  const accounts = await listExistingIds(db, 'account', idsIn('pending_user_id'))
  const origins = await listExistingIds(db, 'playlist', idsIn('paid_playlist_key'))
  const keepIfFound = (found: { has: (id: string) => boolean }, value: unknown) => (found.has(String(value)) ? value : null)
  await insertKeptRows(
    db,
    'video',
    videos.map(({ row }, index) => {
      const channel = channels.get(String(row['tv_channel_id']))
      const origin = keepIfFound(origins, row['paid_playlist_key'])
      const isGone = (row['tv_channel_id'] !== null && !channel) || (row['paid_playlist_key'] !== null && origin === null)
      return {
        ...row,
        ...(channel && { blocked_countries: channel.blocked_countries, adult: row['adult'] === true || channel.adult }),
        series_id: seriesId,
        position: positions[index],
        likes: 0,
        tv_channel_id: keepIfFound(channels, row['tv_channel_id']),
        pending_user_id: keepIfFound(accounts, row['pending_user_id']),
        paid_playlist_key: origin,
        is_origin_lost: row['is_origin_lost'] === true || isGone,
      }
    }),
  )
}

/** Inserts a series without its opener. */
export const restoreSeries = (
  db: Db,
  { row }: KeptRow,
  place: { playlist_id: string; position: number; type: 'header' | null },
): Promise<void> => insertKeptRows(db, 'series', [{ ...row, ...place, home_video_id: null }])
