import { QueryClientProvider } from '@tanstack/react-query'
import { act, type ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '#kit/web/query-client.ts'
import { storage } from '#kit/web/storage.ts'
import { closeDialogs } from '#ui/dialogs.ts'
import { DialogHost } from '#ui/hosts.tsx'
import { overlayContainer } from '#ui/overlay-container.ts'
import type { Coupon } from '../../contract.ts'
import { OperatorCouponsScreen } from './OperatorCouponsScreen.tsx'

vi.mock('#shell/PersonalScreen.tsx', () => ({ PersonalScreen: ({ children }: { children: ReactNode }) => <main>{children}</main> }))
const saveFile = vi.hoisted(() => vi.fn<(file: Blob, name: string) => void>())
vi.mock('#kit/web/save-file.ts', () => ({ saveFile }))

const sample = (code: string, facts: Partial<Coupon> = {}): Coupon => ({
  id: code,
  code,
  percent: 50,
  amount: null,
  tier_id: null,
  expires_at: null,
  batch: null,
  created_at: '2026-01-04T10:00:00.000Z',
  redeemed_at: null,
  redeemed_by: null,
  ...facts,
})
const redeemedCoupon = { redeemed_at: '2026-05-04T10:00:00.000Z' }
const coupons = [
  sample('WELCOME50', { tier_id: 'films', expires_at: '2026-03-01T12:00:00.000Z' }),
  sample('FAIR1', { percent: null, amount: '2.50', batch: 'Fair', ...redeemedCoupon, redeemed_by: { id: 'noor', nickname: 'Noor' } }),
  sample('FAIR2', { ...redeemedCoupon }),
]

let root: Root
const page = document.createElement('div')
const overlay = document.createElement('div')
let isOperator: boolean
let listed: Coupon[]
let refusal: Record<string, string[]> | undefined
const calls: { method: string; url: string; body: unknown }[] = []

function answerTo(method: string, url: string): unknown {
  if (url.startsWith('/api/user')) return { is_operator: isOperator }
  if (url === '/api/operator/renewals') return { renewals: 12, amount: '59.88', uncovered: 2, uncovered_amount: '9.98' }
  if (url === '/api/operator/tiers') return [{ id: 'films', name: 'Films', is_archived: false }]
  if (url === '/api/operator/coupons/batch') return { batch: 'Spring fair', codes: ['AAAA1', 'AAAA2'] }
  return method === 'GET' ? { data: listed, next_cursor: null } : listed[0]
}

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  storage.set('access_token', 'token')
  isOperator = true
  listed = coupons
  refusal = undefined
  calls.length = 0
  saveFile.mockClear()
  document.body.append(page, overlay)
  overlayContainer.set(overlay)
  vi.stubGlobal('fetch', (url: string, { method = 'GET', body }: { method?: string; body?: string } = {}) => {
    calls.push({ method, url, body: body === undefined ? undefined : (JSON.parse(body) as unknown) })
    const isRefused = method === 'POST' && refusal !== undefined
    const response = isRefused ? { message: 'No', code: 'invalid', errors: refusal } : answerTo(method, url)
    const headers = { 'content-type': 'application/json' }
    return Promise.resolve(new Response(JSON.stringify(response), { status: isRefused ? 422 : 200, headers }))
  })
  root = createRoot(page)
})
afterEach(async () => {
  await act(async () => closeDialogs())
  act(() => root.unmount())
  page.remove()
  overlay.remove()
  storage.remove('access_token')
  vi.unstubAllGlobals()
})

const show = () =>
  act(async () =>
    root.render(
      <QueryClientProvider client={createQueryClient()}>
        <OperatorCouponsScreen />
        <DialogHost />
      </QueryClientProvider>,
    ),
  )
const waitUntil = (check: () => void) =>
  vi.waitFor(async () => {
    await act(() => new Promise((resolve) => setTimeout(resolve)))
    check()
  })
const waitForText = (text: string) => waitUntil(() => expect(document.body.textContent).toContain(text))
const clickButton = (name: string, from: ParentNode = document.body) =>
  act(async () =>
    [...from.querySelectorAll('button')].find((item) => (item.getAttribute('aria-label') ?? item.textContent) === name)!.click(),
  )
const dialog = () => document.querySelector<HTMLElement>('[role=dialog]')!
function fill(name: string, value: string) {
  dialog().querySelector<HTMLInputElement>(`[name=${name}]`)!.value = value
}
const requests = () => calls.filter(({ method }) => method !== 'GET')

test('shows the forecast, and each coupon with its value, package, expiry, batch and user', async () => {
  await show()
  await waitForText('12 · €59.88')
  await waitForText('2 · €9.98')
  await waitForText('50% · Films · until 1 March 2026')
  await waitForText('€2.50 · All packages · batch Fair')
  await waitForText('Redeemed on 4 May 2026 · Noor')
  await waitForText('Redeemed on 4 May 2026 · deleted user')
  expect(page.querySelector('a')!.getAttribute('href')).toBe('/en/settings?user=noor')
  expect([...page.querySelectorAll('li button')].map((item) => item.getAttribute('aria-label'))).toEqual(['Delete WELCOME50'])
})

test('other users get the page for missing addresses', async () => {
  isOperator = false
  await show()
  await waitForText('404 not found')
  expect(calls.some(({ url }) => url.startsWith('/api/operator'))).toBe(false)
})

test('filters by use, and shows a message for an empty list', async () => {
  listed = []
  await show()
  await waitForText('No discount codes')
  await act(async () => page.querySelectorAll<HTMLInputElement>('input[type=radio]')[2]!.click())
  await waitForText('No discount codes found')
  expect(calls.at(-1)!.url).toContain('redeemed=true')
  await act(async () => [...page.querySelectorAll('button')].find(({ textContent }) => textContent === 'Clear filters')!.click())
  await waitForText('No discount codes yet')
  expect(page.querySelectorAll<HTMLInputElement>('input[type=radio]')[0]!.checked).toBe(true)
})

test('creates a coupon, and shows errors at their fields', async () => {
  refusal = { code: ['This code exists already.'], percent: ['Too much'] }
  await show()
  await waitForText('WELCOME50')
  await clickButton('New code')
  await waitUntil(() => expect(dialog()).not.toBeNull())
  await waitForText('Films')
  fill('code', 'summer25')
  fill('percent', ' 25 ')
  await clickButton('Create', dialog())
  await waitForText('This code exists already.')
  expect([...dialog().querySelectorAll('[aria-invalid=true]')].map((item) => item.getAttribute('name'))).toEqual(['code', 'percent'])
  const choose = (index: number) => act(async () => dialog().querySelectorAll<HTMLInputElement>('input[type=radio]')[index]!.click())
  await choose(1)
  expect(dialog().textContent).not.toContain('Too much')
  await choose(0)
  expect(dialog().textContent).toContain('Too much')
  fill('percent', ' 25 ')
  refusal = undefined
  fill('tier_id', 'films')
  fill('expires_at', '2090-12-31')
  await clickButton('Create', dialog())
  await waitUntil(() => expect(requests()).toHaveLength(2))
  expect(requests()[1]!.body).toEqual({ code: 'summer25', percent: '25', tier_id: 'films', expires_at: '2090-12-31' })
})

test('creates a batch, and offers its codes as a file', async () => {
  await show()
  await waitForText('WELCOME50')
  await clickButton('New batch')
  await waitUntil(() => expect(dialog()).not.toBeNull())
  await act(async () => dialog().querySelectorAll<HTMLInputElement>('input[type=radio]')[1]!.click())
  fill('count', '2')
  fill('batch', 'Spring fair')
  fill('amount', '2,50')
  await clickButton('Create', dialog())
  await waitForText('2 codes were created.')
  expect(requests()[0]!.body).toEqual({ count: '2', batch: 'Spring fair', amount: '2,50', tier_id: null, expires_at: null })
  const close = () => clickButton('Close', dialog())
  await close()
  await waitForText('Close without the file?')
  await clickButton('Cancel', [...overlay.querySelectorAll<HTMLElement>('[role=alertdialog], [role=dialog]')].at(-1))
  await clickButton('Download CSV')
  await waitForText('2 codes were downloaded.')
  const [file, name] = saveFile.mock.calls[0]!
  expect([await file.text(), name]).toEqual(['code\r\nAAAA1\r\nAAAA2\r\n', 'coupons-Spring-fair.csv'])
  await close()
  await waitUntil(() => expect(overlay.textContent).not.toContain('2 codes were downloaded.'))
})

test('deletes a coupon after a confirmation', async () => {
  await show()
  await waitForText('WELCOME50')
  await clickButton('Delete WELCOME50')
  await waitForText('Delete code WELCOME50?')
  expect(requests()).toEqual([])
  await clickButton('Delete code')
  await waitUntil(() => expect(requests()).toMatchObject([{ method: 'DELETE', url: '/api/operator/coupons/WELCOME50' }]))
})
