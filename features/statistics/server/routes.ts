import { fail } from '#kit/server/http/fail.ts'
import { commonErrors } from '#kit/contract/problems.ts'
import type { Language } from '#kit/contract/texts.ts'
import type { Db } from '#kit/server/db/db.ts'
import { defineFindHandler, type Handlers } from '#kit/server/http/handlers.ts'
import { findEditablePlaylist } from '#features/channels/server/access.ts'
import { status } from '#features/channels/rules.ts'
import { withBuiltInName } from '#features/channels/server/names.ts'
import { statisticsContract as contract } from '../contract.ts'
import { statisticsErrors } from '../errors.ts'
import { addDays, daysBetween, defaultDays, smallCount, minShown, type Grouping, maxYears, type SourceKind, yearsBefore } from '../rules.ts'
import { readFigures } from './queries/channel.ts'
import { broadcastHandlers } from './broadcasts.ts'
import { findShownChannel, listFigures } from './queries/lists.ts'
import { findMonthMailSetting, turnMonthMailOff, turnMonthMailOn } from './queries/mail.ts'
import { listViewingPaths, listPlaying, listSources, listVideoFigures } from './queries/videos.ts'
import {
  bucketsOf,
  type DateRange,
  groupingOfRange,
  hideTimeOfFewViewers,
  hideSmallViewerCount,
  statisticsOf,
  todayIn,
} from './statistics.ts'

/** Maximum number of videos in a response. */
const maxVideos = 100
const pathDays = 28
const maxPaths = 20
/** A playback counts as running for this many seconds after its last report. Players report every 15 seconds. */
const playbackTimeoutSeconds = 45

function sourceOf({ source, views }: { source: string; views: number }) {
  const [kind, name] = source.split(/:(.*)/s) as [SourceKind, string?]
  return { kind, name: name ?? null, views }
}

interface RangeQuery {
  start_date?: string | undefined
  end_date?: string | undefined
  type?: Grouping | undefined
}
/** @throws 422 with the field, if the range ends before its start or after today, or is too long */
function rangeOf({ start_date, end_date, type = 'day' }: RangeQuery, timeZone: string): DateRange {
  const last = todayIn(timeZone)
  const end = end_date ?? last
  if (end > last) fail(statisticsErrors.in_future, { field: 'end_date' })
  const start = start_date ?? addDays(end, 1 - defaultDays)
  if (start > last) fail(statisticsErrors.in_future, { field: 'start_date' })
  if (start > end) fail(statisticsErrors.end_before_start, { field: 'end_date' })
  if (start < yearsBefore(end, maxYears)) fail(statisticsErrors.range_too_long, { field: 'start_date', values: { years: maxYears } })
  return { start, end, type }
}

async function readStatistics(db: Db, id: string, range: DateRange, { timeZone, language }: { timeZone: string; language: Language }) {
  const { start, end } = range
  const [channel, found] = await Promise.all([
    findShownChannel(db, id),
    readFigures(db, id, { start, days: daysBetween(start, end), ...groupingOfRange(range), timeZone }),
  ])
  return channel && found ? { channel: withBuiltInName(channel, language), found } : fail(commonErrors.not_found)
}

export const statisticsRoutes = (): Handlers<typeof contract> => ({
  async listStatistics(_, { db, reader: { user }, language }) {
    const rows = await listFigures(db, user.teamId ?? user.id, defaultDays)
    return {
      playlists: rows.map((row) => {
        const { direct_publish: _, watch_later: __, ...channel } = withBuiltInName(row, language)
        return { ...channel, unique_views: hideSmallViewerCount(row.unique_views, row) }
      }),
    }
  },

  getStatistics: defineFindHandler(contract.getStatistics, {
    find: ({ params: { id } }, { select }) => findEditablePlaylist(select, id, 'suggesters'),
    async handle({ params: { id }, query }, ctx) {
      const range = rangeOf(query, ctx.timeZone)
      const { channel, found } = await readStatistics(ctx.db, id, range, ctx)
      return statisticsOf(channel, range, found)
    },
  }),

  exportStatistics: defineFindHandler(contract.exportStatistics, {
    find: ({ params: { id } }, { select }) => findEditablePlaylist(select, id, 'suggesters'),
    async handle({ params: { id }, query }, ctx) {
      const range = rangeOf(query, ctx.timeZone)
      const { channel, found } = await readStatistics(ctx.db, id, range, ctx)
      return { fileName: 'statistics.csv', rows: bucketsOf(channel, range, found) }
    },
  }),

  listVideoStatistics: defineFindHandler(contract.listVideoStatistics, {
    find: ({ params: { id } }, { select }) => findEditablePlaylist(select, id, 'suggesters'),
    async handle({ params: { id }, query }, { db, reader, timeZone }) {
      const range = { ...rangeOf(query, timeZone), timeZone }
      const [channel, videos, paths] = await Promise.all([
        findShownChannel(db, id),
        listVideoFigures(db, reader, id, range, maxVideos),
        listViewingPaths(db, reader, id, { days: pathDays, least: minShown, limit: maxPaths }),
      ])
      return {
        videos: videos.map((video) => {
          const time = hideTimeOfFewViewers(
            video.watched_seconds,
            Math.min(video.views, video.viewers),
            channel ?? fail(commonErrors.not_found),
          )
          const positions = video.viewers < minShown ? { viewers: null, reached: null } : {}
          return { ...video, ...positions, watched_seconds: time === smallCount ? null : time }
        }),
        paths,
      }
    },
  }),

  listViewSources: defineFindHandler(contract.listViewSources, {
    find: ({ params: { id } }, { select }) => findEditablePlaylist(select, id, 'suggesters'),
    async handle({ params: { id }, query }, { db, timeZone }) {
      const range = { ...rangeOf(query, timeZone), timeZone }
      const [channel, sources] = await Promise.all([findShownChannel(db, id), listSources(db, id, range)])
      const isPublic = channel?.status_id === status.public
      return { sources: sources.filter(({ views }) => isPublic || views >= minShown).map(sourceOf) }
    },
  }),

  getViewersNow: defineFindHandler(contract.getViewersNow, {
    find: ({ params: { id } }, { select }) => findEditablePlaylist(select, id, 'suggesters'),
    async handle({ params: { id } }, { db, reader }) {
      const [channel, [all, ...playing]] = await Promise.all([
        findShownChannel(db, id),
        listPlaying(db, reader, id, playbackTimeoutSeconds),
      ])
      const { status_id } = channel ?? fail(commonErrors.not_found)
      const videos = playing.flatMap(({ id: video, title, watching: count }) =>
        video === null || hideSmallViewerCount(count, { status_id }) === smallCount
          ? []
          : [{ id: video, title: title ?? '', watching: count }],
      )
      return { watching: hideSmallViewerCount(all?.watching ?? 0, { status_id }), videos }
    },
  }),

  ...broadcastHandlers,

  getMonthMail: (_, { db, reader: { user } }) => findMonthMailSetting(db, user.id),

  async setMonthMail({ body: { is_on } }, { db, reader: { user }, timeZone }) {
    await (is_on ? turnMonthMailOn(db, user.id, timeZone) : turnMonthMailOff(db, user.id))
    return findMonthMailSetting(db, user.id)
  },
})
