import * as z from 'zod/mini'
import { Id, integer } from '#kit/contract/fields.ts'
import { fail } from '#kit/server/http/fail.ts'
import { type Handlers, defineReadHandler } from '#kit/server/http/handlers.ts'
import { type JsonText, jsonPageOf } from '#kit/server/db/json-text.ts'
import { parseCursor } from '#kit/server/http/paging.ts'
import { assertShown } from '#features/channels/server/access.ts'
import { channelEndpoints, guideErrors } from '../../contract.ts'
import type { DetailedEpgItem, NowAndNext } from '../../shapes.ts'
import { maxGuideDays, maxGuideHours } from '../../viewing-rules.ts'
import { assertShownTvChannel } from '../access.ts'
import { findEvening, epgItemText, nowSeconds, groupIntoSeries } from '../epg.ts'
import {
  type ChannelKey,
  createFilterCondition,
  listTvChannels,
  listTvGroups,
  listTvKeywords,
  searchTvChannels,
} from '../queries/channels.ts'
import {
  findEpgItem,
  findNowAndNext,
  findProgrammeAccess,
  listEpg,
  listGuide,
  listTonight,
  searchedWords,
  searchProgrammes,
  type Span,
} from '../queries/guide.ts'

const defaultLimits = { channels: 40, rows: 30, found: 3, programmes: 20, keywords: 8, tonight: 12 } as const
const hourMs = 3_600_000

const CursorKey = z.tuple([integer(0, 1), z.int(), Id])
const keyOf = ({ rank, position, id }: ChannelKey) => [rank, position, id]
function parseChannelCursor(cursor: string | undefined): ChannelKey | undefined {
  const key = parseCursor(CursorKey, cursor)
  return key && { rank: key[0], position: key[1], id: key[2] }
}

/** @throws 422 if the span has no length, or is longer than `maxHours` */
function spanOf(from: string, to: string, maxHours: number): Span {
  const length = Date.parse(to) - Date.parse(from)
  return length > 0 && length <= maxHours * hourMs
    ? { from, to }
    : fail(guideErrors.window_invalid, { field: 'to', values: { hours: maxHours } })
}
/** Latest time in ms since 1970: `toISOString` writes years after 9999 in another format. */
const latestTimeMs = Date.UTC(9999, 11, 31)
const momentAt = (ms: number) => new Date(Math.min(ms, latestTimeMs)).toISOString()
const guideWindowHours = 2 * maxGuideDays * 24

const listText = <T>(rows: readonly { json: JsonText<T> }[]) => `[${rows.map(({ json }) => json).join(',')}]`

export const channelRoutes: Handlers<typeof channelEndpoints> = {
  listTvChannels: defineReadHandler(channelEndpoints.listTvChannels, {
    async handle({ query: { limit = defaultLimits.channels, cursor, ...choice } }, { select, language }) {
      const found = await select(listTvChannels, createFilterCondition(choice), language, limit + 1, parseChannelCursor(cursor))
      return jsonPageOf(found, limit, keyOf)
    },
  }),
  listTvGroups: defineReadHandler(channelEndpoints.listTvGroups, { handle: (_, { select }) => select(listTvGroups) }),
  getEpg: defineReadHandler(channelEndpoints.getEpg, {
    findByPath: ({ params: { id } }, { select }) => assertShownTvChannel(select, id),
    async handle({ params: { id }, query }, { select, language, timeZone }) {
      const maxDistanceMs = maxGuideDays * 24 * hourMs
      const { from = new Date(Date.now() - maxDistanceMs).toISOString(), to = momentAt(Date.parse(from) + 2 * maxDistanceMs) } = query
      const [channel, ...programmes] = await select(listEpg, id, { from, to }, language)
      const { source } = assertShown(channel)
      spanOf(from, to, guideWindowHours)
      return groupIntoSeries(programmes, { id, source }, { language, timeZone, now: nowSeconds() })
    },
  }),

  getEpgItem: defineReadHandler(channelEndpoints.getEpgItem, {
    findByPath: async ({ params: { id } }, { select }) => assertShown((await select(findProgrammeAccess, id, undefined))[0]),
    async handle({ params: { id }, query: { channel: channelId } }, { select, language, timeZone }) {
      const row = assertShown((await select(findEpgItem, id, channelId, language))[0])
      const item = epgItemText(row, { id: row.channel_id, source: row.source }, { language, timeZone, now: nowSeconds() })
      const extraFields = `"channel":${row.channel},"is_reminded":${row.is_reminded},"again":${row.again}}`
      return `${item.slice(0, -1)},${extraFields}` as JsonText<DetailedEpgItem>
    },
  }),

  getGuide: defineReadHandler(channelEndpoints.getGuide, {
    async handle({ query: { from, to, limit = defaultLimits.rows, cursor, ...choice } }, { select, language }) {
      const span = spanOf(from, to, maxGuideHours)
      const found = await select(listGuide, createFilterCondition(choice), span, language, limit + 1, parseChannelCursor(cursor))
      return jsonPageOf(found, limit, keyOf)
    },
  }),
  getNowAndNext: defineReadHandler(channelEndpoints.getNowAndNext, {
    async handle({ query: { group } }, { select, language }) {
      const [found] = await select(findNowAndNext, group, language)
      return found!.json as JsonText<NowAndNext>
    },
  }),
  listTonight: defineReadHandler(channelEndpoints.listTonight, {
    async handle({ query: { limit = defaultLimits.tonight } }, { select, language, timeZone }) {
      const span = findEvening(new Date(), timeZone)
      const followed = await select(listTonight, true, span, language, limit)
      const rows = followed.length ? followed : await select(listTonight, false, span, language, limit)
      return `{"data":${listText(rows)}}` as never
    },
  }),
  searchGuide: defineReadHandler(channelEndpoints.searchGuide, {
    async handle({ query: { query, limit = defaultLimits.programmes } }, { select, language }) {
      return listText(await select(searchProgrammes, searchedWords(query), language, limit)) as never
    },
  }),

  async searchTvChannels({ body: { query, limit = defaultLimits.found } }, { select, language }) {
    const number = /^\d{1,5}(?:\.\d{1,3})?$/.test(query) ? Number(query) : null
    return listText(await select(searchTvChannels, { words: query, number }, language, limit)) as never
  },
  async listTvKeywords({ body: { query } }, { select }) {
    return { keywords: (await select(listTvKeywords, query, defaultLimits.keywords)).map(({ keyword }) => keyword) }
  },
}
