import * as z from 'zod/mini'
import { commonErrors, fieldErrors } from '#kit/contract/problems.ts'
import type { Language } from '#kit/contract/texts.ts'
import { violatedConstraint, type Db } from '#kit/server/db/db.ts'
import { fail } from '#kit/server/http/fail.ts'
import { type Handlers, defineReadHandler } from '#kit/server/http/handlers.ts'
import { assertAllowed, type Limits } from '#kit/server/http/limits.ts'
import type { Live } from '#kit/server/live/live.ts'
import type { User } from '#kit/server/reader.ts'
import { nextCursor, parseCursor } from '#kit/server/http/paging.ts'
import { type Notification, notificationsContract, type NotificationSettings, notificationErrors } from '../contract.ts'
import { isForOperators, kindNames, kinds, deliveryMethods } from '../kinds.ts'
import { stopDigest } from './digest.ts'
import { countUnread, listNotifications, markNotificationsRead, type NotificationRow } from './queries/list.ts'
import { isPublicKey, mayPushTo } from './push.ts'
import { deletePushAddress, hasPushAddress, savePushAddress } from './queries/push.ts'
import { listSettings, upsertSetting } from './queries/settings.ts'
import { readVapidKeys } from './push.ts'
import { notificationText, notificationPath } from './notification-texts.ts'

const defaultLimit = 20
/** Rate limit of event connections, because a page that reconnects may read an hour of events. Browsers retry every few seconds. */
const streamLimit = { max: 120, windowSeconds: 60 }
const CursorKey = z.tuple([z.int().check(z.positive())])

const toNotification = (row: NotificationRow, language: Language): Notification => ({
  id: row.id,
  kind: row.kind as Notification['kind'],
  text: notificationText(row, language),
  url: notificationPath(row, language),
  image: row.image,
  created_at: row.created_at,
  read_at: row.read_at,
})

export interface RouteTools {
  live: Pick<Live, 'follow'>
  limits: Pick<Limits, 'count'>
  config: {
    webPush: boolean
    /** Exceptions to the rules for push endpoints, as `host:port`. */
    outboundAllow: readonly string[]
  }
}

export const notificationsRoutes = ({ live, limits, config }: RouteTools): Handlers<typeof notificationsContract> => {
  const pushOf = async (db: Db, { sessionId }: User) => ({
    public_key: config.webPush ? (await readVapidKeys(db)).publicKey : null,
    is_on: config.webPush && (await hasPushAddress(db, sessionId)),
  })
  return {
    followEvents({ query: { last_event_id, seconds } }, { reader, lastEventId = last_event_id }) {
      assertAllowed(limits.count(`event-streams:${reader.user.id}`, streamLimit))
      return live.follow(reader.user.id, { lastEventId, seconds })
    },

    listNotifications: defineReadHandler(notificationsContract.listNotifications, {
      async handle({ query: { limit = defaultLimit, cursor } }, { select, language }) {
        const [after] = parseCursor(CursorKey, cursor) ?? []
        const [{ unread, rows } = { unread: 0, rows: [] }] = await select(listNotifications, limit + 1, after)
        return {
          data: rows.slice(0, limit).map((row) => toNotification(row, language)),
          next_cursor: nextCursor(rows, limit, ({ seq }) => [seq]),
          unread,
        }
      },
    }),

    async readNotifications({ body: { ids, all } }, { db, reader }) {
      if (!all && ids === undefined) fail(fieldErrors.required, { field: 'ids' })
      await markNotificationsRead(db, reader.user.id, all ? undefined : ids)
      return { unread: (await countUnread(db, reader))?.unread ?? 0 }
    },

    getNotificationSettings: (_, { db, reader }) => settingsOf(db, reader.user),

    async setNotificationSetting({ params: { kind }, body }, { db, reader }) {
      const changes = Object.fromEntries(deliveryMethods.flatMap((method) => (body[method] === undefined ? [] : [[method, body[method]]])))
      await upsertSetting(db, reader.user.id, { kind, defaultMethods: kinds[kind].defaultMethods, changes })
      return settingsOf(db, reader.user)
    },

    getPush: (_, { db, reader }) => pushOf(db, reader.user),

    async startPush({ body: { endpoint, keys } }, { db, reader }) {
      if (!config.webPush) fail(notificationErrors.push_off)
      if (!mayPushTo(endpoint, config.outboundAllow)) fail(notificationErrors.endpoint_refused, { field: 'endpoint' })
      const [p256dh, auth] = [keys.p256dh, keys.auth].map((key) => Buffer.from(key, 'base64url')) as [Buffer, Buffer]
      if (!isPublicKey(p256dh)) fail(fieldErrors.wrong_format, { field: 'keys.p256dh' })
      try {
        await savePushAddress(db, reader.user.sessionId, { endpoint, p256dh, auth })
      } catch (error) {
        // The user logged out during the call.
        if (violatedConstraint(error)?.startsWith('push_subscription_')) fail(commonErrors.token_invalid)
        throw error
      }
      return pushOf(db, reader.user)
    },

    async stopPush(_, { db, reader }) {
      await deletePushAddress(db, reader.user.sessionId)
      return pushOf(db, reader.user)
    },

    async stopNotificationDigest({ params }, { db }) {
      await stopDigest(db, params.token)
      return {}
    },
  }
}

async function settingsOf(db: Db, { id, isOperator }: User): Promise<NotificationSettings> {
  const settings = new Map((await listSettings(db, id)).map((row) => [row.kind, row]))
  return {
    kinds: kindNames.flatMap((kind) => {
      if (isForOperators(kind) && !isOperator) return []

      const { bell, push, mail } = settings.get(kind) ?? kinds[kind].defaultMethods
      return [{ kind, bell, push, mail }]
    }),
  }
}
