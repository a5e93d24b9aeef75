import { QueryClientProvider } from '@tanstack/react-query'
import { act, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { viewSubject } from '#shell/subjects.ts'
import { createQueryClient } from '#kit/web/query-client.ts'
import { storage } from '#kit/web/storage.ts'
import en from '../../locales/en.json' with { type: 'json' }
import { OwnHomeWelcome, ViewWelcome } from './ViewWelcome.tsx'
import { Welcome } from './Welcome.tsx'

const id = 'Tm3Jw8PdY6t'
const page = { title: 'A place of your own', description: 'You choose who can watch what.', images: [], carousels: [], hero: null }
let root: ReturnType<typeof createRoot>
let element: HTMLElement

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  localStorage.clear()
  storage.set('access_token', 'token')
  vi.stubGlobal('fetch', (url: string) => {
    const response = url.includes('/api/pages/') ? page : url.includes('/api/teams') ? [{ id, name: 'The Kettle' }] : profile
    return Promise.resolve(new Response(JSON.stringify(response), { headers: { 'content-type': 'application/json' } }))
  })
})
const profile = { hide_heart_welcome: false, hide_watch_later_welcome: false }
afterEach(() => {
  act(() => root.unmount())
  element.remove()
  vi.unstubAllGlobals()
  localStorage.clear()
})

async function show(content: ReactNode) {
  element = document.createElement('div')
  document.body.append(element)
  root = createRoot(element)
  await act(async () => root.render(<QueryClientProvider client={createQueryClient()}>{content}</QueryClientProvider>))
  await vi.waitFor(async () => {
    await act(() => new Promise((resolve) => setTimeout(resolve, 10)))
    expect(element.querySelector('h2')).not.toBeNull()
  })
  return element.textContent
}

test('in team mode, the introduction of the channels addresses team members', async () => {
  storage.set('account_mode', 'TEAM')
  storage.set('team_id', id)
  const text = await show(<ViewWelcome view="heart" />)
  expect(text).toContain(en.team.title)
  expect(text).toMatch(/All members of .?The Kettle.? see and arrange these channels/)
  expect(text).not.toContain(page.title)
})

test.each([
  ['heart', 'OWN'],
  ['watchLater', 'TEAM'],
] as const)('other introductions address a user: %s, %s', async (view, mode) => {
  storage.set('account_mode', mode)
  storage.set('team_id', id)
  expect(await show(<ViewWelcome view={view} />)).toContain(page.title)
})

test('users see their channels above the introduction', async () => {
  const subject = viewSubject('heart')
  const text = await show(
    <>
      <Welcome subject={subject} />
      My channels
      <OwnHomeWelcome subject={subject} />
    </>,
  )
  expect(text).toMatch(new RegExp(`^My channels${page.title}`))
})
