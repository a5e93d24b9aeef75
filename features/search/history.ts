/** The search history: what a user searched for, and the searches that they follow. */
import * as z from 'zod/mini'
import { defineContract } from '#kit/contract/endpoint.ts'
import { byId, Empty, Id, Time } from '#kit/contract/fields.ts'
import { searchErrors } from './errors.ts'
import { limits } from './rules.ts'

const SavedSearch = z.object({
  id: Id,
  /** The search as the user typed it last. */
  search: z.string(),
  is_followed: z.boolean(),
  /** Number of results found since the user last opened the search, at most 99; 0 for a search that isn't followed. */
  new_count: z.int(),
  /** When the user last opened the search. */
  created_at: Time,
})
export type SearchHistoryItem = z.output<typeof SavedSearch>
const History = z.object({ followed: z.array(SavedSearch), unfollowed: z.array(SavedSearch) })
export type SearchHistory = z.output<typeof History>

/** Ids used in example calls. */
export const searchExamples = { followedSearch: 'Sr4Tm8QwB2z' } as const

const path = '/api/search-history'
const example = { params: { id: searchExamples.followedSearch } }
const changes = ['search-history']

export const historyEndpoints = defineContract({
  listSearchHistory: {
    method: 'GET',
    path,
    access: 'user',
    actsFor: 'user',
    summary: 'List the search history, newest first',
    description: `Contains at most ${limits.history.followed} followed searches and ${limits.history.unfollowed} other searches.`,
    output: History,
    reads: ['search-history'],
  },
  saveSearch: {
    method: 'POST',
    path,
    access: 'user',
    actsFor: 'user',
    summary: 'Save a search in the history',
    description:
      'Call this when the user opens a result. If the search is already saved, ignoring accents and case, it moves to the front and its new results count as seen.',
    body: z.object({
      /**
       * The minimum is 3 characters, a letter with a sign (C#), or one Chinese, Japanese or Korean character. Characters beyond 100 are
       * ignored.
       */
      search: z.string().check(z.maxLength(10_000)),
    }),
    example: { body: { search: 'steam trains' } },
    output: SavedSearch,
    refusals: [searchErrors.keyword_short],
    changes,
  },
  clearSearchHistory: {
    method: 'DELETE',
    path,
    access: 'user',
    actsFor: 'user',
    summary: 'Clear the search history',
    description: 'Also deletes followed searches.',
    output: Empty,
    changes,
  },
  deleteSearch: {
    method: 'DELETE',
    path: `${path}/:id`,
    access: 'user',
    actsFor: 'user',
    summary: 'Delete a search from the history',
    params: byId,
    example,
    output: Empty,
    changes,
  },
  followSearch: {
    method: 'POST',
    path: `${path}/:id/follow`,
    access: 'user',
    actsFor: 'user',
    summary: 'Follow or unfollow a search',
    description: 'Notifies followers once of each new result.',
    params: byId,
    example,
    output: SavedSearch,
    refusals: [searchErrors.too_many_followed, searchErrors.unsearchable],
    changes,
  },
  getSearchFeed: {
    method: 'GET',
    path: `${path}/:id/feed`,
    access: 'user',
    actsFor: 'user',
    summary: 'Get the feed URL of a search',
    description: 'The URL returns an RSS feed of the newest public results. It works without a login while the user follows the search.',
    params: byId,
    example,
    output: z.object({ url: z.string() }),
    refusals: [searchErrors.not_followed],
    reads: ['search-history'],
  },
  revokeSearchFeed: {
    method: 'DELETE',
    path: `${path}/:id/feed`,
    access: 'user',
    actsFor: 'user',
    summary: 'Revoke the feed URL of a search',
    params: byId,
    example,
    output: Empty,
    changes,
  },
})
