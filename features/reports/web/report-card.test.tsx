import { QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '#kit/web/query-client.ts'
import type { Report } from '../contract.ts'
import en from '../locales/en.json' with { type: 'json' }
import { ReportCard } from './ReportCard.tsx'

const confirm = vi.hoisted(() => vi.fn<(question: { title: string }) => Promise<boolean>>())
vi.mock('#ui/confirm.ts', () => ({ confirm }))
const toast = vi.hoisted(() => vi.fn<(text: string) => void>())
vi.mock('#ui/toasts.ts', () => ({ toast }))

const report: Report = {
  id: 'Rp8Kd3VxN6w',
  state: 'open',
  report_type_id: 4,
  reportable_type: 'playlist',
  reportable_id: 'Pl6Hd3VxN6w',
  title: 'Bad channel',
  is_gone: false,
  is_private: false,
  reported_name: 'Bad channel',
  reported_text: '',
  image: null,
  playlist_id: 'Pl6Hd3VxN6w',
  channel_id: null,
  reports: 1,
  answer: null,
  answered_at: null,
  url: 'https://choice.test/en/playlists',
  message: null,
  note: '',
  reporter: null,
  reported_at: '2026-11-30T10:00:00.000Z',
}

let root: ReturnType<typeof createRoot>
let sent: unknown[]

beforeEach(async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  sent = []
  confirm.mockReset()
  toast.mockReset()
  vi.stubGlobal('fetch', (_: string, { method = 'GET', body }: RequestInit = {}) => {
    const json = (response: unknown, status = 200) =>
      Promise.resolve(new Response(JSON.stringify(response), { status, headers: { 'content-type': 'application/json' } }))
    if (method === 'GET') return json([])
    const change = JSON.parse(body as string) as { seen?: unknown }
    sent.push(change)
    // Another moderator has already decided.
    return change.seen ? json({ message: en.errors.changed_meanwhile, code: 'changed_meanwhile', errors: {} }, 409) : json(report)
  })
  root = createRoot(document.body.appendChild(document.createElement('div')))
  await show(report)
})
const client = createQueryClient()
const show = (latest: Report) =>
  act(async () =>
    root.render(
      <QueryClientProvider client={client}>
        <ReportCard report={latest} />
      </QueryClientProvider>,
    ),
  )
afterEach(() => {
  act(() => root.unmount())
  document.body.replaceChildren()
  vi.unstubAllGlobals()
})

const dismiss = () =>
  act(async () => [...document.querySelectorAll('button')].find(({ textContent }) => textContent === en.operator.dismiss)!.click())
const input = () => document.querySelector('textarea')!
const type = (text: string) => {
  Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')!.set!.call(input(), text)
  input().dispatchEvent(new Event('input', { bubbles: true }))
}
const waitUntil = (check: () => void) => vi.waitFor(() => act(async () => check()))

test('a decision over another one asks first, and then replaces it', async () => {
  confirm.mockResolvedValue(true)
  await dismiss()
  await waitUntil(() => expect(toast).toHaveBeenCalledOnce())
  expect(confirm.mock.calls[0]![0].title).toBe(en.operator.stale)
  expect(sent).toEqual([{ state: 'dismissed', seen: { state: 'open', note: '' } }, { state: 'dismissed' }])
})

test('without consent, the other decision stays', async () => {
  confirm.mockResolvedValue(false)
  await dismiss()
  await waitUntil(() => expect(confirm).toHaveBeenCalledOnce())
  expect(sent).toHaveLength(1)
  expect(toast).not.toHaveBeenCalled()
  expect(document.querySelector('[role=alert]')).toBeNull()
})

test('the note follows changes by others until it is typed in; then a save compares with the note that it replaces', async () => {
  confirm.mockResolvedValue(false)
  await show({ ...report, note: 'Asked the owner' })
  expect(input().value).toBe('Asked the owner')
  await act(async () => type('A satire'))
  await show({ ...report, note: 'The owner answered' })
  expect(input().value).toBe('A satire')
  await dismiss()
  expect(sent).toEqual([{ state: 'dismissed', note: 'A satire', seen: { state: 'open', note: 'Asked the owner' } }])
})

test('what is typed while a decision is sent stays', async () => {
  confirm.mockImplementation(async () => {
    type('Asked the owner')
    return true
  })
  await act(async () => type('A satire'))
  await dismiss()
  await waitUntil(() => expect(toast).toHaveBeenCalledOnce())
  expect(sent.at(-1)).toEqual({ state: 'dismissed', note: 'A satire' })
  expect(input().value).toBe('Asked the owner')
})
