import { QueryClientProvider } from '@tanstack/react-query'
import { act, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '#kit/web/query-client.ts'
import { cards } from '#ui/drag/elements.ts'
import { sampleChannel } from '../samples.ts'
import { ChannelDetail } from './ChannelDetail.tsx'

const channel = sampleChannel({ s1: ['a', 'b'], s2: ['c'] })
const openingVideo = channel.series[0]!.videos[0]!

let article: HTMLElement
let root: ReturnType<typeof createRoot>
const dispatchOn = (card: string, type: 'focusin' | 'pointerover') =>
  act(() => {
    article.querySelector(`[data-card=${card}]`)!.dispatchEvent(new Event(type, { bubbles: true }))
  })
const advanceTime = (ms: number) =>
  act(() => {
    vi.advanceTimersByTime(ms)
  })
const render = (detail: ReactNode) => root.render(<QueryClientProvider client={createQueryClient()}>{detail}</QueryClientProvider>)
const detailId = () =>
  article
    .querySelector('section a')!
    .getAttribute('href')
    ?.replace(/.*play=/, '')

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  vi.useFakeTimers()
  article = document.createElement('article')
  article.innerHTML = '<div></div><i data-card="a"></i><i data-card="b"></i><i data-card="c"></i><i data-card="gone"></i>'
  for (const card of article.querySelectorAll<HTMLElement>('[data-card]')) cards.register(card, card.dataset['card']!)
  document.body.append(article)
  root = createRoot(article.firstElementChild!)
  act(() => {
    render(<ChannelDetail home="globe" channel={channel} opening={openingVideo} />)
  })
})
afterEach(() => {
  act(() => root.unmount())
  article.remove()
  vi.useRealTimers()
})

test('the panel shows the opening video first, and then the focused one', () => {
  expect(detailId()).toBe('a')
  dispatchOn('c', 'focusin')
  advanceTime(0)
  expect(detailId()).toBe('c')
  expect(article.textContent).toContain('Name of s2')
})

test('a card is shown only after the pointer rests on it', () => {
  dispatchOn('b', 'pointerover')
  advanceTime(80)
  dispatchOn('c', 'pointerover')
  advanceTime(80)
  expect(detailId()).toBe('a')
  advanceTime(80)
  expect(detailId()).toBe('c')
})

test('a copy shows its source; the creator is a link if their profile is public', async () => {
  const show = async (maker_is_public: boolean) => {
    const source = { playlist_id: 'night', name: 'Night', user_id: 'ann', nickname: 'ann', maker_is_public }
    await act(async () => {
      render(<ChannelDetail home="heart" channel={channel} opening={{ ...openingVideo, source }} />)
      await import('../SourceLine.tsx')
    })
    return [...article.querySelectorAll('p a')].map((link) => `${link.textContent} ${link.getAttribute('href')}`)
  }
  expect(await show(true)).toEqual(['Night /en/playlists?playlist=night', 'ann /en/settings?user=ann'])
  expect(await show(false)).toEqual(['Night /en/playlists?playlist=night'])
  expect(article.textContent).toContain('from Night by ann')
})

test('a card of a deleted video does not change the panel', () => {
  dispatchOn('gone', 'focusin')
  advanceTime(0)
  expect(detailId()).toBe('a')
})
