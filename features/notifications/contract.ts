import * as z from 'zod/mini'
import { defineContract } from '#kit/contract/endpoint.ts'
import { Flag, Id, page, paging, Time, whole } from '#kit/contract/fields.ts'
import { kindNames } from './kinds.ts'

export const Notification = z.object({
  id: Id,
  kind: z.enum(kindNames),
  /** In the reader's language. */
  text: z.string(),
  /** A path on this host. */
  url: z.string(),
  image: z.nullable(z.string()),
  created_at: Time,
  read_at: z.nullable(Time),
})
export type Notification = z.output<typeof Notification>

const Unread = z.object({ unread: z.int() })

export const notificationsContract = defineContract({
  followEvents: {
    method: 'GET',
    path: '/api/events',
    access: 'user',
    answers: 'events',
    summary:
      'What happens while one looks: `notification` (its id), and `changed`: topics of answers that are stale by now (`*`: all), and the tab that did it. Resumes behind the event of `Last-Event-ID`, or of `last_event_id`',
    query: z.object({
      last_event_id: z.optional(z.string().check(z.maxLength(200))),
      /** What has happened since so many seconds is told first. */
      seconds: z.optional(whole(0, 3600)),
    }),
    output: z.object({
      topics: z.optional(z.array(z.string())),
      /** The header `Tab-Id` of the call that changed it. */
      by: z.optional(z.nullable(z.string())),
      id: z.optional(Id),
    }),
  },
  listNotifications: {
    method: 'GET',
    path: '/api/notifications',
    access: 'user',
    summary: 'What one was told, the latest first, and how many of it are unread (100: a hundred or more)',
    query: paging(100),
    output: z.extend(page(Notification), Unread.shape),
    reads: ['notifications'],
  },
  readNotifications: {
    method: 'POST',
    path: '/api/notifications/read',
    access: 'user',
    summary: 'Marks notifications as read: these, or all',
    body: z.object({ ids: z.optional(z.array(Id).check(z.maxLength(100))), all: z.optional(Flag) }),
    example: { body: { all: true } },
    output: Unread,
    changes: ['notifications'],
  },
})
