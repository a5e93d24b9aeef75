import { expect, test } from 'vitest'
import { frameProtocols } from './protocols.ts'

const { youtube, vimeo, peertube } = frameProtocols
const json = (value: unknown) => JSON.stringify(value)

test.each([
  [
    { event: 'infoDelivery', info: { playerState: 1, currentTime: 4.5, duration: 60, volume: 40, muted: false } },
    { playing: true, ended: false, time: 4.5, duration: 60, volume: 0.4, muted: false },
  ],
  [{ event: 'infoDelivery', info: { playerState: 3 } }, { ended: false }],
  [
    { event: 'infoDelivery', info: { playerState: 2 } },
    { playing: false, ended: false },
  ],
  [
    { event: 'onStateChange', info: 0 },
    { playing: false, ended: true },
  ],
  [{ event: 'infoDelivery', info: { duration: 0, currentTime: 'x' } }, {}],
])('YouTube reports %o', (message, state) => expect(youtube?.read(json(message))).toEqual({ state }))

test('YouTube gets handshake and commands as from its own interface', () => {
  expect(youtube?.parameters('https://tv.test')).toMatchObject({ enablejsapi: '1', origin: 'https://tv.test' })
  expect(youtube?.handshake.map((text) => JSON.parse(String(text)))).toMatchObject([{ event: 'listening' }, { args: ['onError'] }])
  expect(JSON.parse(String(youtube?.seek(12)))).toMatchObject({ event: 'command', func: 'seekTo', args: [12, true] })
})

test('YouTube is asked to report errors once ready', () => {
  expect(youtube?.read(json({ event: 'onReady' }))?.reply?.map((text) => JSON.parse(String(text)))).toMatchObject([
    { event: 'command', func: 'addEventListener', args: ['onError'] },
  ])
})

test.each([
  [2, 'gone'],
  [5, 'format'],
  [100, 'gone'],
  [101, 'refused'],
  [150, 'refused'],
  [153, 'refused'],
  [7, 'unreachable'],
  ['x', 'unreachable'],
])('error %s of YouTube is a failure: %s', (info, failure) => expect(youtube?.read(json({ event: 'onError', info }))).toEqual({ failure }))

test.each([
  [{ name: 'NotFoundError', method: 'ready' }, { failure: 'gone' }],
  [{ name: 'PrivacyError', method: 'play' }, { failure: 'refused' }],
  [{ name: 'PasswordError' }, { failure: 'refused' }],
  [{ name: 'Error' }, { failure: 'unreachable' }],
  [undefined, { failure: 'unreachable' }],
  // A failed method call.
  [{ name: 'NotAllowedError', method: 'play' }, {}],
  [{ name: 'toString', method: 'setVolume' }, {}],
])('error %o of Vimeo: %o', (data, read) => expect(vimeo?.read({ event: 'error', data })).toEqual(read))

test.each([
  [
    { event: 'play', data: { seconds: 1, duration: 30 } },
    { playing: true, ended: false, time: 1, duration: 30 },
  ],
  [{ event: 'pause', data: {} }, { playing: false }],
  [{ event: 'timeupdate', data: { seconds: 2.5 } }, { time: 2.5 }],
  [
    { event: 'ended', data: { seconds: 30 } },
    { playing: false, ended: true, time: 30 },
  ],
])('Vimeo reports %o', (message, state) => expect(vimeo?.read(message)).toEqual({ state }))

test('Vimeo is asked to report once ready', () => {
  expect(vimeo?.read(json({ event: 'ready' }))?.reply).toContainEqual({ method: 'addEventListener', value: 'ended' })
})

test('PeerTube needs a handshake before it reports', () => {
  const { reply } = peertube?.read(json({ method: 'peertube::__ready', params: 'ping' })) ?? {}
  expect(reply?.map((text) => JSON.parse(String(text)))).toEqual([{ method: 'peertube::__ready', params: 'pong' }])
  const status = { position: 8, duration: 90, volume: 0.5, playbackState: 'playing' }
  expect(peertube?.read(json({ method: 'peertube::playbackStatusUpdate', params: status }))).toEqual({
    state: { playing: true, ended: false, time: 8, duration: 90, volume: 0.5 },
  })
  expect(peertube?.read(json({ method: 'peertube::playbackStatusChange', params: 'ended' }))).toEqual({
    state: { playing: false, ended: true },
  })
})

test('each request to PeerTube has its own number', () => {
  const ids = [peertube?.play(), peertube?.pause()].map((text) => (JSON.parse(String(text)) as { id: number }).id)
  expect(new Set(ids).size).toBe(2)
})

test.each([youtube, vimeo, peertube])('ignores foreign messages', (protocol) => {
  for (const data of ['', 'not json', '[]', 'null', 12, null, undefined, { some: 'thing' }]) expect(protocol?.read(data)).toBeUndefined()
})
