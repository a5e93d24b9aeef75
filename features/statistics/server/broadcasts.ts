/** Calls for broadcasters: figures of their TV channels by month. */
import * as z from 'zod/mini'
import { integer, Time } from '#kit/contract/fields.ts'
import type { Select } from '#kit/server/select.ts'
import { commonErrors } from '#kit/contract/problems.ts'
import { fail } from '#kit/server/http/fail.ts'
import { defineFindHandler, type Handlers } from '#kit/server/http/handlers.ts'
import { pageOf, parseCursor } from '#kit/server/http/paging.ts'
import { localTime } from '#kit/server/time-zone.ts'
import { isBroadcaster } from '#features/tv-sources/server/queries/operator-channels.ts'
import { statisticsContract as contract } from '../contract.ts'
import { statisticsErrors } from '../errors.ts'
import { addDays } from '../rules.ts'
import { type DaySpan, findOwnTvChannel, listAudience, listAudienceByTime } from './queries/audience.ts'
import { listBroadcastFigures } from './queries/lists.ts'
import { todayIn } from './statistics.ts'

const defaultLimit = 20
const AudienceKey = z.tuple([integer(0, 2_147_483_647), Time])

/** @throws 422 for a month or day after today */
function spanOf({ date_to, day }: { date_to?: string | undefined; day?: string | undefined }, timeZone: string): DaySpan {
  const last = todayIn(timeZone)
  if (day !== undefined) {
    if (day > last) fail(statisticsErrors.in_future, { field: 'day' })
    return { first: day, next: addDays(day, 1), timeZone }
  }
  const month = date_to ?? last.slice(0, 7)
  if (month > last.slice(0, 7)) fail(statisticsErrors.in_future, { field: 'date_to' })
  const first = `${month}-01`
  return { first, next: `${addDays(first, 31).slice(0, 7)}-01`, timeZone }
}

/** @throws 403 if the user isn't a broadcaster, 404 if the TV channel is someone else's */
async function findOwn({ params: { id } }: { params: { id: string } }, { select }: { select: Select }): Promise<void> {
  const [ownTvChannel] = await select(findOwnTvChannel, id)
  if (!ownTvChannel?.is_broadcaster) fail(statisticsErrors.not_broadcaster)
  if (!ownTvChannel.is_own) fail(commonErrors.not_found)
}

type Calls = 'listBroadcastStatistics' | 'listProgrammeAudience' | 'exportProgrammeAudience'
export const broadcastHandlers: Pick<Handlers<typeof contract>, Calls> = {
  async listBroadcastStatistics({ query }, { db, reader, timeZone }) {
    const { id } = reader.user
    if (!(await isBroadcaster(db, id))) fail(statisticsErrors.not_broadcaster)
    return { channels: await listBroadcastFigures(db, id, spanOf(query, timeZone)) }
  },

  listProgrammeAudience: defineFindHandler(contract.listProgrammeAudience, {
    find: findOwn,
    async handle({ params: { id }, query: { limit = defaultLimit, cursor, ...query } }, { db, timeZone }) {
      const [viewers, starts_at] = parseCursor(AudienceKey, cursor) ?? []
      const after = viewers === undefined || starts_at === undefined ? undefined : { viewers, starts_at }
      const rows = await listAudience(db, id, spanOf(query, timeZone), limit + 1, after)
      return pageOf(rows, limit, (last) => [last.viewers, last.starts_at])
    },
  }),

  exportProgrammeAudience: defineFindHandler(contract.exportProgrammeAudience, {
    find: findOwn,
    async handle({ params: { id }, query }, { db, timeZone }) {
      const timeOf = (moment: string) => localTime(new Date(moment), timeZone)
      const rows = (await listAudienceByTime(db, id, spanOf(query, timeZone))).map(({ title, starts_at, stops_at, viewers }) => {
        const { date, time } = timeOf(starts_at)
        return { date, start: time, stop: timeOf(stops_at).time, title, viewers }
      })
      return { fileName: 'programmes.csv', rows }
    },
  }),
}
