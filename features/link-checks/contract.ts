import * as z from 'zod/mini'
import { defineContract } from '#kit/contract/endpoint.ts'
import { byId, Empty, Flag, page, paging } from '#kit/contract/fields.ts'
import { defineThing } from '#kit/contract/things.ts'
import { examples } from '#features/curation/examples.ts'
import { LinkFailure, Video, VideoCard } from '#features/curation/shapes.ts'

/** A video whose link is gone, and where it is. */
export const DeadLink = z.extend(VideoCard, {
  src: z.string(),
  is_gone: z.boolean(),
  link_failure: z.nullable(LinkFailure),
  series_name: z.string(),
  playlist_name: z.string(),
  pivot: Video.shape.pivot,
})
export type DeadLink = z.output<typeof DeadLink>
defineThing('video', [DeadLink])

/** Mails about links that are gone: one a week at most. */
const LinkDigest = z.object({ is_on: z.boolean() })

const digestPath = '/api/user/link-digest'

export const linkChecksContract = defineContract({
  listDeadLinks: {
    method: 'GET',
    path: '/api/user/dead-links',
    access: 'user',
    actsForTeam: true,
    summary: 'Videos in one’s channels whose link is gone, the latest first',
    query: paging(100),
    output: page(DeadLink),
    reads: ['dead-links'],
  },
  checkDeadLinks: {
    method: 'POST',
    path: '/api/user/dead-links/check',
    access: 'user',
    actsForTeam: true,
    summary: 'Has all links of one’s channels that are gone looked at again, soon; those that were just looked at are left out',
    /** How many are looked at. */
    output: z.object({ asked: z.int() }),
  },
  checkLink: {
    method: 'POST',
    path: '/api/videos/:id/link-check',
    access: 'user',
    summary: 'Look at the link of a video now: when it plays again it is well at once; that it fails changes nothing',
    params: byId,
    example: { params: { id: examples.video } },
    output: Video,
    changes: ['dead-links'],
  },
  getLinkDigest: {
    method: 'GET',
    path: digestPath,
    access: 'user',
    summary: 'Whether one is mailed about links that are gone, once a week at most',
    output: LinkDigest,
    reads: ['link-digest'],
  },
  setLinkDigest: {
    method: 'PUT',
    path: digestPath,
    access: 'user',
    summary: 'Be mailed about links that are gone, or no longer',
    body: z.object({ is_on: Flag }),
    example: { body: { is_on: false } },
    output: LinkDigest,
    changes: ['link-digest'],
  },
  stopLinkDigest: {
    method: 'POST',
    path: '/api/link-digest/:token',
    access: 'anyone',
    summary: 'No longer be mailed about links that are gone: what the mail’s own “unsubscribe” calls (RFC 8058)',
    form: true,
    params: z.object({ token: z.string().check(z.regex(/^[\da-f]{32}$/)) }),
    body: z.object({ 'List-Unsubscribe': z.optional(z.string()) }),
    example: { params: { token: '0123456789abcdef0123456789abcdef' }, body: { 'List-Unsubscribe': 'One-Click' } },
    output: Empty,
  },
})
