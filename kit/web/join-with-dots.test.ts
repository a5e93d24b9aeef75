import { expect, test } from 'vitest'
import { isolateDirection } from '#kit/contract/isolated.ts'
import { joinWithDots } from './join-with-dots.ts'

test('texts are joined, without empty ones', () => expect(joinWithDots(['One', false, '', null, undefined, 'Two'])).toBe('One · Two'))

test.each([
  ['plain', 'plain'],
  ['\u202Eturned', '\u2068turned\u2069'],
  ['\u2069\u202Eout of its isolate', '\u2068out of its isolate\u2069'],
  ['שלום', '\u2068שלום\u2069'],
])('the text %j can’t change the direction of the text behind it', (text, expected) => expect(isolateDirection(text)).toBe(expected))
