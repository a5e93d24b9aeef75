import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type CastItem, castDataId, type CastTexts } from '../../cast-data.ts'

const texts: CastTexts = {
  starting: 'Starting',
  choosing: 'Choosing',
  playing: 'On {device}',
  failed: 'Failed',
  again: 'Again',
  stop: 'Stop',
}
const item: CastItem = {
  src: 'https://a.test/1.m3u8',
  type: 'application/vnd.apple.mpegurl',
  title: 'A film',
  subtitle: 'Films',
  isLive: false,
  position: 42,
}

const messages: unknown[] = []
const received: [message: unknown, origin: string][] = []
const opener = { postMessage: (...message: [unknown, string]) => void received.push(message) }
let scripts: HTMLScriptElement[] = []
let requestSession: () => Promise<unknown>

/** A stub of Google's library; no receiver exists. */
const castLibrary = {
  cast: {
    framework: {
      CastContext: {
        getInstance: () => ({
          setOptions: (options: unknown) => messages.push(options),
          requestSession: () => requestSession(),
          getCurrentSession: () => ({
            loadMedia: async (request: unknown) => void messages.push(request),
            getCastDevice: () => ({ friendlyName: 'the big screen' }),
          }),
          endCurrentSession: () => messages.push('ended'),
        }),
      },
    },
  },
  chrome: {
    cast: {
      AutoJoinPolicy: { ORIGIN_SCOPED: 'origin_scoped' },
      media: {
        DEFAULT_MEDIA_RECEIVER_APP_ID: 'default',
        StreamType: { LIVE: 'LIVE', BUFFERED: 'BUFFERED' },
        // Constructed with `new`, like the library's own.
        MediaInfo: function (contentId: string, contentType: string) {
          return { contentId, contentType }
        },
        GenericMediaMetadata: function () {
          return {}
        },
        LoadRequest: function (media: unknown) {
          return { media }
        },
      },
    },
  },
}

const find = (id: string) => document.getElementById(id)!
const state = () => find('state').textContent
const receiveMessage = (data: unknown, source: unknown = opener, origin = location.origin) =>
  window.dispatchEvent(Object.assign(new Event('message'), { data, source, origin }))
const clickButton = () => find('start').querySelector('button')!.click()
const announceDevices = (isAvailable: boolean) => {
  Object.assign(window, castLibrary)
  ;(window as unknown as { __onGCastApiAvailable: (isAvailable: boolean) => void }).__onGCastApiAvailable(isAvailable)
}

beforeAll(async () => {
  document.body.innerHTML = `<h1 id="title"></h1><p id="state"></p><div id="start"><button></button></div>
    <button id="again" hidden></button><button id="stop" hidden></button><script type="application/json" id="${castDataId}">${JSON.stringify(texts)}</script>`
  Object.defineProperty(window, 'opener', { value: opener, configurable: true })
  vi.spyOn(document.head, 'append').mockImplementation((...nodes) => void scripts.push(...(nodes as HTMLScriptElement[])))
  vi.spyOn(window, 'close').mockReturnValue()
  await import('./main.ts')
})
beforeEach(() => {
  vi.useFakeTimers()
  scripts = []
  requestSession = () => Promise.resolve()
})
afterEach(() => vi.useRealTimers())
afterAll(() => vi.restoreAllMocks())

test('asks only its opener for the item, and loads nothing before a press', () => {
  expect(received).toEqual([[{ cast: 'ready' }, location.origin]])
  receiveMessage({ cast: 'item', item: { ...item, title: 'A stranger’s' } }, {})
  receiveMessage({ cast: 'item', item: { ...item, title: 'Of another host' } }, opener, 'https://elsewhere.test')
  expect(find('title').textContent).toBe('')
  receiveMessage({ cast: 'item', item })
  expect(find('title').textContent).toBe('A film')
  expect(scripts).toEqual([])
})

test('a library that fails to load or work shows the given message, and can be retried', async () => {
  clickButton()
  expect(state()).toBe('Starting')
  await vi.advanceTimersByTimeAsync(999)
  expect(scripts).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(scripts.map(({ src }) => src)).toEqual(['https://www.gstatic.com/cv/js/sender/v1/cast_sender.js?loadCastFramework=1'])
  scripts[0]!.dispatchEvent(new Event('error'))
  await vi.advanceTimersByTimeAsync(0)
  expect([state(), find('again').hidden]).toEqual(['Failed', false])
  find('again').click()
  announceDevices(false)
  await vi.advanceTimersByTimeAsync(0)
  expect([scripts.length, state()]).toEqual([2, 'Failed'])
})

test('after dismissing the device list casting can be retried; then it plays from the position, and the player is notified', async () => {
  requestSession = () => Promise.reject(Object.assign(new Error('closed'), { code: 'cancel' }))
  find('again').click()
  expect(state()).toBe('Choosing')
  announceDevices(true)
  await vi.advanceTimersByTimeAsync(0)
  expect([state(), find('again').hidden]).toEqual(['', false])

  requestSession = () => Promise.resolve()
  find('again').click()
  await vi.advanceTimersByTimeAsync(0)
  expect([state(), find('stop').hidden]).toEqual(['On the big screen', false])
  expect(messages).toMatchObject([
    { receiverApplicationId: 'default', autoJoinPolicy: 'origin_scoped' },
    {
      currentTime: 42,
      media: { contentId: item.src, contentType: item.type, streamType: 'BUFFERED', metadata: { title: 'A film', subtitle: 'Films' } },
    },
  ])
  expect(received.at(-1)).toEqual([{ cast: 'playing' }, location.origin])
  find('stop').click()
  expect(messages.at(-1)).toBe('ended')
  expect(window.close).toHaveBeenCalled()
})
