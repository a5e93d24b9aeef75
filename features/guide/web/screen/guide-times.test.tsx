import { QueryClientProvider } from '@tanstack/react-query'
import { act, type ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '#kit/web/query-client.ts'
import { createStore } from '#ui/store.ts'
import { sampleProgramme, sampleTv } from '../samples.ts'
import { GuideScreen } from './GuideScreen.tsx'
import { mockElementSize } from './layout-samples.ts'

vi.mock('#shell/Screen.tsx', () => ({ Screen: ({ children }: { children: ReactNode }) => <main>{children}</main> }))

const server = vi.hoisted(() => ({
  fail: false,
  /** Delays responses until it settles. */
  wait: undefined as Promise<void> | undefined,
  programmes: (_from: string, _to: string): object[] => [],
}))
vi.mock('#shell/action-tools.ts', () => ({
  getActionTools: () => ({
    read: async (_: unknown, { query }: { query: { from: string; to: string } }) => {
      if (server.fail) throw new Error('Away')
      await server.wait
      return { data: server.programmes(query.from, query.to), next_cursor: null }
    },
  }),
}))
const isWideWindow = createStore(true)
vi.mock('#shell/useDesktop.ts', () => ({
  useDesktop: () => false,
  useTablet: () => isWideWindow.use(),
  useIsLowWindow: () => false,
}))

const hour = 3_600_000
const now = new Date(2026, 10, 20, 12).getTime()
const page = document.createElement('div')
page.dataset['screen'] = ''
document.body.append(page)
let root: Root

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  vi.useFakeTimers({ now, toFake: ['Date'] })
  mockElementSize(800, 600)
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json([])))
  Object.assign(server, {
    fail: false,
    wait: undefined,
    // Each programme begins at a full hour and is named after it.
    programmes: (from: string, to: string) => {
      const start = Date.parse(from)
      const slots = Array.from({ length: (Date.parse(to) - start) / hour }, (_, index) => {
        const date = new Date(start + index * hour)
        return sampleProgramme(`${date.getDate()} at ${date.getHours()}`, date.getTime(), date.getTime() + hour)
      })
      return [{ channel: sampleTv('one'), programmes: slots }]
    },
  })
  isWideWindow.set(true)
  root = createRoot(page)
})
afterEach(() => {
  act(() => root.unmount())
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const show = () => act(async () => root.render(<QueryClientProvider client={createQueryClient()}>{<GuideScreen />}</QueryClientProvider>))
const expectText = (text: string) => vi.waitFor(() => act(async () => expect(page.textContent).toContain(text)))
const findGrid = () => page.querySelector<HTMLElement>('[role=grid]')!
const firstOfList = () => page.querySelector('li button')?.textContent
const press = (label: string) => act(async () => page.querySelector<HTMLElement>(`[aria-label="${label}"]`)!.click())
const scrollBy = (hours: number) =>
  act(async () => {
    findGrid().scrollLeft += hours * 60 * 5.1
    findGrid().dispatchEvent(new Event('scroll'))
  })

test('a window that becomes narrow, and wide again, keeps the time of the guide', async () => {
  await show()
  await expectText('20 at 12')
  await scrollBy(26)
  const before = findGrid().scrollLeft
  await act(async () => isWideWindow.set(false))
  await expectText('21 at 14')
  expect(firstOfList()).toContain('21 at 14')
  await act(async () => isWideWindow.set(true))
  expect(Math.abs(findGrid().scrollLeft - before)).toBeLessThan(1)
})

test('a guide that failed at first begins at the current time', async () => {
  server.fail = true
  await show()
  await expectText('Away')
  server.fail = false
  await act(async () => page.querySelector<HTMLElement>('[role=alert] button')!.click())
  await expectText('20 at 12')
  const left = (14 * 24 + 12) * 60 - 45
  expect(Math.round(findGrid().scrollLeft / 5.1)).toBe(left)
})

test.each([
  ['grid', true],
  ['list', false],
])('in the %s, programmes stay until those of a chosen day have loaded', async (_, isWide) => {
  isWideWindow.set(isWide)
  await show()
  await expectText('20 at 12')
  let respond = () => {}
  server.wait = new Promise((resolve) => (respond = resolve))
  await press('Sunday 22 November')
  expect(page.querySelector('[aria-label="Sunday 22 November"]')?.getAttribute('aria-pressed')).toBe('true')
  expect(page.textContent).toContain('20 at 12')
  await act(async () => respond())
  await expectText('22 at 12')
  await vi.waitFor(() => act(async () => expect(page.textContent).not.toContain('20 at 12')))
})
