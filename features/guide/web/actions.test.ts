import { beforeEach, expect, test } from 'vitest'
import { endpointUrl } from '#kit/contract/client.ts'
import type { ChangeFunction, ChangeOptions } from '#kit/web/change.ts'
import type { UndoableStep } from '#shell/actions.ts'
import { visibleActions } from '#shell/run-action.ts'
import { guideActions, toggleFavourite, toggleReminder } from './actions.ts'
import { toShownProgrammes } from './OnNowRow.tsx'
import { sampleProgramme, sampleTv } from './samples.ts'
import { programmeSubject, tvSubject } from './subjects.ts'

const reader = { signedIn: true, inTeam: false }
const now = Date.now()
const hour = 3_600_000
let calls: string[]
let shows: unknown[]
const change = ((endpoint, input, { optimistic }: ChangeOptions<typeof endpoint> = {}) => {
  calls.push(`${endpoint.method} ${endpointUrl(endpoint, input)} ${JSON.stringify((input as { body?: unknown }).body ?? null)}`)
  shows.push(optimistic?.(input))
  return Promise.resolve({} as never)
}) as ChangeFunction
const tools = { change, read: change, go: () => {} }
beforeEach(() => {
  calls = []
  shows = []
})

test('a TV channel becomes a favourite immediately in all places, and undo removes it', async () => {
  const step: UndoableStep = toggleFavourite(sampleTv('a'), tools)
  expect(calls).toEqual(['POST /api/follow {"following_type":"channel","following_id":"a"}'])
  expect(shows).toEqual([[{ type: 'channel', id: 'a', facts: { is_followed: true } }]])
  await step.undo()
  expect(calls[1]).toBe('DELETE /api/follow {"following_type":"channel","following_id":"a"}')
})

test('a reminder is created for a future programme, on the channel where it was viewed', async () => {
  const subject = programmeSubject(sampleTv('a'), sampleProgramme('p', now + hour, now + 2 * hour))
  const step = toggleReminder(subject, tools)
  expect(calls).toEqual(['POST /api/reminders {"epg_id":"p","channel_id":"a"}'])
  expect(shows).toEqual([[{ type: 'epg', id: 'p', facts: { is_reminded: true } }]])
  await step.undo()
  expect(calls[1]).toBe('DELETE /api/reminders/p null')
})

test('the available actions depend on the thing and the time', () => {
  const ids = (start: number, isReminded = false) =>
    visibleActions(guideActions.epg!, programmeSubject(sampleTv('a'), sampleProgramme('p', start, start + hour), isReminded), reader).map(
      ({ id }) => id,
    )
  expect(ids(now + hour)).toContain('epg.remind')
  expect(ids(now + hour, true)).toContain('epg.forget')
  expect(ids(now + hour, true)).not.toContain('epg.remind')
  expect(ids(now - hour / 2)).not.toContain('epg.remind')
  const channelActionIds = (fields: Parameters<typeof sampleTv>[1]) =>
    visibleActions(guideActions.channel!, tvSubject(sampleTv('a', fields)), reader).map(({ id }) => id)
  expect(channelActionIds({})).toEqual(expect.arrayContaining(['channel.follow', 'channel.share', 'channel.report']))
  expect(channelActionIds({ is_followed: true })).toContain('channel.unfollow')
})

test('current programmes come first, by channel, then future ones by time; one that began since loading is current', () => {
  const [a, b] = [sampleTv('a'), sampleTv('b')]
  const shows = (...of: Parameters<typeof sampleProgramme>) => ({ ...sampleProgramme(...of), poster: null })
  const rows = [
    {
      channel: a,
      now: shows('over', now - 2 * hour, now - hour),
      tonight: [shows('begun', now - hour, now + hour), shows('late', now + 3 * hour, now + 4 * hour)],
    },
    { channel: b, now: shows('on', now - hour, now + hour), tonight: [shows('soon', now + hour, now + 2 * hour)] },
  ]
  expect(toShownProgrammes(rows, now).map(({ slot }) => slot.id)).toEqual(['begun', 'on', 'soon', 'late'])
  expect(toShownProgrammes([{ channel: a, now: null, tonight: [] }], now)).toEqual([])
})
