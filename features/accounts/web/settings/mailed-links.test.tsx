import { QueryClientProvider } from '@tanstack/react-query'
import { act, type ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '#kit/web/query-client.ts'
import { storage } from '#kit/web/storage.ts'
import en from '../../locales/en.json' with { type: 'json' }
import { ResetScreen } from '../password/ResetScreen.tsx'
import { ConfirmScreen } from './ConfirmScreen.tsx'
import { EndSessionsScreen } from './EndSessionsScreen.tsx'

vi.mock('#shell/Screen.tsx', () => ({ Screen: ({ children }: { children: ReactNode }) => <main>{children}</main> }))
vi.mock('#shell/useDesktop.ts', () => ({ useDesktop: () => false }))

let calls: [method: string, url: string, body: unknown][]
let root: Root
const page = document.createElement('div')

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  localStorage.clear()
  calls = []
})
afterEach(() => {
  act(() => root.unmount())
  vi.unstubAllGlobals()
})

/** Mocks the server with these responses in sequence (status 0: the response is lost), and renders the screen. */
async function show(screen: ReactNode, ...answers: [status: number, body: object][]) {
  vi.stubGlobal('fetch', (url: string, { method, body }: { method: string; body?: string | null }) => {
    calls.push([method, url, typeof body === 'string' ? JSON.parse(body) : undefined])
    const [status, response] = answers[calls.length - 1] ?? [500, {}]
    if (status === 0) return Promise.reject(new TypeError('Failed to fetch'))
    return Promise.resolve(new Response(JSON.stringify(response), { status, headers: { 'content-type': 'application/json' } }))
  })
  root = createRoot(page)
  await act(async () => root.render(<QueryClientProvider client={createQueryClient()}>{screen}</QueryClientProvider>))
}
const waitForText = (text: string) => vi.waitFor(() => act(async () => expect(page.textContent).toContain(text)))
const type = (name: string, value: string) =>
  act(async () => {
    const input = page.querySelector<HTMLInputElement>(`[name=${name}]`)!
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(input, value)
    input.dispatchEvent(new Event('input', { bubbles: true }))
  })
const clickButton = (button: string) =>
  act(async () => page.querySelector<HTMLElement>(button)!.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true })))

test('if others signed up with the address, a password is chosen before it is confirmed', async () => {
  const signUp = { email: 'ann@example.com', nickname: 'Ann', password_required: true }
  await show(
    <ConfirmScreen token="t" />,
    [200, signUp],
    [422, { message: 'No', code: 'password_common', errors: { password: ['Too common'] } }],
    [200, { ...signUp, password_required: false }],
  )
  await waitForText(en.confirm.choose.title)
  expect(page.textContent).toContain('Your username will be Ann.')
  const submit = page.querySelector<HTMLButtonElement>('button[type=submit]')!
  expect(submit.disabled).toBe(true)
  for (const password of ['iloveyou', 'battery staple']) {
    await type('password', password)
    await type('password_confirmation', password)
    await act(async () => page.querySelector('form')!.requestSubmit())
    if (password === 'iloveyou') await waitForText('Too common')
  }
  await waitForText(en.confirm.done)
  const passwordCall = (password: string) => ['POST', '/api/user/verify/t', { password, password_confirmation: password }]
  expect(calls).toEqual([['GET', '/api/user/verify/t', undefined], passwordCall('iloveyou'), passwordCall('battery staple')])
})

test('the link of the email about a new password logs out all devices on request, this one included', async () => {
  storage.set('access_token', 'a')
  await show(<EndSessionsScreen token="t" />, [200, {}])
  await waitForText(en.sessions.by_mail.text)
  expect(calls).toEqual([])
  await clickButton('main button')
  await waitForText(en.sessions.by_mail.next)
  expect(calls).toEqual([['POST', '/api/user/end-sessions', { token: 't' }]])
  expect(storage.get('access_token')).toBeUndefined()
})

test('an expired link shows an error, and ends no session', async () => {
  storage.set('access_token', 'a')
  await show(<EndSessionsScreen token="t" />, [404, { message: 'Lapsed.', code: 'link_lapsed', errors: {} }])
  await clickButton('main button')
  await waitForText('Lapsed.')
  expect(storage.get('access_token')).toBe('a')
})

test('after a lost response, the new password may be set, so the form says to log in with it', async () => {
  await show(<ResetScreen reset={{ email: 'ann@example.com', token: 't' }} />, [0, {}])
  await type('password', 'battery staple')
  await type('password_confirmation', 'battery staple')
  await act(async () => page.querySelector('form')!.requestSubmit())
  await waitForText(en.reset.lost)
  expect(page.textContent).not.toContain(en.reset.failed)
})
