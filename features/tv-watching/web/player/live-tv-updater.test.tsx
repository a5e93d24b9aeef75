import { QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '#kit/web/query-client.ts'
import { overlayContainer } from '#ui/overlay-container.ts'
import { registerFeature } from '#shell/registry.ts'
import { nowPlaying } from '#features/player/web/now-playing.ts'
import { PlayerHost } from '#features/player/web/PlayerHost.tsx'
import { PlayerOverlay } from '#features/player/web/PlayerOverlay.tsx'
import { presentPlayer } from '#features/player/web/presenting.ts'
import type { ListedTvChannel, Programme } from '#features/guide/shapes.ts'
import { tvWatching } from '../feature.ts'
import { sampleTv } from '#features/guide/web/samples.ts'
import { toPlayableLive } from './playables.ts'

let root: ReturnType<typeof createRoot>
let requests: string[]
const minuteMs = 60_000
const programme = (title: string, start: number, stop: number): Programme => ({
  id: title.padEnd(11, 'x'),
  title,
  subtitle: null,
  category: null,
  startTime: new Date(Date.now() + start * minuteMs).toISOString(),
  stopTime: new Date(Date.now() + stop * minuteMs).toISOString(),
})
const listedChannel = (id: string, number: number, now: Programme | null, next: Programme | null = null): ListedTvChannel => ({
  ...sampleTv(id, { number, name: `TV ${number}` }),
  now: now && { ...now, poster: null },
  next,
})
// The loaded programme has ended, and the next one has begun.
const first = listedChannel('first', 1, programme('Ended', -30, -5), programme('Begun', -5, 30))
const second = listedChannel('second', 2, programme('Second film', -10, 30))
const third = listedChannel('third', 3, programme('Third film', -10, 30))
const channels = [first, second, third]

function answerOf(url: string): unknown {
  const [, id, rest] = /^\/api\/channel\/([^/?]+)(\/neighbours)?/.exec(url) ?? []
  const index = channels.findIndex((channel) => channel.id === id)
  if (rest) return { previous: [channels[(index + 2) % 3]], next: [channels[(index + 1) % 3], channels[(index + 2) % 3]] }
  if (index >= 0) return { ...channels[index], items: [], tiers: [] }
  return url.startsWith('/api/channel/search') ? [third] : { viewActionId: 'aaaaaaaaaaa', viewProcessId: 'ppppppppppp' }
}

beforeAll(() => {
  // Removes `remote`, because its methods return no promises in happy-dom.
  vi.spyOn(HTMLMediaElement.prototype, 'remote', 'get').mockReturnValue(undefined as unknown as RemotePlayback)
  registerFeature(tvWatching)
})
beforeEach(() => {
  requests = []
  vi.stubGlobal('fetch', async (url: string, { body }: RequestInit = {}) => {
    requests.push(`${url} ${typeof body === 'string' ? body : ''}`.trim())
    return Response.json(answerOf(url))
  })
  document.body.innerHTML = '<div></div>'
  overlayContainer.set(document.body.firstElementChild as HTMLElement)
  root = createRoot(document.body.appendChild(document.createElement('main')))
  root.render(
    <QueryClientProvider client={createQueryClient()}>
      <PlayerHost Player={PlayerOverlay} />
    </QueryClientProvider>,
  )
  // A file, because this DOM plays no streams. The test only checks the texts.
  presentPlayer({
    items: [{ ...toPlayableLive(first, first.now!), content_type: 'video/mp4', src: '/media/a.mp4' }],
    index: 0,
    autoplay: true,
    screen: { onItemChange: () => undefined, onLeave: () => undefined },
  })
})
afterEach(() => {
  root.unmount()
  nowPlaying.set(null)
  vi.unstubAllGlobals()
})

const waitUntil = (check: () => void) => vi.waitFor(check)
const label = () => document.querySelector('[role=dialog]')?.getAttribute('aria-label')
const button = (name: string) => [...document.querySelectorAll('button')].find((item) => item.getAttribute('aria-label') === name)
const key = (name: string) => document.body.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true }))
const playing = () => nowPlaying.get()?.items[0]

test('the current programme is shown, and the playing URL is kept', async () => {
  await waitUntil(() => expect(label()).toBe('Player: Begun'))
  expect(playing()).toMatchObject({ id: 'first', title: 'Begun', subtitle: 'TV 1', src: '/media/a.mp4' })
})

test('keys and buttons change to the neighbours, to the last channel, and by number', async () => {
  await waitUntil(() => expect(button('Next: 2 TV 2')).toBeDefined())
  const dialog = document.querySelector('[role=dialog]')
  key('ArrowUp')
  await waitUntil(() => expect(label()).toBe('Player: Second film'))
  expect(document.querySelector('[data-zapped="second"]')?.textContent).toContain('2TV 2Second film')
  await waitUntil(() => expect(button('Next: 3 TV 3')).toBeDefined())
  button('Next: 3 TV 3')!.click()
  await waitUntil(() => expect(label()).toBe('Player: Third film'))
  await waitUntil(() => expect(document.querySelector('[data-zapped="third"]')).not.toBeNull())
  key('Backspace')
  await waitUntil(() => expect(label()).toBe('Player: Second film'))
  await waitUntil(() => expect(button('Previous: 1 TV 1')).toBeDefined())
  key('3')
  await waitUntil(() => expect(document.querySelector('[data-typed]')?.textContent).toBe('3'))
  key('Enter')
  await waitUntil(() => expect(label()).toBe('Player: Third film'))
  expect(requests.find((call) => call.startsWith('/api/channel/search'))).toContain('"query":"3"')
  // The player's element is the same from the first channel to the last.
  expect(document.querySelector('[role=dialog]')).toBe(dialog)
})

test('keys pressed before the next rendering count too', async () => {
  await waitUntil(() => expect(button('Next: 2 TV 2')).toBeDefined())
  key('ArrowUp')
  key('ArrowUp')
  await waitUntil(() => expect(label()).toBe('Player: Third film'))
  key('Backspace')
  await waitUntil(() => expect(label()).toBe('Player: Second film'))
  await waitUntil(() => expect(button('Next: 3 TV 3')).toBeDefined())
  key('ArrowUp')
  key('ArrowDown')
  await waitUntil(() => expect(button('Next: 3 TV 3')).toBeDefined())
  expect([playing()?.id, label()]).toEqual(['second', 'Player: Second film'])
})

test('a channel that does not play can be left with the same keys', async () => {
  await waitUntil(() => expect(button('Next: 2 TV 2')).toBeDefined())
  const video = await vi.waitFor(() => {
    const result = document.querySelector('video')
    expect(result).not.toBeNull()
    return result!
  })
  video.dispatchEvent(new CustomEvent('failure', { detail: { failure: 'gone' } }))
  await waitUntil(() => expect(document.querySelector('video')).toBeNull())
  key('ArrowUp')
  await waitUntil(() => expect(label()).toBe('Player: Second film'))
})
