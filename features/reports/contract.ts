import * as z from 'zod/mini'
import { defineContract } from '#kit/contract/endpoint.ts'
import { Flag, Id, Time, byId, httpAddress, page, paging, text, integer } from '#kit/contract/fields.ts'
import { restrictionErrors } from '#features/channels/contract/errors.ts'
import { examples } from '#features/channels/contract/examples.ts'
import { reportsErrors } from './errors.ts'
import { maxMessageLength, maxReasonLength, removableTypes, reportTypeKeys, reportTypes, reportableTypes } from './rules.ts'

/** Things used in example calls, besides channels and videos. */
export const reportsExamples = { report: 'Rp8Kd3VxN6w', removed: 'Vq2Mz7HtB9s', private: 'Rq5Hn2CwT8b' } as const

const ReportTypeId = integer(reportTypes[0].id, reportTypes.at(-1)!.id)

/** A reason, in the reader's language. */
const ReportType = z.object({ id: z.int(), name: z.string(), key: z.enum(reportTypeKeys) })
export type ReportType = z.output<typeof ReportType>

const ReportState = z.enum(['open', 'dismissed', 'removed'])

/** A report, for operators. */
const Report = z.object({
  id: Id,
  state: ReportState,
  report_type_id: z.int(),
  reportable_type: z.enum(reportableTypes),
  reportable_id: z.string(),
  /** Name of the reported thing. */
  title: z.string(),
  /** Whether the reported thing was deleted. */
  is_gone: z.boolean(),
  /** Whether the thing is a private channel, or in one. `openReported` reads its content. */
  is_private: z.boolean(),
  /** Name of the thing when it was reported. */
  reported_name: z.string(),
  /** Description of the thing when it was reported; for a video, its address. Empty for users and television. */
  reported_text: z.string(),
  /** Picture of the reported thing. Operators get restricted pictures only of removed things. */
  image: z.nullable(z.string()),
  /** The reported channel, or the channel of the reported thing; null for users and television. */
  playlist_id: z.nullable(Id),
  /** The reported TV channel, or the TV channel of the reported programme. */
  channel_id: z.nullable(Id),
  /** Number of reports of the same thing; 100 means at least 100. */
  reports: z.int(),
  /** The owner's answer to the removal. */
  answer: z.nullable(z.string()),
  answered_at: z.nullable(Time),
  url: z.string(),
  message: z.nullable(z.string()),
  note: z.string(),
  /** Null if the account was deleted. */
  reporter: z.nullable(z.object({ id: Id, nickname: z.nullable(z.string()) })),
  reported_at: Time,
})
export type Report = z.output<typeof Report>

/** The content of a private channel, for decisions on a report. */
const ReportedChannelContent = z.object({
  name: z.string(),
  description: z.string(),
  /** The channel's videos in order. */
  videos: z.array(z.object({ id: Id, title: z.string(), series: z.string(), /** Empty for uploads. */ url: z.string() })),
  /** Whether the channel has more videos than are listed. */
  has_more: z.boolean(),
})
export type ReportedChannelContent = z.output<typeof ReportedChannelContent>

/** A thing of the reader, or of one of their teams, that an operator removed. */
const Removal = z.object({
  removable_type: z.enum(removableTypes),
  removable_id: Id,
  name: z.string(),
  image: z.nullable(z.string()),
  /** The removed channel, or the channel of the removed thing; null for a user. */
  playlist_id: z.nullable(Id),
  /** Reason of the report. */
  report_type_id: z.int(),
  /** Reason of the report in the reader's language. */
  reason: z.string(),
  removed_at: Time,
  /** The owner's answer. */
  answer: z.nullable(z.string()),
  answered_at: z.nullable(Time),
})
export type Removal = z.output<typeof Removal>

export const reportsContract = defineContract({
  listReportTypes: {
    method: 'GET',
    path: '/api/reportTypes',
    access: 'anyone',
    actsFor: 'user',
    summary: 'List reasons for reports',
    output: z.array(ReportType),
    reads: ['report-types'],
  },
  report: {
    method: 'POST',
    path: '/api/report',
    access: 'user',
    actsFor: 'user',
    summary: 'Report content or a user',
    description:
      'Accepts channels, series, videos, users, TV channels and programmes. A second report of the same item updates your first report.',
    target: ['reportable_type', 'reportable_id', 'playlist_id', 'channel_id'],
    body: z.object({
      /** URL of the page on which the thing was reported. */
      url: httpAddress(2000),
      report_type_id: ReportTypeId,
      reportable_type: z.enum(reportableTypes),
      reportable_id: Id,
      /** The channel of a series or video. For a private link: its current id. */
      playlist_id: z.optional(Id),
      /** The TV channel of a programme. Needed, because several channels may have the same guide. */
      channel_id: z.optional(Id),
      message: z.optional(text(maxMessageLength)),
    }),
    example: {
      body: {
        url: 'https://choice.example/en/playlists?playlist=kZ3Qm8TfW1a',
        report_type_id: 4,
        reportable_type: 'playlist',
        reportable_id: examples.followed,
      },
    },
    output: z.object({ id: Id }),
    refusals: [reportsErrors.own_not_reported, ...restrictionErrors],
    changes: ['reports'],
  },
  listReports: {
    method: 'GET',
    path: '/api/operator/reports',
    access: 'moderator',
    actsFor: 'user',
    summary: 'List reports, latest first',
    query: z.extend(paging(100), {
      state: z.optional(ReportState),
      /** Whether to list only removals with an answer. */
      answered: z.optional(Flag),
      /** Reports by a user. */
      by: z.optional(Id),
      /** Reports of this user's profile, and removals of this user's things. */
      about: z.optional(Id),
    }),
    output: page(Report),
    reads: ['reports'],
  },
  updateReport: {
    method: 'PATCH',
    path: '/api/operator/reports/:id',
    access: 'moderator',
    actsFor: 'user',
    summary: 'Decide on a report',
    description:
      'Can also reopen a report. The decision `removed` hides the item from everyone but its owner, turns a TV channel off, or removes a programme from the guide.',
    params: byId,
    body: z.object({
      state: z.optional(ReportState),
      note: z.optional(text(maxMessageLength)),
      /** The state and note that you saw. If others have changed them since, the call is refused, unless it would change nothing. */
      seen: z.optional(z.object({ state: ReportState, note: text(maxMessageLength) })),
    }),
    example: { params: { id: reportsExamples.report }, body: { state: 'dismissed', note: 'A satire' } },
    output: Report,
    refusals: [reportsErrors.thing_gone, reportsErrors.changed_meanwhile],
    changes: ['reports'],
  },
  openReported: {
    method: 'POST',
    path: '/api/operator/reports/:id/opened',
    access: 'moderator',
    actsFor: 'user',
    summary: 'Read a reported private channel',
    description: 'Takes a reason, which is recorded and shown to the channel’s owner.',
    params: byId,
    body: z.object({ reason: text(maxReasonLength, 1) }),
    example: { params: { id: reportsExamples.private }, body: { reason: 'Reported as dangerous' } },
    output: ReportedChannelContent,
    refusals: [reportsErrors.thing_gone, reportsErrors.opens_by_address],
    changes: ['audit'],
  },
  listRemovals: {
    method: 'GET',
    path: '/api/user/removals',
    access: 'user',
    actsFor: 'user',
    summary: 'List your removed content',
    description: 'Includes content of your teams. Returns at most the latest 500, latest first.',
    output: z.array(Removal),
    reads: ['removals'],
  },
  answerRemoval: {
    method: 'POST',
    path: '/api/user/removals/answer',
    access: 'user',
    actsFor: 'user',
    summary: 'Reply to the removal of your content',
    description: 'Sends a message to the operator.',
    target: ['removable_type', 'removable_id'],
    body: z.object({
      removable_type: z.enum(removableTypes),
      removable_id: Id,
      message: text(maxMessageLength, 1),
    }),
    example: { body: { removable_type: 'video', removable_id: reportsExamples.removed, message: 'I made this myself.' } },
    output: Removal,
    refusals: [reportsErrors.answered_already],
    changes: ['removals'],
  },
})
