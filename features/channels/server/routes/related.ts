import type { Ask } from '#kit/server/ask.ts'
import { finding, type Handlers, reading } from '#kit/server/http/handlers.ts'
import type { Media } from '#features/media/server/media.ts'
import { relatedEndpoints } from '../../contract/related.ts'
import { editablePlaylist, editableVideoIn, shownPlaylist, readableVideo } from '../access.ts'
import { addRelated, rearrangeRelated, readRelated, readRelatedOf, removeRelated } from '../related.ts'

/** Finds a video of a channel, to edit its related videos. @throws 404, 403 */
async function editedVideo(ask: Ask, playlistId: string, videoId: string) {
  await editablePlaylist(ask, playlistId)
  return editableVideoIn(ask, playlistId, videoId)
}

export const relatedRoutes = ({ signatures }: Pick<Media, 'signatures'>): Handlers<typeof relatedEndpoints> => ({
  listRelated: reading(relatedEndpoints.listRelated, {
    find: ({ params }, { ask }) => shownPlaylist(ask, params.playlistId),
    handle: ({ params }, { ask, db }) => readRelated(ask, params.playlistId, (link) => signatures.linkSigner(db, link)),
  }),

  addRelated: finding(relatedEndpoints.addRelated, {
    findByPath: ({ params }, { ask }) => editablePlaylist(ask, params.playlistId),
    async find({ params: { playlistId }, target }, { ask }) {
      const video = await editedVideo(ask, playlistId, target.video_id)
      await readableVideo(ask, target.related_video_id, playlistId)
      return video
    },
    async handle({ params: { playlistId }, body }, { db, ask, found }) {
      await addRelated(db, found, body.related_video_id)
      return readRelatedOf(ask, playlistId, found.id)
    },
  }),

  removeRelated: finding(relatedEndpoints.removeRelated, {
    findByPath: ({ params }, { ask }) => editablePlaylist(ask, params.playlistId),
    find: ({ params, target }, { ask }) => editedVideo(ask, params.playlistId, target.video_id),
    async handle({ params: { playlistId }, body }, { db, ask, found }) {
      await removeRelated(db, found, body.related_video_id)
      return readRelatedOf(ask, playlistId, found.id)
    },
  }),

  rearrangeRelated: finding(relatedEndpoints.rearrangeRelated, {
    findByPath: ({ params }, { ask }) => editablePlaylist(ask, params.playlistId),
    find: ({ params, target }, { ask }) => editedVideo(ask, params.playlistId, target.video_id),
    async handle({ body }, { db, found }) {
      return { order: await rearrangeRelated(db, found, body.related) }
    },
  }),
})
