import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { overlayContainer } from '#ui/overlay-container.ts'
import { lazily } from '#ui/lazily.ts'
import { nowPlaying } from './now-playing.ts'
import { presentPlayer, releasePlayer } from './presenting.ts'
import { addToQueue, playNext } from './queue-changes.ts'
import { PlayerHost } from './PlayerHost.tsx'
import type { PlayableItem } from './plan.ts'

const film: PlayableItem = { id: 'f', title: 'The apple', src: '/media/apple.mp4', href: '#f', partOf: 'A channel' }
const page: PlayableItem = { id: 'p', title: 'An article', src: 'https://news.test/article', href: '#p', partOf: 'A channel' }
const youtube: PlayableItem = {
  id: 'y',
  title: 'Night trains',
  src: 'https://www.youtube.com/watch?v=abcdefghijk',
  href: '#y',
  partOf: 'A channel',
}
const otherItem: PlayableItem = {
  id: 'o',
  title: 'Day trains',
  src: 'https://www.youtube.com/watch?v=ABCDEFGHIJK',
  href: '#o',
  partOf: 'A channel',
}
let root: ReturnType<typeof createRoot>
const Player = lazily(() => import('./PlayerOverlay.tsx').then((module) => module.PlayerOverlay))

/** Presents a queue like a screen does: choosing another item presents the queue again, and leaving the screen releases the player. */
function presentQueue(items: readonly PlayableItem[], index: number, autoplay: boolean) {
  presentPlayer({
    items,
    index,
    autoplay,
    screen: { onItemChange: (item) => presentQueue(items, items.indexOf(item), autoplay), onLeave: () => releasePlayer() },
  })
}

const find = (selector: string) => document.querySelector(selector)
const dialog = () => find('[role=dialog]')
const button = (name: string) =>
  [...document.querySelectorAll('button')].find((item) => (item.getAttribute('aria-label') ?? item.textContent).startsWith(name))
/** Waits for React's asynchronous rendering. */
const waitOptions = { timeout: 15_000, interval: 10 }
const waitUntil = (check: () => void) => vi.waitFor(check, waitOptions)
const clickButton = async (name: string) => {
  await waitUntil(() => expect(button(name)).toBeDefined())
  button(name)?.click()
}
const key = (name: string, on: Element | null = document.body) =>
  on?.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true }))
const waitForTitle = (title: string) => waitUntil(() => expect(dialog()?.getAttribute('aria-label')).toBe(`Player: ${title}`))
const waitForElement = <E extends Element = HTMLElement>(selector: string) =>
  vi.waitFor(() => {
    const element = document.querySelector<E>(selector)
    if (!element) throw new Error(`no ${selector}`)
    return element
  }, waitOptions)
const draw = (mark?: ReactNode) =>
  root.render(
    <>
      <PlayerHost Player={Player} />
      {mark}
    </>,
  )
/** Waits until all pending updates are rendered. */
const waitUntilDrawn = async () => {
  draw(<i data-mark="" />)
  await waitForElement('[data-mark]')
}
const watch = async (items: readonly PlayableItem[], autoplay = true) => {
  draw()
  presentQueue(items, 0, autoplay)
  await waitForTitle(items[0]!.title)
}

beforeAll(async () => {
  // Removes `remote`, because its methods return no promises in happy-dom.
  vi.spyOn(HTMLMediaElement.prototype, 'remote', 'get').mockReturnValue(undefined as unknown as RemotePlayback)
  await import('./PlayerOverlay.tsx')
})
beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  document.body.innerHTML = '<div></div>'
  overlayContainer.set(document.body.firstElementChild as HTMLElement)
  root = createRoot(document.body.appendChild(document.createElement('main')))
})
afterEach(() => {
  root.unmount()
  nowPlaying.set(null)
})

test('is a labelled dialog with the item and a close button', async () => {
  await watch([film])
  expect((await waitForElement('video')).getAttribute('src')).toBe(`${location.origin}/media/apple.mp4`)
  await clickButton('Close')
  await waitUntil(() => expect(dialog()).toBeNull())
})

test('Escape closes it', async () => {
  await watch([film])
  key('Escape', dialog())
  await waitUntil(() => expect(dialog()).toBeNull())
})

test('requests nothing before play is pressed', async () => {
  await watch([film], false)
  expect(find('video')).toBeNull()
  await clickButton('Play')
  expect(await waitForElement('video')).toBeDefined()
})

/** Ends playback. */
const end = async () => {
  const video = await waitForElement('video')
  await waitUntil(() => {
    video.dispatchEvent(new Event('ended'))
    expect(dialog()?.textContent).toContain('Next in 5: An article')
  })
}

test('counts down five seconds to the next item at the end', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  await watch([film, page])
  await end()
  await waitUntil(() => {
    vi.advanceTimersByTime(1000)
    expect(dialog()?.getAttribute('aria-label')).toBe('Player: An article')
  })
  vi.useRealTimers()
})

test('the countdown can be cancelled, skipped, and disabled', async () => {
  await watch([film, { ...film, id: 'g', title: 'An article' }])
  await end()
  await clickButton('Cancel')
  await waitUntil(() => expect(dialog()?.textContent).not.toContain('Next in'))
  await end()
  await clickButton('Play now')
  await waitForTitle('An article')
  localStorage.setItem('player', JSON.stringify({ playNext: false }))
  await clickButton('Previous: The apple')
  await waitForTitle('The apple')
  ;(await waitForElement('video')).dispatchEvent(new Event('ended'))
  await waitUntilDrawn()
  expect(dialog()?.textContent).not.toContain('Next in')
})

test('playback continues in the mini-player, in the same element, and ends there', async () => {
  await watch([film])
  const video = await waitForElement('video')
  await clickButton('Keep playing in the mini-player')
  await waitForElement('[role=region][data-docked]')
  expect(find('video')).toBe(video)
  find('[data-expand]')?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
  // Simulates the screen that the link opens.
  presentQueue([film], 0, true)
  await waitForTitle('The apple')
  expect(find('video')).toBe(video)
  await clickButton('Keep playing in the mini-player')
  await waitForElement('[data-docked]')
  await clickButton('Close')
  await waitUntil(() => expect(find('video')).toBeNull())
})

test('the mini-player is a link: with Ctrl, Shift or Cmd it opens a new tab and stays small here', async () => {
  await watch([film])
  await waitForElement('video')
  await clickButton('Keep playing in the mini-player')
  const link = await waitForElement<HTMLAnchorElement>('[data-docked] a[data-expand]')
  expect(link.getAttribute('href')).toBe('#f')
  link.addEventListener('click', (event) => event.preventDefault())
  for (const modifier of [{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { button: 1 }]) {
    link.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ...modifier }))
    expect(nowPlaying.get()?.view).toBe('docked')
  }
  link.click()
  expect(nowPlaying.get()?.view).toBe('full')
})

test('autoplay continues in the mini-player; an item that needs consent waits there, and asks in the full player', async () => {
  await watch([film, youtube])
  await waitForElement('video')
  await clickButton('Keep playing in the mini-player')
  await clickButton('Next: Night trains')
  await waitUntil(() => expect(find('[data-docked]')?.getAttribute('aria-label')).toBe('Mini-player: Night trains'))
  expect(find('iframe')).toBeNull()
  await clickButton('Play')
  await waitForTitle('Night trains')
  expect(button('Play from YouTube')).toBeDefined()
})

test('an item queued without playback waits in the mini-player, and a failing one is skipped', async () => {
  draw()
  const undo = addToQueue([film])
  await waitForElement('[data-docked]')
  expect(find('video')).toBeNull()
  playNext([page, otherItem])
  expect(nowPlaying.get()?.items.map(({ id }) => id)).toEqual(['f', 'p', 'o'])
  await clickButton('Play')
  await waitForElement('video')
  await clickButton('Next: An article')
  await waitUntil(() => expect(find('[data-docked]')?.textContent).toContain('Next in 5'))
  undo()
  await waitUntil(() => expect(nowPlaying.get()).toBeNull())
})

test('the queue is reordered by keys, shuffled and repeated, and survives a reload', async () => {
  await watch([film, page, otherItem])
  await clickButton('Repeat: off')
  key('r', dialog())
  expect(nowPlaying.get()?.repeat).toBe('one')
  const ids = () => [...document.querySelectorAll<HTMLElement>('[data-queued]')].map(({ dataset }) => dataset['queued'])
  const choice = (id: string) => find(`[data-queued="${id}"] [data-choose]`)
  choice('o')?.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowUp', shiftKey: true, bubbles: true }))
  await waitUntil(() => expect(ids()).toEqual(['o', 'p']))
  key('Delete', choice('p'))
  await waitUntil(() => expect(ids()).toEqual(['o']))
  key('s', dialog())
  expect(nowPlaying.get()?.unshuffled).toEqual(['f', 'o'])
  // The state after a reload: nothing plays, and the address selects an item.
  const storedQueue = sessionStorage.getItem('queue') ?? ''
  nowPlaying.set(null)
  sessionStorage.setItem('queue', storedQueue)
  presentQueue([film, page], 0, false)
  expect(nowPlaying.get()).toMatchObject({ items: [{ id: 'f' }, { id: 'o' }], repeat: 'one', autoplay: false })
  for (const broken of ['', '{', '[]', '{"items":[{}],"index":0}', '{"items":"x"}']) {
    nowPlaying.set(null)
    sessionStorage.setItem('queue', broken)
    presentQueue([film, page], 0, false)
    expect(nowPlaying.get()?.items).toHaveLength(2)
  }
})

test('an item that does not play has no mini-player and closes with its screen', async () => {
  await watch([page])
  expect(button('Keep playing in the mini-player')).toBeUndefined()
  releasePlayer()
  await waitUntil(() => expect(nowPlaying.get()).toBeNull())
})

test('an unplayable item shows the reason, its source and the next item', async () => {
  await watch([page, film])
  expect((await waitForElement('[role=alert]')).textContent).toContain('This page has no video that can play here.')
  const { href, rel, target } = await waitForElement<HTMLAnchorElement>('[role=alert] a')
  expect([href, rel, target]).toEqual([page.src, 'noopener noreferrer', '_blank'])
  await clickButton('Next')
  expect(await waitForElement('video')).toBeDefined()
})

test('a stream that needs headers plays through our relay, or shows the reason', async () => {
  const decoder: PlayableItem = { ...film, id: 'd', src: 'https://tv.test/film.mp4', needsHeaders: true }
  await watch([decoder])
  expect((await waitForElement('[role=alert]')).textContent).toContain('The source requires headers that browsers can’t send')
  expect(find('video')).toBeNull()
  await watch([{ ...decoder, id: 'e', relay: '/media/relay/Tv6Hd3VxN6w/live/open' }])
  expect((await waitForElement<HTMLVideoElement>('video')).src).toMatch(/^http:\/\/[^/]+\/media\/relay\/Tv6Hd3VxN6w\/live\/open$/)
})

test('a service is not contacted before consent, and then runs in a sandboxed frame', async () => {
  await watch([youtube, otherItem])
  await waitUntil(() => expect(dialog()?.textContent).toContain('YouTube then sees that you are watching'))
  expect(find('iframe')).toBeNull()
  await clickButton('Play from YouTube')
  const frame = await waitForElement<HTMLIFrameElement>('iframe')
  expect(frame.src).toMatch(/^https:\/\/www\.youtube-nocookie\.com\/embed\/abcdefghijk\?/)
  expect(frame.getAttribute('referrerpolicy')).toBe('strict-origin-when-cross-origin')
  expect(frame.getAttribute('sandbox')).not.toContain('top-navigation')
  await clickButton('Next: Day trains')
  await waitForTitle('Day trains')
  expect(find('iframe')).toBeNull()
})

test('"always" is stored for that service, and can be revoked', async () => {
  await watch([youtube, otherItem])
  ;(await waitForElement<HTMLInputElement>('input[name=always]')).click()
  await clickButton('Play from YouTube')
  await waitForElement('iframe')
  await clickButton('Next: Day trains')
  await waitUntil(() => expect(find('iframe')?.getAttribute('src')).toContain('ABCDEFGHIJK'))
  expect(JSON.parse(localStorage.getItem('player') ?? '{}')).toMatchObject({ allowed: ['youtube'] })
  await clickButton('Ask before playing YouTube')
  await waitUntil(() => expect(find('iframe')).toBeNull())
  expect(JSON.parse(localStorage.getItem('player') ?? '{}')).toMatchObject({ allowed: [] })
})

test('keys work regardless of the focus', async () => {
  await watch([film, page])
  key('n')
  await waitForTitle('An article')
  expect(document.activeElement).toBe(dialog())
})
