/** Finds videos. Programmes of the guide come after them, or among them by time. */
import type { Language } from '#kit/contract/texts.ts'
import type { Db } from '#kit/server/db/db.ts'
import type { Reader } from '#kit/server/reader.ts'
import { limits } from '../rules.ts'
import type { SortPosition } from './queries/find.ts'
import type { SearchConditions } from './queries/search-conditions.ts'
import { type CategoryHits, type CategoryQuery, searchCategory } from './search.ts'

/** Higher than all scores of relevance: videos come first. */
const aboveProgrammes = 1e9
/** Higher than all numbers of documents: among equal scores, videos come first. */
const aboveNumbers = 2 ** 52

type Hits = CategoryHits['hits']

const moveHits = (hits: Hits, sort: SortPosition): Hits =>
  hits.map(({ position: { score, number }, ...hit }) => ({ ...hit, position: { score: score + sort.score, number: number + sort.number } }))

const compare = ({ position: one }: Hits[number], { position: other }: Hits[number]) => other.score - one.score || other.number - one.number

export type VideosQuery = Omit<CategoryQuery, 'subject'> & {
  /** Programmes take at least a quarter of the page. */
  isMixed?: boolean
  /** Videos that were found already. */
  videos?: CategoryHits | undefined
}

/** Finds videos and programmes. The reader's own things have no programmes. */
export async function searchVideos(
  db: Db,
  reader: Reader,
  language: Language,
  conditions: SearchConditions | undefined,
  { isMixed = false, after, videos: foundVideos, ...query }: VideosQuery,
): Promise<CategoryHits> {
  const { limit } = query
  const find = (subject: 'video' | 'programme', sort: SortPosition, max = limit, isCounted = true) => {
    const behind = after && { after: { score: after.score - sort.score, number: after.number - sort.number } }
    return searchCategory(db, reader, language, conditions, { ...query, ...behind, limit: max, subject, isCounted })
  }
  const [videosBy, programmesBy] = [
    { score: query.sort === 'relevance' ? aboveProgrammes : 0, number: 0 },
    { score: 0, number: -aboveNumbers },
  ]
  const result = foundVideos ?? (await find('video', videosBy))
  const videos = { ...result, hits: moveHits(result.hits, videosBy) }
  if (query.isOwn) return videos
  const most = isMixed ? Math.max(limit - videos.hits.length, Math.floor(limit / 4)) : limit
  const titles = await find('programme', programmesBy, most, videos.count < limits.count)
  const shiftedTitles = moveHits(titles.hits, programmesBy)
  const first = isMixed ? videos.hits.slice(0, limit - shiftedTitles.length) : videos.hits
  const hits = [...first, ...shiftedTitles].toSorted(compare).slice(0, limit)
  return { count: Math.min(limits.count, videos.count + titles.count), hits }
}
