import { QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '#kit/web/query-client.ts'
import { storage } from '#kit/web/storage.ts'
import { useRead } from '#kit/web/read.ts'
import { accountsContract } from '../contract.ts'
import { logOut, useCompleteLogin } from './session.ts'

const shell = vi.hoisted(() => ({ visited: [] as string[] }))
vi.mock('#shell/navigation.ts', () => ({ useGo: () => (href: string) => shell.visited.push(href) }))

let calls: { url: string; token: string | null }[]
let root: Root | undefined

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  localStorage.clear()
  calls = []
  shell.visited = []
  vi.useFakeTimers()
  vi.stubGlobal(
    'fetch',
    vi.fn((url: string, { headers }: { headers: Headers }) => {
      calls.push({ url, token: headers.get('authorization') })
      return Promise.resolve(new Response('{}', { headers: { 'content-type': 'application/json' } }))
    }),
  )
})
afterEach(() => {
  act(() => root?.unmount())
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const tokens = { user_id: 'ann', access_token: 'new', refresh_token: 'newer', token_type: 'Bearer', expires_in: 3600 } as const

/** Logs in on a screen that shows the profile. */
async function renderLogin() {
  const Login = () => {
    useRead(accountsContract.getProfile, {})
    const entering = useCompleteLogin()
    return <button onClick={() => entering(tokens)}>in</button>
  }
  const element = document.createElement('div')
  root = createRoot(element)
  await act(async () =>
    root?.render(
      <QueryClientProvider client={createQueryClient()}>
        <Login />
      </QueryClientProvider>,
    ),
  )
  calls = []
  await act(async () => element.querySelector('button')?.dispatchEvent(new MouseEvent('click', { bubbles: true })))
}

test('logging out clears the session immediately, and sends its token to the server', () => {
  storage.set('access_token', 'mine')
  storage.set('refresh_token', 'mine too')
  storage.set('canceled_enter_fields_modal', true)
  logOut()
  expect(calls).toEqual([{ url: '/api/logout', token: 'Bearer mine' }])
  for (const key of ['access_token', 'refresh_token', 'canceled_enter_fields_modal'] as const) expect(storage.get(key)).toBeUndefined()
})

test('a guest has no session to end', () => {
  logOut()
  expect(calls).toEqual([])
})

test('the profile is read again 800 ms after a login', async () => {
  await renderLogin()
  expect(storage.get('access_token')).toBe('new')
  await act(() => vi.advanceTimersByTimeAsync(799))
  expect(calls).toEqual([])
  await act(() => vi.advanceTimersByTimeAsync(1))
  expect(calls).toEqual([{ url: '/api/user/profile', token: 'Bearer new' }])
})

test('a login leads to the stored destination once, and otherwise home', async () => {
  storage.set('redirected_from', '/nl/playlists?playlist=a1')
  await renderLogin()
  expect(shell.visited).toEqual(['/en/playlists?playlist=a1'])
  expect(storage.get('redirected_from')).toBeUndefined()
  await renderLogin()
  expect(shell.visited.slice(1)).toEqual(['/en/'])
})
