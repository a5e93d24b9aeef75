import { QueryClientProvider } from '@tanstack/react-query'
import { act, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '#kit/web/query-client.ts'
import { go, pageHistory } from '#shell/navigation.ts'
import type { AuditEntry, UserRow } from '../contract.ts'
import en from '../locales/en.json' with { type: 'json' }
import { limits } from '../rules.ts'
import { Appeals } from './Appeals.tsx'
import { Audit } from './AuditScreen.tsx'
import { OwnActs, OwnWarnings } from './OwnActsScreen.tsx'
import { Rights } from './Rights.tsx'
import { Users } from './UsersScreen.tsx'

const openDialog = vi.hoisted(() => vi.fn<(load: unknown, props: { count: number }) => Promise<unknown>>())
vi.mock('#ui/dialogs.ts', async (original) => ({ ...(await original<object>()), openDialog }))
vi.mock('#ui/useDebounced.ts', () => ({ useDebounced: (value: string) => value }))
const toast = vi.hoisted(() => vi.fn<(text: string) => void>())
vi.mock('#ui/toasts.ts', () => ({ toast, announce: () => {} }))

const hostileHtml = '<img src=x onerror=alert(1)>'
const person = (id: string, nickname: string | null, fields: Partial<UserRow> = {}): UserRow => ({
  id,
  nickname,
  email: `${id}@example.com`,
  created_at: '2026-05-04T10:00:00.000Z',
  last_seen_at: null,
  role: null,
  is_broadcaster: false,
  can_upload_video: false,
  is_removed: false,
  deletion_at: null,
  suspension: null,
  ...fields,
})
const entry: AuditEntry = {
  id: '1',
  at: '2026-05-04T10:00:00.000Z',
  actor_id: null,
  actor_name: 'system',
  act: 'user.role',
  thing: { type: 'user', id: 'Pe3Jw8PdY6t', name: hostileHtml },
  person_id: 'Pe3Jw8PdY6t',
  before: { role: null },
  after: { role: 'moderator' },
  reason: hostileHtml,
}

let answer: unknown
let status: number
let requests: string[]
let sent: { url: string; body: unknown }[]
let root: ReturnType<typeof createRoot>

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  requests = []
  sent = []
  status = 200
  answer = { data: [], next_cursor: null }
  toast.mockClear()
  openDialog.mockReset()
  go('/en/operator/people', { replace: true })
  vi.stubGlobal('fetch', (url: string, { method = 'GET', body }: { method?: string; body?: string } = {}) => {
    const json = (value: unknown, code: number) =>
      Promise.resolve(new Response(JSON.stringify(value), { status: code, headers: { 'content-type': 'application/json' } }))
    if (method === 'GET') {
      requests.push(url)
      return json(answer, status)
    }
    sent.push({ url, body: JSON.parse(body!) })
    return json({ done: ['Ann'], failed: [{ id: 'Bob', code: 'last_operator' }] }, 200)
  })
})
afterEach(() => {
  act(() => root.unmount())
  document.body.replaceChildren()
  vi.unstubAllGlobals()
})

async function show(element: ReactNode) {
  const page = document.createElement('div')
  document.body.append(page)
  root = createRoot(page)
  await act(async () => root.render(<QueryClientProvider client={createQueryClient()}>{element}</QueryClientProvider>))
}
const waitUntil = (check: () => void) => vi.waitFor(() => act(async () => check()))
const waitForText = (text: string) => waitUntil(() => expect(document.body.textContent).toContain(text))
const findByLabel = (label: string) => document.querySelector<HTMLElement>(`[aria-label="${label}"]`)!
const clickButton = (text: string) =>
  act(async () => [...document.querySelectorAll('button')].find(({ textContent }) => textContent === text)!.click())

test('Shift selects or deselects all users since the last selected one', async () => {
  const names = Array.from({ length: 12 }, (_, n) => `P${n}`)
  answer = { data: names.map((name) => person(name, name)), next_cursor: null }
  await show(<Users />)
  await waitForText('P11')
  const click = (name: string, shiftKey = false) =>
    act(async () => findByLabel(`Select ${name}`).dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, shiftKey })))
  await click('P7')
  await click('P3', true)
  await waitForText('5 users selected')
  await click('P5')
  await waitForText('4 users selected')
  await click('P6', true)
  await waitForText('3 users selected')
  expect(document.querySelectorAll('input[type=checkbox]:checked')).toHaveLength(3)
})

test('a selection is limited to the users that one call can change, and shows the limit', async () => {
  answer = { data: Array.from({ length: limits.bulk + 5 }, (_, index) => person(`P${index}`, `P${index}`)), next_cursor: null }
  await show(<Users />)
  const click = (name: string, shiftKey: boolean) =>
    act(async () => findByLabel(`Select ${name}`).dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, shiftKey })))
  await waitForText('P104')
  await click('P0', false)
  expect(document.body.textContent).not.toContain('at a time')
  await click('P104', true)
  await waitForText('100 users selected')
  await waitForText('You can change at most 100 users at a time.')
})

test('two quick presses on a right change it once', async () => {
  const facts = { channels_count: 0, uploads_bytes: 0, upload_quota_gb: null, balance: '0.00', reports_by: 0, reports_about: 0 }
  await show(<Rights user={{ ...person('Ann', 'Ann'), ...facts, teams: [], sessions: [] }} />)
  const calls: unknown[] = []
  // The response of the first press doesn't arrive before the second press.
  vi.stubGlobal('fetch', (_: string, { body }: { body: string }) => new Promise(() => calls.push(JSON.parse(body))))
  const [right] = document.querySelectorAll<HTMLInputElement>('input[type=checkbox]')
  await act(async () => right!.click())
  await waitUntil(() => expect(right!.getAttribute('aria-busy')).toBe('true'))
  await act(async () => right!.click())
  await act(() => new Promise((resolve) => setTimeout(resolve, 20)))
  expect(calls).toEqual([{ is_broadcaster: true }])
})

test('the address filters users; selected users are changed in one call, and unchanged ones are named', async () => {
  go('/en/operator/people?query=an&filter=suspended', { replace: true })
  answer = { data: [person('Ann', hostileHtml), person('Bob', 'Bob', { role: 'operator' })], next_cursor: null }
  await show(<Users />)
  await waitForText(hostileHtml)
  expect(document.querySelector('img')).toBeNull()
  expect(requests[0]).toContain('query=an&filter=suspended')
  await act(async () => findByLabel(`Select ${hostileHtml}`).click())
  await act(async () => findByLabel('Select Bob').click())
  await waitForText('2 users selected')
  openDialog.mockResolvedValueOnce(undefined)
  await clickButton(en.users.suspend)
  expect(openDialog.mock.calls[0]![1]).toEqual({ count: 2 })
  expect(sent).toEqual([])
  openDialog.mockResolvedValueOnce({ suspension: { reason: 'Spam', until: null } })
  await clickButton(en.users.suspend)
  await waitForText('Not changed: Bob')
  expect(sent).toMatchObject([{ body: { users: ['Ann', 'Bob'], suspension: { reason: 'Spam', until: null } } }])
  expect(toast.mock.calls[0]![0]).toBe('Changed 1 user')
})

test('a filter is written to the URL, and an empty list shows a message', async () => {
  await show(<Users />)
  await waitForText(en.users.none)
  await act(async () => document.querySelector<HTMLInputElement>('input[value=leaving]')!.click())
  expect(pageHistory.get().search).toBe('?filter=leaving')
  await waitUntil(() => expect(requests.at(-1)).toContain('filter=leaving'))
})

test('a failed list can be retried', async () => {
  status = 403
  answer = { message: 'No', code: 'forbidden', errors: {} }
  await show(<Users />)
  await waitForText(en.users.failed)
  expect(requests.length).toBeGreaterThan(0)
})

test('acts show changes as text, with the operator, and ignore invalid filters', async () => {
  go('/en/operator/audit?act=nothing&person=x&from=1', { replace: true })
  answer = { data: [entry], next_cursor: null }
  await show(<Audit />)
  await waitForText('Role changed')
  await waitForText('Role: User → Moderator')
  await waitForText(hostileHtml)
  await waitForText(en.audit.system)
  // An entry has its time, not only its day.
  expect(document.querySelector('time')!.textContent).toMatch(/^4 May 2026 at \d\d:00$/)
  expect(document.querySelector('img')).toBeNull()
  expect(requests).toEqual(['/api/operator/audit'])
})

test('an empty audit log says what it lists, and filters without results can be cleared', async () => {
  go('/en/operator/audit', { replace: true })
  await show(<Audit />)
  await waitForText(en.audit.empty_log)
  await act(async () => go('/en/operator/audit?thing=missing&from=2026-05-04', { replace: true }))
  await waitForText(en.audit.none)
  await clickButton(en.audit.clear)
  await waitForText(en.audit.empty_log)
  expect(pageHistory.get().search).toBe('')
  expect([...document.querySelectorAll('input')].map(({ value }) => value)).toEqual(['', '', '', ''])
})

test('acts show names of settings and fields, and only what changed', async () => {
  const setting = (id: string, before: object, after: object) => ({
    ...entry,
    id,
    act: 'setting.changed',
    thing: { type: 'setting', id, name: id },
    person_id: null,
    before,
    after,
    reason: '',
  })
  const until = '2026-05-04T10:00:00.000Z'
  answer = {
    data: [
      setting('site', { name: null, contact: 'a@b.example' }, { name: 'Village', contact: 'a@b.example' }),
      setting('registration', { mode: 'open' }, { mode: 'invitation' }),
      setting('announcement', { message: null }, { message: { en: 'Hello', nl: 'Dag', until } }),
      setting('names', { blocked: ['old'] }, { blocked: ['old', 'new'] }),
      { ...setting('x', { is_off: false, name: 'Guide' }, { is_off: true, later_field: 3 }), act: 'tv_source.updated', thing: entry.thing },
    ],
    next_cursor: null,
  }
  await show(<Audit />)
  await waitForText('Name and contact')
  const lines = [...document.querySelectorAll('li')].map((row) =>
    [...row.querySelectorAll('p')].slice(1, -1).map((line) => line.textContent),
  )
  expect(lines).toEqual([
    ['Name: empty → Village'],
    ['Who can register: Everybody → People with an invitation'],
    ['English text: Hello', 'Dutch text: Dag', expect.stringMatching(/^Until: 4 May 2026 at \d\d:00$/)],
    ['Blocked words: empty → new'],
    ['Turned off: no → yes', 'later field: 3'],
  ])
})

test('users see acts that concern them', async () => {
  answer = { data: [{ id: '1', at: entry.at, act: 'user.warned', thing: entry.thing, reason: hostileHtml }], next_cursor: null }
  await show(<OwnActs />)
  await waitForText('Warned')
  await waitForText(hostileHtml)
  expect(document.querySelector('img')).toBeNull()
})

test('own acts show a message if there are none, and failed reads of acts and warnings can be retried', async () => {
  await show(<OwnActs />)
  await waitForText(en.own.none)
  act(() => root.unmount())
  status = 403
  answer = { message: 'No', code: 'forbidden', errors: {} }
  await show(
    <>
      <OwnWarnings />
      <OwnActs />
    </>,
  )
  await waitForText(en.own.failed)
  await waitForText(en.own.warnings_failed)
  expect(document.querySelectorAll('[role=alert]')).toHaveLength(2)
  const before = requests.length
  await clickButton('Try again')
  await waitUntil(() => expect(requests.length).toBeGreaterThan(before))
})

test('the list of appeals renders nothing if it is empty, and can be retried after a failure', async () => {
  await show(<Appeals />)
  await waitUntil(() => expect(requests).toHaveLength(1))
  expect(document.body.textContent).toBe('')
  act(() => root.unmount())
  status = 403
  answer = { message: 'No', code: 'forbidden', errors: {} }
  await show(<Appeals />)
  await waitForText(en.appeals.failed)
})
