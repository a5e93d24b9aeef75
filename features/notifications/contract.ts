import * as z from 'zod/mini'
import { defineContract } from '#kit/contract/endpoint.ts'
import { defineErrors } from '#kit/contract/errors.ts'
import { Empty, Flag, httpAddress, Id, page, paging, Time, integer } from '#kit/contract/fields.ts'
import { ChannelEffect } from '#features/channels/contract.ts'
import { PresenceEvent } from '#features/together/contract.ts'
import { kindNames } from './kinds.ts'

const DeliveryMethods = z.object({ bell: z.boolean(), push: z.boolean(), mail: z.boolean() })
const Settings = z.object({ kinds: z.array(z.extend(DeliveryMethods, { kind: z.enum(kindNames) })) })
export type NotificationSettings = z.output<typeof Settings>

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

export const notificationErrors = defineErrors('notifications', {
  /** The endpoint must be a public https URL on port 443 in canonical form. */
  endpoint_refused: 422,
  /** The operator has turned push off. */
  push_off: 403,
})

const pushPath = '/api/push'
const PushSetting = z.object({ public_key: z.nullable(z.string()), is_on: z.boolean() })
/** Base64url of this many bytes. */
const base64url = (bytes: number) => z.string().check(z.regex(new RegExp(`^[\\w-]{${Math.ceil((bytes * 4) / 3)}}={0,2}$`)))

export const notificationsContract = defineContract({
  followEvents: {
    method: 'GET',
    path: '/api/events',
    access: 'user',
    actsFor: 'user',
    responseType: 'events',
    summary: 'Stream live events',
    description:
      'Sends `notification` (the id of a new notification), `changed` (stale topics, `*` for all, and the tab that made the change), ' +
      '`moved` (new places of videos or series in channels that the user may edit) and `presence` (a member who has opened a team’s ' +
      'channel, or drags something in it). Resumes after `Last-Event-ID` or `last_event_id`.',
    query: z.object({
      last_event_id: z.optional(z.string().check(z.maxLength(200))),
      /** Seconds of past events to send first. */
      seconds: z.optional(integer(0, 3600)),
    }),
    output: z.object({
      topics: z.optional(z.array(z.string())),
      /** The tab that made the change, as in the header `Tab-Id` of its call. */
      by: z.optional(z.nullable(z.string())),
      id: z.optional(Id),
      moves: z.optional(z.array(ChannelEffect)),
      presence: z.optional(PresenceEvent),
    }),
  },
  listNotifications: {
    method: 'GET',
    path: '/api/notifications',
    access: 'user',
    actsFor: 'user',
    summary: 'List notifications, latest first',
    description: 'Also counts unread notifications; 100 means 100 or more.',
    query: paging(100),
    output: z.extend(page(Notification), Unread.shape),
    reads: ['notifications'],
  },
  readNotifications: {
    method: 'POST',
    path: '/api/notifications/read',
    access: 'user',
    actsFor: 'user',
    summary: 'Mark notifications as read',
    description: 'Marks the notifications of the given ids, or all.',
    body: z.object({ ids: z.optional(z.array(Id).check(z.maxLength(100))), all: z.optional(Flag) }),
    example: { body: { all: true } },
    output: Unread,
    changes: ['notifications'],
  },
  getNotificationSettings: {
    method: 'GET',
    path: '/api/user/notification-settings',
    access: 'user',
    actsFor: 'user',
    summary: 'Get notification settings',
    description: 'Emails are sent only if the profile’s `following_content_alert` is also on.',
    output: Settings,
    reads: ['notification-settings'],
  },
  setNotificationSetting: {
    method: 'PATCH',
    path: '/api/user/notification-settings/:kind',
    access: 'user',
    actsFor: 'user',
    summary: 'Update the settings of a notification kind',
    description: 'Omitted settings stay unchanged.',
    params: z.object({ kind: z.enum(kindNames) }),
    body: z.object({ bell: z.optional(Flag), push: z.optional(Flag), mail: z.optional(Flag) }),
    example: { params: { kind: 'new_items' }, body: { mail: false } },
    output: Settings,
    changes: ['notification-settings'],
  },
  getPush: {
    method: 'GET',
    path: pushPath,
    access: 'user',
    actsFor: 'user',
    summary: 'Get the push setting of this session',
    description:
      'Returns whether push is on, and the public key to subscribe with. Without a key, this site does not send push notifications.',
    output: PushSetting,
    reads: ['push'],
  },
  startPush: {
    method: 'PUT',
    path: pushPath,
    access: 'user',
    actsFor: 'user',
    summary: 'Subscribe this session to push notifications',
    description: 'Takes the browser’s `PushSubscription`. The subscription ends with the session.',
    body: z.object({
      endpoint: httpAddress(2000),
      keys: z.object({ p256dh: base64url(65), auth: base64url(16) }),
    }),
    example: {
      body: {
        endpoint: 'https://push.example.com/send/abc',
        keys: {
          p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
          auth: 'BTBZMqHH6r4Tts7J_aSIgg',
        },
      },
    },
    output: PushSetting,
    refusals: Object.values(notificationErrors),
    changes: ['push'],
  },
  stopPush: {
    method: 'DELETE',
    path: pushPath,
    access: 'user',
    actsFor: 'user',
    summary: 'Unsubscribe this session from push notifications',
    output: PushSetting,
    changes: ['push'],
  },
  stopNotificationDigest: {
    method: 'POST',
    path: '/api/notification-digest/:token',
    access: 'anyone',
    actsFor: 'user',
    summary: 'Unsubscribe from notification emails',
    description: 'For one-click unsubscribe in emails (RFC 8058).',
    form: true,
    params: z.object({ token: z.string().check(z.regex(/^[\dA-Za-z]{43}$/)) }),
    body: z.object({ 'List-Unsubscribe': z.optional(z.string()) }),
    example: { params: { token: '0123456789abcdef0123456789abcdef0123456789a' }, body: { 'List-Unsubscribe': 'One-Click' } },
    output: Empty,
  },
})
