import * as z from 'zod/mini'
import { byOperator } from '#kit/contract/access.ts'
import { byId, Empty, Flag, Id, page, paging, text, Time } from '#kit/contract/fields.ts'
import { operatorErrors } from '../errors.ts'
import { limits, operatorExamples } from '../rules.ts'

const Warning = z.object({
  id: Id,
  text: z.string(),
  created_at: Time,
  /** Time at which an appeal against the warning was granted. */
  withdrawn_at: z.nullable(Time),
})
export type Warning = z.output<typeof Warning>

const Appeal = z.object({
  id: Id,
  account: z.object({ id: Id, nickname: z.nullable(z.string()) }),
  against: z.enum(['warning', 'suspension']),
  /** The text of the warning, or the reason of the suspension. */
  reason: z.string(),
  text: z.string(),
  made_at: Time,
  is_granted: z.nullable(z.boolean()),
  /** The operator's answer to the appeal. */
  word: z.nullable(z.string()),
  decided_at: z.nullable(Time),
})
export type Appeal = z.output<typeof Appeal>

const Note = z.object({ id: Id, author_name: z.string(), text: z.string(), created_at: Time })
export type Note = z.output<typeof Note>

const byModerator = { access: 'moderator', actsFor: 'user' } as const
const params = byId
const example = { params: { id: operatorExamples.person } }

/** Warnings, notes and appeals. */
export const moderationEndpoints = {
  listWarnings: {
    ...byModerator,
    method: 'GET',
    path: '/api/operator/users/:id/warnings',
    summary: 'List the warnings of a user',
    description: 'Returns at most the latest 100.',
    params,
    example,
    output: z.object({ nickname: z.nullable(z.string()), warnings: z.array(Warning) }),
    reads: ['warnings:{id}'],
  },
  warnUser: {
    ...byModerator,
    method: 'POST',
    path: '/api/operator/users/:id/warnings',
    summary: 'Warn a user',
    description:
      'The user gets the text by email, with a link to appeal once, and sees it in a notification and in the settings. A user gets at most 5 warnings a day.',
    params,
    body: z.object({ text: text(limits.warning, 1) }),
    example: { ...example, body: { text: 'Please don’t post advertisements.' } },
    output: Warning,
    changes: ['warnings:{id}', 'audit'],
  },
  listNotes: {
    ...byOperator,
    method: 'GET',
    path: '/api/operator/users/:id/notes',
    summary: 'List operators’ notes about a user',
    description: 'Returns at most the latest 200.',
    params,
    example,
    output: z.array(Note),
    reads: ['notes:{id}'],
  },
  addNote: {
    ...byOperator,
    method: 'POST',
    path: '/api/operator/users/:id/notes',
    summary: 'Add a note about a user',
    description: 'A note can’t be changed, and is deleted only with the account.',
    params,
    body: z.object({ text: text(limits.note, 1) }),
    example: { ...example, body: { text: 'Answered by phone on 3 May.' } },
    output: Note,
    changes: ['notes:{id}', 'audit'],
  },
  listAppeals: {
    ...byOperator,
    method: 'GET',
    path: '/api/operator/appeals',
    summary: 'List appeals, latest first',
    query: z.extend(paging(100), { open: z.optional(Flag), person: z.optional(Id) }),
    output: page(Appeal),
    reads: ['appeals'],
  },
  decideAppeal: {
    ...byOperator,
    method: 'PATCH',
    path: '/api/operator/appeals/:id',
    summary: 'Decide on an appeal',
    description: 'An appeal is decided once. Granting it withdraws the warning or lifts the suspension. The user gets the answer by email.',
    params,
    body: z.object({ is_granted: Flag, word: text(limits.warning, 1) }),
    example: { params: { id: operatorExamples.appeal }, body: { is_granted: false, word: 'We have looked at it again.' } },
    output: Appeal,
    refusals: [operatorErrors.appeal_decided],
    changes: ['appeals', 'operated-users', 'audit'],
  },
  appeal: {
    method: 'POST',
    path: '/api/user/appeals',
    access: 'open',
    actsFor: 'user',
    summary: 'Appeal against a warning or suspension',
    description: 'Takes the secret of the emailed link, because suspended users can’t log in. Possible once, within 30 days.',
    body: z.object({ secret: z.string().check(z.maxLength(100)), text: text(limits.note, 1) }),
    output: Empty,
    refusals: [operatorErrors.appeal_void],
  },
  listOwnWarnings: {
    method: 'GET',
    path: '/api/user/warnings',
    access: 'user',
    actsFor: 'user',
    summary: 'List your warnings, latest first',
    output: z.array(Warning),
    reads: ['own-warnings'],
  },
} as const
