import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createTransfers, type SenderEvents, type Transfer } from './transfers.ts'

const bytesPerMebibyte = 1024 * 1024
const film = (name: string) => new File([new Uint8Array(10)], name, { type: 'video/mp4' })

/** Creates a fake sender, whose calls are recorded in `log`. */
function createFakeSender() {
  const events: Record<string, SenderEvents> = {}
  const log: string[] = []
  const transfers = createTransfers({
    open: (transfer: Transfer, senderEvents) => {
      const { name } = transfer.file
      events[name] = senderEvents
      log.push(`open ${name} ${transfer.uploadId ?? 'new'}`)
      return Promise.resolve({ start: () => void log.push(`start ${name}`), stop: () => void log.push(`stop ${name}`) })
    },
    remove: (id) => {
      log.push(`remove ${id}`)
      return id === 'kept' ? Promise.reject(new Error('no')) : Promise.resolve()
    },
  })
  const to = { ownerId: 'ann', playlistId: 'p', seriesId: 's', title: '' }
  return {
    transfers,
    log,
    add: (...names: string[]) => transfers.add(names.map((name) => ({ ...to, file: film(name) }))),
    begun: (name: string, id: string) => transfers.add([{ ...to, file: film(name), resumed: { id, received: 4 } }]),
    eventsOf: (name: string) => events[name]!,
    keyOf: (name: string) => transfers.get().find(({ file }) => file.name === name)!.key,
    states: () => Object.fromEntries(transfers.get().map(({ file, state }) => [file.name, state])),
  }
}
const runPendingTimers = () => vi.advanceTimersByTimeAsync(0)

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('two uploads run at a time, others in order; a paused one gives its slot to the next', async () => {
  const { transfers, add, eventsOf, keyOf, states, log } = createFakeSender()
  add('a', 'b', 'c', 'd')
  await runPendingTimers()
  expect(states()).toEqual({ a: 'sending', b: 'sending', c: 'queued', d: 'queued' })
  transfers.pause(keyOf('a'))
  await runPendingTimers()
  expect(states()).toEqual({ a: 'paused', b: 'sending', c: 'sending', d: 'queued' })
  eventsOf('b').done()
  await runPendingTimers()
  expect(states()).toEqual({ a: 'paused', b: 'sent', c: 'sending', d: 'sending' })
  transfers.resume(keyOf('a'))
  await runPendingTimers()
  expect(states()['a']).toBe('queued')
  eventsOf('c').done()
  await runPendingTimers()
  expect(states()).toEqual({ a: 'sending', b: 'sent', c: 'sent', d: 'sending' })
  // The same sender continues, so nothing is sent twice.
  expect(log.filter((line) => line.endsWith(' a') || line === 'open a new')).toEqual(['open a new', 'start a', 'stop a', 'start a'])
})

test('an interrupted upload resumes by itself, with growing delays, and at once when online', async () => {
  const { transfers, add, eventsOf, states, log } = createFakeSender()
  const starts = () => log.filter((line) => line === 'start a').length
  add('a')
  await runPendingTimers()
  for (const [delayMs, startsThen] of [
    [1000, 2],
    [2000, 3],
    [5000, 4],
    [10_000, 5],
    [30_000, 6],
    [30_000, 7],
  ] as const) {
    eventsOf('a').interrupted()
    expect(states()).toEqual({ a: 'interrupted' })
    await vi.advanceTimersByTimeAsync(delayMs - 1)
    expect(starts()).toBe(startsThen - 1)
    await vi.advanceTimersByTimeAsync(1)
    expect(starts()).toBe(startsThen)
  }
  eventsOf('a').progressed(6)
  eventsOf('a').interrupted()
  await vi.advanceTimersByTimeAsync(1000)
  expect(starts()).toBe(8)
  eventsOf('a').interrupted()
  transfers.reconnect()
  await runPendingTimers()
  expect(starts()).toBe(9)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(starts()).toBe(9)
})

test('a held-up upload resumes by itself, and shows the reason', async () => {
  const { transfers, add, eventsOf } = createFakeSender()
  add('a')
  await runPendingTimers()
  eventsOf('a').interrupted('rate-limit')
  expect(transfers.get()).toMatchObject([{ state: 'interrupted', interruptedBy: 'rate-limit' }])
  await vi.advanceTimersByTimeAsync(1000)
  expect(transfers.get()).toMatchObject([{ state: 'sending' }])
  eventsOf('a').interrupted()
  expect(transfers.get()).toMatchObject([{ state: 'interrupted', interruptedBy: 'connection' }])
})

test('an interrupted upload delays no others', async () => {
  const { add, eventsOf, states } = createFakeSender()
  add('a', 'b', 'c')
  await runPendingTimers()
  eventsOf('a').interrupted()
  await runPendingTimers()
  expect(states()).toEqual({ a: 'interrupted', b: 'sending', c: 'sending' })
})

test('a refusal stays with its reason; a retry starts again if the server no longer knows the upload', async () => {
  const { transfers, add, eventsOf, keyOf, log } = createFakeSender()
  add('a')
  await runPendingTimers()
  eventsOf('a').created('u1')
  eventsOf('a').progressed(5)
  eventsOf('a').refused('No room', false)
  expect(transfers.get()).toMatchObject([{ state: 'refused', reason: 'No room', uploadId: 'u1', sentBytes: 5 }])
  transfers.resume(keyOf('a'))
  await runPendingTimers()
  expect(log.at(-2)).toBe('open a u1')
  expect(transfers.get()).toMatchObject([{ state: 'sending', reason: undefined }])
  eventsOf('a').refused('Gone', true)
  expect(transfers.get()).toMatchObject([{ uploadId: undefined, sentBytes: 0 }])
  transfers.resume(keyOf('a'))
  await runPendingTimers()
  expect(log.at(-2)).toBe('open a new')
})

test('a cancelled upload is deleted on the server, or stays paused if that fails', async () => {
  const { transfers, add, begun, keyOf, states, log, eventsOf } = createFakeSender()
  add('a', 'b')
  begun('c', 'kept')
  await runPendingTimers()
  eventsOf('a').created('u1')
  await transfers.cancel(keyOf('a'))
  expect(log).toContain('remove u1')
  expect(states()).toEqual({ b: 'sending', c: 'sending' })
  // Upload b doesn't exist on the server yet, so no call removes it.
  await transfers.cancel(keyOf('b'))
  expect(log.filter((line) => line.startsWith('remove'))).toEqual(['remove u1'])
  await expect(transfers.cancel(keyOf('c'))).rejects.toThrow('no')
  expect(states()).toEqual({ c: 'paused' })
})

test('parts already on the server count as progress', async () => {
  const { transfers, begun, log } = createFakeSender()
  begun('a', 'u7')
  await runPendingTimers()
  expect(log).toEqual(['open a u7', 'start a'])
  expect(transfers.get()).toMatchObject([{ uploadId: 'u7', sentBytes: 4 }])
})

test('a failed load of the code counts as an interruption', async () => {
  const open = vi.fn<() => Promise<never>>(() => Promise.reject(new Error('offline')))
  const transfers = createTransfers({ open, remove: () => Promise.resolve() })
  transfers.add([{ ownerId: 'ann', playlistId: 'p', seriesId: 's', title: '', file: film('a') }])
  await runPendingTimers()
  expect(transfers.get()).toMatchObject([{ state: 'interrupted' }])
  await vi.advanceTimersByTimeAsync(1000)
  expect(open).toHaveBeenCalledTimes(2)
})

test('an upload paused while its code loads does not start', async () => {
  const { transfers, add, keyOf, log } = createFakeSender()
  add('a')
  transfers.pause(keyOf('a'))
  await runPendingTimers()
  expect(log).toEqual(['open a new'])
})

test('after a logout an upload waits; it resumes for the same user, and is dropped for another', async () => {
  const { transfers, add, states, log } = createFakeSender()
  add('a', 'b', 'c')
  await runPendingTimers()
  transfers.hold()
  expect(states()).toEqual({ a: 'interrupted', b: 'interrupted', c: 'interrupted' })
  expect(log.slice(-2)).toEqual(['stop a', 'stop b'])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(log.at(-1)).toBe('stop b')
  transfers.attend('ann')
  await runPendingTimers()
  expect(states()).toEqual({ a: 'sending', b: 'sending', c: 'queued' })
  transfers.attend('bob')
  expect(transfers.get()).toEqual([])
})

test('progress updates some times per second, always including the last', async () => {
  const file = new File([new Uint8Array(bytesPerMebibyte)], 'a', { type: 'video/mp4' })
  const { transfers, eventsOf } = createFakeSender()
  transfers.add([{ ownerId: 'ann', playlistId: 'p', seriesId: 's', title: '', file }])
  await runPendingTimers()
  const progressValues: number[] = []
  transfers.subscribe(() => progressValues.push(transfers.get()[0]!.sentBytes))
  for (let sentBytes = 1; sentBytes <= 100; sentBytes++) {
    await vi.advanceTimersByTimeAsync(10)
    eventsOf('a').progressed(sentBytes)
  }
  expect(progressValues.length).toBeLessThanOrEqual(5)
  eventsOf('a').progressed(bytesPerMebibyte)
  expect(progressValues.at(-1)).toBe(bytesPerMebibyte)
})
