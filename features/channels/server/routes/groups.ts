import { fail } from '#kit/server/http/fail.ts'
import { defineFindHandler, type Handlers } from '#kit/server/http/handlers.ts'
import type { Media } from '#features/media/server/media.ts'
import { channelsErrors } from '../../contract.ts'
import { groupEndpoints } from '../../contract/groups.ts'
import { findEditablePlaylist } from '../access.ts'
import {
  addToGroup,
  changeGroup,
  createGroup,
  findEditableGroup,
  readGroup,
  rearrangeGroup,
  rearrangeGroups,
  removeFromGroup,
  removeGroup,
} from '../groups.ts'

export const groupRoutes = ({ pictures }: Pick<Media, 'pictures'>): Handlers<typeof groupEndpoints> => ({
  async createGroup({ body }, { db, once, reader }) {
    return readGroup(db, reader, await once((writer) => createGroup(writer, reader, body)))
  },

  updateGroup: defineFindHandler(groupEndpoints.updateGroup, {
    find: ({ params }, { select }) => findEditableGroup(select, params.id),
    async handle({ body: { name, status_id, icon, ...place } }, { db, reader, resource, disconnected }) {
      const picture_id = icon ? await pictures.pictureFrom(db, icon, { field: 'icon', by: reader.user.id, signal: disconnected }) : null
      const columns = {
        ...(name !== undefined && { name }),
        ...(status_id !== undefined && { status_id }),
        ...(icon !== undefined && { picture_id }),
      }
      await changeGroup(db, reader, resource, { columns, ...place })
      return readGroup(db, reader, resource.id)
    },
  }),

  async deleteGroup({ params }, { db, select, reader }) {
    await removeGroup(db, await findEditableGroup(select, params.id), reader.user)
    return {}
  },

  async rearrangeGroups({ body }, { db, reader }) {
    return { order: await rearrangeGroups(db, reader, body.groups) }
  },

  rearrangeGroupPlaylists: defineFindHandler(groupEndpoints.rearrangeGroupPlaylists, {
    find: ({ params }, { select }) => findEditableGroup(select, params.id),
    async handle({ body }, { db, resource, reader }) {
      return { order: await rearrangeGroup(db, resource, body.playlists, reader.user) }
    },
  }),

  addGroupPlaylist: defineFindHandler(groupEndpoints.addGroupPlaylist, {
    findByPath: ({ params }, { select }) => findEditableGroup(select, params.id),
    find: async ({ params, target }, { select }) => ({
      group: await findEditableGroup(select, params.id),
      playlist: await findEditablePlaylist(select, target.playlist_id),
    }),
    async handle({ body: { order } }, { db, reader, resource: { group, playlist } }) {
      if (playlist.kind !== 'channel') fail(channelsErrors.special_channel, { field: 'playlist_id' })
      if (playlist.ownerId !== group.ownerId) fail(channelsErrors.not_one_owner, { field: 'playlist_id' })
      await addToGroup(db, group, { playlistId: playlist.id, order }, reader.user)
      return readGroup(db, reader, group.id)
    },
  }),

  removeGroupPlaylist: defineFindHandler(groupEndpoints.removeGroupPlaylist, {
    findByPath: ({ params }, { select }) => findEditableGroup(select, params.id),
    find: async ({ params, target }, { select }) => ({
      group: await findEditableGroup(select, params.id),
      playlist: await findEditablePlaylist(select, target.playlist_id),
    }),
    handle: ({ body: { order, status_id } }, { db, reader, resource: { group, playlist } }) =>
      removeFromGroup(db, reader, group, { playlistId: playlist.id, order, status_id }),
  }),
})
