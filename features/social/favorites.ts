import * as z from 'zod/mini'
import { defineContract } from '#kit/contract/endpoint.ts'
import { page, paging, Time } from '#kit/contract/fields.ts'
import { defineThing } from '#kit/contract/things.ts'
import { PlacedVideo } from '#features/channels/contract/shapes.ts'

/** A liked video with its channel's name. */
const Favorite = z.extend(PlacedVideo, {
  playlist_name: z.string(),
  /** Whether it requires a package that the reader doesn't have. */
  is_locked: z.boolean(),
  liked_at: Time,
})
export type Favorite = z.output<typeof Favorite>
defineThing('video', [Favorite], { perList: ['playlist_name', 'is_locked', 'liked_at'] })

export const favoriteEndpoints = defineContract({
  listFavorites: {
    method: 'GET',
    path: '/api/user/favorites',
    access: 'user',
    actsFor: 'user',
    summary: 'List liked videos, latest first',
    description: 'Of public channels and your own.',
    query: paging(100),
    output: page(Favorite),
    reads: ['favorites', 'adult-content'],
  },
})
