import * as z from 'zod/mini'
import { Id, Time } from '#kit/contract/fields.ts'
import { commonErrors } from '#kit/contract/problems.ts'
import type { Language } from '#kit/contract/texts.ts'
import { fail } from '#kit/server/http/fail.ts'
import { defineFindHandler, type Handlers } from '#kit/server/http/handlers.ts'
import type { Jobs } from '#kit/server/jobs/jobs.ts'
import { pageOf, parseCursor } from '#kit/server/http/paging.ts'
import type { Storage } from '#kit/server/storage/storage-types.ts'
import { writeAudit } from '#features/accounts/server/queries/audit.ts'
import { type Import, operatorEndpoints as contract, type Source } from '../../operator.ts'
import { tvSourcesErrors } from '../../errors.ts'
import { nextRefreshMs } from '../../rules.ts'
import { importFileKey } from '../imports.ts'
import { queueImport } from '../jobs.ts'
import { failureText, problemText } from '../problem-texts.ts'
import { assertExists, findImportId, findSourceId } from '../queries/existence.ts'
import {
  cancelImport,
  cancelImports,
  deleteSource,
  findImport,
  findSource,
  listImports,
  listSources,
  type SourceRow,
  findOrCreateSource,
  updateSource,
} from '../queries/imports.ts'
import { sourceName } from '../source-name.ts'

const defaultLimit = 50
const ImportKey = z.tuple([Time, Id])

export interface OperatorTools {
  jobs: Pick<Jobs, 'send'>
  storage: Pick<Storage, 'put'>
}

const withFailureText = (importRun: Import, language: Language): Import => ({
  ...importRun,
  failure: failureText(language, importRun.failure),
})

const nextImportTime = ({ url, is_off, imported_at }: SourceRow) =>
  url === null || is_off ? null : new Date(nextRefreshMs(Date.now(), imported_at === null ? null : Date.parse(imported_at))).toISOString()

const toSource = (source: SourceRow, language: Language): Source => ({
  ...source,
  next_at: nextImportTime(source),
  last_import: source.last_import && withFailureText(source.last_import, language),
})

export const operatorRoutes = ({ jobs, storage }: OperatorTools): Handlers<typeof contract> => ({
  async startTvImport({ body: { kind, url, file } }, { db, reader, language }) {
    if ((url === undefined) === (file === undefined)) fail(tvSourcesErrors.one_source, { field: url === undefined ? 'url' : 'file' })
    const name = sourceName({ url, fileName: file?.name }, kind)
    const id = await db.transaction().execute(async (tx) => {
      const sourceId = await findOrCreateSource(tx, { kind, url: url ?? null, name })
      const importId = await queueImport(tx, jobs, sourceId)
      await writeAudit(tx, reader.user, { act: 'tv_import.started', thing: { type: 'tv_source', id: sourceId, name }, after: { kind } })
      // Stores the file before the import becomes visible.
      if (file) await storage.put(importFileKey(importId), new Uint8Array(await file.arrayBuffer()), 'application/octet-stream')
      return importId
    })
    return withFailureText((await findImport(db, id)) ?? fail(commonErrors.not_found), language)
  },

  async listTvImports({ query: { source_id: sourceId, limit = defaultLimit, cursor } }, { db, language }) {
    const [time, id] = parseCursor(ImportKey, cursor) ?? []
    const after = time === undefined || id === undefined ? undefined : { time, id }
    const rows = await listImports(db, { sourceId, after, limit: limit + 1 })
    return pageOf(
      rows,
      limit,
      (last) => [last.created_at, last.id],
      (row) => withFailureText(row, language),
    )
  },

  getTvImport: defineFindHandler(contract.getTvImport, {
    find: ({ params: { id } }, { select }) => assertExists(select, findImportId, id),
    async handle({ params: { id } }, { db, language }) {
      const { problems, ...importRun } = (await findImport(db, id)) ?? fail(commonErrors.not_found)
      return {
        ...withFailureText(importRun, language),
        problems: problems.map((problem) => ({ line: problem.line, text: problemText(language, problem) })),
      }
    },
  }),

  cancelTvImport: defineFindHandler(contract.cancelTvImport, {
    find: ({ params: { id } }, { select }) => assertExists(select, findImportId, id),
    async handle({ params: { id } }, { db, reader, language }) {
      await db.transaction().execute(async (tx) => {
        if (!(await cancelImport(tx, id))) fail(tvSourcesErrors.import_over)
        const { source_id: sourceId, name } = (await findImport(tx, id)) ?? fail(commonErrors.not_found)
        await writeAudit(tx, reader.user, { act: 'tv_import.cancelled', thing: { type: 'tv_source', id: sourceId, name } })
      })
      return withFailureText((await findImport(db, id)) ?? fail(commonErrors.not_found), language)
    },
  }),

  listTvSources: async (_, { db, language }) => (await listSources(db)).map((source) => toSource(source, language)),

  updateTvSource: defineFindHandler(contract.updateTvSource, {
    find: ({ params: { id } }, { select }) => assertExists(select, findSourceId, id),
    async handle({ params: { id }, body }, { db, reader, language }) {
      const changes = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined))
      if (Object.keys(changes).length)
        await db.transaction().execute(async (tx) => {
          const { name, is_off, is_relayed } = (await findSource(tx, id)) ?? fail(commonErrors.not_found)
          await updateSource(tx, id, changes)
          const thing = { type: 'tv_source', id, name }
          await writeAudit(tx, reader.user, { act: 'tv_source.updated', thing, before: { name, is_off, is_relayed }, after: changes })
        })
      return toSource((await findSource(db, id)) ?? fail(commonErrors.not_found), language)
    },
  }),

  deleteTvSource: defineFindHandler(contract.deleteTvSource, {
    find: ({ params: { id } }, { select }) => assertExists(select, findSourceId, id),
    async handle({ params: { id } }, { db, reader }) {
      // Commits the cancellation first, because a running import holds the source's lock until it notices the cancellation.
      await cancelImports(db, id)
      await db.transaction().execute(async (tx) => {
        const { name, kind, channels } = (await findSource(tx, id)) ?? fail(commonErrors.not_found)
        await deleteSource(tx, id)
        await writeAudit(tx, reader.user, { act: 'tv_source.deleted', thing: { type: 'tv_source', id, name }, before: { kind, channels } })
      })
      return {}
    },
  }),
})
