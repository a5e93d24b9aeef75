import { expect, test } from 'vitest'
import { actionForKey } from './keys.ts'
import { spokenTime } from './Timeline.tsx'

const key = (name: string, overrides = {}) => actionForKey({ key: name, ctrlKey: false, metaKey: false, altKey: false, ...overrides })

test.each([
  [' ', { do: 'toggle' }],
  ['K', { do: 'toggle' }],
  ['MediaPlayPause', { do: 'toggle' }],
  ['j', { do: 'jump', by: -10 }],
  ['ArrowLeft', { do: 'jump', by: -10 }],
  ['l', { do: 'jump', by: 30 }],
  ['ArrowRight', { do: 'jump', by: 30 }],
  ['ArrowUp', { do: 'volume', by: 0.05 }],
  ['0', { do: 'seek', to: 0 }],
  ['7', { do: 'seek', to: 0.7 }],
  ['End', { do: 'seek', to: 1 }],
  ['f', { do: 'fullscreen' }],
  ['m', { do: 'mute' }],
  ['c', { do: 'captions' }],
  ['MediaTrackNext', { do: 'next' }],
])('the key "%s" does %o', (name, action) => expect(key(name)).toEqual(action))

test('other keys and browser shortcuts are ignored', () => {
  expect(key('Tab')).toBeUndefined()
  expect(key('Enter')).toBeUndefined()
  expect(key('f', { ctrlKey: true })).toBeUndefined()
  expect(key('ArrowLeft', { altKey: true })).toBeUndefined()
})

test.each([
  [0, 'en-GB', '0 seconds'],
  [1104, 'en-GB', '18 minutes, 24 seconds'],
  [3600, 'en-GB', '1 hour'],
  [61, 'nl-BE', '1 minuut en 1 seconde'],
])('%d seconds in %s are spoken as "%s"', (seconds, locale, words) => expect(spokenTime(seconds, locale)).toBe(words))
