import { expect, test } from 'vitest'
import { currentSource } from './playback.ts'

test('the source is that of the link that opened the page', () => {
  const sourceOf = (query: string) => currentSource(`http://choice.test/en/playlists${query}`)
  expect(['?via=whatsapp', '?playlist=a&via=feed', '', '?via=', '?via=UP', '?via=a:b'].map(sourceOf)).toEqual([
    'share:whatsapp',
    'feed',
    'direct',
    'direct',
    'direct',
    'direct',
  ])
  expect(currentSource()).toBe('direct')
})
