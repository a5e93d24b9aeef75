import * as z from 'zod/mini'
import { defineContract } from '#kit/contract/endpoint.ts'
import { Empty, Id } from '#kit/contract/fields.ts'
import { restrictionErrors } from '#features/curation/errors.ts'
import { televisionErrors } from './errors.ts'
import { televisionExamples as examples } from './examples.ts'
import { Reminder } from './shapes.ts'

const calendarPath = '/api/reminders/calendar'
const Calendar = z.object({
  /** Where calendars fetch the reminders from; null: nowhere. It is told once, when it is made. */
  url: z.nullable(z.string()),
  is_on: z.boolean(),
})

export const reminderEndpoints = defineContract({
  createReminder: {
    method: 'POST',
    path: '/api/reminders',
    access: 'user',
    summary: 'Be told 5 minutes before a programme begins; twice is once',
    target: ['epg_id', 'channel_id'],
    body: z.object({
      epg_id: Id,
      /** The channel that it is looked at on: several may show the same guide. */
      channel_id: z.optional(Id),
    }),
    example: { body: { epg_id: examples.programme } },
    output: Reminder,
    refusals: [...restrictionErrors, televisionErrors.began_already, televisionErrors.reminder_limit],
    changes: ['reminders'],
  },
  deleteReminder: {
    method: 'DELETE',
    path: '/api/reminders/:epg_id',
    access: 'user',
    summary: 'No longer be told of a programme; twice is once',
    params: z.object({ epg_id: Id }),
    example: { params: { epg_id: examples.programme } },
    output: Empty,
    changes: ['reminders'],
  },
  listReminders: {
    method: 'GET',
    path: '/api/reminders',
    access: 'user',
    summary: 'What the caller wants to be told of, the soonest first, and what was told within the last day',
    output: z.array(Reminder),
    reads: ['reminders', 'tv-guide', 'adult-content'],
  },
  getReminderCalendar: {
    method: 'GET',
    path: calendarPath,
    access: 'user',
    summary: 'Whether calendars can fetch the caller’s reminders',
    output: Calendar,
    reads: ['reminder-calendar'],
  },
  makeReminderCalendar: {
    method: 'POST',
    path: calendarPath,
    access: 'user',
    summary: 'Make an address from which calendars fetch the caller’s reminders; the one before is good for nothing any more',
    output: Calendar,
    changes: ['reminder-calendar'],
  },
  deleteReminderCalendar: {
    method: 'DELETE',
    path: calendarPath,
    access: 'user',
    summary: 'Let no calendar fetch the caller’s reminders any more',
    output: Calendar,
    changes: ['reminder-calendar'],
  },
  readReminderCalendar: {
    method: 'GET',
    path: '/api/reminders.ics',
    access: 'anyone',
    summary: 'The reminders of whoever made this token, as a calendar (iCalendar)',
    query: z.object({ token: z.string().check(z.regex(/^[\w-]{20,100}$/)) }),
    example: { query: { token: examples.calendarToken } },
    answers: 'file',
    mediaType: 'text/calendar',
    output: z.custom<Blob>(),
  },
})
