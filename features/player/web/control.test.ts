import { beforeEach, expect, test, vi } from 'vitest'
import { PlayerControl } from './control.ts'
import { playerPreferences } from './preferences.ts'

/** A minimal fake media element whose time stands still. */
class FakeMedia extends EventTarget {
  paused = true
  volume = 1
  muted = false
  playbackRate = 1
  readyState = 4
  streamType = 'on-demand'
  duration = 100
  targetLiveWindow = Number.NaN
  liveSyncPosition: number | undefined
  #time = 0
  get currentTime() {
    return this.#time
  }
  set currentTime(seconds: number) {
    this.#time = seconds
    this.dispatchEvent(new Event('timeupdate'))
  }
  get seekable() {
    return { length: 1, start: () => 20, end: () => 100 }
  }
  play() {
    this.paused = false
    this.dispatchEvent(new Event('play'))
    return Promise.resolve()
  }
  pause() {
    this.paused = true
    this.dispatchEvent(new Event('pause'))
  }
  hasAttribute() {
    return false
  }
  querySelector() {
    return null
  }
}

let media: FakeMedia
let control: PlayerControl

async function attach(overrides: Partial<FakeMedia> = {}) {
  media = Object.assign(new FakeMedia(), overrides)
  control = new PlayerControl(playerPreferences)
  control.store.subscribe(() => {})
  control.attach(media)
  await vi.waitFor(() => expect(control.store.getState().mediaStreamType).toBe(media.streamType))
}

beforeEach(async () => {
  localStorage.clear()
  await attach()
})

test('plays and pauses', () => {
  control.perform({ do: 'toggle' })
  expect(media.paused).toBe(false)
  control.perform({ do: 'toggle' })
  expect(media.paused).toBe(true)
})

test('seeks stay within the range, also when keys are pressed faster than the media responds', () => {
  for (const seconds of [30, 30, -10]) control.perform({ do: 'jump', by: seconds })
  expect(media.currentTime).toBe(50)
  control.perform({ do: 'jump', by: 300 })
  expect(media.currentTime).toBe(100)
  control.perform({ do: 'jump', by: -300 })
  expect(media.currentTime).toBe(0)
})

test('a digit seeks to that tenth', () => {
  control.perform({ do: 'seek', to: 0.7 })
  expect(media.currentTime).toBe(70)
})

test('a live stream seeks between the start of its window and its edge', async () => {
  await attach({ streamType: 'live', duration: Number.POSITIVE_INFINITY, targetLiveWindow: Number.POSITIVE_INFINITY, liveSyncPosition: 94 })
  control.perform({ do: 'jump', by: 300 })
  expect(media.currentTime).toBe(94)
  control.perform({ do: 'seek', to: 0 })
  expect(media.currentTime).toBe(20)
  control.goToLive()
  expect([media.currentTime, media.paused]).toEqual([94, false])
})

test('a live stream resumes at its edge without seeking, and at its position with seeking', async () => {
  await attach({ streamType: 'live', targetLiveWindow: 0, liveSyncPosition: 94 })
  control.perform({ do: 'toggle' })
  expect([media.currentTime, media.paused]).toEqual([94, false])
  await attach({ streamType: 'live', targetLiveWindow: Number.POSITIVE_INFINITY, liveSyncPosition: 94 })
  media.currentTime = 40
  control.perform({ do: 'toggle' })
  expect([media.currentTime, media.paused]).toEqual([40, false])
})

test('volume, mute and speed apply to the next item', async () => {
  control.setVolume(0.4)
  control.setMuted(true)
  control.setSpeed(1.5)
  expect([media.volume, media.muted, media.playbackRate]).toEqual([0.4, true, 1.5])
  await attach()
  control.applySpeed()
  expect([media.volume, media.muted, media.playbackRate]).toEqual([0.4, true, 1.5])
})

test('a live stream always has normal speed', async () => {
  control.setSpeed(2)
  await attach({ streamType: 'live' })
  control.applySpeed()
  expect(media.playbackRate).toBe(1)
})

test('zero volume mutes, and unmuting restores the volume', () => {
  control.setVolume(0.4)
  control.setVolume(0)
  expect(playerPreferences.get()).toMatchObject({ muted: true, volume: 0.4 })
})

test.each([
  [0.05, 0.45],
  [-0.05, 0.35],
])('while muted, a volume change of %d starts from the previous volume', async (by, volume) => {
  control.setVolume(0.4)
  control.setMuted(true)
  await attach()
  control.perform({ do: 'volume', by })
  expect([media.volume, media.muted]).toEqual([volume, false])
  expect(playerPreferences.get()).toMatchObject({ volume, muted: false })
})

test('invalid stored values are ignored', () => {
  localStorage.setItem(
    'player',
    JSON.stringify({ speed: 90, volume: '1', muted: 'yes', captions: 3, audio: {}, allowed: ['youtube', 4], channel: 7 }),
  )
  expect(playerPreferences.get()).toEqual({
    playNext: true,
    speed: 1,
    volume: 1,
    muted: false,
    captions: null,
    audio: null,
    allowed: ['youtube'],
    channel: null,
    startsOn: true,
  })
  localStorage.setItem('player', 'null')
  expect(playerPreferences.get()).toMatchObject({ speed: 1, allowed: [] })
})
