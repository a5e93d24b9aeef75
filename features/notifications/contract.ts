import * as z from 'zod/mini'
import { defineContract } from '#kit/contract/endpoint.ts'
import { Flag, Id, page, paging, Time } from '#kit/contract/fields.ts'
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

/** The most that `unread` says: nobody counts further. */
export const maxUnread = 100
const Unread = z.object({ unread: z.int() })

export const notificationsContract = defineContract({
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
