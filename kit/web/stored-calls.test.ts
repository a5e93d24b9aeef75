import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '#kit/contract/client.ts'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import { dismissStoredCalls, listStoredCalls, maxStoredCalls, startStoringCalls } from './stored-calls.ts'
import { offlineError, unavailableError } from './failures.ts'
import { runInOrder } from './edits.ts'
import { countWaitingCalls, retryQueue, prepareRepeat, repeatUntilAnswered } from './repeat.ts'
import { type StoredCall, storage } from './storage.ts'
import { tabId } from './tab.ts'

/** Locks of one browser; tests hold the locks of other tabs. */
const lockHolders = new Map<string, Promise<unknown>>()
const request = (name: string, work: () => Promise<unknown>) => {
  const done = (lockHolders.get(name) ?? Promise.resolve()).then(work)
  lockHolders.set(name, done)
  return done
}
const path = '/api/videos/move'
const endpoints = [{ method: 'POST', path, changes: [] } as unknown as Endpoint]
const onAccepted = vi.fn<(response: unknown) => void>()
const fetched = vi.fn<(url: string, init: RequestInit) => Promise<Response>>()
let stop = () => {}

beforeEach(() => {
  lockHolders.clear()
  Object.defineProperty(navigator, 'locks', { value: { request }, configurable: true })
  vi.stubGlobal('fetch', fetched)
  fetched.mockReset()
  onAccepted.mockReset()
  storage.set('access_token', 'token')
})
afterEach(() => {
  stop()
  storage.remove('waiting_moves', 'account_mode', 'team_id', 'access_token')
  vi.unstubAllGlobals()
})

const start = () => (stop = startStoringCalls({ endpoints, accepted: onAccepted }))
const listWaiting = () => [...listStoredCalls()]
/** Writes calls as other tabs do. */
const store = (...calls: StoredCall[]) => {
  calls.forEach((call, index) => localStorage.setItem(`waiting_moves.${call.id}`, JSON.stringify({ ...call, at: call.at + index })))
  dispatchEvent(new StorageEvent('storage'))
}
const storedCall = (id: string, overrides: Partial<StoredCall> = {}): StoredCall => ({
  id,
  tab: 'closed',
  path,
  input: { body: { op_id: id } },
  text: `Move ${id}`,
  at: Date.now(),
  ...overrides,
})
const createResponse = (status: number, body: object) =>
  Promise.resolve(new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } }))
const sentIds = () => fetched.mock.calls.map(([, { body }]) => (JSON.parse(body as string) as { op_id: string }).op_id)
const teamsSent = () => fetched.mock.calls.map(([, { headers }]) => (headers as Headers).get('x-team-id'))

test('a call without a connection is stored until a response arrives', async () => {
  start()
  let isOnline = false
  const make = vi.fn<() => Promise<string>>(() => (isOnline ? Promise.resolve('made') : Promise.reject(offlineError())))
  const promise = repeatUntilAnswered(make, { kept: { id: 'a', path, input: { body: { op_id: 'a' } }, text: 'Move A' } })
  await expect.poll(listWaiting).toMatchObject([{ id: 'a', tab: tabId, text: 'Move A' }])
  isOnline = true
  dispatchEvent(new Event('online'))
  expect(await promise).toBe('made')
  expect([listWaiting(), make.mock.calls.length]).toEqual([[], 2])
})

test('a call that waits before stored-calls.ts is loaded is stored when it is repeated', async () => {
  Object.assign(retryQueue, { keep: () => false })
  let isOnline = false
  const promise = repeatUntilAnswered(() => (isOnline ? Promise.resolve('made') : Promise.reject(offlineError())), {
    kept: { id: 'a', path, input: { body: { op_id: 'a' } }, text: 'Move A' },
  })
  await expect.poll(countWaitingCalls).toBe(1)
  expect(listWaiting()).toEqual([])
  start()
  await expect.poll(listWaiting).toMatchObject([{ id: 'a' }])
  isOnline = true
  dispatchEvent(new Event('online'))
  expect(await promise).toBe('made')
  expect(listWaiting()).toEqual([])
})

test('a call that is repeated after an error of the server is not stored', async () => {
  start()
  const make = vi.fn<() => Promise<string>>()
  make.mockRejectedValueOnce(unavailableError(500)).mockResolvedValue('made')
  const promise = repeatUntilAnswered(make, { kept: { id: 'a', path, input: { body: { op_id: 'a' } }, text: 'Move A' } })
  await expect.poll(countWaitingCalls).toBe(1)
  expect(listWaiting()).toEqual([])
  expect(await promise).toBe('made')
})

test('a call that hangs when the connection breaks is stored, and so are the calls behind it', async () => {
  start()
  const keptAs = (id: string) => ({ kept: { id, path, input: { body: { op_id: id } }, text: `Move ${id}` } })
  let answerNow: (text: string) => void = () => {}
  const hanging = new Promise<string>((resolve) => (answerNow = resolve))
  const promise = repeatUntilAnswered(() => hanging, keptAs('a'))
  const next = prepareRepeat(keptAs('b'))
  expect(listWaiting()).toEqual([])
  dispatchEvent(new Event('offline'))
  expect(listWaiting()).toMatchObject([{ id: 'a' }, { id: 'b' }])
  answerNow('made')
  expect(await promise).toBe('made')
  expect(listWaiting()).toMatchObject([{ id: 'b' }])
  expect(await next(() => Promise.resolve('too'))).toBe('too')
  expect(listWaiting()).toEqual([])
  dispatchEvent(new Event('offline'))
  expect(listWaiting()).toEqual([])
})

test('calls of a closed page are sent in their order, for the team that they were made for, and once by two tabs', async () => {
  store(storedCall('a', { team: 'team1' }), storedCall('b'))
  storage.set('account_mode', 'TEAM')
  storage.set('team_id', 'team2')
  fetched.mockImplementation(() => createResponse(200, { effects: [] }))
  const [one, other] = [startStoringCalls({ endpoints, accepted: onAccepted }), startStoringCalls({ endpoints, accepted: onAccepted })]
  stop = () => (one(), other())
  await expect.poll(listWaiting).toEqual([])
  expect([sentIds(), teamsSent()]).toEqual([
    ['a', 'b'],
    ['team1', null],
  ])
  expect(onAccepted).toHaveBeenCalledTimes(2)
})

test('calls of an open page are sent by another page only after it closes', async () => {
  let close = () => {}
  void request('waiting-moves-closed', () => new Promise<void>((resolve) => (close = resolve)))
  fetched.mockImplementation(() => createResponse(200, {}))
  start()
  store(storedCall('a'))
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(fetched).not.toHaveBeenCalled()
  close()
  await expect.poll(listWaiting).toEqual([])
  expect(sentIds()).toEqual(['a'])
})

test('a refused call stays with the reason until it is dismissed, and the others are sent; the team mode of the page stays', async () => {
  storage.set('account_mode', 'TEAM')
  storage.set('team_id', 'team2')
  store(storedCall('a', { team: 'team1' }), storedCall('b'))
  fetched.mockImplementationOnce(() => createResponse(403, { message: 'You are not in this team.', code: 'not_in_team', errors: {} }))
  fetched.mockImplementation(() => createResponse(200, {}))
  start()
  await expect.poll(listWaiting).toMatchObject([{ id: 'a', text: 'Move a', refused: 'You are not in this team.' }])
  expect([sentIds(), storage.get('team_id')]).toEqual([['a', 'b'], 'team2'])
  dismissStoredCalls(['a'])
  expect(listWaiting()).toEqual([])
})

test('a call that became a suggestion is not shown as refused', async () => {
  fetched.mockImplementation(() => createResponse(202, { message: 'Suggested.', code: 'suggested', errors: {} }))
  store(storedCall('a'))
  start()
  await expect.poll(listWaiting).toEqual([])
  expect(sentIds()).toEqual(['a'])
  const suggested = new ApiError(202, { message: 'Suggested.', code: 'suggested', errors: {} })
  const make = vi.fn<() => Promise<string>>().mockRejectedValueOnce(offlineError()).mockRejectedValue(suggested)
  const promise = repeatUntilAnswered(make, { kept: { id: 'b', path, input: {}, text: 'Move b' } })
  await expect.poll(listWaiting).toMatchObject([{ id: 'b' }])
  dispatchEvent(new Event('online'))
  await expect(promise).rejects.toBe(suggested)
  expect(listWaiting()).toEqual([])
})

test('a call that waits while the user leaves a team is sent for that team', async () => {
  storage.set('account_mode', 'TEAM')
  storage.set('team_id', 'team1')
  start()
  fetched.mockImplementation(() => createResponse(200, {}))
  const promise = repeatUntilAnswered(() => Promise.reject(offlineError()), {
    kept: { id: 'a', path, input: { body: { op_id: 'a' } }, text: 'A' },
  })
  await expect.poll(listWaiting).toHaveLength(1)
  storage.remove('account_mode', 'team_id')
  dispatchEvent(new Event('online'))
  await expect(promise).rejects.toThrow()
  await expect.poll(listWaiting).toEqual([])
  expect(teamsSent()).toEqual(['team1'])
})

test('calls behind a waiting call are stored too, and sent in their order, also after the user leaves the team', async () => {
  start()
  const keptAs = (id: string) => ({ kept: { id, path, input: { body: { op_id: id } }, text: id } })
  const names = () => listWaiting().map(({ id }) => id)
  let isOnline = false
  const madeIds: string[] = []
  const make = (id: string) => () => {
    if (!isOnline) return Promise.reject(offlineError())
    madeIds.push(id)
    return Promise.resolve(id)
  }
  const queue = (...ids: string[]) =>
    ids.map((id) => {
      const repeat = prepareRepeat(keptAs(id))
      return runInOrder(['channel'], () => repeat(make(id)))
    })
  const first = queue('a', 'b')
  await expect.poll(names).toEqual(['a', 'b'])
  const storedCalls = [...first, ...queue('c')]
  expect(names()).toEqual(['a', 'b', 'c'])
  isOnline = true
  dispatchEvent(new Event('online'))
  await Promise.all(storedCalls)
  expect([madeIds, names()]).toEqual([['a', 'b', 'c'], []])

  isOnline = false
  storage.set('account_mode', 'TEAM')
  storage.set('team_id', 'team1')
  fetched.mockImplementation(() => createResponse(200, {}))
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

test('a call that can’t be stored makes the browser ask before the page is left; old stored calls are dropped', async () => {
  const leave = () => {
    const event = new Event('beforeunload', { cancelable: true })
    dispatchEvent(event)
    return event.defaultPrevented
  }
  start()
  store(...Array.from({ length: maxStoredCalls }, (_, at) => storedCall(`r${at}`, { refused: 'No.' })))
  let isOnline = false
  const make = () => (isOnline ? Promise.resolve('made') : Promise.reject(offlineError()))
  const promise = repeatUntilAnswered(make, { kept: { id: 'z', path, input: {}, text: 'Z' } })
  await expect.poll(leave).toBe(true)
  expect(listWaiting()).toHaveLength(maxStoredCalls)
  isOnline = true
  dispatchEvent(new Event('online'))
  await promise
  expect(leave()).toBe(false)

  storage.remove('waiting_moves')
  store(storedCall('old', { at: Date.now() - 8 * 24 * 3600 * 1000 }))
  start()
  expect([listWaiting(), fetched.mock.calls]).toEqual([[], []])
})

test('two tabs that store and remove calls at once lose none; logging out removes all', async () => {
  start()
  // Another tab stores a call after this tab has read the stored calls and before it writes its own.
  const theirs = JSON.stringify(storedCall('theirs', { refused: 'No.' }))
  const stringify = JSON.stringify.bind(JSON)
  vi.spyOn(JSON, 'stringify').mockImplementationOnce((value: unknown) => {
    localStorage.setItem('waiting_moves.theirs', theirs)
    return stringify(value)
  })
  const promise = repeatUntilAnswered(() => Promise.reject(offlineError()), {
    kept: { id: 'ours', path, input: { body: { op_id: 'ours' } }, text: 'Ours' },
  })
  await expect
    .poll(() =>
      listWaiting()
        .map(({ id }) => id)
        .toSorted(),
    )
    .toEqual(['ours', 'theirs'])
  storage.remove('access_token', 'waiting_moves')
  expect([listWaiting(), Object.keys(localStorage).filter((key) => key.startsWith('waiting'))]).toEqual([[], []])
  dispatchEvent(new Event('online'))
  await expect(promise).rejects.toThrow()
})

test('calls are in the order in which they were made, also if the clock is set back', async () => {
  start()
  const clock = vi.spyOn(Date, 'now')
  const promises = ['c', 'b', 'a'].map((id, index) => {
    clock.mockReturnValue(1_800_000_000_000 - index * 3_600_000)
    return repeatUntilAnswered(() => Promise.reject(offlineError()), { kept: { id, path, input: { body: { op_id: id } }, text: id } })
  })
  await expect.poll(() => listWaiting().map(({ id }) => id)).toEqual(['c', 'b', 'a'])
  clock.mockRestore()
  storage.remove('access_token', 'waiting_moves')
  dispatchEvent(new Event('online'))
  expect((await Promise.allSettled(promises)).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
})

test('the list of a former version is migrated; unreadable calls are dropped', async () => {
  fetched.mockImplementation(() => createResponse(200, {}))
  storage.set('waiting_moves', [storedCall('a'), storedCall('b', { refused: 'No.' })])
  for (const text of ['{', 'null']) localStorage.setItem(`waiting_moves.unreadable ${text}`, text)
  start()
  await expect.poll(listWaiting).toMatchObject([{ id: 'b', refused: 'No.' }])
  expect(sentIds()).toEqual(['a'])
  expect(Object.keys(localStorage).filter((key) => key.startsWith('waiting'))).toEqual(['waiting_moves.b'])
})
