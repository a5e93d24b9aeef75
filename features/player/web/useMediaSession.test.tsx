import { createRoot } from 'react-dom/client'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { overlayContainer } from '#ui/overlay-container.ts'
import { nowPlaying } from './now-playing.ts'
import type { PlayableItem } from './plan.ts'
import { PlayerHost } from './PlayerHost.tsx'
import type { PlayerOverlay } from './PlayerOverlay.tsx'
import { presentPlayer } from './presenting.ts'

const picture = '/media/pictures/0123456789abcdef-300x200-2a6f97/960.webp?until=9&key=k'
const film: PlayableItem = {
  id: 'f',
  title: 'The apple',
  subtitle: 'Fruit',
  image: picture,
  src: '/media/apple.mp4',
  description: '0:00 Core\n0:10 Skin\n0:20 Stalk',
  href: '#f',
  partOf: 'A channel',
}
const otherItem: PlayableItem = { ...film, id: 'o', title: 'The pear', image: null, description: '', src: '/media/pear.mp4', href: '#o' }

type Handler = (details: object) => void
const handlers = new Map<string, Handler | null>()
const session = {
  metadata: null as MediaMetadataInit | null,
  playbackState: 'none',
  setActionHandler: (action: string, handler: Handler | null) => void handlers.set(action, handler),
  setPositionState: vi.fn<(state?: MediaPositionState) => void>(),
}
const press = (action: string, details: object = {}) => handlers.get(action)!({ action, ...details })
let root: ReturnType<typeof createRoot>
let Player: typeof PlayerOverlay

beforeAll(async () => {
  // Removes `remote`, because its methods return no promises in happy-dom.
  vi.spyOn(HTMLMediaElement.prototype, 'remote', 'get').mockReturnValue(undefined as unknown as RemotePlayback)
  Object.defineProperty(navigator, 'mediaSession', { value: session, configurable: true })
  vi.stubGlobal('MediaMetadata', function metadata(init: object) {
    return init
  })
  Player = (await import('./PlayerOverlay.tsx')).PlayerOverlay
})
beforeEach(() => {
  document.body.innerHTML = '<div></div>'
  overlayContainer.set(document.body.firstElementChild as HTMLElement)
  root = createRoot(document.body.appendChild(document.createElement('main')))
})
afterEach(() => {
  root.unmount()
  nowPlaying.set(null)
})

test('the system gets the metadata, and plays, pauses, seeks, skips and ends it', async () => {
  root.render(<PlayerHost Player={Player} />)
  const items = [film, otherItem]
  const present = (index: number) =>
    presentPlayer({
      items,
      index,
      autoplay: true,
      screen: { onItemChange: (item) => present(items.indexOf(item)), onLeave: () => undefined },
    })
  present(0)
  await vi.waitFor(() => expect(session.metadata).not.toBeNull())
  expect(session.metadata).toEqual({
    title: 'The apple',
    artist: 'A channel',
    album: 'Core',
    artwork: [
      { src: picture.replace('/960', '/160'), sizes: '160x107', type: 'image/webp' },
      { src: picture.replace('/960', '/300'), sizes: '300x200', type: 'image/webp' },
    ],
  })
  const video = await vi.waitFor(() => {
    const result = document.querySelector('video')
    expect(result).not.toBeNull()
    return result!
  })
  let isPaused = true
  Object.defineProperty(video, 'paused', { get: () => isPaused })
  Object.defineProperty(video, 'duration', { get: () => 60 })
  const setPaused = (paused: boolean) => {
    isPaused = paused
    video.dispatchEvent(new Event(paused ? 'pause' : 'playing'))
  }
  const actionNames: string[] = []
  video.play = () => (actionNames.push('play'), setPaused(false), Promise.resolve())
  video.pause = () => (actionNames.push('pause'), setPaused(true))
  video.dispatchEvent(new Event('durationchange'))

  press('play')
  press('play')
  await vi.waitFor(() => expect(session.playbackState).toBe('playing'))
  press('pause')
  press('pause')
  await vi.waitFor(() => expect(session.playbackState).toBe('paused'))
  expect(actionNames).toEqual(['play', 'pause'])
  press('seekto', { seekTime: 12 })
  expect(video.currentTime).toBe(12)
  press('seekforward', { seekOffset: 5 })
  press('seekbackward')
  expect(video.currentTime).toBe(7)
  press('seekto', { seekTime: 20 })
  video.dispatchEvent(new Event('timeupdate'))
  await vi.waitFor(() => expect(session.metadata).toMatchObject({ album: 'Stalk' }))
  expect(session.setPositionState).toHaveBeenLastCalledWith({ duration: 60, position: 20, playbackRate: 1 })

  expect(handlers.get('previoustrack')).toBeNull()
  press('nexttrack')
  await vi.waitFor(() => expect(session.metadata).toEqual({ title: 'The pear', artist: 'A channel', album: 'Fruit', artwork: [] }))
  expect(handlers.get('nexttrack')).toBeNull()
  press('stop')
  await vi.waitFor(() => expect(session.metadata).toBeNull())
  expect([session.playbackState, [...handlers.values()].filter(Boolean)]).toEqual(['none', []])
})
