import { QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '#kit/web/query-client.ts'
import { DialogContext } from '#ui/dialogs.ts'
import { overlayContainer } from '#ui/overlay-container.ts'
import en from '../../locales/en.json' with { type: 'json' }
import type { OperatorChannel } from '../../operator-channels.ts'
import { ChannelDialog } from './ChannelDialog.tsx'

vi.mock('#ui/ImageField.tsx', () => ({
  ImageField: ({ onChoose }: { onChoose: (file: File) => void }) => (
    <input type="button" name="logo" onClick={() => onChoose(new File(['picture'], 'logo.png'))} />
  ),
}))

const channel: OperatorChannel = {
  id: 'Tv6Hd3VxN6w',
  version: 'first',
  source_id: 'So8Kd3VxN6w',
  kind: 'live',
  name: 'One',
  number: 1,
  tvg_id: null,
  groups: ['News'],
  logo: null,
  liveStreamUrl: 'https://live.test/one.m3u8',
  dvrStreamBaseUrl: null,
  dvrStreamBaseUrlExtension: '',
  catchup_days: 0,
  adult: false,
  blocked_countries: [],
  owner_id: null,
  owner_nickname: null,
  is_off: false,
  is_gone: false,
  guide: null,
  guide_match: null,
  set_by_hand: ['number'],
}
/** The state on the server. */
let now: OperatorChannel
let response: Record<string, unknown>[]
let isClosed: boolean
let root: ReturnType<typeof createRoot>

const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })
const input = (name: string) => document.querySelector<HTMLInputElement>(`input[name=${name}]`)!
const type = (name: string, text: string) =>
  act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(input(name), text)
    input(name).dispatchEvent(new Event('input', { bubbles: true }))
  })
async function save() {
  const before = response.length
  await act(async () => document.querySelector<HTMLButtonElement>('button[type=submit]')!.click())
  await vi.waitFor(() => act(async () => expect(response.length).toBeGreaterThan(before)))
}

const waitUntilClosed = () => vi.waitFor(() => act(async () => expect(isClosed).toBe(true)))

beforeEach(async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  now = channel
  response = []
  isClosed = false
  vi.stubGlobal('fetch', (url: string, { method = 'GET', body }: RequestInit = {}) => {
    if (body && typeof body !== 'string')
      return Promise.resolve(json({ message: 'Too small', code: 'invalid', errors: { logo: ['Too small'] } }, 422))
    if (method === 'PATCH') {
      const sentBody = JSON.parse(body as string) as Record<string, unknown>
      response.push(sentBody)
      if (sentBody['version'] !== now.version)
        return Promise.resolve(json({ message: en.errors.changed_meanwhile, code: 'changed_meanwhile', errors: {} }, 409))
      now = { ...now, ...sentBody, version: 'saved' }
      return Promise.resolve(json(now))
    }
    return Promise.resolve(json(url.startsWith('/api/operator/channels/') ? now : []))
  })
  const page = document.createElement('div')
  document.body.append(page)
  overlayContainer.set(page)
  root = createRoot(page)
  const dialog = { id: 1, open: true, dismiss: () => {}, close: () => {}, element: null }
  await act(async () =>
    root.render(
      <QueryClientProvider client={createQueryClient()}>
        <DialogContext value={dialog}>
          <ChannelDialog channel={channel} close={() => (isClosed = true)} />
        </DialogContext>
      </QueryClientProvider>,
    ),
  )
  await vi.waitUntil(() => act(async () => document.querySelector('input[name=name]') !== null))
})
afterEach(() => {
  act(() => root.unmount())
  document.body.replaceChildren()
  vi.unstubAllGlobals()
})

test('only changes are sent, with the version that the form was filled from', async () => {
  await type('name', 'Mine')
  await save()
  expect(response).toEqual([{ name: 'Mine', version: 'first' }])
  await waitUntilClosed()
})

test('after a change by another operator, the form keeps its edits, shows that change, and can overwrite it', async () => {
  await type('name', 'Mine')
  now = { ...channel, version: 'second', number: 5, groups: ['Sport'] }
  await save()
  expect(isClosed).toBe(false)
  await vi.waitFor(() => act(async () => expect(document.querySelector('[role=alert]')?.textContent).toContain('Sport')))
  expect(document.querySelector('[role=alert]')?.textContent).toContain(en.operator.channels.stale)
  expect(input('name').value).toBe('Mine')
  await save()
  expect(response.at(-1)).toEqual({ name: 'Mine', version: 'second' })
  await waitUntilClosed()
})

test("a field set by hand is reset to the list's value, without sending the form's value", async () => {
  const back = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === en.operator.channels.from_list)!
  await act(async () => back.click())
  await save()
  expect(response).toEqual([{ from_list: ['number'], version: 'first' }])
})

test('after a refused logo, saving again isn’t taken for a conflict with another operator', async () => {
  await type('name', 'Mine')
  await act(async () => input('logo').click())
  await save()
  await vi.waitFor(() => act(async () => expect(document.querySelector<HTMLButtonElement>('button[type=submit]')!.disabled).toBe(false)))
  await save()
  expect(response).toEqual([
    { name: 'Mine', version: 'first' },
    { name: 'Mine', version: 'saved' },
  ])
  expect(isClosed).toBe(false)
})
