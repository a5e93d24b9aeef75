/** Finds videos, and programmes of the guide. Programmes come after the videos, or, sorted by time, among them. */
import { limits } from '../rules.ts'
import type { SortPosition } from './queries/find.ts'
import type { SearchConditions } from './queries/search-conditions.ts'
import { type CategoryHits, type CategoryQuery, searchCategory, type SearchContext } from './search.ts'

/** Added to the scores of videos to place them before programmes. Higher than any score of relevance. */
const scoreAboveProgrammes = 1e9
/** Subtracted from the document numbers of programmes, so that videos come first among equal scores. Higher than any document number. */
const programmeNumberShift = 2 ** 52

type Hits = CategoryHits['hits']

const raiseScores = (hits: Hits, sort: SortPosition): Hits =>
  hits.map(({ position: { score, number }, ...hit }) => ({ ...hit, position: { score: score + sort.score, number: number + sort.number } }))

const compareHits = ({ position: one }: Hits[number], { position: other }: Hits[number]) =>
  other.score - one.score || other.number - one.number

export type VideosQuery = Omit<CategoryQuery, 'subject'> & {
  /** Whether to reserve a quarter of the page for programmes. */
  isMixed?: boolean
  /** Videos found by an earlier statement; undefined to search for them. */
  videos?: CategoryHits | undefined
}

/** Finds videos and programmes. A search among the reader's own things finds no programmes. */
export async function searchVideos(
  context: SearchContext,
  conditions: SearchConditions | undefined,
  { isMixed = false, after, videos: foundVideos, ...query }: VideosQuery,
): Promise<CategoryHits> {
  const { limit } = query
  const find = (subject: 'video' | 'programme', sort: SortPosition, max = limit, isCounted = true) => {
    const shiftedAfter = after && { after: { score: after.score - sort.score, number: after.number - sort.number } }
    return searchCategory(context, conditions, { ...query, ...shiftedAfter, limit: max, subject, isCounted })
  }
  const [videosBy, programmesBy] = [
    { score: query.sort === 'relevance' ? scoreAboveProgrammes : 0, number: 0 },
    { score: 0, number: -programmeNumberShift },
  ]
  const result = foundVideos ?? (await find('video', videosBy))
  const videos = { ...result, hits: raiseScores(result.hits, videosBy) }
  if (query.isOwn) return videos
  const maxProgrammes = isMixed ? Math.max(limit - videos.hits.length, Math.floor(limit / 4)) : limit
  const titles = await find('programme', programmesBy, maxProgrammes, videos.count < limits.count)
  const shiftedTitles = raiseScores(titles.hits, programmesBy)
  const first = isMixed ? videos.hits.slice(0, limit - shiftedTitles.length) : videos.hits
  const hits = [...first, ...shiftedTitles].toSorted(compareHits).slice(0, limit)
  return { count: Math.min(limits.count, videos.count + titles.count), hits }
}
