import * as z from 'zod/mini'
import { defineContract } from '#kit/contract/endpoint.ts'
import { defineErrors } from '#kit/contract/errors.ts'
import { byId, Empty, Id, page, paging, text, Time } from '#kit/contract/fields.ts'
import { actKinds, actThings } from '#features/channels/acts.ts'
import { channelsErrors } from '#features/channels/contract.ts'
import { teamsErrors } from '#features/teams/errors.ts'
import { teamsExamples } from '#features/teams/rules.ts'

export const activityErrors = defineErrors('activity', {
  not_undoable: 409,
  /** Another member has changed the same things after the act. */
  since_moved: 409,
  since_renamed: 409,
  since_removed: 409,
  since_taken: 409,
  /** The things have changed, and no act shows who changed them. */
  changed: 409,
  gone: 409,
  /** The uploaded file of a removed video was deleted. */
  file_gone: 409,
  /** The series, group or channel to which the thing would return was deleted. */
  place_gone: 409,
  left_team: 409,
  /** The series can't be removed, because videos were added to it. */
  series_grown: 409,
  /** Another admin has answered the suggestion. */
  already_answered: 409,
})
const undoRefusals = Object.values(activityErrors)

/** Ids used in example calls. */
export const activityExamples = { act: 'Ac3Jw8PdY6t', suggestion: 'Sg3Jw8PdY6t', ownSuggestion: 'So3Jw8PdY6t' } as const

const Person = z.object({ id: Id, nickname: z.nullable(z.string()) })

const Act = z.object({
  id: Id,
  kind: z.enum(actKinds),
  type: z.enum(actThings),
  /** The first of the things that the act changed, with its name at that time. `name` is null for a member whose account was deleted. */
  thing: z.object({ id: Id, name: z.nullable(z.string()) }),
  /** Number of things that the act changed. */
  count: z.int(),
  /** The changed channel, or the channel of the changed things. `id` is null if the team no longer owns it. */
  playlist: z.nullable(z.object({ id: z.nullable(Id), name: z.string() })),
  /** Null: a user who was deleted. */
  actor: z.nullable(Person),
  /** The admin who approved what the actor suggested. */
  approved_by: z.nullable(Person),
  /** For a rename: the former and the new name. */
  names: z.nullable(z.object({ before: z.string(), after: z.string() })),
  at: Time,
  /** Whether the act undid another act. */
  is_undo: z.boolean(),
  is_undone: z.boolean(),
  /** Path to which any member can POST to undo the act. Null if the act can't be undone. */
  undo_url: z.nullable(z.string()),
})
export type Act = z.output<typeof Act>

const Suggestion = z.object({
  id: Id,
  kind: z.enum(['added', 'moved', 'renamed', 'removed']),
  type: z.enum(['video', 'serie', 'playlist']),
  thing: z.object({ id: z.nullable(Id), name: z.string() }),
  /** Ids of the things to change; empty for additions. */
  ids: z.array(Id),
  count: z.int(),
  playlist: z.object({ id: Id, name: z.string() }),
  names: z.nullable(z.object({ before: z.string(), after: z.string() })),
  /** The suggester. */
  actor: Person,
  at: Time,
})
export type Suggestion = z.output<typeof Suggestion>

const suggestionRequest = {
  access: 'user',
  actsFor: 'user',
  params: z.object({ id: Id, suggestion_id: Id }),
  output: Empty,
  changes: ['activity:{id}', 'team:{id}'],
} as const
const exampleOf = (suggestion_id: string) => ({ id: teamsExamples.team, suggestion_id })

export const activityContract = defineContract({
  listSuggestions: {
    method: 'GET',
    path: '/api/teams/suggestions/:id',
    access: 'user',
    actsFor: 'user',
    summary: 'List a team’s open suggestions',
    description: 'Lists suggestions without a decision, oldest first. For members of the team.',
    params: byId,
    query: paging(100),
    example: { params: { id: teamsExamples.team } },
    output: page(Suggestion),
    reads: ['team:{id}', 'activity:{id}'],
  },
  approveSuggestion: {
    ...suggestionRequest,
    method: 'POST',
    path: '/api/teams/suggestions/:id/:suggestion_id/approve',
    summary: 'Approve a suggestion',
    description: 'For admins of the team. Makes the suggested change, or returns 409 if the same items have changed since. Idempotent.',
    example: { params: exampleOf(activityExamples.suggestion) },
    refusals: [...undoRefusals, teamsErrors.admins_only, channelsErrors.video_limit, channelsErrors.series_limit],
  },
  refuseSuggestion: {
    ...suggestionRequest,
    method: 'POST',
    path: '/api/teams/suggestions/:id/:suggestion_id/refuse',
    summary: 'Refuse a suggestion',
    description: 'For admins of the team. The suggester can read the reason.',
    body: z.object({ reason: z.optional(text(500)) }),
    example: { params: exampleOf(activityExamples.suggestion), body: { reason: 'Not in this channel' } },
    refusals: [teamsErrors.admins_only, activityErrors.already_answered],
  },
  withdrawSuggestion: {
    ...suggestionRequest,
    method: 'DELETE',
    path: '/api/teams/suggestions/:id/:suggestion_id',
    summary: 'Withdraw your open suggestion',
    example: { params: exampleOf(activityExamples.ownSuggestion) },
  },
  listActivity: {
    method: 'GET',
    path: '/api/teams/:id/activity',
    access: 'user',
    actsFor: 'user',
    summary: 'List a team’s activity',
    description: 'Lists what members changed in the last 14 days, latest first. For members of the team.',
    params: byId,
    query: paging(100),
    example: { params: { id: teamsExamples.team } },
    output: page(Act),
    reads: ['team:{id}', 'activity:{id}'],
  },
  undoAct: {
    method: 'POST',
    path: '/api/teams/:id/activity/:act_id/undo',
    access: 'user',
    actsFor: 'user',
    summary: 'Undo an act of a member',
    description:
      'For members of the team. Returns 409 if the same items have changed since the act. Idempotent. The undo is itself listed as an act.',
    params: z.object({ id: Id, act_id: Id }),
    example: { params: { id: teamsExamples.team, act_id: activityExamples.act } },
    output: z.object({
      /** Titles of removed videos that were not restored, because their uploaded files were deleted. */
      lost: z.array(z.string()),
    }),
    refusals: [...undoRefusals, channelsErrors.video_limit, channelsErrors.series_limit, channelsErrors.playlist_limit],
    changes: ['activity:{id}', 'team:{id}'],
  },
})
