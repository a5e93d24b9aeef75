import * as z from 'zod/mini'
import { defineContract } from '#kit/contract/endpoint.ts'
import { Id, paging, Time } from '#kit/contract/fields.ts'
import { defineThing } from '#kit/contract/things.ts'
import { channelSearchContract } from '#features/channels/contract/search.ts'
import { PlaylistPreview } from '#features/channels/contract/tiles.ts'
import { ListedTvChannel } from '#features/guide/shapes.ts'
import { Money } from '#features/wallet/fields.ts'
import { searchErrors } from './errors.ts'
import { historyEndpoints } from './history.ts'
import { categories, limits, sorts } from './rules.ts'

/** The field and the kind of match by which a thing was found. */
const Match = z.object({
  field: z.enum(['name', 'tags', 'description']),
  how: z.enum(['exact', 'prefix', 'typo', 'stem']),
})
export type Match = z.output<typeof Match>

const hitFields = { match: Match }
const FoundChannel = z.extend(ListedTvChannel, hitFields)
const FoundPlaylist = z.extend(PlaylistPreview, hitFields)
const FoundPackage = z.object({
  id: Id,
  name: z.string(),
  package_name: z.string(),
  price: Money,
  is_free: z.boolean(),
  /** Path of the package's picture on this host. */
  icon: z.nullable(z.string()),
  ...hitFields,
})
const FoundSeries = z.object({
  id: Id,
  name: z.string(),
  playlist_id: Id,
  playlist_name: z.string(),
  image: z.nullable(z.string()),
  /** Whether the channel requires a package that the reader doesn't have. */
  is_locked: z.boolean(),
  ...hitFields,
})
const FoundVideo = z.object({
  id: z.string(),
  /** `epg` is a programme of the guide. */
  type: z.enum(['video', 'epg']),
  title: z.string(),
  image: z.nullable(z.string()),
  playlist_id: z.nullable(Id),
  series_id: z.nullable(Id),
  /** Id of the user who created the video's channel. */
  owner: z.nullable(Id),
  channel_id: z.nullable(Id),
  /** When the programme starts; null for a video. */
  start: z.nullable(Time),
  /** Whether the result requires a package that the reader doesn't have. */
  is_locked: z.boolean(),
  ...hitFields,
})
const FoundUser = z.object({
  id: Id,
  nickname: z.string(),
  profile_picture: z.nullable(z.string()),
  /** Id of the user's Direct Share channel. */
  directPublishId: z.nullable(Id),
  ...hitFields,
})

defineThing('channel', [FoundChannel], { perList: ['now', 'next', 'match'] })
defineThing('playlist', [FoundPlaylist], { perList: ['order', 'match'] })

const Counts = z.object({
  channels: z.int(),
  playlists: z.int(),
  series: z.int(),
  videos: z.int(),
  users: z.int(),
  packages: z.int(),
})
const Results = z.object({
  /** Number of results per category, counted up to 1,000. */
  counts: Counts,
  channels: z.array(FoundChannel),
  packages: z.array(FoundPackage),
  playlists: z.array(FoundPlaylist),
  series: z.array(FoundSeries),
  videos: z.array(FoundVideo),
  users: z.array(FoundUser),
})
const CategoryPage = z.object({
  data: z.array(z.union([FoundChannel, FoundPackage, FoundPlaylist, FoundSeries, FoundVideo, FoundUser])),
  next_cursor: z.nullable(z.string()),
  /** Number of results, counted up to 1,000. */
  count: z.int(),
})
export type SearchResults = z.output<typeof Results>
export type SearchPage = z.output<typeof CategoryPage>
export type FoundVideo = z.output<typeof FoundVideo>
export type FoundItem = SearchPage['data'][number]

const searchFields = {
  /**
   * The minimum is 3 characters, a letter with a sign (C#), or one Chinese, Japanese or Korean character. Characters beyond 100 are
   * ignored.
   */
  keyword: z.string().check(z.maxLength(10_000)),
  /** If given, returns only this category, in pages. */
  category: z.optional(z.enum(categories)),
  sort: z.optional(z.enum(sorts)),
}
const commonFields = {
  method: 'GET',
  actsFor: 'user',
  mayLag: true,
  description: `Ignores accents and tolerates typing errors. Without \`category\`, returns at most ${limits.shown.channels} TV channels, ${limits.shown.channels} packages, and ${limits.shown.videos} results of each other category.`,
  output: z.union([Results, CategoryPage]),
  refusals: [searchErrors.keyword_short],
  reads: ['found-playlists', 'previews', 'adult-content'],
} as const

export const searchContract = defineContract({
  ...channelSearchContract,
  search: {
    ...commonFields,
    path: '/api/search',
    access: 'anyone',
    summary: 'Search public content',
    query: z.extend(paging(limits.page), searchFields),
    example: { query: { keyword: 'trains' } },
  },
  searchAsUser: {
    ...commonFields,
    path: '/api/search/auth',
    access: 'user',
    summary: 'Search public content or your own',
    query: z.extend(paging(limits.page), { ...searchFields, type: z.optional(z.enum(['all', 'my'])) }),
    example: { query: { keyword: 'trains', type: 'my' } },
  },
  ...historyEndpoints,
})
