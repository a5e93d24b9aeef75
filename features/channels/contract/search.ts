/**
 * Calls that search channels, served by `features/search`. Defined here for features that come before `search` in the order of features.
 */
import * as z from 'zod/mini'
import { defineContract } from '#kit/contract/endpoint.ts'
import { page, paging, text } from '#kit/contract/fields.ts'
import { limits } from '../limits.ts'
import { PlaylistPreview } from './tiles.ts'

export const channelSearchContract = defineContract({
  searchPlaylists: {
    method: 'POST',
    path: '/api/playlists/search',
    access: 'anyone',
    actsFor: 'user',
    summary: 'Search channels by name or tag',
    description: 'The best matches come first. Ignores accents and tolerates typing errors.',
    query: paging(50),
    body: z.object({ keyword: text(limits.keyword, 1) }),
    example: { body: { keyword: 'trains' } },
    output: page(PlaylistPreview),
    reads: ['found-playlists', 'previews', 'adult-content'],
  },
  suggestKeywords: {
    method: 'POST',
    path: '/api/playlist/keywords',
    access: 'anyone',
    actsFor: 'user',
    summary: 'Autocomplete a search with channels and tags',
    description: 'Matches the beginnings of words.',
    body: z.object({ keyword: text(limits.keyword, 1) }),
    output: z.object({ keywords: z.array(z.string()) }),
    reads: ['found-playlists', 'adult-content'],
  },
})
