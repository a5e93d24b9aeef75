import * as z from 'zod/mini'
import { defineContract } from '#kit/contract/endpoint.ts'
import { byId, Flag, httpAddress, Id, page, paging, text, Time, whole } from '#kit/contract/fields.ts'
import { restrictionErrors } from '#features/curation/errors.ts'
import { examples } from '#features/curation/examples.ts'
import { reportsErrors } from './errors.ts'
import { reportsExamples } from './examples.ts'
import { maxMessageLength, removableTypes, reportableTypes, reportTypeKeys, reportTypes } from './rules.ts'

const ReportTypeId = whole(reportTypes[0].id, reportTypes.at(-1)!.id)

/** A reason, in the reader's language. */
const ReportType = z.object({ id: z.int(), name: z.string(), key: z.enum(reportTypeKeys) })
export type ReportType = z.output<typeof ReportType>

const ReportState = z.enum(['open', 'dismissed', 'removed'])

/** What an operator sees of a report. */
const Report = z.object({
  id: Id,
  state: ReportState,
  report_type_id: z.int(),
  reportable_type: z.enum(reportableTypes),
  reportable_id: z.string(),
  /** The name of what is reported. */
  title: z.string(),
  /** Its picture; one that only some may see is not answered to operators either, unless it is of what was removed. */
  image: z.nullable(z.string()),
  /** The channel that it is, or is in; null: a person, or television. */
  playlist_id: z.nullable(Id),
  /** The TV channel that it is, or is on. */
  channel_id: z.nullable(Id),
  /** How many reported the same thing: 100 means at least so many. */
  reports: z.int(),
  /** What its owner said to its removal. */
  answer: z.nullable(z.string()),
  answered_at: z.nullable(Time),
  url: z.string(),
  message: z.nullable(z.string()),
  note: z.string(),
  /** Null: their account has gone. */
  reporter: z.nullable(z.object({ id: Id, nickname: z.nullable(z.string()) })),
  reported_at: Time,
})
export type Report = z.output<typeof Report>

/** Something of the reader's, or of a team of theirs, that an operator has removed. */
const Removal = z.object({
  removable_type: z.enum(removableTypes),
  removable_id: Id,
  name: z.string(),
  image: z.nullable(z.string()),
  /** The channel that it is, or is in; null: the person. */
  playlist_id: z.nullable(Id),
  /** For what it was reported. */
  report_type_id: z.int(),
  /** The same, in the reader's language. */
  reason: z.string(),
  removed_at: Time,
  /** What its owner has said to it. */
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
    description: 'Channels, series, videos, users, TV channels and programmes. Repeating it updates your report.',
    target: ['reportable_type', 'reportable_id', 'playlist_id', 'channel_id'],
    body: z.object({
      /** The page on which it was seen. */
      url: httpAddress(2000),
      report_type_id: ReportTypeId,
      reportable_type: z.enum(reportableTypes),
      reportable_id: Id,
      /** The channel that a series or video is in: one behind a private link opens by its present id. */
      playlist_id: z.optional(Id),
      /** The TV channel that a programme is looked at on: several may show the same guide. */
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
    access: 'operator',
    actsFor: 'user',
    summary: 'List reports, latest first',
    query: z.extend(paging(100), {
      state: z.optional(ReportState),
      /** Only what was removed and its owner has answered to. */
      answered: z.optional(Flag),
    }),
    output: page(Report),
    reads: ['reports'],
  },
  updateReport: {
    method: 'PATCH',
    path: '/api/operator/reports/:id',
    access: 'operator',
    actsFor: 'user',
    summary: 'Decide on a report',
    description:
      'Also reopens it. `removed` hides the item from everyone but its owner, turns a TV channel off, or takes a programme out of the guide.',
    params: byId,
    body: z.object({ state: z.optional(ReportState), note: z.optional(text(maxMessageLength)) }),
    example: { params: { id: reportsExamples.report }, body: { state: 'dismissed', note: 'A satire' } },
    output: Report,
    changes: ['reports'],
  },
  listRemovals: {
    method: 'GET',
    path: '/api/user/removals',
    access: 'user',
    actsFor: 'user',
    summary: 'List your removed content',
    description: 'Includes content of your teams; the latest first, at most 500.',
    output: z.array(Removal),
    reads: ['removals'],
  },
  answerRemoval: {
    method: 'POST',
    path: '/api/user/removals/answer',
    access: 'user',
    actsFor: 'user',
    summary: 'Answer a removal, once',
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
