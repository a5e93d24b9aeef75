import type { ReactNode } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { setActionTools } from '#shell/action-tools.ts'
import { dialogPage } from '#shell/test-dialog.tsx'
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
const close = vi.fn<() => void>()
const page = dialogPage()

const json = (status: number, body: unknown) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })
const refusal = () => json(422, { message: 'You have too many groups', code: 'group_limit', errors: { name: ['Choose another name'] } })
const loseConnection = () => Promise.reject(new TypeError('Failed to fetch'))

function respond(url: string, { method = 'GET', body, headers }: RequestInit): Promise<Response> {
  if (method === 'GET') return new Promise(() => {})
  requests.push({ method, body: typeof body === 'string' ? JSON.parse(body) : body, key: new Headers(headers).get('idempotency-key') })
  return Promise.resolve((answers.shift() ?? (() => json(200, group)))())
}

const field = () => document.querySelector<HTMLInputElement>('input[name=name]')!
const checkedStates = () => [...document.querySelectorAll<HTMLInputElement>('input[type=checkbox]')].map(({ checked }) => checked)

beforeEach(() => {
  requests = []
  answers = []
  close.mockReset()
  vi.stubGlobal('fetch', respond)
  setActionTools({ go: () => {}, change: () => new Promise(() => {}), read: () => new Promise(() => {}) })
})

async function show(dialog: ReactNode): Promise<void> {
  page.show(dialog)
  await vi.waitFor(() => expect(field()).not.toBeNull())
}

test('a new group is created once for several presses of the button', async () => {
  await show(<CreateGroupDialog channels={channels} close={close} />)
  field().value = 'Pair'
  page.submit()
  page.submit()
  await vi.waitFor(() => expect(close).toHaveBeenCalled())
  // The retry has the same idempotency key.
  expect(new Set(requests.map(({ key }) => key)).size).toBe(1)
  expect(requests[0]).toMatchObject({ method: 'POST', body: { name: 'Pair', playlists: ['a', 'b'] } })
})

test.each([
  ['refused', refusal, 'Choose another name'],
  ['lost', loseConnection, ''],
])('a new group that is %s keeps its input and can be sent again', async (_, fails, message) => {
  answers = [fails]
  await show(<CreateGroupDialog channels={channels} close={close} />)
  field().value = 'Pair'
  document.querySelectorAll<HTMLInputElement>('input[type=checkbox]')[1]!.click()
  page.submit()
  await vi.waitFor(() => expect(document.querySelector('[role=alert], [aria-invalid=true]')).not.toBeNull())
  expect(document.body.textContent).toContain(message)
  expect([field().value, checkedStates()]).toEqual(['Pair', [true, false]])
  expect(close).not.toHaveBeenCalled()
  page.submit()
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
  page.submit()
  await vi.waitFor(() => expect(document.body.textContent).toContain('Choose another name'))
  expect(field().value).toBe('Nights')
  page.submit()
  await vi.waitFor(() => expect(close).toHaveBeenCalled())
})

test('only changed fields of a group are saved, so that another member’s change of the others is kept', async () => {
  await show(<EditGroupDialog group={group} close={close} />)
  document.querySelector<HTMLInputElement>('input[type=radio][value="3"]')!.click()
  page.submit()
  await vi.waitFor(() => expect(requests.map(({ body }) => body)).toEqual([{ status_id: 3 }]))
})
