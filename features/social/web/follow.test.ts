import { beforeEach, expect, test } from 'vitest'
import { endpointUrl } from '#kit/contract/client.ts'
import type { ChangeFunction, ChangeOptions } from '#kit/web/change.ts'
import type { UndoableStep } from '#shell/actions.ts'
import { visibleActions } from '#shell/run-action.ts'
import type { PlaylistTile } from '#features/channels/contract.ts'
import { sampleChannel } from '#features/channels/web/samples.ts'
import { playlistSubject } from '#features/channels/web/subjects.ts'
import type { Followed, FollowedVideo } from '../contract.ts'
import { groupByDay } from './FollowedVideoDays.tsx'
import { followActions, moveFollowed, toggleFollow, newCountText, knownFollows, formatNewCount } from './follow.ts'

const reader = { signedIn: true, inTeam: false }
const followedChannel = (id: string): Followed => ({
  following_type: 'playlist',
  following_id: id,
  name: id,
  image: null,
  playlist: null,
  is_locked: false,
  new_count: 0,
  latest_at: null,
  followed_at: '2026-11-23T00:00:00.000Z',
})

interface OptimisticEdit {
  facts?: (now: unknown) => unknown
  change?: (now: { followed: Followed[] }) => { followed: Followed[] }
}
let calls: string[]
let shows: unknown[]
const change = ((endpoint, input, { optimistic }: ChangeOptions<typeof endpoint> = {}) => {
  calls.push(`${endpoint.method} ${endpointUrl(endpoint, input)} ${JSON.stringify((input as { body: unknown }).body)}`)
  shows.push(optimistic?.(input))
  return Promise.resolve({ is_followed: true, followers: 1, order: [] } as never)
}) as ChangeFunction
const tools = { change, read: change, go: () => {} }
beforeEach(() => {
  calls = []
  shows = []
  knownFollows.set([])
})

const actionsOffered = (fields: Partial<PlaylistTile>) =>
  visibleActions(
    followActions.playlist,
    playlistSubject({ ...sampleChannel({}, { may_edit: false }), status_id: 3, ...fields }),
    reader,
  ).map(({ id }) => id)

test('another user’s public channel can be followed or unfollowed; others offer neither', () => {
  expect(actionsOffered({ is_followed: false })).toEqual(['playlist.follow'])
  expect(actionsOffered({ is_followed: true })).toEqual(['playlist.unfollow'])
  for (const fields of [{ status_id: 2 }, { status_id: 1 }, { may_edit: true }, { watch_later: true }])
    expect(actionsOffered(fields)).toEqual([])
})

test('undoing an unfollow restores its position', async () => {
  knownFollows.set(['a', 'b', 'c'].map(followedChannel))
  const step: UndoableStep = toggleFollow({ type: 'playlist', id: 'c', name: 'c' }, true, tools)
  await step.pending
  await step.undo()
  const body = '{"following_type":"playlist","following_id":"c"}'
  expect(calls).toEqual([
    `DELETE /api/follow ${body}`,
    `POST /api/follow ${body}`,
    'POST /api/follow/move {"following_type":"playlist","following_id":"c","index":2}',
  ])
})

test('a move shows immediately, and undo moves back', async () => {
  knownFollows.set(['a', 'b', 'c'].map(followedChannel))
  const step = moveFollowed({ type: 'playlist', id: 'a', name: 'a' }, 2, tools)
  const [[edit]] = shows as [[OptimisticEdit]]
  expect(edit.change!({ followed: ['a', 'b', 'c'].map(followedChannel) }).followed.map((item) => item.following_id)).toEqual([
    'b',
    'c',
    'a',
  ])
  await step.undo()
  expect(calls.map((call) => /"index":(\d)/.exec(call)?.[1])).toEqual(['2', '0'])
})

test('counts above ninety-nine are abbreviated', () => {
  expect([1, 99, 100].map(formatNewCount)).toEqual(['1', '99', '99+'])
  expect(newCountText(100)).not.toContain('100')
})

test('the feed is grouped by days in the reader’s time zone', () => {
  const now = new Date(2026, 10, 23, 0, 30)
  const at = (id: string, ...time: [number, number, number, number, number]) =>
    ({ id, added_at: new Date(...time).toISOString() }) as unknown as FollowedVideo
  const days = groupByDay(
    [at('a', 2026, 10, 23, 0, 1), at('b', 2026, 10, 22, 23, 59), at('c', 2026, 10, 22, 1, 0), at('d', 2026, 9, 24, 12, 0)],
    now,
  )
  expect(days.map(({ ago, items }) => [ago, ...items.map(({ id }) => id)])).toEqual([
    [0, 'a'],
    [1, 'b', 'c'],
    [30, 'd'],
  ])
})
