import { common } from '#kit/contract/problems.ts'
import type { Db } from '#kit/server/db.ts'
import { fail } from '#kit/server/fail.ts'
import { finding, type Handlers } from '#kit/server/http/handlers.ts'
import type { Jobs } from '#kit/server/jobs.ts'
import type { Limits } from '#kit/server/limits.ts'
import type { Mailer } from '#kit/server/mail/mailer.ts'
import type { Sandbox } from '#kit/server/sandbox/sandbox.ts'
import type { StatusId } from '#features/curation/rules.ts'
import { dataRightsContract } from '../contract.ts'
import { startDeletion, stopDeletion } from './deletion.ts'
import { startExport } from './exports.ts'
import { makeImport, readImport } from './imports.ts'
import { findLatestExport } from './queries/exports.ts'
import { findPreview } from './queries/imports.ts'

interface DataRightsServices {
  jobs: Pick<Jobs, 'send'>
  limits: Limits
  mailer: Mailer
  sandbox: Sandbox
  /** Has more time than a request: a file may hold twenty thousand links. */
  backgroundDb: Db
  /** Called when pages of videos are to be looked at. */
  lookLater: () => Promise<void>
}

export const dataRightsRoutes = (services: DataRightsServices): Handlers<typeof dataRightsContract> => ({
  getExport: async (_, { db, reader }) => ({ export: await findLatestExport(db, reader.user.id) }),

  startExport: (_, { db, reader }) => startExport(db, services, reader.user.id),

  askDeletion: async ({ body: { password } }, { db, reader, address }) => ({
    deletion_at: await startDeletion(db, services, { user: reader.user, password, address }),
  }),

  async cancelDeletion(_, { db, reader }) {
    await stopDeletion(db, services.mailer, reader.user.id)
    return { deletion_at: null }
  },

  readImport: ({ body }, { reader, language }) =>
    readImport(services.backgroundDb, services, { user: reader.user, language, file: body.file, text: body.text }),

  makeImport: finding(dataRightsContract.makeImport, {
    find: async ({ params }, { ask }) => (await ask(findPreview, params.id))[0] ?? fail(common.not_found),
    async handle({ params: { id }, body }, { reader }) {
      const playlists = await makeImport(services.backgroundDb, reader, {
        id,
        chosen: body.channels,
        statusId: body.status_id as StatusId | undefined,
      })
      await services.lookLater()
      return { playlists }
    },
  }),
})
