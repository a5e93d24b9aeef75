import { defineFindHandler, type Handlers, defineReadHandler } from '#kit/server/http/handlers.ts'
import type { Limits } from '#kit/server/http/limits.ts'
import type { Sandbox } from '#kit/server/sandbox/sandbox.ts'
import type { PictureSignatures } from '#features/media/server/picture-signatures.ts'
import { findEditableVideo, assertReadableVideo } from '#features/channels/server/access.ts'
import { findVideoAccess } from '#features/channels/server/queries/videos.ts'
import { uploadsContract } from '../contract.ts'
import { uploadMaxBytes } from '../rules.ts'
import { addCaptions, readTracks } from './captions.ts'
import { deleteCaptions } from './queries/captions.ts'
import { maySeeVideo } from './queries/access.ts'
import { findUsage, listRestorableUploads, listPosterAddresses } from './queries/uploads.ts'
import { guestReader } from '#kit/server/reader.ts'
import { deleteRestorableUpload, readUpload, readUploads, removeUpload, retryUpload, type UploadTools } from './uploads.ts'

export interface UploadsRoutes {
  uploads: UploadTools
  signatures: PictureSignatures
  sandbox: Sandbox
  limits: Pick<Limits, 'count'>
}

export const uploadsRoutes = ({ uploads, signatures, sandbox, limits }: UploadsRoutes): Handlers<typeof uploadsContract> => ({
  listUploads: async (_, { db, reader }) => ({ data: await readUploads(uploads.parts, db, reader.user.id) }),

  async getUploadRoom(_, { db, reader: { user } }) {
    const { bytes, ownQuota } = await findUsage(db, user.id)
    return { may_upload: user.canUploadVideo, used: bytes, quota: ownQuota ?? (await uploads.readQuota()), max_file: uploadMaxBytes }
  },

  async removeUpload({ params: { id } }, { db, reader, request, reply }) {
    await removeUpload(uploads, db, reader.user.id, id)
    // A tus client gets the response of tus's extension "termination".
    if (request.headers['tus-resumable'] !== undefined) await reply.code(204).header('tus-resumable', '1.0.0').send()
    return {}
  },

  listKeptUploads: async (_, { db, reader: { user } }) => ({ data: await listRestorableUploads(db, user.id) }),

  async deleteKeptUpload({ params: { id } }, { db, reader: { user } }) {
    await deleteRestorableUpload(uploads, db, id, user.id)
    return {}
  },

  async retryUpload({ params: { id } }, { db, reader: { user } }) {
    await retryUpload(uploads, db, user.id, id)
    return readUpload(uploads.parts, db, user.id, id)
  },

  listCaptions: defineReadHandler(uploadsContract.listCaptions, {
    findByPath: ({ params }, { select }) => assertReadableVideo(select, params.id),
    async handle({ params: { id }, query }, { db, select }) {
      await assertReadableVideo(select, id, query.playlist)
      // Readers who know only the private link need signed URLs. Editors don't, because of their session.
      const [access] = await select(findVideoAccess, id, query.playlist)
      const isLinked = query.playlist !== undefined && !access?.may_edit && !(await maySeeVideo(db, id, guestReader))
      return readTracks(db, id, isLinked ? await signatures.linkSigner(db, query.playlist!) : undefined)
    },
  }),

  addCaptions: defineFindHandler(uploadsContract.addCaptions, {
    find: ({ params }, { select }) => findEditableVideo(select, params.id),
    async handle({ body }, { db, reader, resource }) {
      await addCaptions({ sandbox, limits }, db, { videoId: resource.id, userId: reader.user.id, ...body })
      return readTracks(db, resource.id)
    },
  }),

  removeCaptions: defineFindHandler(uploadsContract.removeCaptions, {
    find: ({ params }, { select }) => findEditableVideo(select, params.id),
    async handle({ body }, { db, resource }) {
      await deleteCaptions(db, resource.id, body.language)
      return readTracks(db, resource.id)
    },
  }),

  async listPosters({ params }, { db, select }) {
    const { id } = await findEditableVideo(select, params.id, 'suggesters')
    return { data: await listPosterAddresses(db, id) }
  },
})
