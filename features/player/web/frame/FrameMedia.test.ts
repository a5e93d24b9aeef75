import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FrameMedia } from './FrameMedia.ts'
import { frameProtocols } from './protocols.ts'

const origin = 'https://www.youtube-nocookie.com'
let messages: { message: unknown; to: string }[]
let service: { postMessage: (message: unknown, to: string) => void }
let frame: HTMLIFrameElement
let media: FrameMedia

const sendFromFrame = (data: unknown, from: { source?: unknown; origin?: string } = {}) =>
  window.dispatchEvent(Object.assign(new Event('message'), { data: JSON.stringify(data), source: service, origin, ...from }))
const playing = { event: 'infoDelivery', info: { playerState: 1, currentTime: 3, duration: 60 } }

beforeEach(() => {
  messages = []
  service = { postMessage: (message, to) => messages.push({ message, to }) }
  frame = Object.assign(new EventTarget(), { src: `${origin}/embed/abcdefghijk`, contentWindow: service }) as unknown as HTMLIFrameElement
  media = new FrameMedia(frame, frameProtocols.youtube!)
})
afterEach(() => media.destroy())

test('greets the loaded frame, and only posts to its origin', () => {
  frame.dispatchEvent(new Event('load'))
  media.pause()
  expect(new Set(messages.map(({ to }) => to))).toEqual(new Set([origin]))
  expect(messages[0]?.message).toContain('listening')
  expect(messages.at(-1)?.message).toContain('pauseVideo')
})

test('reflects the frame’s state, with the usual events', () => {
  const events: string[] = []
  for (const type of ['connected', 'play', 'playing', 'pause', 'ended', 'timeupdate', 'durationchange'])
    media.addEventListener(type, () => events.push(type))
  sendFromFrame(playing)
  expect([media.paused, media.currentTime, media.duration]).toEqual([false, 3, 60])
  expect(events).toEqual(['connected', 'play', 'playing', 'timeupdate', 'durationchange'])
  sendFromFrame(playing)
  expect(events).toHaveLength(5)
  sendFromFrame({ event: 'onStateChange', info: 0 })
  expect(events.slice(5)).toEqual(['pause', 'ended'])
  expect([media.paused, media.ended]).toEqual([true, true])
})

test('ignores other windows and origins', () => {
  const listener = vi.fn<() => void>()
  media.addEventListener('connected', listener)
  sendFromFrame(playing, { source: window })
  sendFromFrame(playing, { origin: 'https://www.youtube-nocookie.com.evil.test' })
  expect(listener).not.toHaveBeenCalled()
  expect(media.paused).toBe(true)
})

test('reports why the service cannot play it', () => {
  const failures: unknown[] = []
  media.addEventListener('failure', (event) => failures.push((event as CustomEvent).detail))
  sendFromFrame({ event: 'onError', info: 150 })
  sendFromFrame({ event: 'onError', info: 100 }, { origin: 'https://evil.test' })
  expect(failures).toEqual(['refused'])
})

test('ignores messages after its end', () => {
  media.destroy()
  sendFromFrame(playing)
  expect(media.paused).toBe(true)
})

test('a service without mute is muted by volume, which is restored', () => {
  const peertube = new FrameMedia(frame, frameProtocols.peertube!)
  peertube.volume = 0.6
  peertube.muted = true
  expect([peertube.muted, peertube.volume]).toEqual([true, 0])
  peertube.muted = false
  expect([peertube.muted, peertube.volume]).toEqual([false, 0.6])
  peertube.destroy()
})
