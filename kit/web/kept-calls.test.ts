import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import { dismiss, maxKept, startKeeping } from './kept-calls.ts'
import { offlineError } from './failures.ts'
import { runInOrder } from './edits.ts'
import { prepareRepeat, repeatUntilAnswered } from './repeat.ts'
import { type KeptCall, storage } from './storage.ts'
import { tabId } from './tab.ts'

/** Locks of one browser; tests hold those of other tabs. */
const held = new Map<string, Promise<unknown>>()
const request = (name: string, work: () => Promise<unknown>) => {
  const done = (held.get(name) ?? Promise.resolve()).then(work)
  held.set(name, done)
  return done
}
const path = '/api/videos/move'
const endpoints = [{ method: 'POST', path, changes: [] } as unknown as Endpoint]
const accepted = vi.fn<(answer: unknown) => void>()
const fetched = vi.fn<(url: string, init: RequestInit) => Promise<Response>>()
let stop = () => {}

beforeEach(() => {
  held.clear()
  Object.defineProperty(navigator, 'locks', { value: { request }, configurable: true })
  vi.stubGlobal('fetch', fetched)
  fetched.mockReset()
  accepted.mockReset()
  storage.set('access_token', 'token')
})
afterEach(() => {
  stop()
  storage.remove('waiting_moves', 'account_mode', 'team_id', 'access_token')
  vi.unstubAllGlobals()
})

const start = () => (stop = startKeeping({ endpoints, accepted }))
const waiting = () => storage.get('waiting_moves') ?? []
const kept = (id: string, more: Partial<KeptCall> = {}): KeptCall => ({
  id,
  tab: 'closed',
  path,
  input: { body: { op_id: id } },
  text: `Move ${id}`,
  at: Date.now(),
  ...more,
})
const answer = (status: number, body: object) =>
  Promise.resolve(new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } }))
const sentIds = () => fetched.mock.calls.map(([, { body }]) => (JSON.parse(body as string) as { op_id: string }).op_id)
const teamsSent = () => fetched.mock.calls.map(([, { headers }]) => (headers as Headers).get('x-team-id'))

test('a call without a connection is kept until it is answered', async () => {
  start()
  let isOnline = false
  const make = vi.fn<() => Promise<string>>(() => (isOnline ? Promise.resolve('made') : Promise.reject(offlineError())))
  const made = repeatUntilAnswered(make, { kept: { id: 'a', path, input: { body: { op_id: 'a' } }, text: 'Move A' } })
  await expect.poll(waiting).toMatchObject([{ id: 'a', tab: tabId, text: 'Move A' }])
  isOnline = true
  dispatchEvent(new Event('online'))
  expect(await made).toBe('made')
  expect([waiting(), make.mock.calls.length]).toEqual([[], 2])
})

test('calls of a closed page are sent in their order, for the team that they were made for, and once by two tabs', async () => {
  storage.set('waiting_moves', [kept('a', { team: 'team1' }), kept('b')])
  storage.set('account_mode', 'TEAM')
  storage.set('team_id', 'team2')
  fetched.mockImplementation(() => answer(200, { effects: [] }))
  const [one, other] = [startKeeping({ endpoints, accepted }), startKeeping({ endpoints, accepted })]
  stop = () => (one(), other())
  await expect.poll(waiting).toEqual([])
  expect([sentIds(), teamsSent()]).toEqual([
    ['a', 'b'],
    ['team1', null],
  ])
  expect(accepted).toHaveBeenCalledTimes(2)
})

test('calls of an open page are left to it, and sent once it closes', async () => {
  let close = () => {}
  void request('waiting-moves-closed', () => new Promise<void>((resolve) => (close = resolve)))
  fetched.mockImplementation(() => answer(200, {}))
  start()
  storage.set('waiting_moves', [kept('a')])
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(fetched).not.toHaveBeenCalled()
  close()
  await expect.poll(waiting).toEqual([])
  expect(sentIds()).toEqual(['a'])
})

test('a refused call stays with the reason until it is dismissed, and the others are sent; the team mode of the page stays', async () => {
  storage.set('account_mode', 'TEAM')
  storage.set('team_id', 'team2')
  storage.set('waiting_moves', [kept('a', { team: 'team1' }), kept('b')])
  fetched.mockImplementationOnce(() => answer(403, { message: 'You are not in this team.', code: 'not_in_team', errors: {} }))
  fetched.mockImplementation(() => answer(200, {}))
  start()
  await expect.poll(waiting).toMatchObject([{ id: 'a', text: 'Move a', refused: 'You are not in this team.' }])
  expect([sentIds(), storage.get('team_id')]).toEqual([['a', 'b'], 'team2'])
  dismiss(['a'])
  expect(waiting()).toEqual([])
})

test('a call that waits while the mode changes is sent for the former one', async () => {
  storage.set('account_mode', 'TEAM')
  storage.set('team_id', 'team1')
  start()
  fetched.mockImplementation(() => answer(200, {}))
  const made = repeatUntilAnswered(() => Promise.reject(offlineError()), {
    kept: { id: 'a', path, input: { body: { op_id: 'a' } }, text: 'A' },
  })
  await expect.poll(waiting).toHaveLength(1)
  storage.remove('account_mode', 'team_id')
  dispatchEvent(new Event('online'))
  await expect(made).rejects.toThrow()
  await expect.poll(waiting).toEqual([])
  expect(teamsSent()).toEqual(['team1'])
})

test('calls behind one that waits are kept too, made in their order, or sent in it for the former mode', async () => {
  start()
  const keptAs = (id: string) => ({ kept: { id, path, input: { body: { op_id: id } }, text: id } })
  const names = () => waiting().map(({ id }) => id)
  let isOnline = false
  const made: string[] = []
  const make = (id: string) => () => {
    if (!isOnline) return Promise.reject(offlineError())
    made.push(id)
    return Promise.resolve(id)
  }
  const queue = (...ids: string[]) =>
    ids.map((id) => {
      const repeat = prepareRepeat(keptAs(id))
      return runInOrder(['channel'], () => repeat(make(id)))
    })
  const first = queue('a', 'b')
  await expect.poll(names).toEqual(['a', 'b'])
  const all = [...first, ...queue('c')]
  expect(names()).toEqual(['a', 'b', 'c'])
  isOnline = true
  dispatchEvent(new Event('online'))
  await Promise.all(all)
  expect([made, names()]).toEqual([['a', 'b', 'c'], []])

  isOnline = false
  storage.set('account_mode', 'TEAM')
  storage.set('team_id', 'team1')
  fetched.mockImplementation(() => answer(200, {}))
  const others = queue('d', 'e', 'f')
  await expect.poll(names).toEqual(['d', 'e', 'f'])
  storage.remove('account_mode', 'team_id')
  dispatchEvent(new Event('online'))
  expect((await Promise.allSettled(others)).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  await expect.poll(names).toEqual([])
  expect([sentIds(), teamsSent()]).toEqual([
    ['d', 'e', 'f'],
    ['team1', 'team1', 'team1'],
  ])
})

test('calls that can’t be kept ask before the page is left; old ones are dropped', async () => {
  const leave = () => {
    const event = new Event('beforeunload', { cancelable: true })
    dispatchEvent(event)
    return event.defaultPrevented
  }
  start()
  storage.set(
    'waiting_moves',
    Array.from({ length: maxKept }, (_, at) => kept(`r${at}`, { refused: 'No.' })),
  )
  let isOnline = false
  const make = () => (isOnline ? Promise.resolve('made') : Promise.reject(offlineError()))
  const made = repeatUntilAnswered(make, { kept: { id: 'z', path, input: {}, text: 'Z' } })
  await expect.poll(leave).toBe(true)
  expect(waiting()).toHaveLength(maxKept)
  isOnline = true
  dispatchEvent(new Event('online'))
  await made
  expect(leave()).toBe(false)

  storage.set('waiting_moves', [kept('old', { at: Date.now() - 8 * 24 * 3600 * 1000 })])
  start()
  expect([waiting(), fetched.mock.calls]).toEqual([[], []])
})
