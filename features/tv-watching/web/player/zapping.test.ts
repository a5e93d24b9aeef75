import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { nowPlaying } from '#features/player/web/now-playing.ts'
import { wasVideoClicked } from '#features/channels/web/clicked-videos.ts'
import type { ListedTvChannel } from '#features/guide/shapes.ts'
import { sampleTv } from '#features/guide/web/samples.ts'
import { toPlayableLive } from './playables.ts'
import { channelAt, tunedDial, lastChannel, setDial, tuneTo, lastZap } from './zapping.ts'
import { clearTypedNumber, typedNumber, handleNumberKey } from './typed-number.ts'

const channel = (name: string, number: number): ListedTvChannel => ({
  ...sampleTv(name, { number, liveStreamUrl: `https://live.test/${name}.m3u8` }),
  now: null,
  next: null,
})
const [first, second, third, nine] = [channel('one', 1), channel('two', 2), channel('three', 3), channel('nine', 9)] as const

const playingId = () => nowPlaying.get()?.items[0]?.id

beforeEach(() => {
  vi.useFakeTimers()
  nowPlaying.set({
    id: 1,
    items: [toPlayableLive(first)],
    index: 0,
    repeat: 'off',
    isOwn: false,
    autoplay: true,
    view: 'full',
    screen: undefined,
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  clearTypedNumber()
  lastChannel.set(undefined)
})

test('zapping continues before the next response, up to the last known channel', () => {
  setDial(first, [nine], [second, third])
  const names = () => [-2, -1, 1, 2, 3].map((by) => channelAt(tunedDial.get(), by)?.name)
  expect(names()).toEqual([undefined, 'nine', 'two', 'three', undefined])
  // Only the id of the tuned channel is known yet.
  setDial({ id: 'one' }, [nine], [second, third])
  expect(channelAt(tunedDial.get(), 0)).toBeUndefined()
  tuneTo(second, first)
  expect(playingId()).toBe('two')
  expect([channelAt(tunedDial.get(), 1)?.name, channelAt(tunedDial.get(), -1)?.name]).toEqual(['three', undefined])
  tuneTo(third, second)
  expect(channelAt(tunedDial.get(), 1)).toBeUndefined()
  expect(channelAt(tunedDial.get(), -1)?.name).toBe('two')
})

test('the player is kept, the new channel is shown at once, and the previous one becomes the last', () => {
  setDial(first, [], [second])
  tuneTo(second, first)
  expect(nowPlaying.get()).toMatchObject({ id: 1, view: 'full', autoplay: true, index: 0 })
  expect(lastZap.get()?.tv).toBe(second)
  expect(lastChannel.get()).toBe(first)
  expect(wasVideoClicked('two')).toBe(true)
  // The neighbours of a channel that was tuned elsewhere are not known yet.
  tuneTo(nine, second)
  expect([channelAt(tunedDial.get(), 1), channelAt(tunedDial.get(), -1)]).toEqual([undefined, undefined])
  expect(lastChannel.get()).toBe(second)
})

const fakeRead = (channels: ListedTvChannel[]) =>
  vi.stubGlobal(
    'fetch',
    vi.fn<typeof fetch>(async () => Response.json(channels)),
  )

test('a number is tuned after a delay, or at Enter; Backspace removes a digit', async () => {
  fakeRead([nine])
  const go = vi.fn<(tv: ListedTvChannel) => void>()
  expect(handleNumberKey('Backspace', go)).toBe(false)
  expect(handleNumberKey('Enter', go)).toBe(false)
  for (const key of ['1', '9', '5', 'Backspace', 'Backspace']) expect(handleNumberKey(key, go)).toBe(true)
  expect(typedNumber.get()).toEqual({ digits: '1' })
  expect(handleNumberKey('Backspace', go)).toBe(true)
  expect(typedNumber.get()).toBeUndefined()

  handleNumberKey('9', go)
  await vi.advanceTimersByTimeAsync(1400)
  expect(go).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(200)
  expect(go).toHaveBeenCalledExactlyOnceWith(nine)
  handleNumberKey('0', go)
  handleNumberKey('9', go)
  handleNumberKey('Enter', go)
  await vi.advanceTimersByTimeAsync(0)
  expect(go).toHaveBeenCalledTimes(2)
  expect(typedNumber.get()).toBeUndefined()
})

test('an unknown number shows an error, which disappears', async () => {
  // The nearest match by name is ignored.
  fakeRead([nine])
  const go = vi.fn<(tv: ListedTvChannel) => void>()
  handleNumberKey('7', go)
  handleNumberKey('Enter', go)
  await vi.advanceTimersByTimeAsync(0)
  expect(typedNumber.get()).toEqual({ digits: '7', failure: 'unknown' })
  // Digits typed from here on begin another number.
  handleNumberKey('8', go)
  expect(typedNumber.get()).toEqual({ digits: '8' })
  handleNumberKey('Enter', go)
  await vi.advanceTimersByTimeAsync(3000)
  expect(typedNumber.get()).toBeUndefined()
  expect(go).not.toHaveBeenCalled()
})
