import { QueryClientProvider } from '@tanstack/react-query'
import { act, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '#kit/web/query-client.ts'
import { DialogContext } from '#ui/dialogs.ts'
import { overlayContainer } from '#ui/overlay-container.ts'
import type { MenuSource } from '#ui/menus.ts'
import type { OperatorTier } from '../../contract.ts'
import en from '../../locales/en.json' with { type: 'json' }
import { TierList } from './OperatorPackagesScreen.tsx'
import { TierDialog } from './TierDialog.tsx'

const confirm = vi.hoisted(() => vi.fn<(question: { title: string }) => Promise<boolean>>(() => Promise.resolve(true)))
vi.mock('#ui/confirm.ts', () => ({ confirm, confirmDiscard: () => Promise.resolve(true) }))
vi.mock('#ui/useDebounced.ts', () => ({ useDebounced: (value: string) => value }))
const toast = vi.hoisted(() => vi.fn<(text: string) => void>())
vi.mock('#ui/toasts.ts', () => ({ toast, announce: () => {} }))

vi.mock('#ui/ImageField.tsx', () => ({
  ImageField: ({ onChoose }: { onChoose: (file: File) => void }) => (
    <input type="button" name="icon" onClick={() => onChoose(new File(['picture'], 'icon.png'))} />
  ),
}))

const openMenu = vi.hoisted(() => vi.fn<(menu: MenuSource) => void>())
vi.mock('#ui/menus.ts', () => ({ openMenu }))

const sampleTier = (name: string, fields: Partial<OperatorTier> = {}): OperatorTier => ({
  id: `Ti5Mx2K${name}`,
  version: 'first',
  name,
  description: '',
  icon: null,
  package_name: name,
  price: '4.99',
  is_free: false,
  is_archived: false,
  subscribers: 0,
  channels: [],
  playlists: [],
  ...fields,
})
interface SentRequest {
  method: string
  url: string
  body: unknown
}
let requests: SentRequest[]
/** Responses by the beginning of the path. */
let responses: Record<string, unknown>
/** Response to changes. */
let refusal: { status: number; body: unknown } | undefined
let root: ReturnType<typeof createRoot>
let isClosed: boolean

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  requests = []
  responses = {}
  refusal = undefined
  isClosed = false
  confirm.mockClear()
  toast.mockClear()
  vi.stubGlobal('fetch', (url: string, { method = 'GET', body }: RequestInit = {}) => {
    const json = (response: unknown, status = 200) =>
      Promise.resolve(new Response(JSON.stringify(response), { status, headers: { 'content-type': 'application/json' } }))
    const response = Object.entries(responses).find(([path]) => url.startsWith(path))?.[1]
    if (method === 'GET' || url.startsWith('/api/playlists/search')) return json(response)
    const sent = typeof body === 'string' ? (JSON.parse(body) as Partial<OperatorTier>) : undefined
    requests.push({ method, url, body: sent ?? null })
    if (body && !sent) return json({ message: 'Too small', code: 'invalid', errors: { icon: ['Too small'] } }, 422)
    return refusal ? json(refusal.body, refusal.status) : json(sampleTier('Films', { ...sent, version: 'saved' }))
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
  overlayContainer.set(page)
  root = createRoot(page)
  const dialog = { id: 1, open: true, dismiss: () => {}, close: () => {}, element: null }
  await act(async () =>
    root.render(
      <QueryClientProvider client={createQueryClient()}>
        <DialogContext value={dialog}>{element}</DialogContext>
      </QueryClientProvider>,
    ),
  )
}
const waitUntil = (check: () => void) => vi.waitFor(() => act(async () => check()))
const waitForText = (text: string) => waitUntil(() => expect(document.body.textContent).toContain(text))
const button = (label: string) => document.querySelector<HTMLButtonElement>(`button[aria-label="${label}"]`)
const clickButton = (label: string) => act(async () => button(label)!.click())
const type = (selector: string, text: string) =>
  act(async () => {
    const input = document.querySelector<HTMLInputElement>(`input${selector}`)!
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(input, text)
    input.dispatchEvent(new Event('input', { bubbles: true }))
  })
/** Opens the menu of a package. @returns its rows by name */
async function menuOf(name: string) {
  await clickButton(`Actions for ${name}`)
  return new Map(openMenu.mock.lastCall![0].rows().map((row) => [row.name, row]))
}
const choose = async (name: string, action: string) => {
  const row = (await menuOf(name)).get(action)
  await act(async () => row!.perform())
}
const save = () => act(async () => document.querySelector<HTMLButtonElement>('button[type=submit]')!.click())
const showDialog = (tier: OperatorTier | null) => show(<TierDialog tier={tier} close={() => (isClosed = true)} />)

test('packages are listed in order with price, contents, subscribers and state', async () => {
  responses = {
    '/api/operator/tiers': [
      sampleTier('Basic', { package_name: 'Sport', subscribers: 2, channels: [{ id: 'Tv6Hd3VxN6w', name: 'One' }] }),
      sampleTier('Open', { is_free: true, price: '0.00', is_archived: true }),
    ],
  }
  await show(<TierList />)
  await waitForText('Basic')
  expect([...document.querySelectorAll('li p')].map(({ textContent }) => textContent)).toEqual([
    'Part of Sport · €4.99 a month · 1 TV channel · 0 channels · 2 subscribers',
    'Archived · Free · 0 TV channels · 0 channels · 0 subscribers',
  ])
  expect([...(await menuOf('Basic')).keys()]).toEqual(['Edit', 'Archive', 'Down', 'To the end'])
  expect([...(await menuOf('Open')).keys()]).toEqual(['Edit', 'Put back', 'Up', 'To the top', 'Delete'])
  await choose('Basic', 'To the end')
  await waitUntil(() => expect(requests.at(-1)).toMatchObject({ method: 'PATCH', body: { order: 1 } }))
  await choose('Open', 'Put back')
  await waitUntil(() => expect(requests.at(-1)).toMatchObject({ method: 'PATCH', body: { is_archived: false } }))
})

test('deleting requires a confirmation, and shows the reason of a refusal', async () => {
  responses = { '/api/operator/tiers': [sampleTier('Films')] }
  refusal = { status: 409, body: { message: en.errors.has_subscribers, code: 'has_subscribers', errors: {} } }
  await show(<TierList />)
  await waitForText('Films')
  confirm.mockResolvedValueOnce(false)
  await choose('Films', 'Delete')
  expect(requests).toEqual([])
  await choose('Films', 'Delete')
  await waitUntil(() => expect(toast.mock.calls[0]?.[0]).toBe(en.errors.has_subscribers))
  expect(confirm.mock.calls[0]?.[0].title).toBe('Delete Films?')
  expect(requests).toMatchObject([{ method: 'DELETE' }])
})

test('without packages, the list offers to create one', async () => {
  responses = { '/api/operator/tiers': [] }
  await show(<TierList />)
  await waitForText(en.operator.none)
  expect(document.querySelector('button')!.textContent).toContain(en.operator.create)
})

test('a package is created with a TV channel found by name', async () => {
  responses = { '/api/operator/channels': { data: [{ id: 'Tv6Hd3VxN6w', name: 'One' }], next_cursor: null } }
  await showDialog(null)
  await type('[name=name]', 'Films')
  await type('[name=price]', '4,99')
  await type(`[placeholder="${en.operator.search_channels}"]`, 'one')
  await vi.waitFor(() => act(async () => expect(button('Add One')).not.toBeNull()), 2000)
  await clickButton('Add One')
  expect(button('Remove One')).not.toBeNull()
  await save()
  await waitUntil(() => expect(isClosed).toBe(true))
  expect(requests).toMatchObject([
    { method: 'POST', body: { name: 'Films', package_name: 'Films', price: '4,99', is_free: false, channels: ['Tv6Hd3VxN6w'] } },
  ])
})

test('errors show beside their field, and unchanged lists are not sent', async () => {
  refusal = { status: 422, body: { message: 'Invalid', code: 'invalid', errors: { price: ['Give an amount.'] } } }
  await showDialog(sampleTier('Films', { channels: [{ id: 'Tv6Hd3VxN6w', name: 'One' }], playlists: [{ id: 'Pl6Hd3VxN6w', name: 'Two' }] }))
  await type('[name=price]', 'much')
  await clickButton('Remove Two')
  await save()
  await waitForText('Give an amount.')
  expect(isClosed).toBe(false)
  expect(requests[0]).toMatchObject({ method: 'PATCH', body: { price: 'much', playlists: [] } })
  expect(requests[0]!.body).not.toHaveProperty('channels')
})

test('after a change by another operator, the dialog keeps its edits, shows that change, and can overwrite it', async () => {
  const tier = sampleTier('Films', { channels: [{ id: 'Tv6Hd3VxN6w', name: 'One' }] })
  responses = { '/api/operator/tiers': [{ ...tier, version: 'second', price: '5.99', channels: [] }] }
  refusal = { status: 409, body: { message: en.errors.changed_meanwhile, code: 'changed_meanwhile', errors: {} } }
  await showDialog(tier)
  await type('[name=name]', 'Films and series')
  await save()
  await waitForText(en.operator.stale)
  expect(document.querySelector('[role=alert]')!.textContent).toContain('€5.99')
  expect(document.querySelector<HTMLInputElement>('[name=name]')!.value).toBe('Films and series')
  expect(isClosed).toBe(false)
  refusal = undefined
  await save()
  await waitUntil(() => expect(isClosed).toBe(true))
  // Neither the other operator's price nor the channels are sent, so both are kept.
  expect(requests.map(({ body }) => body)).toEqual([
    { name: 'Films and series', version: 'first' },
    { name: 'Films and series', version: 'second' },
  ])
})

test('after a refused picture, a value that is typed back is saved', async () => {
  const tier = sampleTier('Films')
  responses = { '/api/operator/tiers': [tier] }
  await showDialog(tier)
  await act(async () => document.querySelector<HTMLInputElement>('[name=icon]')!.click())
  await type('[name=price]', '7.99')
  await save()
  await waitUntil(() => expect(requests.map(({ body }) => body)).toEqual([{ is_free: false, price: '7.99', version: 'first' }, null]))
  await type('[name=price]', '4.99')
  await waitUntil(() => expect(document.querySelector<HTMLButtonElement>('button[type=submit]')!.disabled).toBe(false))
  await save()
  await waitUntil(() => expect(requests[2]?.body).toEqual({ is_free: false, price: '4.99', version: 'saved' }))
  expect(isClosed).toBe(false)
})
