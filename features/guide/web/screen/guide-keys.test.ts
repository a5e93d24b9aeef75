import { expect, test } from 'vitest'
import { guideCommandOf } from './guide-keys.ts'

const without = { altKey: false, ctrlKey: false, metaKey: false, shiftKey: false }

test.each([
  ['Enter', {}, 'open'],
  [' ', { shiftKey: true }, 'open'],
  ['Info', { ctrlKey: true }, 'open'],
  ['ArrowLeft', {}, 'left'],
  ['ArrowLeft', { shiftKey: true }, 'previousDay'],
  ['ArrowDown', { shiftKey: true }, undefined],
  ['ArrowDown', { ctrlKey: true }, undefined],
  ['MediaTrackNext', { shiftKey: true }, 'nextDay'],
  ['ChannelUp', {}, 'pageUp'],
  ['Home', {}, 'now'],
  ['End', { shiftKey: true }, 'tonight'],
  ['Home', { ctrlKey: true }, 'first'],
  ['End', { ctrlKey: true }, 'last'],
  ['End', { altKey: true }, undefined],
  ['Enter', { metaKey: true }, undefined],
  ['a', {}, undefined],
])('%s with %o: %s', (key, modifiers, command) => {
  expect(guideCommandOf({ ...without, ...modifiers, key })).toBe(command)
})
