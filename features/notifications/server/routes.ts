import * as z from 'zod/mini'
import { Id, Time } from '#kit/contract/fields.ts'
import { fieldErrors } from '#kit/contract/problems.ts'
import type { Language } from '#kit/contract/texts.ts'
import { fail } from '#kit/server/fail.ts'
import { type Handlers, reading } from '#kit/server/http/handlers.ts'
import type { Live } from '#kit/server/live.ts'
import { cursorOf, sortKeyOf } from '#kit/server/paging.ts'
import { type Notification, notificationsContract } from '../contract.ts'
import { countUnread, listNotifications, markRead, type NotificationRow } from './queries/list.ts'
import { textOf, urlOf } from './words.ts'

const defaultLimit = 20
const Key = z.tuple([Time, Id])

const shown = (row: NotificationRow, language: Language): Notification => ({
  id: row.id,
  kind: row.kind as Notification['kind'],
  text: textOf(row, language),
  url: urlOf(row, language),
  image: row.image,
  created_at: row.created_at,
  read_at: row.read_at,
})

export const notificationsRoutes = ({ live }: { live: Pick<Live, 'follow'> }): Handlers<typeof notificationsContract> => ({
  followEvents: ({ query: { last_event_id, seconds } }, { reader, lastEventId = last_event_id, ended }) =>
    live.follow(reader.user.id, { lastEventId, seconds }, ended),

  listNotifications: reading(notificationsContract.listNotifications, {
    async handle({ query: { limit = defaultLimit, cursor } }, { ask, language }) {
      const [time, id] = sortKeyOf(Key, cursor) ?? []
      const after = time === undefined || id === undefined ? undefined : { time, id }
      const [{ unread, rows } = { unread: 0, rows: [] }] = await ask(listNotifications, limit + 1, after)
      return {
        data: rows.slice(0, limit).map((row) => shown(row, language)),
        next_cursor: cursorOf(rows, limit, ({ created_at, id: last }) => [created_at, last]),
        unread,
      }
    },
  }),

  async readNotifications({ body: { ids, all } }, { db, reader }) {
    if (!all && ids === undefined) fail(fieldErrors.required, { field: 'ids' })
    await markRead(db, reader.user.id, all ? undefined : ids)
    return { unread: (await countUnread(db, reader))?.unread ?? 0 }
  },
})
