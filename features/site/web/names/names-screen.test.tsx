import { act, type ReactNode } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import en from '../../locales/en.json' with { type: 'json' }
import { hostileHtml, Refusal, createTestScreen } from '../test-screen.tsx'
import { NamesScreen } from './NamesScreen.tsx'

vi.mock('#features/accounts/web/OperatorPage.tsx', () => ({
  OperatorPage: ({ children }: { children: ReactNode }) => <main>{children}</main>,
}))
const openDialog = vi.hoisted(() => vi.fn<(load: unknown, props: unknown) => Promise<unknown>>(() => Promise.resolve()))
vi.mock('#ui/dialogs.ts', async (original) => ({ ...(await original<object>()), openDialog }))
const toast = vi.hoisted(() => vi.fn<(text: string) => void>())
vi.mock('#ui/toasts.ts', () => ({ toast, announce: () => {} }))

const { page, show, shows, press, inputOf, buttonOf, until, changes, sent } = createTestScreen()
const path = '/api/operator/settings'
const listPath = '/api/operator/blocked-names'

const neverSet = { version: '0', set_at: null, set_by: null }
const settings = (blocked: string[], version: string) => ({
  site: { value: { name: null, contact: null }, ...neverSet },
  registration: { value: { mode: 'open' }, ...neverSet },
  announcement: { value: { message: null }, ...neverSet },
  uploads: { value: { quota_gb: null }, ...neverSet },
  names: { value: { blocked }, version, set_at: '2026-05-04T10:00:00.000Z', set_by: null },
  configured: { contact: null, quota_gb: 50 },
})
const emptyPage = { data: [], next_cursor: null }
const fill = (word: string) => act(async () => (inputOf(en.names.add).value = word))
const requestCount = (kind: string) => sent.filter(({ url }) => url.startsWith(listPath) && url.includes(`kind=${kind}`)).length

beforeEach(() => {
  toast.mockClear()
  openDialog.mockClear()
})

test('a word is added and removed, and existing names are searched again', async () => {
  let now = settings(['beta'], '1')
  await show(<NamesScreen />, {
    [`GET ${path}`]: () => now,
    [`POST ${path}`]: ({ body }) => (now = settings((body as { value: { blocked: string[] } }).value.blocked, '2')),
    [`GET ${listPath}`]: emptyPage,
  })
  await shows('1 blocked word of 500')
  await shows(en.names.none)
  expect(requestCount('user')).toBe(1)
  await fill(` ${hostileHtml} `)
  await press(en.names.add_action)
  await shows('2 blocked words of 500')
  expect(page.querySelector('img')).toBeNull()
  expect(toast).toHaveBeenCalledWith(`“${hostileHtml}” is blocked`)
  expect(inputOf(en.names.add).value).toBe('')
  await until(() => expect(requestCount('user')).toBeGreaterThan(1))
  await press('Unblock beta')
  await until(() => expect(changes()).toHaveLength(2))
  expect(changes()).toMatchObject([
    { body: { name: 'names', value: { blocked: ['beta', hostileHtml] }, version: '1' } },
    { body: { value: { blocked: [hostileHtml] }, version: '2' } },
  ])
})

test('a refused word shows the reason at its field, and stays typed', async () => {
  await show(<NamesScreen />, {
    [`GET ${path}`]: settings([], '0'),
    [`POST ${path}`]: new Refusal(422, 'word_short', { 'value.blocked.0': ['Too short'], 'value.blocked': ['Too short'] }),
    [`GET ${listPath}`]: emptyPage,
  })
  await shows(en.names.blocked_none)
  await fill('a')
  await press(en.names.add_action)
  await shows('Too short')
  expect(page.textContent.split('Too short')).toHaveLength(2)
  expect(inputOf(en.names.add).value).toBe('a')
})

test('matching names are counted by pages, and link to their removal', async () => {
  const existingName = (id: string, name: string) => ({ id, name, word: hostileHtml })
  await show(<NamesScreen />, {
    [`GET ${path}`]: settings(['beta'], '1'),
    [`GET ${listPath}`]: ({ url }) =>
      url.includes('kind=slug')
        ? { data: [existingName('Pl3Jw8PdY6t', 'a-slug')], next_cursor: null }
        : { data: [existingName('Pe3Jw8PdY6t', hostileHtml)], next_cursor: 'more' },
  })
  await shows('1 name found so far')
  expect(page.querySelector('img')).toBeNull()
  await act(async () => page.querySelector<HTMLInputElement>('input[value=slug]')!.click())
  await shows('1 name found')
  await press('Remove: a-slug')
  expect(openDialog.mock.calls[0]![1]).toEqual({ thing: 'slug', id: 'Pl3Jw8PdY6t', name: 'a-slug' })
})

test('names that can’t be loaded show an error', async () => {
  await show(<NamesScreen />, { [`GET ${path}`]: settings([], '0'), [`GET ${listPath}`]: new Refusal(403, 'forbidden') })
  await shows(en.failed)
  expect(buttonOf('Try again')).toBeDefined()
})
