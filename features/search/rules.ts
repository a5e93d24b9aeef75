/** Things with documents in the search index. A programme is a title of the guide, with all its broadcasts. */
export const indexedSubjects = ['channel', 'package', 'playlist', 'series', 'video', 'user', 'programme'] as const
export type IndexedSubject = (typeof indexedSubjects)[number]

/** Categories of results, in the order in which they are shown. */
export const categories = ['channels', 'packages', 'playlists', 'series', 'videos', 'users'] as const
export type Category = (typeof categories)[number]

export const limits = {
  /** A longer keyword is cut. */
  keyword: 100,
  /** Counts stop here. */
  count: 1000,
  /** Results of a page. */
  page: 50,
  /** Results of each category in one answer. */
  shown: { channels: 3, packages: 3, playlists: 20, series: 20, videos: 20, users: 20 } satisfies Record<Category, number>,
} as const

export const sorts = ['relevance', 'added_desc', 'added_asc', 'published_desc', 'published_asc', 'popular'] as const
export type Sort = (typeof sorts)[number]
