import * as z from 'zod/mini'
import { byOperator } from '#kit/contract/access.ts'
import { defineContract } from '#kit/contract/endpoint.ts'
import { Empty, Flag, Id, page, paging, text } from '#kit/contract/fields.ts'
import { examples } from '#features/channels/contract/examples.ts'
import { channelsErrors } from '#features/channels/contract/errors.ts'
import { operatorExamples } from '#features/operator/rules.ts'
import { siteErrors } from '../errors.ts'
import { limits, siteExamples, removableNames } from '../rules.ts'

const Reason = text(limits.reason, 1)

const BlockedName = z.object({ id: Id, name: z.string(), word: z.string() })

const Orphan = z.object({
  /** A team without members, or the account that keeps channels of deleted users. */
  id: Id,
  /** Empty for channels of deleted users. */
  name: z.string(),
  channels: z.int(),
})
export type Orphan = z.output<typeof Orphan>

const DefaultChannel = z.object({
  id: Id,
  name: z.string(),
  image: z.nullable(z.string()),
  owner: z.nullable(z.string()),
  is_shown: z.boolean(),
})
export type DefaultChannel = z.output<typeof DefaultChannel>
const DefaultChannelList = z.object({
  channels: z.array(DefaultChannel),
  /** Version of the list, which changes with every change of the list. */
  version: z.string(),
})

export const namesEndpoints = defineContract({
  listBlockedNames: {
    ...byOperator,
    method: 'GET',
    path: '/api/operator/blocked-names',
    summary: 'List names with blocked words',
    description: 'Each page checks a few thousand names, so a page can be empty even if more pages follow.',
    query: z.extend(paging(100), { kind: z.enum(['user', 'channel', 'slug']) }),
    example: { query: { kind: 'channel' } },
    output: page(BlockedName),
    reads: ['blocked-names'],
  },
  takeAway: {
    ...byOperator,
    method: 'POST',
    path: '/api/operator/take-away',
    summary: 'Remove a username, short address or picture',
    description:
      'The owner gets the reason by email. Others can then choose the removed username or short address, unless `block` adds it to ' +
      'the blocked words. A user without a username must choose another one.',
    target: ['thing', 'id'],
    body: z.object({ thing: z.enum(removableNames), id: Id, reason: Reason, block: z.optional(Flag) }),
    example: { body: { thing: 'slug', id: examples.playlist, reason: 'Someone else’s trademark' } },
    output: Empty,
    refusals: [siteErrors.nothing_to_take, siteErrors.words_limit],
    changes: ['operated-users', 'operated-user:{id}', 'playlist:{id}', 'site-settings', 'blocked-names', 'audit'],
  },
  listOrphans: {
    ...byOperator,
    method: 'GET',
    path: '/api/operator/orphans',
    summary: 'List teams and channels without an owner',
    query: paging(100),
    output: page(Orphan),
    reads: ['orphans'],
  },
  handOver: {
    ...byOperator,
    method: 'POST',
    path: '/api/operator/orphans/:id/hand-over',
    summary: 'Hand over channels without an owner',
    description:
      'Gives the channels to a user or team. `channels` is the number of channels that the operator saw; another number gets 409. A team without members is deleted.',
    params: z.object({ id: Id }),
    body: z.object({
      /** Exactly one of `user_id` and `team_id` is given. */
      user_id: z.optional(Id),
      team_id: z.optional(Id),
      channels: z.int().check(z.minimum(0)),
      reason: z.optional(text(limits.reason)),
    }),
    example: { params: { id: siteExamples.orphan }, body: { user_id: operatorExamples.person, channels: 1 } },
    output: z.object({ channels: z.int() }),
    refusals: [siteErrors.not_orphan, siteErrors.owner_left, siteErrors.one_recipient],
    changes: ['orphans', 'audit'],
  },
  listDefaultChannels: {
    ...byOperator,
    method: 'GET',
    path: '/api/operator/default-channels',
    summary: 'List the default channels',
    description: 'They come first in the list of public channels.',
    output: DefaultChannelList,
    reads: ['default-channels'],
  },
  setDefaultChannels: {
    ...byOperator,
    method: 'PUT',
    path: '/api/operator/default-channels',
    summary: 'Set the default channels',
    body: z.object({ channels: z.array(Id).check(z.maxLength(limits.defaults)), version: text(64, 1) }),
    example: { body: { channels: [], version: siteExamples.defaultsVersion } },
    output: DefaultChannelList,
    refusals: [siteErrors.defaults_changed, siteErrors.not_public, channelsErrors.named_twice],
    changes: ['default-channels', 'public-playlists', 'audit'],
  },
})
