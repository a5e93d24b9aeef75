import { commonErrors } from '#kit/contract/problems.ts'
import { violatedConstraint } from '#kit/server/db/db.ts'
import { fail } from '#kit/server/http/fail.ts'
import { defineFindHandler, type Handlers, defineReadHandler } from '#kit/server/http/handlers.ts'
import type { JsonText } from '#kit/server/db/json-text.ts'
import { hashToken, generateToken } from '#features/accounts/server/tokens.ts'
import { assertShown } from '#features/channels/server/access.ts'
import { reminderEndpoints, guideErrors } from '../../contract.ts'
import type { Reminder } from '../../shapes.ts'
import { maxReminders } from '../../viewing-rules.ts'
import { formatCalendar } from '../calendar.ts'
import { nowSeconds } from '../epg.ts'
import {
  deleteReminder,
  findCalendar,
  findRemindable,
  hasCalendar,
  insertReminder,
  listReminders,
  saveCalendar,
} from '../queries/reminders.ts'

export const reminderRoutes = ({ publicUrl }: { publicUrl: string }): Handlers<typeof reminderEndpoints> => ({
  createReminder: defineFindHandler(reminderEndpoints.createReminder, {
    find: async ({ target: { epg_id, channel_id } }, { select }) => assertShown((await select(findRemindable, epg_id, channel_id))[0]),
    async handle({ body: { epg_id } }, { db, select, reader, language, resource }) {
      if (resource.start <= nowSeconds()) fail(guideErrors.began_already, { field: 'epg_id' })
      const reminder = { userId: reader.user.id, programmeId: epg_id, channelId: resource.channel_id, limit: maxReminders }
      try {
        if (!(await insertReminder(db, reminder))) fail(guideErrors.reminder_limit, { field: 'epg_id', values: { count: maxReminders } })
      } catch (error) {
        if (violatedConstraint(error)?.startsWith('reminder_')) fail(commonErrors.not_found)
        throw error
      }
      return (await select(listReminders, epg_id, language))[0]?.json ?? fail(commonErrors.not_found)
    },
  }),
  async deleteReminder({ params: { epg_id } }, { db, reader }) {
    await deleteReminder(db, reader.user.id, epg_id)
    return {}
  },
  listReminders: defineReadHandler(reminderEndpoints.listReminders, {
    async handle(_, { select, language }) {
      const reminders = await select(listReminders, undefined, language)
      return `[${reminders.map(({ json }) => json).join(',')}]` as JsonText<Reminder[]>
    },
  }),

  getReminderCalendar: async (_, { db, reader }) => ({ url: null, is_on: await hasCalendar(db, reader.user.id) }),
  async makeReminderCalendar(_, { db, reader }) {
    const token = generateToken()
    await saveCalendar(db, reader.user.id, hashToken(token))
    return { url: `${publicUrl}/api/reminders.ics?token=${token}`, is_on: true }
  },
  async deleteReminderCalendar(_, { db, reader }) {
    await saveCalendar(db, reader.user.id, null)
    return { url: null, is_on: false }
  },
  async readReminderCalendar({ query: { token } }, { db, reply }) {
    const calendar = (await findCalendar(db, hashToken(token))) ?? fail(commonErrors.not_found)
    reply.header('cache-control', 'private, no-store').header('referrer-policy', 'no-referrer')
    return Buffer.from(formatCalendar(calendar, publicUrl))
  },
})
