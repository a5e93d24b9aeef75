import { commonErrors } from '#kit/contract/problems.ts'
import type { Db } from '#kit/server/db/db.ts'
import { fail } from '#kit/server/http/fail.ts'
import { defineFindHandler, type Handlers, defineReadHandler } from '#kit/server/http/handlers.ts'
import type { Jobs } from '#kit/server/jobs/jobs.ts'
import type { Limits } from '#kit/server/http/limits.ts'
import type { Mailer } from '#kit/server/mail/mailer.ts'
import type { FetchPublic } from '#kit/server/outbound/outbound.ts'
import type { Sandbox } from '#kit/server/sandbox/sandbox.ts'
import type { Storage } from '#kit/server/storage/storage-types.ts'
import type { StatusId } from '#features/channels/rules.ts'
import { dataRightsContract } from '../contract.ts'
import { dataRightsErrors } from '../errors.ts'
import { scheduleDeletion, cancelScheduledDeletion } from './deletion.ts'
import { startExport } from './exports.ts'
import { createImportQueue } from './import-queue.ts'
import { createImportedChannels, readImport, restoreImportedFollowsAndLikes } from './imports.ts'
import { findLatestExport } from './queries/exports.ts'
import { countImportPictures, findImportPictures } from './queries/import-pictures.ts'
import { findPreview } from './queries/imports.ts'

export interface DataRightsServices {
  jobs: Pick<Jobs, 'send'>
  limits: Limits
  mailer: Mailer
  fetchPublic: FetchPublic
  sandbox: Sandbox
  storage: Storage
  /** A database with a longer timeout than requests have, because a file may contain twenty thousand links. */
  backgroundDb: Db
  /** Schedules the fetch of pages of new videos. */
  schedulePendingFetch: () => Promise<void>
}

const noFollowsOrLikes = { follows: { restored: 0, missing: 0 }, likes: { restored: 0, missing: 0 } }

export function dataRightsRoutes(services: DataRightsServices): Handlers<typeof dataRightsContract> {
  const [readInTurn, createInTurn] = [createImportQueue(), createImportQueue()]
  return {
    getExport: async (_, { db, reader }) => ({ export: await findLatestExport(db, reader.user.id) }),

    startExport: (_, { db, reader }) => startExport(db, services, reader.user.id),

    askDeletion: async ({ body: { password } }, { db, reader, address }) => ({
      deletion_at: await scheduleDeletion(db, services, { user: reader.user, password, address }),
    }),

    async cancelDeletion(_, { db, reader }) {
      await cancelScheduledDeletion(db, services.mailer, reader.user.id)
      return { deletion_at: null }
    },

    readImport: ({ body }, { reader, language }) =>
      readImport(
        services.backgroundDb,
        { ...services, importTurns: readInTurn },
        { user: reader.user, language, file: body.file, text: body.text },
      ),

    getImport: defineReadHandler(dataRightsContract.getImport, {
      handle: async ({ params: { id } }, { select }) => ({
        pictures: (await select(findImportPictures, id))[0] ?? fail(commonErrors.not_found),
      }),
    }),

    makeImport: defineFindHandler(dataRightsContract.makeImport, {
      find: async ({ params }, { select }) => (await select(findPreview, params.id))[0] ?? fail(commonErrors.not_found),
      async handle({ params: { id }, body }, { reader, resource: { bytes, has_marks: hasMarks } }) {
        const { channels: chosen, with_follows: isFollowing = true } = body
        if (chosen.length === 0 && !(isFollowing && hasMarks)) fail(dataRightsErrors.import_choice, { field: 'channels' })
        const choice = { id, choices: chosen, statusId: body.status_id as StatusId | undefined }
        const { backgroundDb: db, jobs, limits } = services
        const playlists =
          chosen.length > 0 ? await createInTurn({ by: reader.user.id, bytes }, () => createImportedChannels(db, jobs, reader, choice)) : []
        const marks = isFollowing ? await restoreImportedFollowsAndLikes(db, limits, reader, id) : noFollowsOrLikes
        if (playlists.length > 0) await services.schedulePendingFetch()
        const pictures = (await countImportPictures(db, id)) ?? fail(commonErrors.not_found)
        return { playlists, pictures, ...marks }
      },
    }),
  }
}
