import * as z from 'zod/mini'
import { commonErrors } from '#kit/contract/problems.ts'
import { fail } from '#kit/server/http/fail.ts'
import { defineFindHandler, type Handlers, defineReadHandler } from '#kit/server/http/handlers.ts'
import { jsonPageOf } from '#kit/server/db/json-text.ts'
import { parseCursor } from '#kit/server/http/paging.ts'
import { isReserved } from '#features/accounts/rules.ts'
import { assertNameAllowed } from '#features/accounts/server/registration.ts'
import type { LiveSettings } from '#features/accounts/server/site-settings.ts'
import type { Media } from '#features/media/server/media.ts'
import { channelsErrors } from '../../contract.ts'
import { playlistEndpoints } from '../../contract/playlists.ts'
import { findEditablePlaylist, assertReadablePerson, readPlaylist } from '../access.ts'
import { suggestRename } from '../acts/suggest-items.ts'
import { movePlaylists } from '../bar.ts'
import { createLargeReads } from '../large-reads.ts'
import { findEditableGroup } from '../groups.ts'
import { throwLossReason } from '../losses.ts'
import { readMyPlaylists } from '../my-playlists.ts'
import { assertNewNamesAllowed } from '../new-names.ts'
import { changePlaylist, createPlaylist, rearrangePlaylists, removePlaylist } from '../playlists.ts'
import { findDescription, findPlaylistBySlug, listDefaultPlaylists, listPersonPlaylists } from '../queries/playlists.ts'

const defaultLimit = 20
const ListingKey = z.tuple([z.int(), z.int()])
/** Parses the cursor of a list of public channels. */
function listingPositionOf(cursor: string | undefined) {
  const [rank, key] = parseCursor(ListingKey, cursor) ?? []
  return rank === undefined || key === undefined ? undefined : { rank, key }
}
const readLarge = createLargeReads()

export interface PlaylistTools {
  media: Pick<Media, 'pictures' | 'signatures'>
  siteSettings: Pick<LiveSettings, 'read'>
}

export const playlistRoutes = ({ media: { pictures, signatures }, siteSettings }: PlaylistTools): Handlers<typeof playlistEndpoints> => ({
  listMyPlaylists: ({ query: { sort } }, { db, reader, language }) => readMyPlaylists(db, reader, language, sort),

  listDefaultPlaylists: defineReadHandler(playlistEndpoints.listDefaultPlaylists, {
    async handle({ query: { sort, limit = defaultLimit, cursor } }, { select }) {
      const defaultPlaylists = await select(listDefaultPlaylists(sort), limit + 1, listingPositionOf(cursor))
      return jsonPageOf(defaultPlaylists, limit, ({ rank, key }) => [rank, key])
    },
  }),

  listPersonPlaylists: defineReadHandler(playlistEndpoints.listPersonPlaylists, {
    findByPath: ({ params }, { select }) => assertReadablePerson(select, params.id),
    async handle({ params, query: { sort, limit = defaultLimit, cursor } }, { select }) {
      const personPlaylists = await select(listPersonPlaylists(sort), params.id, limit + 1, listingPositionOf(cursor))
      if (!personPlaylists.length) await assertReadablePerson(select, params.id)
      return jsonPageOf(personPlaylists, limit, ({ rank, key }) => [rank, key])
    },
  }),

  getPlaylist: defineReadHandler(playlistEndpoints.getPlaylist, {
    find({ params: { id } }, ctx) {
      const { db, select, language, part, address: key } = ctx
      const read = () =>
        readPlaylist(select, id, language, { signer: (link) => signatures.linkSigner(db, link), part }).catch((error: unknown) =>
          throwLossReason(select, [id], error),
        )
      // A getter, because only queued reads need the signal.
      return readLarge(db, part ? `${id} part` : id, read, {
        key,
        get signal() {
          return ctx.disconnected
        },
      })
    },
    handle: (_, { resource }) => Promise.resolve(resource),
  }),

  async findPlaylistBySlug({ params }, { db }) {
    return { data: (await findPlaylistBySlug(db, params.slug)) ?? fail(commonErrors.not_found) }
  },

  async createPlaylist({ body: { icon, order, ...playlist } }, { db, once, reader, select, disconnected, language }) {
    await assertNameAllowed(siteSettings, playlist.name, 'name')
    const id = await once(async (writer) => {
      const picture_id = icon ? await pictures.pictureFrom(db, icon, { field: 'icon', by: reader.user.id, signal: disconnected }) : null
      return createPlaylist(writer, reader, { ...playlist, picture_id }, order)
    })
    return readPlaylist(select, id, language)
  },

  getPlaylistDescription: defineReadHandler(playlistEndpoints.getPlaylistDescription, {
    find: async ({ params }, { select }) => findEditablePlaylist(select, params.id, 'suggesters'),
    handle: async (_, { db, resource }) => (await findDescription(db, resource.id)) ?? fail(commonErrors.not_found),
  }),

  updatePlaylist: defineFindHandler(playlistEndpoints.updatePlaylist, {
    find: ({ params }, { select }) => findEditablePlaylist(select, params.id, 'suggesters'),
    async handle({ body }, ctx) {
      const { db, reader, select, resource, disconnected, language } = ctx
      if (resource.onlySuggests) return suggestRename(ctx, { type: 'playlist', playlistId: resource.id, ...resource }, body, 'name')
      const { icon, status_id, is_archived, is_left, order, slug, new_link: newLink, ...texts } = body
      if (slug && isReserved(slug)) fail(channelsErrors.slug_reserved, { field: 'slug' })
      await assertNewNamesAllowed(siteSettings, db, resource.id, { name: texts.name, slug })
      const picture_id = icon ? await pictures.pictureFrom(db, icon, { field: 'icon', by: reader.user.id, signal: disconnected }) : null
      const columns = { ...texts, ...(icon !== undefined && { picture_id }) }
      const change = { columns, status_id, is_archived, is_left, order, slug: slug === '' ? null : slug, newLink }
      return readPlaylist(select, await changePlaylist(db, resource, change, reader.user), language)
    },
  }),

  async deletePlaylist({ params }, { db, select, reader }) {
    await removePlaylist(db, await findEditablePlaylist(select, params.id), reader.user)
    return {}
  },

  async rearrangePlaylists({ body }, { db, reader }) {
    return { order: await rearrangePlaylists(db, reader, body.playlists) }
  },

  movePlaylists: defineFindHandler(playlistEndpoints.movePlaylists, {
    find: async ({ target }, { select }) => (target.group_id === undefined ? undefined : findEditableGroup(select, target.group_id)),
    handle({ body: { playlists, section, group_id: groupId, ...how } }, { db, reader, resource: group }) {
      const to = section ?? group
      if (to === undefined || (section !== undefined && groupId !== undefined)) return fail(channelsErrors.one_place, { field: 'section' })
      return movePlaylists(db, reader, { ids: playlists, to, ...how })
    },
  }),
})
