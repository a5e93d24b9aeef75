import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import type { Fetched, FetchOptions, FetchPublic } from '#kit/server/outbound.ts'
import { makeFolder } from '#test/folders.ts'
import { fetchFile } from './obtained-file.ts'

const path = join(makeFolder('obtained-file'), 'fetched')
const from = 'https://guides.example/moved.xml'
const head = { url: from, type: '', charset: undefined, validators: { etag: '"1"' } }
const whole: Fetched = { ...head, body: Buffer.alloc(0), isWhole: true }
const megabytes = (count: number) => Buffer.alloc(count * 1024 * 1024, 'x')

/** Milliseconds that have passed. */
let now = 0
beforeEach(() => {
  now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => now)
})
// Tests of other files run in this process.
afterAll(() => void vi.restoreAllMocks())

/** A host that sends as it is told. */
function host() {
  let take: NonNullable<FetchOptions['take']>
  let end: (fetched: Fetched) => void
  let fail: (error: Error) => void
  const fetchPublic: FetchPublic = (_, options) =>
    new Promise((resolve, reject) => {
      take = options!.take!
      end = resolve
      fail = reject
      options!.signal!.addEventListener('abort', () => reject(new Error('ended')))
    })
  const fetching = (mayArrive = true) =>
    fetchFile(fetchPublic, 'https://guides.example/a.xml', {
      path,
      maxBytes: 1e9,
      validators: { etag: '"0"' },
      mayArrive,
      signal: new AbortController().signal,
    })
  return {
    fetching,
    send: (bytes: Buffer) => take(bytes, head),
    end: (fetched = whole) => end(fetched),
    fail: (error: Error) => fail(error),
  }
}
const begun = () => new Promise(setImmediate)
/** Has it been settled by now? */
const isSettled = (promise: Promise<unknown>) =>
  Promise.race([
    promise.then(
      () => true,
      () => true,
    ),
    new Promise((resolve) => setTimeout(() => resolve(false), 50)),
  ])

test('what comes fast is handed over while it comes, and where its rest is told of to its end', async () => {
  const { fetching, send, end } = host()
  const obtaining = fetching()
  await vi.waitFor(() => send(megabytes(9)))
  const file = (await obtaining)!
  expect(file).toMatchObject({ path, url: from })
  expect(await file.arrivedAfter!(0)).toEqual({ bytes: 9 * 1024 * 1024, isWhole: false })
  const more = file.arrivedAfter!(9 * 1024 * 1024)
  expect(await isSettled(more)).toBe(false)
  await send(Buffer.concat([megabytes(1), Buffer.from('rest')]))
  expect(await more).toEqual({ bytes: 10 * 1024 * 1024, isWhole: false })
  const rest = file.arrivedAfter!(10 * 1024 * 1024)
  end()
  const bytes = 10 * 1024 * 1024 + 4
  expect(await rest).toMatchObject({ bytes })
  expect(await file.arrivedAfter!(bytes)).toEqual({ bytes, isWhole: true })
  expect(await file.validators!()).toEqual(head.validators)
  expect((await readFile(path)).equals(Buffer.concat([megabytes(10), Buffer.from('rest')]))).toBe(true)
  await file.stop!()
})

test.each([
  ['what comes slowly', 4001, true],
  ['a list', 0, false],
])('%s is handed over when all of it is there', async (_, ms, mayArrive) => {
  const { fetching, send, end } = host()
  const obtaining = fetching(mayArrive)
  await begun()
  now = ms
  await vi.waitFor(() => send(megabytes(9)))
  expect(await isSettled(obtaining)).toBe(false)
  end()
  const file = (await obtaining)!
  expect(file).toMatchObject({ path, url: from })
  expect(file.arrivedAfter).toBeUndefined()
  expect(await file.validators!()).toEqual(head.validators)
})

test('what is as it was is not handed over', async () => {
  const { fetching, end } = host()
  const obtaining = fetching()
  await vi.waitFor(() => end({ ...whole, isSame: true }))
  expect(await obtaining).toBeUndefined()
})

test('a download that breaks off fails whoever waits for more of it, or for all', async () => {
  const { fetching, send, fail } = host()
  const obtaining = fetching()
  await vi.waitFor(() => send(megabytes(9)))
  const file = (await obtaining)!
  const more = file.arrivedAfter!(9 * 1024 * 1024)
  fail(new Error('cut'))
  await expect(more).rejects.toThrow('cut')
  await expect(file.validators!()).rejects.toThrow('cut')
  await file.stop!()

  const other = host()
  const never = other.fetching()
  await vi.waitFor(() => other.fail(new Error('cut early')))
  await expect(never).rejects.toThrow('cut early')
})

test('what is far ahead of its reader comes at 50 MB a second, and faster when that has caught up', async () => {
  const { fetching, send } = host()
  const obtaining = fetching()
  await vi.waitFor(() => send(megabytes(9)))
  const file = (await obtaining)!
  const took = async (count: number) => {
    const begun = Date.now()
    await send(megabytes(count))
    return Date.now() - begun
  }
  await file.arrivedAfter!(0)
  await took(23)
  // Its clock may be a millisecond behind for each of the waits.
  expect(await took(10)).toBeGreaterThan(10 * 20 - 10)
  const again: number[] = []
  for (let there = 42; again.length < 5; there += 10) {
    await file.arrivedAfter!((there - 1) * 1024 * 1024)
    again.push(await took(10))
  }
  expect(Math.min(...again)).toBeLessThan(10 * 20 - 10)
  await file.stop!()
})

test('what nobody reads any more is not fetched to its end', async () => {
  const { fetching, send } = host()
  const obtaining = fetching()
  await vi.waitFor(() => send(megabytes(9)))
  const file = (await obtaining)!
  await file.stop!()
  await expect(file.validators!()).rejects.toThrow('ended')
})
