import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { isCastable, openCastWindow } from './google-cast.ts'
import { type PlayableItem, planPlayback } from './plan.ts'

const item = (src: string): PlayableItem => ({ id: 'a', title: 'A film', subtitle: 'Films', src, href: '#a', partOf: 'A channel' })
const page = { href: 'https://choice.test/en/', protocol: 'https:', hostname: 'choice.test' }
const planFor = (src: string) => planPlayback(item(src), page)

beforeEach(() => vi.stubGlobal('chrome', {}))
afterEach(() => vi.unstubAllGlobals())

test.each([
  ['https://films.test/a.m3u8', true],
  ['https://films.test/a.mp4', true],
  // Refused, because receivers require https.
  ['http://films.test/a.mpd', false],
  ['https://films.test/a.mp3', false],
  ['https://films.test/a', false],
  ['https://www.youtube.com/watch?v=abcdefghijk', false],
])('whether %s can be cast: %s', (src, expected) => expect(isCastable(planFor(src))).toBe(expected))

test('items of this host are not cast, nor any without browser support', () => {
  const ownPlan = planPlayback(item('/media/files/a.mp4'), { ...page, href: location.href, protocol: location.protocol })
  expect(isCastable(ownPlan)).toBe(false)
  vi.unstubAllGlobals()
  Reflect.deleteProperty(globalThis, 'chrome')
  expect(isCastable(planFor('https://films.test/a.m3u8'))).toBe(false)
})

test('only the opened casting window gets the item, when it asks', () => {
  const castWindow = { closed: false, postMessage: vi.fn<(message: unknown, origin: string) => void>() }
  const open = vi.spyOn(window, 'open').mockReturnValue(castWindow as unknown as Window)
  const onPlaying = vi.fn<() => void>()
  const tools = {
    item: item('https://films.test/a.m3u8'),
    plan: planFor('https://films.test/a.m3u8'),
    isLive: false,
    position: 42,
    onPlaying,
  }
  expect(openCastWindow(tools)).toBe(true)
  // The URL of the session doesn't reveal the item.
  expect(open.mock.calls[0]?.[0]).toMatch(/^\/cast\?lang=(en|nl)$/)
  const receiveMessage = (data: unknown, source: unknown = castWindow, origin = 'null') =>
    window.dispatchEvent(Object.assign(new Event('message'), { data, source, origin }))
  receiveMessage({ cast: 'ready' }, {})
  receiveMessage({ cast: 'ready' }, castWindow, 'https://elsewhere.test')
  receiveMessage({ cast: 'ready' }, castWindow, location.origin)
  receiveMessage('ready')
  expect(castWindow.postMessage).not.toHaveBeenCalled()
  receiveMessage({ cast: 'ready' })
  const cast = {
    src: 'https://films.test/a.m3u8',
    type: 'application/vnd.apple.mpegurl',
    title: 'A film',
    subtitle: 'Films',
    isLive: false,
    position: 42,
  }
  expect(castWindow.postMessage).toHaveBeenCalledExactlyOnceWith({ cast: 'item', item: cast }, '*')
  receiveMessage({ cast: 'playing' })
  expect(onPlaying).toHaveBeenCalledOnce()
  open.mockReturnValue(null)
  expect(openCastWindow(tools)).toBe(false)
})
