import * as z from 'zod/mini'
import { defineContract } from '#kit/contract/endpoint.ts'
import { Empty, Flag, Id, byId, name } from '#kit/contract/fields.ts'
import { curationErrors } from './errors.ts'
import { examples } from './examples.ts'
import { ChosenStatus, Ids, Picture, pictureFormMaxBytes, Place, Removable } from './fields.ts'
import { limits } from './limits.ts'
import { Group, PlaylistTile } from './shapes.ts'

/** Who may see a channel can change with its group, and with that where it is listed and found. */
const whoMaySee = ['public-playlists', 'found-playlists', 'slugs'] as const

export const groupEndpoints = defineContract({
  createGroup: {
    method: 'POST',
    path: '/api/groups',
    access: 'user',
    actsForTeam: true,
    idempotencyKey: true,
    summary: 'Create a group of channels',
    description: 'The channels leave their places. Channels that are not private get the group’s status.',
    body: z.object({
      name: name(limits.name, 1),
      playlists: Ids(limits.playlists),
      status_id: ChosenStatus,
      order: z.optional(Place),
    }),
    example: { body: { name: 'Evenings', playlists: [examples.playlist], status_id: 1 } },
    output: Group,
    refusals: [curationErrors.group_limit, curationErrors.not_one_owner, curationErrors.special_channel],
    changes: ['my-playlists', 'playlist:{playlists}', ...whoMaySee],
  },
  updateGroup: {
    method: 'PUT',
    path: '/api/groups/:id',
    access: 'user',
    summary: 'Update, move or archive a group',
    description: 'Its channels move along. A new status applies to channels added later.',
    override: true,
    form: true,
    maxBytes: pictureFormMaxBytes,
    params: byId,
    body: z.object({
      name: z.optional(name(limits.name, 1)),
      status_id: z.optional(ChosenStatus),
      is_archived: z.optional(Flag),
      icon: z.optional(Removable(Picture)),
      order: z.optional(Place),
    }),
    example: { params: { id: examples.group }, body: { name: 'Late evenings', order: 0 } },
    output: Group,
    changes: ['group:{id}', { topic: 'my-playlists', given: ['is_archived', 'order'] }],
  },
  deleteGroup: {
    method: 'DELETE',
    path: '/api/groups/:id',
    access: 'user',
    summary: 'Delete a group',
    description: 'Its channels move to the end of their sections.',
    params: byId,
    example: { params: { id: examples.group } },
    output: Empty,
    changes: ['group:{id}'],
  },
  rearrangeGroups: {
    method: 'POST',
    path: '/api/groups/rearrange',
    access: 'user',
    summary: 'Reorder groups',
    description: 'Groups of the bar, or of the archive. Omitted groups stay behind the one they followed.',
    body: z.object({ groups: Ids(limits.groups) }),
    example: { body: { groups: [examples.group] } },
    output: z.object({ order: z.array(Id) }),
    refusals: [curationErrors.groups_not_together],
    changes: ['my-playlists'],
  },
  rearrangeGroupPlaylists: {
    method: 'POST',
    path: '/api/groups/:id/rearrange-playlists',
    access: 'user',
    summary: 'Reorder the channels of a group',
    description: 'Omitted channels stay behind the one they followed.',
    params: byId,
    body: z.object({ playlists: Ids(limits.playlists) }),
    example: { params: { id: examples.group }, body: { playlists: [examples.grouped] } },
    output: z.object({ order: z.array(Id) }),
    refusals: [curationErrors.not_in_group],
    changes: ['group:{id}'],
  },
  addGroupPlaylist: {
    method: 'POST',
    path: '/api/groups/:id/add-playlist',
    access: 'user',
    summary: 'Add a channel to a group',
    description: 'A channel that is not private gets the group’s status.',
    params: byId,
    target: ['playlist_id'],
    body: z.object({ playlist_id: Id, order: z.optional(Place) }),
    example: { params: { id: examples.group }, body: { playlist_id: examples.playlist } },
    output: Group,
    refusals: [curationErrors.not_one_owner, curationErrors.special_channel],
    changes: ['my-playlists', 'playlist:{playlist_id}', ...whoMaySee],
  },
  removeGroupPlaylist: {
    method: 'POST',
    path: '/api/groups/:id/remove-playlist',
    access: 'user',
    summary: 'Remove a channel from a group',
    description: 'It moves to its section, or with `status_id` to the section of that status.',
    params: byId,
    target: ['playlist_id'],
    body: z.object({ playlist_id: Id, order: z.optional(Place), status_id: z.optional(ChosenStatus) }),
    example: { params: { id: examples.group }, body: { playlist_id: examples.grouped, order: 0 } },
    output: PlaylistTile,
    refusals: [curationErrors.not_in_group],
    changes: ['my-playlists', ...['playlist:{playlist_id}', ...whoMaySee].map((topic) => ({ topic, given: ['status_id'] }))],
  },
})
