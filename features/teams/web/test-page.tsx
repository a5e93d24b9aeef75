import { QueryClientProvider } from '@tanstack/react-query'
import { act, type ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { expect, vi } from 'vitest'
import { createQueryClient } from '#kit/web/query-client.ts'
import { DialogContext } from '#ui/dialogs.ts'
import { overlayContainer } from '#ui/overlay-container.ts'
import type { Team, TeamMember, TeamTile } from '../contract.ts'

/** Data and helpers for the tests of this folder. */
export const teamId = 'Tm3Jw8PdY6t'
export const ann: TeamMember = {
  id: 'Us1Jw8PdY6t',
  email: 'ann@example.org',
  nickname: 'Ann',
  is_admin: true,
  is_admin_asked: false,
  role: 'admin',
}
export const bob: TeamMember = {
  id: 'Us2Jw8PdY6t',
  email: 'bob@exampl',
  nickname: 'Bob',
  is_admin: false,
  is_admin_asked: false,
  role: 'member',
}

export const sampleTile = (name: string, facts: Partial<TeamTile> = {}): TeamTile => ({
  id: teamId,
  name,
  description: '',
  logo: null,
  is_admin: false,
  is_pending: false,
  users_count: 2,
  playlists_count: 1,
  ...facts,
})
export const sampleTeam = (facts: Partial<Team> = {}): Team => ({
  id: teamId,
  name: 'The Kettle',
  description: '',
  logo: null,
  is_admin: true,
  users: [ann, bob],
  pending_users: [],
  playlists: [],
  ...facts,
})

interface SentRequest {
  method: string
  url: string
  body: unknown
}
interface Refusal {
  status: number
  body: { message: string; code: string; errors: Record<string, string[]> }
}

/** Makes a fake server, and a page that renders into the document. */
export function createPage() {
  const page = {
    /** Changes that the page sent. */
    sent: [] as SentRequest[],
    /** Responses by the end of the address. A number is an HTTP status. */
    answers: {} as Record<string, unknown>,
    /** Responses to the next changes. Undefined, or a missing response, is a success. */
    refusals: [] as (Refusal | undefined)[],
    show,
    leave,
    until: (check: () => void) => vi.waitFor(() => act(async () => check())),
    shows: (text: string) => vi.waitFor(() => act(async () => expect(document.body.textContent).toContain(text))),
    button: (name: string) =>
      [...document.querySelectorAll<HTMLButtonElement>('button')].find(
        (element) => element.getAttribute('aria-label') === name || element.textContent === name,
      ),
    press: (name: string) => act(async () => page.button(name)!.click()),
    type: (selector: string, text: string) =>
      act(async () => {
        const input = document.querySelector<HTMLInputElement | HTMLTextAreaElement>(selector)!
        const owner = input instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement
        Object.getOwnPropertyDescriptor(owner.prototype, 'value')!.set!.call(input, text)
        input.dispatchEvent(new Event('input', { bubbles: true }))
      }),
  }
  let root: Root | undefined

  async function show(element: ReactNode) {
    Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
    const json = (response: unknown, status = 200) =>
      Promise.resolve(new Response(JSON.stringify(response), { status, headers: { 'content-type': 'application/json' } }))
    vi.stubGlobal('fetch', (url: string, { method = 'GET', body }: RequestInit = {}) => {
      if (method !== 'GET') {
        page.sent.push({ method, url, body: typeof body === 'string' ? JSON.parse(body) : null })
        const refusal = page.refusals.shift()
        return refusal ? json(refusal.body, refusal.status) : json(page.answers[`/teams/${teamId}`] ?? sampleTeam())
      }
      const response = page.answers[Object.keys(page.answers).find((end) => url.endsWith(end)) ?? '']
      return typeof response === 'number' ? json({ message: 'Refused', code: 'refused', errors: {} }, response) : json(response)
    })
    const place = document.createElement('div')
    document.body.append(place)
    overlayContainer.set(place)
    root = createRoot(place)
    const dialog = { id: 1, open: true, dismiss: () => {}, close: () => {}, element: null }
    await act(async () =>
      root!.render(
        <QueryClientProvider client={createQueryClient()}>
          <DialogContext value={dialog}>{element}</DialogContext>
        </QueryClientProvider>,
      ),
    )
  }
  function leave() {
    act(() => root?.unmount())
    document.body.replaceChildren()
    vi.unstubAllGlobals()
    localStorage.clear()
    Object.assign(page, { sent: [], answers: {}, refusals: [] })
  }
  return page
}

export const refusalOf = (code: string, message: string, errors: Record<string, string[]> = {}, status = 409): Refusal => ({
  status,
  body: { message, code, errors },
})
