import * as z from 'zod/mini'
import { defineContract } from '#kit/contract/endpoint.ts'
import { Empty, Flag, Id, byId, name } from '#kit/contract/fields.ts'
import { channelsErrors } from './errors.ts'
import { examples } from './examples.ts'
import { ChosenStatus, IdList, Picture, pictureFormMaxBytes, PositionInList, Clearable } from './fields.ts'
import { limits } from '../limits.ts'
import { Group } from './shapes.ts'
import { PlaylistTile } from './tiles.ts'

/** Topics that change with the status of a group, because its channels may change status too. */
const visibilityTopics = ['public-playlists', 'found-playlists', 'slugs'] as const

export const groupEndpoints = defineContract({
  createGroup: {
    method: 'POST',
    path: '/api/groups',
    access: 'user',
    actsFor: 'owner',
    idempotencyKey: true,
    summary: 'Create a group of channels',
    description: 'Moves the channels into the group. Channels that are not Private get the group’s status.',
    body: z.object({
      name: name(limits.name, 1),
      playlists: IdList(limits.playlists),
      status_id: ChosenStatus,
      order: z.optional(PositionInList),
    }),
    example: { body: { name: 'Evenings', playlists: [examples.playlist], status_id: 1 } },
    output: Group,
    refusals: [channelsErrors.group_limit, channelsErrors.not_one_owner, channelsErrors.special_channel],
    changes: ['my-playlists', 'playlist:{playlists}', ...visibilityTopics],
  },
  updateGroup: {
    method: 'PUT',
    path: '/api/groups/:id',
    access: 'user',
    actsFor: 'user',
    summary: 'Update, move or archive a group',
    description: 'The group’s channels move with the group. A new status applies only to channels added later.',
    form: true,
    maxBytes: pictureFormMaxBytes,
    params: byId,
    body: z.object({
      name: z.optional(name(limits.name, 1)),
      status_id: z.optional(ChosenStatus),
      is_archived: z.optional(Flag),
      icon: z.optional(Clearable(Picture)),
      order: z.optional(PositionInList),
    }),
    example: { params: { id: examples.group }, body: { name: 'Late evenings', order: 0 } },
    output: Group,
    changes: ['group:{id}', { topic: 'my-playlists', given: ['is_archived', 'order'] }],
  },
  deleteGroup: {
    method: 'DELETE',
    path: '/api/groups/:id',
    access: 'user',
    actsFor: 'user',
    summary: 'Delete a group',
    description: 'Keeps the group’s channels: they move to the end of their sections.',
    params: byId,
    example: { params: { id: examples.group } },
    output: Empty,
    changes: ['group:{id}'],
  },
  rearrangeGroups: {
    method: 'POST',
    path: '/api/groups/rearrange',
    access: 'user',
    actsFor: 'user',
    summary: 'Reorder groups',
    description: 'Takes groups of the bar, or of the archive. Omitted groups stay after the group that preceded them.',
    body: z.object({ groups: IdList(limits.groups) }),
    example: { body: { groups: [examples.group] } },
    output: z.object({ order: z.array(Id) }),
    refusals: [channelsErrors.groups_not_together],
    changes: ['my-playlists'],
  },
  rearrangeGroupPlaylists: {
    method: 'POST',
    path: '/api/groups/:id/rearrange-playlists',
    access: 'user',
    actsFor: 'user',
    summary: 'Reorder the channels of a group',
    description: 'Omitted channels stay after the channel that preceded them.',
    params: byId,
    body: z.object({ playlists: IdList(limits.playlists) }),
    example: { params: { id: examples.group }, body: { playlists: [examples.grouped] } },
    output: z.object({ order: z.array(Id) }),
    refusals: [channelsErrors.not_in_group],
    changes: ['group:{id}'],
  },
  addGroupPlaylist: {
    method: 'POST',
    path: '/api/groups/:id/add-playlist',
    access: 'user',
    actsFor: 'user',
    summary: 'Add a channel to a group',
    description: 'A channel that is not Private gets the group’s status.',
    params: byId,
    target: ['playlist_id'],
    body: z.object({ playlist_id: Id, order: z.optional(PositionInList) }),
    example: { params: { id: examples.group }, body: { playlist_id: examples.playlist } },
    output: Group,
    refusals: [channelsErrors.not_one_owner, channelsErrors.special_channel],
    changes: ['my-playlists', 'playlist:{playlist_id}', ...visibilityTopics],
  },
  removeGroupPlaylist: {
    method: 'POST',
    path: '/api/groups/:id/remove-playlist',
    access: 'user',
    actsFor: 'user',
    summary: 'Remove a channel from a group',
    description: 'The channel gets `status_id`, if given, and moves to the section of its status.',
    params: byId,
    target: ['playlist_id'],
    body: z.object({ playlist_id: Id, order: z.optional(PositionInList), status_id: z.optional(ChosenStatus) }),
    example: { params: { id: examples.group }, body: { playlist_id: examples.grouped, order: 0 } },
    output: PlaylistTile,
    refusals: [channelsErrors.not_in_group],
    changes: ['my-playlists', ...['playlist:{playlist_id}', ...visibilityTopics].map((topic) => ({ topic, given: ['status_id'] }))],
  },
})
