import * as z from 'zod/mini'
import { defineContract } from '#kit/contract/endpoint.ts'
import { byId, Flag, Id, name, page, paging, Time, integer, Empty } from '#kit/contract/fields.ts'
import { defineErrors } from '#kit/contract/errors.ts'
import { restrictionErrors } from '#features/channels/contract/errors.ts'
import { tvSourcesExamples } from '#features/tv-sources/examples.ts'
import { maxSearchResults, maxGuideRows, maxTonight, viewingLimits } from './viewing-rules.ts'
import { DetailedEpgItem, EpgItem, FoundProgramme, GuideRow, ListedTvChannel, NowAndNext, TonightRow, Reminder } from './shapes.ts'

/** Ids and values for the examples in the API documentation. */
export const guideExamples = {
  programme: 'Pg7Rm2QsB9z',
  title: 'The evening news',
  calendarToken: 'qJ4nY7cVtR2wXk9mZs3bLd',
} as const

export const guideErrors = defineErrors('guide', {
  window_invalid: 422,
  began_already: 422,
  reminder_limit: 422,
})

/** Filter of channels: a group, and whether to include only followed channels. */
export const channelFilterFields = { group: z.optional(name(viewingLimits.group, 1)), followed: z.optional(Flag) }
const NameQuery = name(viewingLimits.keyword, 1)

export const channelEndpoints = defineContract({
  listTvChannels: {
    method: 'GET',
    path: '/api/channel',
    mayLag: true,
    access: 'anyone',
    actsFor: 'user',
    summary: 'List TV channels',
    description: 'Includes current and next programmes. Followed channels come first.',
    query: z.extend(paging(100), channelFilterFields),
    output: page(ListedTvChannel),
    reads: ['tv-channels', 'following', 'adult-content'],
  },
  listTvGroups: {
    method: 'GET',
    path: '/api/channel/groups',
    mayLag: true,
    access: 'anyone',
    actsFor: 'user',
    summary: 'List groups of TV channels',
    description: 'The groups have the order of their first channels.',
    output: z.array(z.object({ name: z.string(), channels: z.int() })),
    reads: ['tv-channels', 'adult-content'],
  },
  getEpg: {
    method: 'GET',
    path: '/api/channel/:id/epg',
    mayLag: true,
    access: 'anyone',
    actsFor: 'user',
    summary: 'List programmes of a TV channel',
    description: 'Groups programmes by title. Without `from` and `to`, returns all known programmes.',
    params: byId,
    query: z.object({ from: z.optional(Time), to: z.optional(Time) }),
    example: { params: { id: tvSourcesExamples.tvChannel } },
    output: z.object({ series: z.array(z.object({ name: z.string(), epg: z.array(EpgItem) })) }),
    refusals: [...restrictionErrors, guideErrors.window_invalid],
    reads: ['tv-guide', 'adult-content'],
  },
  getEpgItem: {
    method: 'GET',
    path: '/api/epg/:id',
    mayLag: true,
    access: 'anyone',
    actsFor: 'user',
    summary: 'Get a programme',
    description: 'Includes other broadcasts with the same title.',
    params: byId,
    query: z.object({
      /** TV channel on which the user sees the programme. Distinguishes TV channels that have the same guide. */
      channel: z.optional(Id),
    }),
    example: { params: { id: guideExamples.programme } },
    output: DetailedEpgItem,
    refusals: restrictionErrors,
    reads: ['tv-guide', 'reminders', 'adult-content'],
  },
  getGuide: {
    method: 'GET',
    path: '/api/guide',
    mayLag: true,
    access: 'anyone',
    actsFor: 'user',
    summary: 'Get the guide',
    description: 'Returns programmes between two moments, at most a day apart.',
    query: z.extend(paging(maxGuideRows), { from: Time, to: Time, ...channelFilterFields }),
    example: { query: { from: '2026-11-23T19:00:00Z', to: '2026-11-23T22:00:00Z' } },
    output: page(GuideRow),
    refusals: [guideErrors.window_invalid],
    reads: ['tv-guide', 'following', 'adult-content'],
  },
  getNowAndNext: {
    method: 'GET',
    path: '/api/guide/now',
    mayLag: true,
    access: 'anyone',
    actsFor: 'user',
    summary: 'List current and next programmes',
    description: 'Covers all TV channels. The fields are parallel lists: equal indexes belong to one TV channel.',
    query: z.object({ group: channelFilterFields.group }),
    output: NowAndNext,
    reads: ['tv-guide', 'adult-content'],
  },
  listTonight: {
    method: 'GET',
    path: '/api/guide/tonight',
    mayLag: true,
    access: 'anyone',
    actsFor: 'user',
    summary: 'List this evening’s programmes',
    description: 'Covers followed TV channels, or the first TV channels if the caller follows none.',
    query: z.object({ limit: z.optional(integer(1, maxTonight)) }),
    output: z.object({ data: z.array(TonightRow) }),
    reads: ['tv-guide', 'following', 'adult-content'],
  },
  searchGuide: {
    method: 'GET',
    path: '/api/guide/search',
    mayLag: true,
    access: 'anyone',
    actsFor: 'user',
    summary: 'Search programmes by title',
    description: 'Future programmes come first, soonest first; then past programmes, latest first.',
    query: z.object({ query: NameQuery, limit: z.optional(integer(1, maxSearchResults)) }),
    example: { query: { query: 'news' } },
    output: z.array(FoundProgramme),
    reads: ['tv-guide', 'adult-content'],
  },
  searchTvChannels: {
    method: 'POST',
    path: '/api/channel/search',
    access: 'anyone',
    actsFor: 'user',
    summary: 'Search TV channels by name or number',
    description: 'Returns the best matches, best first: 3 by default, else `limit`.',
    body: z.object({ query: NameQuery, limit: z.optional(integer(1, maxSearchResults)) }),
    example: { body: { query: 'bbc' } },
    output: z.array(ListedTvChannel),
    changes: [],
  },
  listTvKeywords: {
    method: 'POST',
    path: '/api/channel/keywords',
    access: 'anyone',
    actsFor: 'user',
    summary: 'Autocomplete a search for TV channels',
    description: 'Matches the beginnings of words in names of TV channels and groups.',
    body: z.object({ query: NameQuery }),
    example: { body: { query: 'ne' } },
    output: z.object({ keywords: z.array(z.string()) }),
    changes: [],
  },
})

const calendarPath = '/api/reminders/calendar'
const Calendar = z.object({
  /** URL of the calendar feed. Only the response to its creation contains it; else null. */
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
      /** TV channel on which the user sees the programme. Distinguishes TV channels that have the same guide. */
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
    description: 'Includes reminders of programmes that began within the last day.',
    output: z.array(Reminder),
    reads: ['reminders', 'tv-guide', 'adult-content'],
  },
  getReminderCalendar: {
    method: 'GET',
    path: calendarPath,
    access: 'user',
    actsFor: 'user',
    summary: 'Check whether the reminder calendar is on',
    output: Calendar,
    reads: ['reminder-calendar'],
  },
  makeReminderCalendar: {
    method: 'POST',
    path: calendarPath,
    access: 'user',
    actsFor: 'user',
    summary: 'Create a feed URL for the reminder calendar',
    description: 'The previous feed URL stops working.',
    output: Calendar,
    changes: ['reminder-calendar'],
  },
  deleteReminderCalendar: {
    method: 'DELETE',
    path: calendarPath,
    access: 'user',
    actsFor: 'user',
    summary: 'Revoke the feed URL of the reminder calendar',
    output: Calendar,
    changes: ['reminder-calendar'],
  },
  readReminderCalendar: {
    method: 'GET',
    path: '/api/reminders.ics',
    access: 'anyone',
    actsFor: 'user',
    summary: 'Get reminders as a calendar (iCalendar)',
    description: 'Requires the token of the reminder calendar’s feed URL.',
    query: z.object({ token: z.string().check(z.regex(/^[\w-]{20,100}$/)) }),
    example: { query: { token: guideExamples.calendarToken } },
    responseType: 'file',
    mediaType: 'text/calendar',
    output: z.custom<Blob>(),
  },
})

export const guideContract = {
  ...channelEndpoints,
  ...reminderEndpoints,
}
