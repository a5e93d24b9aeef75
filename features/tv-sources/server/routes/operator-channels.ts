import * as z from 'zod/mini'
import { Id } from '#kit/contract/fields.ts'
import { commonErrors } from '#kit/contract/problems.ts'
import { fail } from '#kit/server/http/fail.ts'
import { defineFindHandler, type Handlers } from '#kit/server/http/handlers.ts'
import { pageOf, parseCursor } from '#kit/server/http/paging.ts'
import { writeAudit } from '#features/accounts/server/queries/audit.ts'
import type { Pictures } from '#features/media/server/pictures.ts'
import { tvSourcesErrors } from '../../errors.ts'
import { operatorChannelEndpoints as contract } from '../../operator-channels.ts'
import { type ChannelInput, toChannelChanges, invalidIfDeleted } from '../channel-changes.ts'
import { assertExists, findChannelId } from '../queries/existence.ts'
import { listGuideChannels, matchGuides, suggestGuideChannels } from '../queries/guide-matches.ts'
import {
  deleteChannel,
  findChannel,
  insertChannel,
  resetToList,
  listBroadcasters,
  listChannels,
  updateChannels,
} from '../queries/operator-channels.ts'

const defaultLimit = 50
const maxSuggested = 5
const ChannelKey = z.tuple([z.int(), Id])

export interface OperatorChannelTools {
  pictures: Pick<Pictures, 'pictureFrom'>
}

/** The fields for the audit log: without addresses of streams, which may contain passwords, and without the logo, which is a file. */
const auditedFields = ({ logo, liveStreamUrl, dvrStreamBaseUrl, ...fields }: ChannelInput) => ({
  ...fields,
  changed: Object.entries({ logo, liveStreamUrl, dvrStreamBaseUrl }).flatMap(([name, value]) => (value === undefined ? [] : [name])),
})

export const operatorChannelRoutes = ({ pictures }: OperatorChannelTools): Handlers<typeof contract> => ({
  async listOperatorChannels({ query }, { db }) {
    const { limit = defaultLimit, cursor, source_id: sourceId, without_guide: withoutGuide = false } = query
    const [position, id] = parseCursor(ChannelKey, cursor) ?? []
    const after = position === undefined || id === undefined ? undefined : { position, id }
    const rows = await listChannels(db, { query: query.query, sourceId, withoutGuide, view: query.view, after, limit: limit + 1 })
    return pageOf(rows, limit, (last) => [last.position, last.id])
  },

  getOperatorChannel: defineFindHandler(contract.getOperatorChannel, {
    find: ({ params: { id } }, { select }) => assertExists(select, findChannelId, id),
    handle: async ({ params: { id } }, { db }) => (await findChannel(db, id)) ?? fail(commonErrors.not_found),
  }),

  async createTvChannel({ body }, { db, reader, disconnected }) {
    const { changes } = await toChannelChanges(db, pictures, body, { by: reader.user.id, signal: disconnected })
    const channel = { ...changes, name: body.name, stream_url: body.liveStreamUrl }
    const write = db.transaction().execute(async (tx) => {
      const channelId = await insertChannel(tx, channel, body.order)
      await matchGuides(tx, [channelId])
      await writeAudit(tx, reader.user, { act: 'tv_channel.created', thing: { type: 'channel', id: channelId, name: body.name } })
      return channelId
    })
    const id = await invalidIfDeleted(write)
    return (await findChannel(db, id)) ?? fail(commonErrors.not_found)
  },

  updateTvChannel: defineFindHandler(contract.updateTvChannel, {
    find: ({ params: { id } }, { select }) => assertExists(select, findChannelId, id),
    async handle({ params: { id }, body }, { db, reader, disconnected }) {
      const { changes, setByHand } = await toChannelChanges(db, pictures, body, { by: reader.user.id, signal: disconnected })
      const { order: index, version, from_list: left } = body
      const write = db.transaction().execute(async (tx) => {
        const { name } = (await findChannel(tx, id)) ?? fail(commonErrors.not_found)
        if (!(await updateChannels(tx, [id], { changes, setByHand, index, version }))) fail(tvSourcesErrors.changed_meanwhile)
        if (left?.length) await resetToList(tx, id, left)
        await matchGuides(tx, [id])
        await writeAudit(tx, reader.user, { act: 'tv_channel.updated', thing: { type: 'channel', id, name }, after: auditedFields(body) })
      })
      await invalidIfDeleted(write)
      return (await findChannel(db, id)) ?? fail(commonErrors.not_found)
    },
  }),

  async updateTvChannels({ body: { ids, ...body } }, { db, reader, disconnected }) {
    const { changes, setByHand } = await toChannelChanges(db, pictures, body, { by: reader.user.id, signal: disconnected })
    const write = db.transaction().execute(async (tx) => {
      const count = await updateChannels(tx, ids, { changes, setByHand })
      if (count !== ids.length) fail(commonErrors.not_found)
      const thing = { type: 'channel', id: null, name: '' }
      await writeAudit(tx, reader.user, { act: 'tv_channels.updated', thing, after: { ...auditedFields(body), count } })
      return count
    })
    return { changed: await invalidIfDeleted(write) }
  },

  deleteTvChannel: defineFindHandler(contract.deleteTvChannel, {
    find: ({ params: { id } }, { select }) => assertExists(select, findChannelId, id),
    async handle({ params: { id } }, { db, reader }) {
      await db.transaction().execute(async (tx) => {
        const { name } = (await findChannel(tx, id)) ?? fail(commonErrors.not_found)
        await deleteChannel(tx, id)
        await writeAudit(tx, reader.user, { act: 'tv_channel.deleted', thing: { type: 'channel', id, name } })
      })
      return {}
    },
  }),

  listGuideChannels: ({ query: { query, limit = defaultLimit } }, { db }) => listGuideChannels(db, query, limit),

  suggestGuideChannels: defineFindHandler(contract.suggestGuideChannels, {
    find: ({ params: { id } }, { select }) => assertExists(select, findChannelId, id),
    handle: ({ params: { id } }, { db }) => suggestGuideChannels(db, id, maxSuggested),
  }),

  listBroadcasters: ({ query: { query } }, { db }) => listBroadcasters(db, query),
})
