/** Searches only channels, for dialogs in which users choose a channel. Also suggests keywords. */
import type { Db } from '#kit/server/db/db.ts'
import { type JsonText, jsonPageOf } from '#kit/server/db/json-text.ts'
import type { Reader } from '#kit/server/reader.ts'
import type { PlaylistPreview } from '#features/channels/contract/tiles.ts'
import { findDocuments, type SortPosition } from './queries/find.ts'
import { listKeywords } from './queries/keywords.ts'
import { prepareSearch, searchCategory, type SearchContext } from './search.ts'

/** Number of channels whose names and tags are suggested. */
const maxSuggestingChannels = 20
const maxKeywords = 10

interface PlaylistsPage {
  limit: number
  after?: SortPosition | undefined
}

/** Finds channels, best first. */
export async function searchPlaylists(context: SearchContext, keyword: string, { limit, after }: PlaylistsPage) {
  const conditions = await prepareSearch(context.db, context.reader, keyword)
  const query = { subject: 'playlist', sort: 'relevance', isOwn: false, limit: limit + 1, ...(after && { after }) } as const
  const { hits } = await searchCategory(context, conditions, query)
  const rows = hits.map(({ json, position }) => ({ json: json as JsonText<PlaylistPreview>, position }))
  return jsonPageOf(rows, limit, ({ position: { score, number } }) => [score, number])
}

/** Lists names and tags with a word that begins with the keyword, most frequent first. */
export async function suggestKeywords(db: Db, reader: Reader, keyword: string): Promise<string[]> {
  const conditions = await prepareSearch(db, reader, keyword)
  if (!conditions) return []
  const documents = await findDocuments(db, reader, conditions, {
    sort: 'relevance',
    isOwn: false,
    requested: [{ subject: 'playlist', limit: maxSuggestingChannels }],
  })
  const keys = documents.flatMap(({ key }) => key ?? [])
  return (await listKeywords(db, reader, keys, keyword, maxKeywords)).map((row) => row.keyword)
}
