import * as z from 'zod/mini'
import { defineContract } from '#kit/contract/endpoint.ts'
import { byId, Flag, Id, page, paging, Time } from '#kit/contract/fields.ts'
import { examples } from '#features/channels/contract/examples.ts'
import { restrictionErrors } from '#features/channels/contract/errors.ts'
import { tvSourcesExamples } from '#features/tv-sources/examples.ts'
import { statisticsErrors } from './errors.ts'
import { smallCount, groupings, maxYears, sourceKinds } from './rules.ts'

const Day = z.iso.date().check(z.regex(/^2/))
const Count = z.int()
/** Number of viewers. For a channel that isn't public, a small number is hidden. */
const UniqueCount = z.union([z.int(), z.literal(smallCount)])

const shownChannel = {
  id: Id,
  name: z.string(),
  /** Path of the icon on this host. */
  icon: z.nullable(z.string()),
  status_id: z.int(),
}

const ListedStatistics = z.object({
  ...shownChannel,
  /** All views ever, except views by the channel's owners. */
  views: Count,
  /** All viewers ever: a user counts once, a guest once per day. */
  unique_views: UniqueCount,
  followers: Count,
  /** Views of the last 7 days. The list is sorted by them. */
  recent_views: Count,
})

const counts = {
  follows: Count,
  newfollows: Count,
  unfollows: Count,
  goToClicks: Count,
  views: Count,
  uniqueViews: UniqueCount,
  /** How many seconds the videos were played. Hidden if there are few viewers, like `uniqueViews`. */
  watchedSeconds: UniqueCount,
  sharing: Count,
  moreInfoClicks: Count,
}
/** Totals of the range. `follows` is the number of followers at its end; `uniqueViews` counts a user once. */
const Totals = z.object({ ...counts, ownViews: Count })
export type Totals = z.output<typeof Totals>

const smallCountsHidden = z.array(z.object({ date: Day, count: UniqueCount }))
const series = z.array(z.object({ date: Day, count: Count }))
const ChannelStatistics = z.object({
  playlist: z.object(shownChannel),
  type: z.enum(groupings),
  start_date: Day,
  end_date: Day,
  totals: Totals,
  /** Totals of the period before the range, with as many days. */
  previous: Totals,
  /** Followers at the end of each day or week. Weeks are dated by their Monday. Omits empty days and weeks. */
  follows: series,
  newfollows: series,
  unfollows: series,
  goToClicks: series,
  views: series,
  uniqueViews: smallCountsHidden,
  watchedSeconds: smallCountsHidden,
  sharing: series,
  moreInfoClicks: series,
  /** Views by the channel's owners, which the other series omit. */
  ownViews: series,
  /** Figures after this time may still change. */
  provisional_from: Time,
})
export type ChannelStatistics = z.output<typeof ChannelStatistics>

const range = z.object({
  /** Default: 6 days before `end_date`. */
  start_date: z.optional(Day),
  /** The last day of the range. Default: today in the zone of `Time-Zone`. */
  end_date: z.optional(Day),
  /** Default: `day`. */
  type: z.optional(z.enum(groupings)),
})
const rangeErrors = [...restrictionErrors, statisticsErrors.end_before_start, statisticsErrors.in_future, statisticsErrors.range_too_long]

const BroadcastChannel = z.object({
  id: Id,
  channel: z.string(),
  /** Path of the logo on this host. */
  logoId: z.nullable(z.string()),
  followed_count: Count,
  sharings_count: Count,
  unique_viewers_count: Count,
  viewers_count: Count,
})

const VideoStatistics = z.object({
  id: Id,
  /** Empty if the video was deleted. */
  title: z.string(),
  image: z.nullable(z.string()),
  series_id: z.nullable(Id),
  is_deleted: z.boolean(),
  views: Count,
  /**
   * Seconds for which the video was played in the range. Null in a channel that isn’t public if `viewers` or the views are fewer than 5.
   */
  watched_seconds: z.nullable(Count),
  /** Users who ever stored a position in the video, except owners. Null instead of a number below 5. */
  viewers: z.nullable(Count),
  /** How many of the `viewers` reached 10, 20, … 100 % of the video. */
  reached: z.nullable(z.array(Count)),
})
const Path = z.object({ from_id: Id, from_title: z.string(), to_id: Id, to_title: z.string(), viewers: Count })

const Month = z.string().check(z.regex(/^[1-9]\d{3}-(?:0[1-9]|1[0-2])$/))
/** The requested month or day. */
const audienceQueryFields = {
  /** Default: this month. */
  date_to: z.optional(Month),
  /** If given, replaces the month. */
  day: z.optional(Day),
}
const Audience = z.object({ id: Id, title: z.string(), starts_at: Time, stops_at: Time, viewers: Count })
const tvChannelCall = {
  method: 'GET',
  access: 'user',
  actsFor: 'user',
  params: byId,
  example: { params: { id: tvSourcesExamples.tvChannel } },
} as const
const broadcasterErrors = [statisticsErrors.not_broadcaster, statisticsErrors.in_future]

const days = z.object({ start_date: range.shape.start_date, end_date: range.shape.end_date })
const channelEndpoint = {
  method: 'GET',
  access: 'user',
  actsFor: 'owner',
  params: byId,
  example: { params: { id: examples.playlist } },
} as const

/** The setting of the monthly email. */
const MonthMail = z.object({
  is_on: z.boolean(),
  /** The email is sent on the first of the month at nine in this time zone. Null: no email. */
  time_zone: z.nullable(z.string()),
})
const monthMailPath = '/api/user/statistics-mail'

export const statisticsContract = defineContract({
  listStatistics: {
    method: 'GET',
    path: '/api/statistics/playlists',
    access: 'user',
    actsFor: 'owner',
    summary: 'List your channels with their statistics',
    description: 'The channel with most views in the last 7 days comes first. Views by owners don’t count.',
    output: z.object({ playlists: z.array(ListedStatistics) }),
    reads: ['my-playlists'],
  },
  getStatistics: {
    method: 'GET',
    path: '/api/statistics/playlists/:id',
    access: 'user',
    actsFor: 'owner',
    summary: 'Get the statistics of a channel',
    description: `Returns figures by day, or by week from Monday, in the time zone of the header \`Time-Zone\`. The range is at most ${maxYears} years.`,
    params: byId,
    query: range,
    example: { params: { id: examples.playlist } },
    output: ChannelStatistics,
    refusals: rangeErrors,
    reads: ['my-playlists'],
  },
  exportStatistics: {
    method: 'GET',
    path: '/api/statistics/playlists/:id/export',
    access: 'user',
    actsFor: 'owner',
    summary: 'Download a channel’s statistics as CSV',
    params: byId,
    query: range,
    example: { params: { id: examples.playlist } },
    responseType: 'csv',
    output: z.object({ date: Day, ...counts }),
    refusals: rangeErrors,
  },
  listVideoStatistics: {
    ...channelEndpoint,
    path: '/api/statistics/playlists/:id/videos',
    summary: 'List the most viewed videos of a channel',
    description:
      'Returns at most 100 videos. `paths` lists pairs of videos that at least 5 users watched one after the other in the last 28 days.',
    query: days,
    output: z.object({ videos: z.array(VideoStatistics), paths: z.array(Path) }),
    refusals: rangeErrors,
    reads: ['my-playlists'],
  },
  listViewSources: {
    ...channelEndpoint,
    path: '/api/statistics/playlists/:id/sources',
    summary: 'List where viewers of a channel came from',
    description: 'For channels that aren’t public, omits sources with fewer than 5 views.',
    query: days,
    output: z.object({
      sources: z.array(
        z.object({
          kind: z.enum(sourceKinds),
          /** The network, or the host of the embedding page. */
          name: z.nullable(z.string()),
          views: Count,
        }),
      ),
    }),
    refusals: rangeErrors,
    reads: ['my-playlists'],
  },
  getViewersNow: {
    ...channelEndpoint,
    path: '/api/statistics/playlists/:id/now',
    summary: 'Count current viewers of a channel',
    description: 'Owners don’t count. For channels that aren’t public, hides counts below 5, and omits videos with fewer than 5 viewers.',
    output: z.object({ watching: UniqueCount, videos: z.array(z.object({ id: Id, title: z.string(), watching: Count })) }),
    refusals: restrictionErrors,
    reads: [],
  },
  listBroadcastStatistics: {
    method: 'GET',
    path: '/api/broadcaster',
    access: 'user',
    actsFor: 'user',
    summary: 'List your TV channels with a month’s statistics',
    description:
      'The month is in the time zone of the header `Time-Zone`. `followed_count` is the number of followers at the end of the month.',
    query: z.object({
      /** Default: this month. */
      date_to: z.optional(Month),
    }),
    example: { query: {} },
    output: z.object({ channels: z.array(BroadcastChannel) }),
    refusals: broadcasterErrors,
    reads: [],
  },
  listProgrammeAudience: {
    ...tvChannelCall,
    path: '/api/broadcaster/:id/programmes',
    summary: 'List viewer counts of your TV channel’s programmes',
    description:
      'The programme with most viewers comes first. A viewer counts after watching at least a minute of the programme live. Counts appear within two hours after a programme’s end and don’t change afterwards.',
    query: z.extend(paging(100), audienceQueryFields),
    output: page(Audience),
    refusals: broadcasterErrors,
    reads: [],
  },
  exportProgrammeAudience: {
    ...tvChannelCall,
    path: '/api/broadcaster/:id/programmes/export',
    summary: 'Download viewer counts of your programmes as CSV',
    query: z.object(audienceQueryFields),
    responseType: 'csv',
    output: z.object({ date: Day, start: z.string(), stop: z.string(), title: z.string(), viewers: Count }),
    refusals: broadcasterErrors,
  },
  getMonthMail: {
    method: 'GET',
    path: monthMailPath,
    access: 'user',
    actsFor: 'user',
    summary: 'Get the monthly statistics email setting',
    description: 'Off by default.',
    output: MonthMail,
    reads: ['statistics-mail'],
  },
  setMonthMail: {
    method: 'PUT',
    path: monthMailPath,
    access: 'user',
    actsFor: 'user',
    summary: 'Turn the monthly statistics email on or off',
    description:
      'The email is sent on the first of each month at 9:00, in the time zone of the header `Time-Zone`. It has last month’s statistics of your own channels.',
    body: z.object({ is_on: Flag }),
    example: { body: { is_on: true } },
    output: MonthMail,
    changes: ['statistics-mail'],
  },
})
