import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { beforeEach, expect, test } from 'vitest'
import type { SubjectOf } from '#shell/subjects.ts'
import { SharedLine } from './SharedLine.tsx'

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
})

/** Renders the line of a video that was shared from the URL, and returns its link. */
function linkOf(url: string): HTMLAnchorElement | null {
  const subject = {
    id: 'a',
    name: 'A film',
    place: { video: { shared: { url, shared_at: '2026-05-01T18:02:00.000Z' } }, series: { videos: [], shared: null } },
  } as unknown as SubjectOf<'video'>
  const page = document.createElement('div')
  const root = createRoot(page)
  act(() => root.render(<SharedLine subject={subject} />))
  const link = page.querySelector('a')
  act(() => root.unmount())
  return link
}

test('a source on this site opens in the language of the page', () => {
  const link = linkOf('/nl/playlists?playlist=b&video=c')
  expect(link?.getAttribute('href')).toBe('/en/playlists?playlist=b&video=c')
  expect(link?.target).toBe('')
})

test('a source on another site opens in a new tab and gains no rank', () => {
  const link = linkOf('https://elsewhere.test/news?id=7')
  expect(link?.getAttribute('href')).toBe('https://elsewhere.test/news?id=7')
  expect([link?.target, link?.rel]).toEqual(['_blank', 'noopener nofollow ugc'])
  expect(link?.textContent).toBe('Found at elsewhere.test')
  expect(link?.getAttribute('aria-label')).toContain('opens elsewhere.test')
})

test('a source on a site that has become this one opens here, in the language of the page', () => {
  const link = linkOf(`${location.origin}/nl/playlists?playlist=b&video=c#x`)
  expect(link?.getAttribute('href')).toBe('/en/playlists?playlist=b&video=c')
  expect([link?.target, link?.textContent]).toEqual(['', 'Where it was found'])
})
