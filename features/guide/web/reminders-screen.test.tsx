import { QueryClientProvider } from '@tanstack/react-query'
import { act, type ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '#kit/web/query-client.ts'
import { storage } from '#kit/web/storage.ts'
import en from '../locales/en.json' with { type: 'json' }
import type { Reminder } from '../shapes.ts'
import { RemindersScreen } from './RemindersScreen.tsx'

vi.mock('#shell/Screen.tsx', () => ({ Screen: ({ children }: { children: ReactNode }) => <main>{children}</main> }))

let root: Root
const page = document.createElement('div')
const address = 'https://choice.test/api/reminders.ics?token=secret'
const words = en.reminders

const reminder = (id: string, state: Reminder['state']): Reminder => ({
  epg_id: id,
  channel_id: 'Tv6Hd3VxN6w',
  channel_name: 'Harbour TV',
  logoId: null,
  title: `Programme ${id}`,
  startTime: new Date(Date.now() + 3_600_000).toISOString(),
  stopTime: null,
  state,
  epg_url: `/en/tiers?channel=Tv6Hd3VxN6w&epgId=${id}`,
})

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  document.body.append(page)
})
afterEach(() => {
  act(() => root.unmount())
  vi.unstubAllGlobals()
  localStorage.clear()
})

async function show(reminders: readonly Reminder[], { isOn = false, status = 200, signedIn = true } = {}) {
  if (signedIn) storage.set('access_token', 'token')
  vi.stubGlobal('fetch', (url: string, { method }: RequestInit = {}) => {
    const calendar = method === 'POST' ? { url: address, is_on: true } : { url: null, is_on: isOn }
    const response = url.startsWith('/api/reminders/calendar')
      ? calendar
      : status === 200
        ? reminders
        : { message: 'Broken', code: 'x', errors: {} }
    const failed = url.startsWith('/api/reminders/calendar') ? 200 : status
    return Promise.resolve(new Response(JSON.stringify(response), { status: failed, headers: { 'content-type': 'application/json' } }))
  })
  root = createRoot(page)
  await act(async () => root.render(<QueryClientProvider client={createQueryClient()}>{<RemindersScreen />}</QueryClientProvider>))
}
const waitForText = (text: string) => vi.waitFor(() => act(async () => expect(page.textContent).toContain(text)))
const button = (name: string) => [...page.querySelectorAll('button')].find(({ textContent }) => textContent.includes(name))

test('each reminder links to its programme, and shows whether it was sent or its programme is gone', async () => {
  await show([reminder('AAAAAAAAAAA', 'waiting'), reminder('BBBBBBBBBBB', 'told'), reminder('CCCCCCCCCCC', 'gone')])
  await waitForText('Programme AAAAAAAAAAA')
  expect([...page.querySelectorAll('li a')].map((link) => link.getAttribute('href'))).toEqual([
    '/en/tiers?channel=Tv6Hd3VxN6w&epgId=AAAAAAAAAAA',
    '/en/tiers?channel=Tv6Hd3VxN6w&epgId=BBBBBBBBBBB',
    '/en/tiers?channel=Tv6Hd3VxN6w',
  ])
  expect(page.textContent).toContain(words.told)
  expect(page.textContent).toContain(words.gone)
  expect(page.querySelectorAll('li button')).toHaveLength(3)
})

test('the empty list explains how to create one; a failure can be retried; a guest is asked to log in', async () => {
  await show([])
  await waitForText(words.none_text)
  expect(page.querySelector('main a')?.getAttribute('href')).toBe('/en/channels?view=guide')
  act(() => root.unmount())
  await show([], { status: 500 })
  await waitForText(words.failed)
  act(() => root.unmount())
  localStorage.clear()
  await show([], { signedIn: false })
  await waitForText(words.login)
  expect(page.textContent).not.toContain(words.calendar.title)
})

test("the calendar's URL is shown after its creation, and never again", async () => {
  await show([], { isOn: true })
  await waitForText(words.calendar.on)
  expect(page.innerHTML).not.toContain('token=')
  act(() => root.unmount())
  await show([])
  await waitForText(words.calendar.make)
  await act(async () => button(words.calendar.make)!.click())
  await waitForText(words.calendar.once)
  expect(page.querySelector<HTMLInputElement>('input[readonly]')!.value).toBe(address)
})
