import { type ComponentType, lazy } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DelayedSkeleton } from '#ui/RevealInOrder.tsx'
import css from '#ui/RevealInOrder.module.css'
import { createHistory } from './history.ts'
import { createRouter } from './router.ts'
import { CurrentScreen, RouterView } from './RouterView.tsx'
import { screen } from './routes.ts'

const skeletonCode = vi.hoisted(() => {
  let arrive = () => {}
  return { arrived: new Promise<void>((resolve) => (arrive = resolve)), arrive: () => arrive() }
})
vi.mock('./RouteSkeleton.tsx', async (original) => {
  await skeletonCode.arrived
  return original()
})

/** Waits in ms: well above and well below a skeleton's delay of 150 ms. */
const longMs = 400
const shortMs = 40

let root: Root
let pages: ReturnType<typeof createHistory>
let arrive: Record<'code' | 'part', () => void>
let started: number

const First = ({ play = '' }) => <p>First{play}</p>
const Slow = () => (
  <>
    <p>Slow</p>
    <DelayedSkeleton />
  </>
)

beforeEach(async () => {
  started = 0
  const resolvers: Partial<typeof arrive> = {}
  const coming = <T,>(name: keyof typeof arrive, value: T) => new Promise<T>((resolve) => (resolvers[name] = () => resolve(value)))
  const code = coming('code', Slow as ComponentType)
  const part = coming('part', { default: Slow })
  arrive = resolvers as typeof arrive
  const Part = lazy(() => part)
  const routes = [
    screen('/', ['play'], async () => First),
    screen('/channels', [], () => code),
    screen('/settings', [], async () => Part as ComponentType),
    screen('/terms', [], async () => () => <p>Terms</p>),
    screen('/my-playlists', ['view'], () => code),
    screen('/register', ['token'], async () => ({ token }: { token?: string | undefined }) => (
      <p>
        <input /> {token === undefined && <Part />}
      </p>
    )),
  ]
  window.history.replaceState(null, '', '/en')
  pages = createHistory(window)
  const router = createRouter(pages, '/en', routes, routes[0]!)
  root = createRoot(document.body.appendChild(document.createElement('div')))
  await router.load()
  root.render(
    <RouterView router={router}>
      <CurrentScreen />
    </RouterView>,
  )
  await vi.waitFor(() => {
    if (text() !== 'First') throw new Error(text())
  })
})
afterEach(() => {
  root.unmount()
  document.body.replaceChildren()
  for (const name of ['startViewTransition', 'fonts']) Reflect.deleteProperty(document, name)
  vi.restoreAllMocks()
})

const text = () => document.body.querySelector('p')?.textContent
const skeleton = () => document.body.querySelector('[data-skeleton]')?.getAttribute('data-skeleton')
const advanceTime = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

test('the previous screen stays until the code of the skeleton has loaded', async () => {
  pages.push('/en/channels')
  await advanceTime(longMs)
  expect([text(), skeleton()]).toEqual(['First', undefined])
  skeletonCode.arrive()
  await vi.waitFor(() => expect([text(), skeleton()]).toEqual([undefined, 'wall']))
  // The skeleton has the target of the link “Skip to the content”.
  expect(document.querySelector('main#content')).not.toBeNull()
})

test.each([
  ['its code', '/en/channels', 'code', 'wall'],
  ['its code', '/en/my-playlists', 'code', 'rows'],
  ['the code of the board', '/en/my-playlists?view=board', 'code', 'board'],
  ['a part of its code', '/en/settings', 'part', 'lines'],
] as const)('a screen that waits for %s first keeps the previous one, then shows its skeleton', async (_, href, waits, kind) => {
  pages.push(href)
  await advanceTime(shortMs)
  expect([text(), skeleton()]).toEqual(['First', undefined])
  await vi.waitFor(() => expect([text(), skeleton()]).toEqual([undefined, kind]))
  arrive[waits]()
  await vi.waitFor(() => expect([text(), skeleton()]).toEqual(['Slow', undefined]))
  // The screen's own skeleton follows without a delay.
  expect(document.querySelector('p + [aria-busy]')!.classList).toContain(css['atOnce'])
})

test('a screen whose code is loaded shows no skeleton', async () => {
  const log: unknown[] = []
  const watch = new MutationObserver(() => log.push(skeleton()))
  watch.observe(document.body, { childList: true, subtree: true })
  pages.push('/en/terms')
  await vi.waitFor(() => expect(text()).toBe('Terms'))
  await advanceTime(longMs)
  watch.disconnect()
  expect(log.filter(Boolean)).toEqual([])
})

test('a screen that replaces its own address keeps typed text, even if that takes long', async () => {
  pages.push('/en/register?token=x')
  const field = await vi.waitUntil(() => document.querySelector('input'))
  field.value = 'typed'
  pages.replace('/en/register')
  await advanceTime(longMs)
  expect([document.querySelector('input')?.value, skeleton()]).toEqual(['typed', undefined])
  arrive.part()
  await vi.waitFor(() => expect(document.body.textContent).toContain('Slow'))
  expect(document.querySelector('input')).toBe(field)
})

test('the user can navigate elsewhere while a skeleton shows', async () => {
  pages.push('/en/channels')
  await vi.waitFor(() => expect(skeleton()).toBe('wall'))
  pages.push('/en/terms')
  await vi.waitFor(() => expect([text(), skeleton()]).toEqual(['Terms', undefined]))
  arrive.code()
  await advanceTime(shortMs)
  expect(text()).toBe('Terms')
})

/** Records cross-fades. */
function fakeFades() {
  Object.defineProperty(document, 'fonts', { value: { status: 'loaded' }, configurable: true })
  const ended = Promise.resolve()
  document.startViewTransition = ((transition: { update: () => unknown } | (() => unknown)) => {
    started++
    const updated = Promise.resolve().then(() => (typeof transition === 'function' ? transition() : transition.update()))
    return { ready: updated, updateCallbackDone: updated, finished: updated.then(() => ended), types: new Set(), skipTransition: () => {} }
  }) as typeof document.startViewTransition
}

test.each([
  ['cross-fades', false, '/en/terms', 1],
  ['does not move with reduced motion', true, '/en/terms', 0],
  ['is left to the player’s own animation', false, '/en/?play=v1', 0],
] as const)('a page change %s', async (_, reduced, href, times) => {
  fakeFades()
  vi.spyOn(window, 'matchMedia').mockImplementation((query) => ({ matches: reduced && query.includes('reduced-motion') }) as MediaQueryList)
  pages.push(href)
  await advanceTime(longMs)
  expect(started).toBe(times)
})
