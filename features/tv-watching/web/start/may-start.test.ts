import { expect, test } from 'vitest'
import { mayStart, type StartConditions } from './may-start.ts'

const plan = { type: 'media', kind: 'hls', src: 'https://choice.test/live/index.m3u8', source: null, start: 0, mixed: false } as const
const startableConditions: StartConditions = {
  isEnabled: true,
  savesData: false,
  prefersStillness: false,
  isPlaying: false,
  plan,
  host: 'choice.test',
  allowed: [],
}

test('a stream of this site plays', () => {
  expect(mayStart(startableConditions)).toBe(true)
  expect(mayStart({ ...startableConditions, plan: { ...plan, kind: 'dash' } })).toBe(true)
})

test.each<[string, Partial<StartConditions>]>([
  ['the user turned it off', { isEnabled: false }],
  ['the browser saves data', { savesData: true }],
  ['motion is reduced', { prefersStillness: true }],
  ['the player is open', { isPlaying: true }],
  ['the stream is of another host', { plan: { ...plan, src: 'https://tv.test/index.m3u8' } }],
  ['the stream is of another port', { plan: { ...plan, src: 'https://choice.test:8443/index.m3u8' } }],
  ['another host is allowed', { plan: { ...plan, src: 'https://tv.test/index.m3u8' }, allowed: ['other.test', 'youtube'] }],
  ['the stream is relayed', { plan: { ...plan, isRelayed: true } }],
  ['the stream is insecure', { plan: { ...plan, mixed: true } }],
  ['it is a file', { plan: { ...plan, kind: 'file' } }],
  ['it has no stream', { plan: { type: 'nothing', reason: 'address', source: null } }],
])('nothing plays if %s', (_, changed) => {
  expect(mayStart({ ...startableConditions, ...changed })).toBe(false)
})

test('a stream of a host that the user allows plays', () => {
  expect(mayStart({ ...startableConditions, plan: { ...plan, src: 'https://tv.test/index.m3u8' }, allowed: ['tv.test'] })).toBe(true)
})
