import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { setTexts, textsOf } from './i18n.ts'

const en = {
  add: { title: 'Add to {name}', terms: 'I agree to the {terms} of {year}' },
  videos: { one: '{count} video', other: '{count} videos' },
}

test('a text is found by its path and filled in, also when it was asked for before it came', () => {
  const t = textsOf<typeof en>('garden')
  setTexts({ garden: en })
  expect(t('add.title', { name: 'Sleeper cars' })).toBe('Add to Sleeper cars')
})

test('the count chooses the plural, and is written as the language writes numbers', () => {
  const t = textsOf<typeof en>('garden')
  setTexts({ garden: en })
  expect(t('videos', { count: 1 })).toBe('1 video')
  expect(t('videos', { count: 0 })).toBe('0 videos')
  expect(t('videos', { count: 12_345 })).toBe('12,345 videos')
})

test('elements stand where the sentence wants them', () => {
  const t = textsOf<typeof en>('garden')
  setTexts({ garden: en })
  const sentence = t.rich('add.terms', { terms: createElement('a', null, 'link'), year: 2026 })
  expect(renderToStaticMarkup(createElement('p', null, sentence))).toBe('<p>I agree to the <a>link</a> of 2026</p>')
})

test('a key that is not there does not compile', () => {
  const t = textsOf<typeof en>('garden')
  setTexts({ garden: en })
  // @ts-expect-error no such key
  expect(t('add.nothing')).toBe('add.nothing')
})
