import type { Select } from '#kit/server/select.ts'
import { defineFindHandler, type Handlers, defineReadHandler } from '#kit/server/http/handlers.ts'
import type { Media } from '#features/media/server/media.ts'
import { relatedEndpoints } from '../../contract/related.ts'
import { findEditablePlaylist, findEditableVideoIn, assertShownPlaylist, assertReadableVideo } from '../access.ts'
import { addRelated, rearrangeRelated, readRelated, readRelatedOf, removeRelated } from '../related.ts'

/** Finds a video of a channel, to edit its related videos. @throws 404, 403 */
async function editedVideo(select: Select, playlistId: string, videoId: string) {
  await findEditablePlaylist(select, playlistId)
  return findEditableVideoIn(select, playlistId, videoId)
}

export const relatedRoutes = ({ signatures }: Pick<Media, 'signatures'>): Handlers<typeof relatedEndpoints> => ({
  listRelated: defineReadHandler(relatedEndpoints.listRelated, {
    find: ({ params }, { select }) => assertShownPlaylist(select, params.playlistId),
    handle: ({ params }, { select, db }) => readRelated(select, params.playlistId, (link) => signatures.linkSigner(db, link)),
  }),

  addRelated: defineFindHandler(relatedEndpoints.addRelated, {
    findByPath: ({ params }, { select }) => findEditablePlaylist(select, params.playlistId),
    async find({ params: { playlistId }, target }, { select }) {
      const video = await editedVideo(select, playlistId, target.video_id)
      await assertReadableVideo(select, target.related_video_id, playlistId)
      return video
    },
    async handle({ params: { playlistId }, body }, { db, select, resource }) {
      await addRelated(db, resource, body.related_video_id)
      return readRelatedOf(select, playlistId, resource.id)
    },
  }),

  removeRelated: defineFindHandler(relatedEndpoints.removeRelated, {
    findByPath: ({ params }, { select }) => findEditablePlaylist(select, params.playlistId),
    find: ({ params, target }, { select }) => editedVideo(select, params.playlistId, target.video_id),
    async handle({ params: { playlistId }, body }, { db, select, resource }) {
      await removeRelated(db, resource, body.related_video_id)
      return readRelatedOf(select, playlistId, resource.id)
    },
  }),

  rearrangeRelated: defineFindHandler(relatedEndpoints.rearrangeRelated, {
    findByPath: ({ params }, { select }) => findEditablePlaylist(select, params.playlistId),
    find: ({ params, target }, { select }) => editedVideo(select, params.playlistId, target.video_id),
    async handle({ body }, { db, resource }) {
      return { order: await rearrangeRelated(db, resource, body.related) }
    },
  }),
})
