import * as z from 'zod/mini'
import { Id, Time } from '#kit/contract/fields.ts'
import { common } from '#kit/contract/problems.ts'
import type { Language } from '#kit/contract/texts.ts'
import { fail } from '#kit/server/fail.ts'
import { finding, type Handlers } from '#kit/server/http/handlers.ts'
import type { Jobs } from '#kit/server/jobs.ts'
import { cursorOf, sortKeyOf } from '#kit/server/paging.ts'
import type { Ask } from '#kit/server/proven-read.ts'
import type { Storage } from '#kit/server/storage-types.ts'
import type { Pictures } from '#features/media/server/pictures.ts'
import { type Import, operatorEndpoints as contract } from '../../operator.ts'
import { televisionErrors } from '../../errors.ts'
import { changesOf } from '../channel-changes.ts'
import { importFileKey, sourceName } from '../imports.ts'
import { sendImport } from '../jobs.ts'
import { failureText, problemText } from '../problem-texts.ts'
import { deleteChannel, findChannel, insertChannel, listChannels, listGuideChannels, updateChannel } from '../queries/operator-channels.ts'
import { findChannelId, findImportId, findSourceId } from '../queries/existence.ts'
import { matchGuides } from '../queries/guide-matches.ts'
import { deleteSource, findImport, findSource, listImports, listSources, takeSource, updateSource } from '../queries/imports.ts'

const defaultLimit = 50
const ImportKey = z.tuple([Time, Id])
const ChannelKey = z.tuple([z.int(), Id])

export interface OperatorTools {
  jobs: Pick<Jobs, 'send'>
  storage: Pick<Storage, 'put'>
  pictures: Pick<Pictures, 'pictureFrom'>
}

const told = (found: Import, language: Language): Import => ({ ...found, failure: failureText(language, found.failure) })

/** @throws 404 */
async function demandThere(ask: Ask, find: typeof findChannelId, id: string): Promise<void> {
  if (!(await ask(find, id)).length) fail(common.not_found)
}

export const operatorRoutes = ({ jobs, storage, pictures }: OperatorTools): Handlers<typeof contract> => ({
  async startTvImport({ body: { kind, url, file } }, { db, language }) {
    if ((url === undefined) === (file === undefined)) fail(televisionErrors.one_source, { field: url === undefined ? 'url' : 'file' })
    const name = sourceName({ url, fileName: file?.name }, kind)
    const id = await db.transaction().execute(async (tx) => {
      const importId = await sendImport(tx, jobs, await takeSource(tx, { kind, url: url ?? null, name }))
      // Before anybody can look for it.
      if (file) await storage.put(importFileKey(importId), new Uint8Array(await file.arrayBuffer()), 'application/octet-stream')
      return importId
    })
    return told((await findImport(db, id)) ?? fail(common.not_found), language)
  },

  async listTvImports({ query: { source_id: sourceId, limit = defaultLimit, cursor } }, { db, language }) {
    const [time, id] = sortKeyOf(ImportKey, cursor) ?? []
    const after = time === undefined || id === undefined ? undefined : { time, id }
    const rows = await listImports(db, { sourceId, after, limit: limit + 1 })
    return {
      data: rows.slice(0, limit).map((row) => told(row, language)),
      next_cursor: cursorOf(rows, limit, (last) => [last.created_at, last.id]),
    }
  },

  getTvImport: finding(contract.getTvImport, {
    find: ({ params: { id } }, { ask }) => demandThere(ask, findImportId, id),
    async handle({ params: { id } }, { db, language }) {
      const { problems, ...found } = (await findImport(db, id)) ?? fail(common.not_found)
      return {
        ...told(found, language),
        problems: problems.map((problem) => ({ line: problem.line, text: problemText(language, problem) })),
      }
    },
  }),

  listTvSources: (_, { db }) => listSources(db),

  updateTvSource: finding(contract.updateTvSource, {
    find: ({ params: { id } }, { ask }) => demandThere(ask, findSourceId, id),
    async handle({ params: { id }, body: { name, is_off } }, { db }) {
      if (name !== undefined || is_off !== undefined)
        await updateSource(db, id, { ...(name !== undefined && { name }), ...(is_off !== undefined && { is_off }) })
      return (await findSource(db, id)) ?? fail(common.not_found)
    },
  }),

  deleteTvSource: finding(contract.deleteTvSource, {
    find: ({ params: { id } }, { ask }) => demandThere(ask, findSourceId, id),
    async handle({ params: { id } }, { db }) {
      await deleteSource(db, id)
      return {}
    },
  }),

  async listOperatorChannels({ query }, { db }) {
    const { limit = defaultLimit, cursor, source_id: sourceId, without_guide: withoutGuide = false } = query
    const [position, id] = sortKeyOf(ChannelKey, cursor) ?? []
    const after = position === undefined || id === undefined ? undefined : { position, id }
    const rows = await listChannels(db, { query: query.query, sourceId, withoutGuide, after, limit: limit + 1 })
    return { data: rows.slice(0, limit), next_cursor: cursorOf(rows, limit, (last) => [last.position, last.id]) }
  },

  async createTvChannel({ body }, { db, reader, gone }) {
    const { changes } = await changesOf(db, pictures, body, { by: reader.user.id, signal: gone })
    const channel = { ...changes, name: body.name, stream_url: body.liveStreamUrl }
    const id = await db.transaction().execute(async (tx) => {
      const made = await insertChannel(tx, channel, body.order)
      await matchGuides(tx, made)
      return made
    })
    return (await findChannel(db, id)) ?? fail(common.not_found)
  },

  updateTvChannel: finding(contract.updateTvChannel, {
    find: ({ params: { id } }, { ask }) => demandThere(ask, findChannelId, id),
    async handle({ params: { id }, body }, { db, reader, gone }) {
      const { changes, setByHand } = await changesOf(db, pictures, body, { by: reader.user.id, signal: gone })
      await db.transaction().execute(async (tx) => {
        if (!(await updateChannel(tx, id, { changes, setByHand, index: body.order }))) fail(common.not_found)
        await matchGuides(tx, id)
      })
      return (await findChannel(db, id)) ?? fail(common.not_found)
    },
  }),

  deleteTvChannel: finding(contract.deleteTvChannel, {
    find: ({ params: { id } }, { ask }) => demandThere(ask, findChannelId, id),
    async handle({ params: { id } }, { db }) {
      await deleteChannel(db, id)
      return {}
    },
  }),

  listGuideChannels: ({ query: { query, limit = defaultLimit } }, { db }) => listGuideChannels(db, query, limit),
})
