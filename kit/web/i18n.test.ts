import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { t } from '#ui/texts.ts'
import { formatText, formatRichText, textsOf } from './i18n.ts'

const videos = { one: '{count} video', other: '{count} videos' }

test('fills in placeholders', () => {
  expect(formatText('Add to {name}', { name: 'Sleeper cars' })).toBe('Add to Sleeper cars')
  expect(formatText('Add to {name}')).toBe('Add to {name}')
})

test('a right-to-left name keeps its place in the sentence', () => {
  expect(formatText('“{name}” has {count} videos', { name: 'قطارات الليل', count: 3 })).toBe('“\u2068قطارات الليل\u2069” has 3 videos')
  expect(formatText('Nothing for “{name}”', { name: '\u202Ecba\u2069' })).toBe('Nothing for “\u2068cba\u2069”')
})

test('the count selects the plural form, and is formatted by language', () => {
  expect([1, 0, 12_345].map((count) => formatText(videos, { count }))).toEqual(['1 video', '0 videos', '12,345 videos'])
})

test('elements fill placeholders in any order', () => {
  const sentence = formatRichText('I agree to the {terms} of {year}', { terms: createElement('a', null, 'link'), year: 2026 })
  expect(renderToStaticMarkup(createElement('p', null, sentence))).toBe('<p>I agree to the <a>link</a> of 2026</p>')
})

test('the build replaces keys with texts: literal and conditional ones', () => {
  expect(t('load.failed')).toBe('This couldn’t be loaded. Check your connection and try again.')
  expect([true, false].map((isVisible) => t(isVisible ? 'password.hide' : 'password.show'))).toEqual(['Hide password', 'Show password'])
})

test('missing keys and texts missing in Dutch do not compile', () => {
  const { t: garden } = { t: textsOf<{ add: string }, { add: string }>() }
  // @ts-expect-error unknown key
  expect(() => garden('nothing')).toThrow('nothing')
  // @ts-expect-error missing in Dutch
  expect(textsOf<{ add: string; more: { less: string } }, { add: string; more: object }>()).toBeTypeOf('function')
})
