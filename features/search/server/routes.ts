import * as z from 'zod/mini'
import { cutText } from '#kit/contract/cut-text.ts'
import { type JsonText, withFields } from '#kit/server/db/json-text.ts'
import { createStatementQueue } from '#kit/server/db/statement-queue.ts'
import { fail } from '#kit/server/http/fail.ts'
import type { Handlers } from '#kit/server/http/handlers.ts'
import { nextCursor, parseCursor } from '#kit/server/http/paging.ts'
import { guestReader } from '#kit/server/reader.ts'
import type { searchContract, SearchPage, SearchResults } from '../contract.ts'
import { searchErrors } from '../errors.ts'
import type { historyEndpoints } from '../history.ts'
import { categories, type Category, type IndexedSubject, limits, type Sort } from '../rules.ts'
import { isLongEnough } from '../tokens.ts'
import { searchVideos } from './videos.ts'
import type { SortPosition } from './queries/find.ts'
import { searchPlaylists, suggestKeywords } from './playlists.ts'
import { type CategoryHits, prepareSearch, searchCategory, type SearchContext, searchThings } from './search.ts'

const subjectOf = {
  videos: 'video',
  channels: 'channel',
  packages: 'package',
  playlists: 'playlist',
  series: 'series',
  users: 'user',
} as const satisfies Readonly<Record<Category, IndexedSubject>>
/** Categories of things that users can't own or follow. */
const categoriesWithoutOwner: readonly Category[] = ['packages']
const CursorKey = z.tuple([z.number(), z.int()])

/**
 * Limits each instance to three concurrent searches, shared fairly by IP address: a search costs the database several times as much as
 * other reads.
 */
export const queueSearch = createStatementQueue({ concurrency: 3, maxWaiting: 200 })

function positionAt(cursor: string | undefined): SortPosition | undefined {
  const [score, number] = parseCursor(CursorKey, cursor) ?? []
  return score === undefined || number === undefined ? undefined : { score, number }
}

interface SearchQuery {
  keyword: string
  category?: Category | undefined
  sort?: Sort | undefined
  limit?: number | undefined
  cursor?: string | undefined
}

/** Formats the first hits as a JSON list. */
const itemsText = ({ hits }: CategoryHits, limit: number) =>
  `[${hits
    .slice(0, limit)
    .map(({ json, match }) => withFields(json, { match }))
    .join(',')}]`

async function respondToSearch(
  context: SearchContext,
  { keyword, category, sort = 'relevance', limit = limits.shown.videos, cursor }: SearchQuery,
  isOwn: boolean,
): Promise<JsonText<SearchResults | SearchPage>> {
  const after = positionAt(cursor)
  const conditions = await prepareSearch(context.db, context.reader, keyword)
  const find = (
    category: Category,
    query: { limit: number; isMixed?: boolean; videos?: CategoryHits | undefined; after?: SortPosition },
  ): Promise<CategoryHits> =>
    category === 'videos'
      ? searchVideos(context, conditions, { sort, isOwn, ...query })
      : isOwn && categoriesWithoutOwner.includes(category)
        ? Promise.resolve({ count: 0, hits: [] })
        : searchCategory(context, conditions, { subject: subjectOf[category], sort, isOwn, ...query })
  if (category !== undefined) {
    const found = await find(category, { limit: limit + 1, ...(after && { after }) })
    const next = nextCursor(found.hits, limit, ({ position }) => [position.score, position.number])
    return `{"data":${itemsText(found, limit)},"next_cursor":${JSON.stringify(next)},"count":${found.count}}` as JsonText<
      SearchResults | SearchPage
    >
  }
  const hits = {} as Record<Category, CategoryHits>
  const requested = categories.map((category) => ({ subject: subjectOf[category], limit: limits.shown[category] }))
  const result = isOwn ? undefined : await searchThings(context, conditions, { sort, isOwn }, requested)
  for (const category of categories)
    hits[category] =
      result && category !== 'videos'
        ? result[subjectOf[category]]
        : await find(category, { limit: limits.shown[category], isMixed: true, videos: result?.video })
  const lists = categories.map((category) => `"${category}":${itemsText(hits[category], limits.shown[category])}`)
  const counts = Object.fromEntries(categories.map((category) => [category, hits[category].count]))
  return `{${lists.join(',')},"counts":${JSON.stringify(counts)}}` as JsonText<SearchResults | SearchPage>
}

/** @throws 422 if the keyword is too short */
function cleanKeyword(text: string): string {
  const keyword = cutText(text.trim(), limits.keyword)
  return isLongEnough(keyword) ? keyword : fail(searchErrors.keyword_short, { field: 'keyword' })
}

export const searchRoutes = (): Handlers<Omit<typeof searchContract, keyof typeof historyEndpoints>> => ({
  searchPlaylists(
    { body, query: { limit = limits.shown.playlists, cursor } },
    { db, reader, language, address: key, disconnected: signal },
  ) {
    const after = positionAt(cursor)
    return queueSearch(db, () => searchPlaylists({ db, reader, language }, body.keyword, { limit, after }), { key, signal })
  },

  async suggestKeywords({ body }, { db, reader, address: key, disconnected: signal }) {
    return { keywords: await queueSearch(db, () => suggestKeywords(db, reader, body.keyword), { key, signal }) }
  },

  search({ query }, { db, reader, language, address: key, disconnected: signal }) {
    const request = { ...query, keyword: cleanKeyword(query.keyword) }
    // Searches as a guest, so that all readers in a country get the same response.
    const context = { db, reader: { ...guestReader, country: reader.country }, language }
    return queueSearch(db, () => respondToSearch(context, request, false), { key, signal })
  },
  searchAsUser({ query: { type, ...query } }, { db, reader, language, address: key, disconnected: signal }) {
    const request = { ...query, keyword: cleanKeyword(query.keyword) }
    return queueSearch(db, () => respondToSearch({ db, reader, language }, request, type === 'my'), { key, signal })
  },
})
