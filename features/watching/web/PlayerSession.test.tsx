import { QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '#kit/web/query-client.ts'
import { storage } from '#kit/web/storage.ts'
import { overlayContainer } from '#ui/overlay-container.ts'
import { registerFeature } from '#shell/registry.ts'
import { toPlayableItem } from '#features/channels/web/channel/playable-items.ts'
import { sampleChannel } from '#features/channels/web/samples.ts'
import { nowPlaying } from '#features/player/web/now-playing.ts'
import { PlayerOverlay } from '#features/player/web/PlayerOverlay.tsx'
import { PlayerHost } from '#features/player/web/PlayerHost.tsx'
import type { PlayableItem } from '#features/player/web/plan.ts'
import { expandPlayer, playIndex, presentPlayer, restoreMiniPlayer } from '#features/player/web/presenting.ts'
import { watching } from './feature.ts'

let root: ReturnType<typeof createRoot>
let views: string[]

beforeAll(() => {
  // Replaces happy-dom's methods, which return no promises.
  vi.spyOn(HTMLMediaElement.prototype, 'remote', 'get').mockReturnValue(undefined as unknown as RemotePlayback)
  registerFeature(watching)
})
beforeEach(() => {
  views = []
  vi.stubGlobal('fetch', async (url: string) => {
    if (url.startsWith('/api/view')) views.push(url)
    return Response.json({ viewActionId: 'aaaaaaaaaaa', viewProcessId: 'ppppppppppp' })
  })
  document.body.innerHTML = '<div></div>'
  overlayContainer.set(document.body.firstElementChild as HTMLElement)
  root = createRoot(document.body.appendChild(document.createElement('main')))
})
afterEach(() => {
  root.unmount()
  localStorage.clear()
  sessionStorage.clear()
  nowPlaying.set(null)
  vi.unstubAllGlobals()
})

test('a play request counts no view before the media plays, and one then', async () => {
  // Gives the element the state after `play()`, before data arrives.
  vi.spyOn(HTMLMediaElement.prototype, 'paused', 'get').mockReturnValue(false)
  const channel = sampleChannel({ s: ['a'] })
  const [series] = channel.series
  const item = toPlayableItem('globe', channel, series, { ...series!.videos[0]!, src: '/media/a.mp4', kind: 'file' })
  root.render(
    <QueryClientProvider client={createQueryClient()}>
      <PlayerHost Player={PlayerOverlay} />
    </QueryClientProvider>,
  )
  presentPlayer({ items: [item], index: 0, autoplay: true, screen: { onItemChange: () => undefined, onLeave: () => undefined } })
  const video = await vi.waitFor(() => {
    const result = document.querySelector('video')
    expect(result).not.toBeNull()
    return result!
  })
  for (const type of ['loadstart', 'play', 'waiting']) video.dispatchEvent(new Event(type))
  // Makes the player read the element's state again.
  document.dispatchEvent(new Event('fullscreenchange'))
  await vi.waitFor(() => expect(document.querySelector('[role=dialog]')?.textContent).toContain('Waiting for the stream'))
  expect(views).toEqual([])
  video.dispatchEvent(new Event('playing'))
  video.dispatchEvent(new Event('pause'))
  video.dispatchEvent(new Event('playing'))
  // Despite the pause, the player sends one view and starts one playback.
  await vi.waitFor(() => expect(views.toSorted()).toEqual(['/api/view', '/api/view/start']))
})

const playItem = (item: PlayableItem) =>
  presentPlayer({
    items: [{ ...item, isStartAsked: true }],
    index: 0,
    autoplay: true,
    screen: { onItemChange: () => undefined, onLeave: () => undefined },
  })
/** Restores an item as after a reload. The field names are those that tabs may have stored before an upgrade. */
function restore(item: PlayableItem) {
  sessionStorage.setItem('queue', JSON.stringify({ items: [{ ...item, isStartAsked: true }], index: 0, isDocked: true }))
  restoreMiniPlayer()
  playIndex(0)
  expandPlayer()
}

test.each([
  ['presented', playItem],
  ['restored', restore],
])('a %s item with a requested start is not resumed; leaving before the response stores its position', async (_, start) => {
  vi.spyOn(HTMLMediaElement.prototype, 'paused', 'get').mockReturnValue(false)
  vi.spyOn(HTMLMediaElement.prototype, 'duration', 'get').mockReturnValue(90)
  vi.spyOn(HTMLMediaElement.prototype, 'currentTime', 'get').mockReturnValue(42)
  storage.set('access_token', 'mine')
  let answer = () => {}
  const answered = new Promise<void>((resolve) => (answer = resolve))
  const storedPositions: unknown[] = []
  let hasRead = false
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    if (url.startsWith('/api/user/positions/')) storedPositions.push([url, JSON.parse(init?.body as string)])
    if (url.startsWith('/api/user/positions?')) hasRead = true
    if (url === '/api/view/start') await answered
    return Response.json({ data: [], viewActionId: 'aaaaaaaaaaa', viewProcessId: 'ppppppppppp' })
  })
  const channel = sampleChannel({ s: ['a'] })
  const [series] = channel.series
  const item = toPlayableItem('globe', channel, series, { ...series!.videos[0]!, src: '/media/a.mp4', kind: 'file' })
  root.render(
    <QueryClientProvider client={createQueryClient()}>
      <PlayerHost Player={PlayerOverlay} />
    </QueryClientProvider>,
  )
  start(item)
  const video = await vi.waitFor(() => {
    const result = document.querySelector('video')
    expect(result).not.toBeNull()
    return result!
  })
  await vi.waitFor(() => {
    for (const type of ['play', 'playing', 'durationchange', 'timeupdate']) video.dispatchEvent(new Event(type))
    dispatchEvent(new Event('pagehide'))
    expect(storedPositions).toContainEqual([
      '/api/user/positions/a',
      { viewable_type: 'video', playlist_id: channel.id, position: 42, duration: 90, played: true },
    ])
  })
  expect(hasRead).toBe(false)
  answer()
})
