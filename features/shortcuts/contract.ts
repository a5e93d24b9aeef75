import * as z from 'zod/mini'
import { defineContract } from '#kit/contract/endpoint.ts'
import { byId, Empty, Flag, Id } from '#kit/contract/fields.ts'
import { channelsErrors } from '#features/channels/contract.ts'
import { IdList, PositionInList } from '#features/channels/contract/fields.ts'
import { limits } from '#features/channels/limits.ts'
import { packagesExamples } from '#features/packages/rules.ts'
import { shortcutsErrors } from './errors.ts'

/** Things used in example calls. */
export const shortcutsExamples = { shortcut: 'Sc3Jw8PdY6t' } as const

/** A package in the bar of its owner: a user or a team. */
const Shortcut = z.object({
  id: Id,
  tier_id: Id,
  name: z.string(),
  /** Path of the package's picture on this host. */
  icon: z.nullable(z.string()),
  /** Path of the package's page. */
  url: z.string(),
  is_left: z.boolean(),
  /** Index among the shortcuts of its side, from 0. */
  position: z.int(),
})
export type Shortcut = z.output<typeof Shortcut>

const ownerAccess = { access: 'user', actsFor: 'owner' } as const

export const shortcutsContract = defineContract({
  listShortcuts: {
    ...ownerAccess,
    method: 'GET',
    path: '/api/shortcuts',
    summary: 'List your shortcuts to packages',
    description: 'Shortcuts on the left side of the bar come first. Each side is in the user’s order.',
    output: z.array(Shortcut),
    reads: ['shortcuts'],
  },
  addShortcut: {
    ...ownerAccess,
    method: 'POST',
    path: '/api/shortcuts',
    summary: 'Add a package to your bar',
    description: 'A package that is already there moves to the given side and position.',
    form: true,
    target: ['tier_id'],
    body: z.object({ tier_id: Id, is_left: z.optional(Flag), position: z.optional(PositionInList) }),
    example: { body: { tier_id: packagesExamples.tier, is_left: false } },
    output: Shortcut,
    refusals: [channelsErrors.shortcut_limit],
    changes: ['shortcuts'],
  },
  rearrangeShortcuts: {
    ...ownerAccess,
    method: 'POST',
    path: '/api/shortcuts/rearrange',
    summary: 'Reorder shortcuts on one side of the bar',
    description: 'Omitted shortcuts stay after the shortcut that preceded them.',
    body: z.object({ shortcuts: IdList(limits.shortcuts) }),
    example: { body: { shortcuts: [shortcutsExamples.shortcut] } },
    output: z.object({ order: z.array(Id) }),
    refusals: [shortcutsErrors.not_one_side],
    changes: ['shortcuts'],
  },
  moveShortcut: {
    ...ownerAccess,
    method: 'PUT',
    path: '/api/shortcuts/:id',
    summary: 'Move a shortcut',
    params: byId,
    body: z.object({ is_left: Flag, position: PositionInList }),
    example: { params: { id: shortcutsExamples.shortcut }, body: { is_left: true, position: 0 } },
    output: Shortcut,
    changes: ['shortcuts'],
  },
  deleteShortcut: {
    ...ownerAccess,
    method: 'DELETE',
    path: '/api/shortcuts/:id',
    summary: 'Remove a package from your bar',
    params: byId,
    example: { params: { id: shortcutsExamples.shortcut } },
    output: Empty,
    changes: ['shortcuts'],
  },
})
