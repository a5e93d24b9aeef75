import { afterEach, beforeEach, expect, test, vi } from 'vitest'

vi.mock('dashjs', () => ({ MediaPlayer: () => ({ create: () => ({}) }) }))
await import('./DashMedia.ts')

let media: HTMLMediaElement
let isSeeking = false
const positions: number[] = []

beforeEach(() => {
  vi.useFakeTimers()
  positions.length = 0
  isSeeking = false
  media = document.createElement('dash-media') as HTMLMediaElement
  const native = document.createElement('video')
  native.slot = 'media'
  Object.defineProperty(native, 'seeking', { get: () => isSeeking })
  Object.defineProperty(native, 'currentTime', {
    get: () => positions.at(-1) ?? 0,
    set: (seconds: number) => {
      positions.push(seconds)
      isSeeking = true
    },
  })
  media.append(native)
  document.body.append(media)
})
afterEach(() => {
  media.remove()
  vi.useRealTimers()
})

test('seeks during a seek are combined into one, which waits for a limited time', async () => {
  media.currentTime = 100
  for (let times = 0; times < 3; times++) media.currentTime -= 10
  expect(positions).toEqual([100])
  expect(media.currentTime).toBe(70)
  await vi.advanceTimersByTimeAsync(1500)
  expect(positions).toEqual([100, 70])
  expect(media.currentTime).toBe(70)
  isSeeking = false
  media.currentTime = 200
  expect(positions).toEqual([100, 70, 200])
})

test('a seek that hangs after it interrupted another one is repeated until it ends, after twice as long each time', async () => {
  media.currentTime = 100
  media.currentTime = 70
  await vi.advanceTimersByTimeAsync(1500 + 3000 + 6000)
  expect(positions).toEqual([100, 70, 70, 70])
  media.currentTime = 50
  await vi.advanceTimersByTimeAsync(1500)
  expect(positions.slice(4)).toEqual([50])
  isSeeking = false
  media.remove()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(positions.slice(4)).toEqual([50])
})
