/** Things with documents in the search index. A programme is a title of the guide, with all its broadcasts. */
export const indexedSubjects = ['channel', 'package', 'playlist', 'series', 'video', 'user', 'programme'] as const
export type IndexedSubject = (typeof indexedSubjects)[number]

/**
 * Kinds of things that followers of searches are notified of, and that feeds contain. Excludes titles of the guide, because most return
 * every day.
 */
export const followedSubjects = ['channel', 'package', 'playlist', 'series', 'video', 'user'] as const satisfies readonly IndexedSubject[]
export type FollowedSubject = (typeof followedSubjects)[number]
export const isFollowedSubject = (subject: IndexedSubject): subject is FollowedSubject =>
  followedSubjects.some((followedSubject) => followedSubject === subject)

/** Categories of results, in the order in which they are shown. */
export const categories = ['channels', 'packages', 'playlists', 'series', 'videos', 'users'] as const
export type Category = (typeof categories)[number]

export const limits = {
  /** Maximum characters of a keyword; a longer one is cut. */
  keyword: 100,
  /** Results are counted up to this number. */
  count: 1000,
  /** Results per page. */
  page: 50,
  /** Results per category in the response for all categories. */
  shown: { channels: 3, packages: 3, playlists: 20, series: 20, videos: 20, users: 20 } satisfies Record<Category, number>,
  /** Maximum searches per user. `new` is the number up to which new results are counted. */
  history: { followed: 200, unfollowed: 50, new: 99 },
} as const

export const sorts = ['relevance', 'added_desc', 'added_asc', 'published_desc', 'published_asc', 'popular'] as const
export type Sort = (typeof sorts)[number]
