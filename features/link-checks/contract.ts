import * as z from 'zod/mini'
import { defineContract } from '#kit/contract/endpoint.ts'
import { byId, Empty, Flag, page, paging } from '#kit/contract/fields.ts'
import { defineThing } from '#kit/contract/things.ts'
import { examples } from '#features/channels/contract/examples.ts'
import { LinkFailure, Video, VideoCard } from '#features/channels/contract/shapes.ts'

/** A video with a dead link, and its location. */
export const DeadLink = z.extend(VideoCard, {
  /** Null for a copy of a video that the reader may not play. */
  src: z.nullable(z.string()),
  is_gone: z.boolean(),
  link_failure: z.nullable(LinkFailure),
  series_name: z.string(),
  playlist_name: z.string(),
  pivot: Video.shape.pivot,
})
export type DeadLink = z.output<typeof DeadLink>
defineThing('video', [DeadLink])

/** Whether the user gets emails about dead links, at most one a week. */
const LinkDigest = z.object({ is_on: z.boolean() })

const digestPath = '/api/user/link-digest'

export const linkChecksContract = defineContract({
  listDeadLinks: {
    method: 'GET',
    path: '/api/user/dead-links',
    access: 'user',
    actsFor: 'owner',
    summary: 'List dead links in your channels',
    description: 'The most recently found come first.',
    query: paging(100),
    output: page(DeadLink),
    reads: ['dead-links'],
  },
  checkDeadLinks: {
    method: 'POST',
    path: '/api/user/dead-links/check',
    access: 'user',
    actsFor: 'owner',
    summary: 'Recheck your dead links',
    description: 'Schedules checks of the links, except recently checked links.',
    /** Number of links to check. */
    output: z.object({ asked: z.int() }),
  },
  checkLink: {
    method: 'POST',
    path: '/api/videos/:id/link-check',
    access: 'user',
    actsFor: 'user',
    summary: 'Check the link of a video',
    description: 'If the link works, it is marked as working at once. If it doesn’t work, nothing changes.',
    params: byId,
    example: { params: { id: examples.video } },
    output: Video,
    changes: ['dead-links'],
  },
  getLinkDigest: {
    method: 'GET',
    path: digestPath,
    access: 'user',
    actsFor: 'user',
    summary: 'Get the dead-link email setting',
    description: 'Emails are sent at most once a week.',
    output: LinkDigest,
    reads: ['link-digest'],
  },
  setLinkDigest: {
    method: 'PUT',
    path: digestPath,
    access: 'user',
    actsFor: 'user',
    summary: 'Set the dead-link email setting',
    body: z.object({ is_on: Flag }),
    example: { body: { is_on: false } },
    output: LinkDigest,
    changes: ['link-digest'],
  },
  stopLinkDigest: {
    method: 'POST',
    path: '/api/link-digest/:token',
    access: 'anyone',
    actsFor: 'user',
    summary: 'Unsubscribe from dead-link emails',
    description: 'For one-click unsubscribe in emails (RFC 8058).',
    form: true,
    params: z.object({ token: z.string().check(z.regex(/^[\da-f]{32}$/)) }),
    body: z.object({ 'List-Unsubscribe': z.optional(z.string()) }),
    example: { params: { token: '0123456789abcdef0123456789abcdef' }, body: { 'List-Unsubscribe': 'One-Click' } },
    output: Empty,
  },
})
