import type { Select } from '#kit/server/select.ts'
import { defineFindHandler, type Handlers, defineReadHandler } from '#kit/server/http/handlers.ts'
import type { Media } from '#features/media/server/media.ts'
import { relatedEndpoints } from '../../contract/related.ts'
import { findEditablePlaylist, findEditableVideoIn, assertShownPlaylist, assertReadableVideo } from '../access.ts'
import { addRelatedVideo, rearrangeRelatedVideos, readRelatedVideos, readRelatedVideosOf, removeRelatedVideo } from '../related.ts'

/** Finds a video of a channel, to edit its related videos. @throws 404, 403 */
async function findVideoToEdit(select: Select, playlistId: string, videoId: string) {
  await findEditablePlaylist(select, playlistId)
  return findEditableVideoIn(select, playlistId, videoId)
}

export const relatedRoutes = ({ signatures }: Pick<Media, 'signatures'>): Handlers<typeof relatedEndpoints> => ({
  listRelatedVideos: defineReadHandler(relatedEndpoints.listRelatedVideos, {
    find: ({ params }, { select }) => assertShownPlaylist(select, params.playlistId),
    handle: ({ params }, { select, db }) => readRelatedVideos(select, params.playlistId, (link) => signatures.linkSigner(db, link)),
  }),

  addRelatedVideo: defineFindHandler(relatedEndpoints.addRelatedVideo, {
    findByPath: ({ params }, { select }) => findEditablePlaylist(select, params.playlistId),
    async find({ params: { playlistId }, target }, { select }) {
      const video = await findVideoToEdit(select, playlistId, target.video_id)
      await assertReadableVideo(select, target.related_video_id, playlistId)
      return video
    },
    async handle({ params: { playlistId }, body }, { db, select, resource }) {
      await addRelatedVideo(db, resource, body.related_video_id)
      return readRelatedVideosOf(select, playlistId, resource.id)
    },
  }),

  removeRelatedVideo: defineFindHandler(relatedEndpoints.removeRelatedVideo, {
    findByPath: ({ params }, { select }) => findEditablePlaylist(select, params.playlistId),
    find: ({ params, target }, { select }) => findVideoToEdit(select, params.playlistId, target.video_id),
    async handle({ params: { playlistId }, body }, { db, select, resource }) {
      await removeRelatedVideo(db, resource, body.related_video_id)
      return readRelatedVideosOf(select, playlistId, resource.id)
    },
  }),

  rearrangeRelatedVideos: defineFindHandler(relatedEndpoints.rearrangeRelatedVideos, {
    findByPath: ({ params }, { select }) => findEditablePlaylist(select, params.playlistId),
    find: ({ params, target }, { select }) => findVideoToEdit(select, params.playlistId, target.video_id),
    async handle({ body }, { db, resource }) {
      return { order: await rearrangeRelatedVideos(db, resource, body.related) }
    },
  }),
})
