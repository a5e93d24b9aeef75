import { expect, test } from 'vitest'
import { createPreview } from './preview.ts'

test('pictures of the copy load and decode at once', () => {
  const card = document.createElement('article')
  card.innerHTML = '<img loading="lazy" decoding="async" alt="">'
  const copy = card.cloneNode(true) as HTMLElement
  createPreview(copy, card)
  const { loading, decoding } = document.querySelector('img')!
  expect([loading, decoding]).toEqual(['eager', 'sync'])
})
