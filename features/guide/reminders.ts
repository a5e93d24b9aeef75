import * as z from 'zod/mini'
import { defineContract } from '#kit/contract/endpoint.ts'
import { Empty, Id } from '#kit/contract/fields.ts'
import { restrictionErrors } from '#features/channels/contract/errors.ts'
import { guideErrors } from './errors.ts'
import { guideExamples } from './examples.ts'
import { Reminder } from './shapes.ts'

const calendarPath = '/api/reminders/calendar'
const Calendar = z.object({
  /** URL of the calendar feed; only returned when it is created, else null. */
  url: z.nullable(z.string()),
  is_on: z.boolean(),
})

export const reminderEndpoints = defineContract({
  createReminder: {
    method: 'POST',
    path: '/api/reminders',
    access: 'user',
    actsFor: 'user',
    summary: 'Create a reminder',
    description: 'Notifies the user 5 minutes before the programme. Idempotent.',
    target: ['epg_id', 'channel_id'],
    body: z.object({
      epg_id: Id,
      /** TV channel on which the user sees the programme, because several may share a guide. */
      channel_id: z.optional(Id),
    }),
    example: { body: { epg_id: guideExamples.programme } },
    output: Reminder,
    refusals: [...restrictionErrors, guideErrors.began_already, guideErrors.reminder_limit],
    changes: ['reminders'],
  },
  deleteReminder: {
    method: 'DELETE',
    path: '/api/reminders/:epg_id',
    access: 'user',
    actsFor: 'user',
    summary: 'Delete a reminder',
    description: 'Idempotent.',
    params: z.object({ epg_id: Id }),
    example: { params: { epg_id: guideExamples.programme } },
    output: Empty,
    changes: ['reminders'],
  },
  listReminders: {
    method: 'GET',
    path: '/api/reminders',
    access: 'user',
    actsFor: 'user',
    summary: 'List reminders, soonest first',
    description: 'Includes those sent within the last day.',
    output: z.array(Reminder),
    reads: ['reminders', 'tv-guide', 'adult-content'],
  },
  getReminderCalendar: {
    method: 'GET',
    path: calendarPath,
    access: 'user',
    actsFor: 'user',
    summary: 'Get the reminder calendar’s status',
    output: Calendar,
    reads: ['reminder-calendar'],
  },
  makeReminderCalendar: {
    method: 'POST',
    path: calendarPath,
    access: 'user',
    actsFor: 'user',
    summary: 'Create a calendar feed URL',
    description: 'Revokes the previous one.',
    output: Calendar,
    changes: ['reminder-calendar'],
  },
  deleteReminderCalendar: {
    method: 'DELETE',
    path: calendarPath,
    access: 'user',
    actsFor: 'user',
    summary: 'Revoke the calendar feed URL',
    output: Calendar,
    changes: ['reminder-calendar'],
  },
  readReminderCalendar: {
    method: 'GET',
    path: '/api/reminders.ics',
    access: 'anyone',
    actsFor: 'user',
    summary: 'Get reminders as a calendar (iCalendar)',
    description: 'Takes the token of the feed URL.',
    query: z.object({ token: z.string().check(z.regex(/^[\w-]{20,100}$/)) }),
    example: { query: { token: guideExamples.calendarToken } },
    answers: 'file',
    mediaType: 'text/calendar',
    output: z.custom<Blob>(),
  },
})
