import { beforeEach, expect, test, vi } from 'vitest'
import { startExpiryTimer, expirePresentMembers, presentMembers, receivePresence, setPresentMembers } from './present-members.ts'

const member = (user_id: string, dragging: string | null = null, seconds = 45) => ({ user_id, nickname: user_id, dragging, seconds })
const listPresentMembers = () => presentMembers.get().map(({ user_id, dragging }) => `${user_id}${dragging ? ` drags ${dragging}` : ''}`)
beforeEach(() => presentMembers.set([]))

test('an event updates one member in place, and a list replaces all members', () => {
  setPresentMembers('p', [member('ann'), member('bob')])
  receivePresence({ ...member('ann', 'video'), playlist_id: 'p' })
  expect(listPresentMembers()).toEqual(['ann drags video', 'bob'])
  receivePresence({ ...member('eve'), playlist_id: 'q' })
  setPresentMembers('p', [member('bob')])
  expect(listPresentMembers()).toEqual(['eve', 'bob'])
})

test('a member counts as present for 45 seconds after the last report, and five reports don’t change the screen', () => {
  vi.useFakeTimers()
  setPresentMembers('p', [member('ann', null, 45)])
  let changes = 0
  const stop = presentMembers.subscribe(() => changes++)
  for (let second = 0; second < 40; second++) {
    vi.advanceTimersByTime(1000)
    expirePresentMembers()
  }
  expect([listPresentMembers(), changes]).toEqual([['ann'], 0])
  vi.advanceTimersByTime(5001)
  expirePresentMembers()
  expect([listPresentMembers(), changes]).toEqual([[], 1])
  stop()
  vi.useRealTimers()
})

test('while a socket is open, members stay until a list omits them; after it ends, for 45 seconds', () => {
  vi.useFakeTimers()
  setPresentMembers('p', [member('ann'), member('bob')], true)
  vi.advanceTimersByTime(600_000)
  // Receiving an event doesn't start the timer that expires members.
  receivePresence({ ...member('ann', 'video'), playlist_id: 'p' })
  vi.advanceTimersByTime(600_000)
  expirePresentMembers()
  expect(listPresentMembers()).toEqual(['ann drags video', 'bob'])
  setPresentMembers('p', [member('ann')], true)
  expect(listPresentMembers()).toEqual(['ann'])
  startExpiryTimer('p')
  vi.advanceTimersByTime(44_000)
  expirePresentMembers()
  expect(listPresentMembers()).toEqual(['ann'])
  vi.advanceTimersByTime(1001)
  expirePresentMembers()
  expect(listPresentMembers()).toEqual([])
  vi.useRealTimers()
})
