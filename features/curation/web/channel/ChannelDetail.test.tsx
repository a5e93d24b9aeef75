import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sampleChannel } from '../samples.ts'
import { ChannelDetail } from './ChannelDetail.tsx'

const channel = sampleChannel({ s1: ['a', 'b'], s2: ['c'] })
const opening = channel.series[0]!.videos[0]!

let article: HTMLElement
let root: ReturnType<typeof createRoot>
const on = (card: string, type: 'focusin' | 'pointerover') =>
  act(() => {
    article.querySelector(`[data-card=${card}]`)!.dispatchEvent(new Event(type, { bubbles: true }))
  })
const pass = (ms: number) =>
  act(() => {
    vi.advanceTimersByTime(ms)
  })
const shown = () =>
  article
    .querySelector('section a')!
    .getAttribute('href')
    ?.replace(/.*play=/, '')

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  vi.useFakeTimers()
  article = document.createElement('article')
  article.innerHTML = '<div></div><i data-card="a"></i><i data-card="b"></i><i data-card="c"></i><i data-card="gone"></i>'
  document.body.append(article)
  root = createRoot(article.firstElementChild!)
  act(() => {
    root.render(<ChannelDetail home="globe" channel={channel} opening={opening} />)
  })
})
afterEach(() => {
  act(() => root.unmount())
  article.remove()
  vi.useRealTimers()
})

test('it begins with what the channel opens with, and follows the focus', () => {
  expect(shown()).toBe('a')
  on('c', 'focusin')
  pass(0)
  expect(shown()).toBe('c')
  expect(article.textContent).toContain('Name of s2')
})

test('a pointer has to rest: what it passes on its way is not shown', () => {
  on('b', 'pointerover')
  pass(80)
  on('c', 'pointerover')
  pass(80)
  expect(shown()).toBe('a')
  pass(80)
  expect(shown()).toBe('c')
})

test('a copy says where it comes from, unless the channel says so', async () => {
  const source = (playlist_id: string, name: string, maker_is_public: boolean) => ({
    playlist_id,
    name,
    user_id: 'ann',
    nickname: 'ann',
    maker_is_public,
  })
  const show = async (ofVideo: ReturnType<typeof source>) => {
    const copy = sampleChannel({ s1: ['a'] }, { source: source('far', 'Far away', true) })
    const [video] = copy.series[0]!.videos
    await act(async () => {
      root.render(<ChannelDetail home="heart" channel={copy} opening={{ ...video!, source: ofVideo }} />)
      await import('../SourceWords.tsx')
    })
    return [...article.querySelectorAll('p a')].map((link) => `${link.textContent} ${link.getAttribute('href')}`)
  }
  expect(await show(source('far', 'Far away', true))).toEqual([])
  expect(await show(source('night', 'Night', true))).toEqual(['Night /en/playlists?playlist=night', 'ann /en/settings?user=ann'])
  expect(await show(source('night', 'Night', false))).toEqual(['Night /en/playlists?playlist=night'])
})

test('a card whose video is gone leaves what the channel opens with', () => {
  on('gone', 'focusin')
  pass(0)
  expect(shown()).toBe('a')
})
