import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '#kit/web/query-client.ts'
import { DialogContext } from '#ui/dialogs.ts'
import { overlayContainer } from '#ui/overlay-container.ts'
import { setActionTools } from '#shell/action-tools.ts'
import type { Group, PlaylistTile } from '#features/channels/contract.ts'
import { sampleChannel } from '#features/channels/web/samples.ts'
import { CreateGroupDialog, EditGroupDialog } from './GroupDialogs.tsx'

const channels: PlaylistTile[] = [sampleChannel({}, { id: 'a', name: 'Ant' }), sampleChannel({}, { id: 'b', name: 'Bee' })]
const group: Group = {
  id: 'g',
  name: 'Evenings',
  icon: null,
  status: 'Private',
  status_id: 1,
  is_archived: false,
  order: 0,
  playlists: [],
}

/** Sent requests: method, body and idempotency key. */
let requests: { method: string; body: unknown; key: string | null }[]
let answers: (() => Response | Promise<Response>)[]
let root: ReturnType<typeof createRoot>
const close = vi.fn<() => void>()

const json = (status: number, body: unknown) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })
const refusal = () => json(422, { message: 'You have too many groups', code: 'group_limit', errors: { name: ['Choose another name'] } })
const lost = () => Promise.reject(new TypeError('Failed to fetch'))

function answer(url: string, { method = 'GET', body, headers }: RequestInit): Promise<Response> {
  if (method === 'GET') return new Promise(() => {})
  requests.push({ method, body: typeof body === 'string' ? JSON.parse(body) : body, key: new Headers(headers).get('idempotency-key') })
  return Promise.resolve((answers.shift() ?? (() => json(200, group)))())
}

const field = () => document.querySelector<HTMLInputElement>('input[name=name]')!
const checkedStates = () => [...document.querySelectorAll<HTMLInputElement>('input[type=checkbox]')].map(({ checked }) => checked)
const submit = () => document.querySelector('form')!.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }))

beforeEach(() => {
  requests = []
  answers = []
  close.mockReset()
  document.body.innerHTML = '<div></div><div></div>'
  overlayContainer.set(document.body.lastElementChild as HTMLElement)
  root = createRoot(document.body.firstElementChild!)
  vi.stubGlobal('fetch', answer)
  setActionTools({ go: () => {}, change: () => new Promise(() => {}), read: () => new Promise(() => {}) })
})
afterEach(() => {
  root.unmount()
  vi.unstubAllGlobals()
})

async function show(dialog: ReactNode): Promise<void> {
  root.render(
    <QueryClientProvider client={createQueryClient()}>
      <DialogContext value={{ id: 1, open: true, dismiss: () => {} } as never}>{dialog}</DialogContext>
    </QueryClientProvider>,
  )
  await vi.waitFor(() => expect(field()).not.toBeNull())
}

test('a new group is created once for several presses of the button', async () => {
  await show(<CreateGroupDialog channels={channels} close={close} />)
  field().value = 'Pair'
  submit()
  submit()
  await vi.waitFor(() => expect(close).toHaveBeenCalled())
  // The retry has the same idempotency key.
  expect(new Set(requests.map(({ key }) => key)).size).toBe(1)
  expect(requests[0]).toMatchObject({ method: 'POST', body: { name: 'Pair', playlists: ['a', 'b'] } })
})

test.each([
  ['refused', refusal, 'Choose another name'],
  ['lost', lost, ''],
])('a new group that is %s keeps its input and can be sent again', async (_, fails, message) => {
  answers = [fails]
  await show(<CreateGroupDialog channels={channels} close={close} />)
  field().value = 'Pair'
  document.querySelectorAll<HTMLInputElement>('input[type=checkbox]')[1]!.click()
  submit()
  await vi.waitFor(() => expect(document.querySelector('[role=alert], [aria-invalid=true]')).not.toBeNull())
  expect(document.body.textContent).toContain(message)
  expect([field().value, checkedStates()]).toEqual(['Pair', [true, false]])
  expect(close).not.toHaveBeenCalled()
  submit()
  await vi.waitFor(() => expect(close).toHaveBeenCalled())
  expect(requests.map(({ body }) => body)).toEqual([
    { name: 'Pair', playlists: ['a'], status_id: 3 },
    { name: 'Pair', playlists: ['a'], status_id: 3 },
  ])
})

test('a refused name stays in the field, with the error', async () => {
  answers = [refusal]
  await show(<EditGroupDialog group={group} close={close} />)
  expect(field().value).toBe('Evenings')
  field().value = 'Nights'
  submit()
  await vi.waitFor(() => expect(document.body.textContent).toContain('Choose another name'))
  expect(field().value).toBe('Nights')
  submit()
  await vi.waitFor(() => expect(close).toHaveBeenCalled())
})
