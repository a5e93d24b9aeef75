import * as z from 'zod/mini'
import { defineContract } from '#kit/contract/endpoint.ts'
import { Empty, Flag, Id, byId, name, page, paging } from '#kit/contract/fields.ts'
import { encodeProblem } from '#kit/contract/errors.ts'
import { channelsErrors, restrictionErrors } from './errors.ts'
import { examples } from './examples.ts'
import { ChosenStatus, IdList, pictureFormMaxBytes, PositionInList, playlistTexts, Clearable } from './fields.ts'
import { slugPattern } from '../input-rules.ts'
import { limits } from '../limits.ts'
import { listSorts, sections } from '../rules.ts'
import { DefaultPlaylist, MyPlaylists, Playlist } from './shapes.ts'
import { UndoMove } from './moves.ts'
import { PlaylistPreview, PlaylistTile } from './tiles.ts'

/** `published`: by date of publication. */
const Sort = z.optional(z.enum(listSorts))

export const playlistEndpoints = defineContract({
  listMyPlaylists: {
    method: 'GET',
    path: '/api/playlists',
    access: 'user',
    actsFor: 'owner',
    summary: 'List your channels and groups',
    description:
      'Lists the team’s channels and groups if `X-Team-Id` is given. With `sort`, each list is sorted, and `sorted` contains the ids of all channels in that order. `order` is always the place in the bar.',
    query: z.object({ sort: Sort }),
    output: MyPlaylists,
    reads: ['my-playlists', 'previews', 'favorites'],
  },
  listDefaultPlaylists: {
    method: 'GET',
    path: '/api/playlists/default-playlists',
    mayLag: true,
    access: 'anyone',
    actsFor: 'user',
    summary: 'List public channels',
    description: 'Channels that an operator chose come first, then the newest. Omits channels without videos.',
    query: z.extend(paging(50), { sort: Sort }),
    output: page(DefaultPlaylist),
    reads: ['public-playlists', 'adult-content'],
  },
  listPersonPlaylists: {
    method: 'GET',
    path: '/api/user/profile/:id/playlists',
    mayLag: true,
    access: 'anyone',
    actsFor: 'user',
    summary: 'List a user’s public channels',
    description: 'The newest channels come first. Omits channels without videos. The list is empty if the user’s profile is not public.',
    params: byId,
    query: z.extend(paging(50), { sort: Sort }),
    output: page(PlaylistPreview),
    reads: ['public-playlists', 'previews', 'adult-content', 'public-profile:{id}'],
  },
  getPlaylist: {
    method: 'GET',
    path: '/api/playlists/:id',
    mayLag: true,
    access: 'anyone',
    actsFor: 'user',
    summary: 'Get a channel with series and videos',
    params: byId,
    /** Accepted because clients send it; the response is the same, as a Direct Share channel is stored newest first. */
    query: z.object({ from_direct_publish: z.optional(Flag) }),
    example: { params: { id: examples.playlist } },
    output: Playlist,
    refusals: restrictionErrors,
    reads: ['playlist:{id}', 'adult-content'],
  },
  getPlaylistDescription: {
    method: 'GET',
    path: '/api/playlist-descriptions/:id',
    access: 'user',
    actsFor: 'user',
    summary: 'Get the full description of a channel',
    description: 'For users who may edit the channel. Other endpoints truncate the description.',
    params: byId,
    example: { params: { id: examples.playlist } },
    output: z.object({ description: z.string() }),
    refusals: restrictionErrors,
    reads: ['playlist:{id}'],
  },
  findPlaylistBySlug: {
    method: 'GET',
    path: '/api/playlists/slug/:slug',
    mayLag: true,
    access: 'anyone',
    actsFor: 'user',
    summary: 'Find a public channel by slug',
    params: z.object({ slug: z.string().check(z.regex(slugPattern)) }),
    example: { params: { slug: examples.slug } },
    output: z.object({ data: z.object({ id: Id }) }),
    reads: ['slugs'],
  },
  createPlaylist: {
    method: 'POST',
    path: '/api/playlists',
    access: 'user',
    actsFor: 'owner',
    idempotencyKey: true,
    summary: 'Create a channel',
    form: true,
    maxBytes: pictureFormMaxBytes,
    body: z.object({ name: name(limits.name, 1), status_id: ChosenStatus, ...playlistTexts }),
    example: { body: { name: 'Night Trains', status_id: 3, tags: ['trains', 'slow tv'] } },
    output: Playlist,
    refusals: [channelsErrors.playlist_limit],
    // A new channel is empty, so public lists don't change.
    changes: ['my-playlists', 'found-playlists'],
  },
  updatePlaylist: {
    method: 'PATCH',
    path: '/api/playlists/:id',
    access: 'user',
    actsFor: 'user',
    allowsSuggestions: true,
    summary: 'Update, move, archive or publish a channel',
    description:
      '`new_link` gives the channel a new id, so that old links stop working. So does a change to the status Private link, if the channel was public under its current id.',
    override: true,
    form: true,
    maxBytes: pictureFormMaxBytes,
    params: byId,
    body: z.object({
      name: z.optional(name(limits.name, 1)),
      status_id: z.optional(ChosenStatus),
      ...playlistTexts,
      is_archived: z.optional(Flag),
      finished: z.optional(Flag),
      /** An empty string removes the slug. */
      slug: z.optional(
        Clearable(
          z.string().check(
            z.trim(),
            z.refine((slug) => slug === '' || slugPattern.test(slug), encodeProblem(channelsErrors.slug_invalid)),
          ),
        ),
      ),
      /** Replaces the id of a Private link channel, so that the old link stops working. */
      new_link: z.optional(Flag),
    }),
    example: { params: { id: examples.playlist }, body: { description: 'Through Europe while others sleep.', finished: true } },
    output: Playlist,
    refusals: [channelsErrors.special_channel, channelsErrors.slug_taken],
    changes: [
      // Stale only if the id in the response is new. Otherwise, the response itself updates the channel.
      'playlist:{id}',
      // Fields that decide the channel's place in the bar.
      { topic: 'my-playlists', given: ['status_id', 'is_archived', 'is_left', 'order', 'finished'] },
      { topic: 'public-playlists', given: ['status_id', 'adult', 'is_archived'] },
      // Search results depend on these fields.
      { topic: 'found-playlists', given: ['name', 'tags', 'status_id', 'adult'] },
      { topic: 'slugs', given: ['slug', 'status_id', 'new_link'] },
    ],
  },
  deletePlaylist: {
    method: 'DELETE',
    path: '/api/playlists/:id',
    access: 'user',
    actsFor: 'user',
    summary: 'Delete a channel',
    description:
      'Also deletes the channel’s series and videos. A team’s channel is not deleted, but returns to the user who added it to the team.',
    params: byId,
    example: { params: { id: examples.playlist } },
    output: Empty,
    refusals: [channelsErrors.special_channel],
    changes: ['playlist:{id}', 'slugs'],
  },
  rearrangePlaylists: {
    method: 'POST',
    path: '/api/playlists/rearrange',
    access: 'user',
    actsFor: 'user',
    summary: 'Reorder the channels of a section',
    description: 'Omitted channels stay after the channel that preceded them.',
    body: z.object({ playlists: IdList(limits.playlists) }),
    example: { body: { playlists: [examples.playlist] } },
    output: z.object({ order: z.array(Id) }),
    refusals: [channelsErrors.not_one_section],
    changes: ['my-playlists'],
  },
  movePlaylists: {
    method: 'POST',
    path: '/api/playlists/move',
    access: 'user',
    actsFor: 'user',
    summary: 'Move channels to a section or group',
    description:
      'Moves all channels or none, to adjacent places. The section or group decides the new status; the public section also requires `status_id` 3. To undo the move, call this endpoint with each body of `undo`, in order.',
    target: ['group_id'],
    body: z.object({
      playlists: IdList(limits.playlists),
      /** Exactly one of section and group. */
      section: z.optional(z.enum(sections)),
      group_id: z.optional(Id),
      order: z.optional(PositionInList),
      /** Overrides the status that follows from the place. */
      status_id: z.optional(ChosenStatus),
      /**
       * Whether the channels return to the left side when they leave the archive, a group or the public section. Moves to the
       * sections `left` and `other` set this field.
       */
      is_left: z.optional(Flag),
    }),
    example: { body: { playlists: [examples.playlist], section: 'left', order: 0 } },
    output: z.object({ playlists: z.array(PlaylistTile), undo: z.array(UndoMove) }),
    refusals: [channelsErrors.not_one_owner, channelsErrors.special_channel, channelsErrors.section_by_status],
    // A move that changes the visibility has a `status_id`.
    changes: [
      'my-playlists',
      { topic: 'playlist:{playlists}', given: ['status_id'] },
      { topic: 'public-playlists', given: ['status_id'] },
      { topic: 'found-playlists', given: ['status_id'] },
      { topic: 'slugs', given: ['status_id'] },
    ],
  },
})
