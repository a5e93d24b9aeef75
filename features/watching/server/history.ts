import * as z from 'zod/mini'
import { Id, Time } from '#kit/contract/fields.ts'
import type { Language } from '#kit/contract/texts.ts'
import type { Db } from '#kit/server/db/db.ts'
import type { Handlers } from '#kit/server/http/handlers.ts'
import { nextCursor, parseCursor } from '#kit/server/http/paging.ts'
import type { User } from '#kit/server/reader.ts'
import { localTime } from '#kit/server/time-zone.ts'
import { tvPath } from '#features/channels/tv-paths.ts'
import { type HistoryDay, type watchingContract } from '../contract.ts'
import { anonymiseHistory, type HistoryRow, isHistoryEnabled, listHistory, setHistoryEnabled } from './queries/history.ts'
import type { Viewer } from './queries/views.ts'

type Calls = 'listHistory' | 'forgetHistory' | 'forgetViewed' | 'getHistoryChoice' | 'setHistoryChoice'

const defaultLimit = 40
const HistoryKey = z.tuple([Time, z.int(), Id])

function urlOf({ viewable_type, place_id, series_id, viewable_id }: HistoryRow, language: Language): string {
  if (viewable_type === 'channel' || viewable_type === 'epg')
    return `/${language}${tvPath(place_id, viewable_type === 'epg' ? viewable_id : undefined)}`
  const search = new URLSearchParams({ playlist: place_id, ...(series_id !== null && { serie: series_id, video: viewable_id }) })
  return `/${language}/playlists?${search.toString()}`
}

/** Groups rows by day in a time zone. */
function groupByDay(rows: readonly HistoryRow[], timeZone: string, language: Language): HistoryDay[] {
  const days: HistoryDay[] = []
  for (const row of rows) {
    const { viewable_type, viewable_id, title, image, playlist_name, is_locked, position, duration, viewed_at } = row
    const { date } = localTime(new Date(viewed_at), timeZone)
    const url = urlOf(row, language)
    const item = { viewable_type, viewable_id, title, image, url, playlist_name, is_locked, position, duration, viewed_at }
    if (days.at(-1)?.date === date) days.at(-1)!.items.push(item)
    else days.push({ date, items: [item] })
  }
  return days
}

/** Lists, deletes and disables watch history. */
export const historyHandlers = (
  viewerOf: (db: Db, user: User) => Promise<Viewer & { user: string }>,
): Pick<Handlers<typeof watchingContract>, Calls> => ({
  async listHistory({ query: { limit = defaultLimit, cursor } }, { db, reader, timeZone, language }) {
    const key = parseCursor(HistoryKey, cursor)
    const after = key && { time: key[0], seq: key[1], id: key[2] }
    const rows = await listHistory(db, reader, { limit: limit + 1, after, timeZone, language })
    const next_cursor = nextCursor(rows, limit, (row) => [row.viewed_at, row.seq, row.id])
    return { data: groupByDay(rows.slice(0, limit), timeZone, language), next_cursor }
  },

  async forgetHistory(_, { db, reader }) {
    await anonymiseHistory(db, await viewerOf(db, reader.user))
    return {}
  },

  async forgetViewed({ params: { viewable_type: type, viewable_id: id } }, { db, reader }) {
    await anonymiseHistory(db, await viewerOf(db, reader.user), { type, id })
    return {}
  },

  getHistoryChoice: async (_, { db, reader }) => ({ is_kept: await isHistoryEnabled(db, reader.user.id) }),

  async setHistoryChoice({ body: { is_kept } }, { db, reader }) {
    await setHistoryEnabled(db, reader.user.id, is_kept)
    return { is_kept }
  },
})
