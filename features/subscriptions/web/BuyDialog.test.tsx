import { QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '#kit/web/query-client.ts'
import { DialogContext } from '#ui/dialogs.ts'
import { overlayContainer } from '#ui/overlay-container.ts'
import { toasts } from '#ui/toasts.ts'
import { BuyDialog } from './BuyDialog.tsx'
import { readPurchase } from './stored-purchase.ts'

const { downloadReceipt, openAddBalance } = vi.hoisted(() => ({
  downloadReceipt: vi.fn<(id: string) => Promise<void>>(async () => {}),
  openAddBalance: vi.fn<() => Promise<void>>(async () => {}),
}))
vi.mock('#features/wallet/web/receipts.ts', () => ({ downloadReceipt }))
vi.mock('#features/wallet/web/add-balance.ts', () => ({ openAddBalance }))

const tier = { id: 'Ti5Mx2KcV8n', name: 'Films', price: '4.99' }
const subscription = {
  id: 'Sb4Lr6NgE1w',
  tier_id: tier.id,
  tier_name: 'Films',
  active_from: '2026-01-01T00:00:00.000Z',
  active_to: '2026-02-01T00:00:00.000Z',
  price: '4.99',
  renews: true,
  next_charge_at: '2026-02-01T00:00:00.000Z',
  next_charge: '4.99',
  is_lapsed: false,
  is_archived: false,
  transaction_id: 'Tx7Nw3RcQ5d',
}
const refusal = (code: string, errors: Record<string, string[]> = {}) => ({ message: `refused: ${code}`, code, errors })

/** Bodies of `POST /api/subscriptions`, and checked codes. */
let requests: unknown[]
let checked: (string | null)[]
let wallet: Record<string, string>
let fullTier: Record<string, unknown>
let sale: { body: object; status?: number }
let bought: { body: object; status?: number }
let isClosed: boolean
let root: ReturnType<typeof createRoot>

beforeEach(async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  requests = []
  checked = []
  wallet = { balance: '20.00', pending: '0.00', debt: '0.00', top_ups: 'on' }
  fullTier = {
    ...tier,
    price: '5.99',
    is_subscribed: false,
    is_free: false,
    channels_count: 1,
    playlists_count: 0,
    channels: [{ is_locked: true }],
    playlists: [],
  }
  sale = { body: { tier_price: '2.50', price: '4.99', discount: '2.49' } }
  bought = { body: subscription }
  isClosed = false
  toasts.set([])
  document.body.innerHTML = '<div></div><div></div>'
  overlayContainer.set(document.body.lastElementChild as HTMLElement)
  root = createRoot(document.body.firstElementChild!)
  vi.stubGlobal('fetch', (url: string, { body }: RequestInit = {}) => {
    const answer = (() => {
      if (url.startsWith('/api/wallet')) return { body: wallet }
      if (url.startsWith('/api/tier/sale-price')) {
        checked.push(new URL(url, 'https://choice.example').searchParams.get('coupon_code'))
        return sale
      }
      if (url.startsWith('/api/tier/')) return { body: fullTier }
      requests.push(JSON.parse(body as string))
      return bought
    })()
    return Promise.resolve(
      new Response(JSON.stringify(answer.body), { status: answer.status ?? 200, headers: { 'content-type': 'application/json' } }),
    )
  })
})
afterEach(async () => {
  await act(async () => root.unmount())
  vi.unstubAllGlobals()
})

async function open({ tiers = [tier], couponCode = '' } = {}) {
  const dialog = { id: 1, open: true, dismiss: () => {}, close: () => {}, element: null }
  await act(async () => {
    root.render(
      <QueryClientProvider client={createQueryClient()}>
        <DialogContext value={dialog}>
          <BuyDialog tiers={tiers} couponCode={couponCode} close={() => (isClosed = true)} />
        </DialogContext>
      </QueryClientProvider>,
    )
  })
  await waitForText('Your balance')
}
const waitForText = (text: string) =>
  vi.waitFor(
    async () => {
      await act(() => new Promise((resolve) => setTimeout(resolve)))
      expect(document.body.textContent).toContain(text)
    },
    { timeout: 5000 },
  )
const submit = () => document.querySelector<HTMLButtonElement>('button[type=submit]')!
const click = (element: HTMLElement) => act(async () => element.click())
const type = (text: string) =>
  act(async () => {
    const input = document.querySelector<HTMLInputElement>('input[name=coupon_code]')!
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(input, text)
    input.dispatchEvent(new Event('input', { bubbles: true }))
  })

test('buys without a code, closes, and offers the receipt', async () => {
  await open()
  expect(submit().disabled).toBe(false)
  await click(submit())
  await vi.waitFor(() => expect(isClosed).toBe(true))
  expect(requests).toEqual([{ tier_id: tier.id, price: '4.99' }])
  expect(toasts.get().map(({ text, action }) => [text, action?.name])).toEqual([['You’re subscribed to Films', 'Receipt']])
  toasts.get()[0]!.action!.perform()
  expect(downloadReceipt.mock.calls).toEqual([['Tx7Nw3RcQ5d']])
})

test('a free package has no receipt', async () => {
  bought = { body: { ...subscription, transaction_id: null } }
  await open()
  await click(submit())
  await vi.waitFor(() => expect(toasts.get().map(({ action }) => action)).toEqual([undefined]))
})

test('the user chooses one of several packages, and the code is checked for it', async () => {
  const other = { id: 'Ti6Mx2KcV8n', name: 'All', price: '12.00' }
  await open({ tiers: [tier, other], couponCode: 'WELCOME50' })
  await waitForText('To pay now: €2.50')
  const [first, second] = document.querySelectorAll<HTMLInputElement>('input[type=radio]')
  expect([first!.checked, second!.checked]).toEqual([true, false])
  await click(second!)
  await waitForText('Subscribe to All')
  await vi.waitFor(() => expect(checked).toEqual(['WELCOME50', 'WELCOME50']))
  await vi.waitFor(() => expect(submit().disabled).toBe(false))
  await click(submit())
  await vi.waitFor(() => expect(requests).toEqual([{ tier_id: other.id, price: '4.99', coupon_code: 'WELCOME50', first_price: '2.50' }]))
})

test('the purchase is stored while balance is added, and dropped if that is cancelled', async () => {
  wallet['balance'] = '3.00'
  sale = { body: { tier_price: '4.00', price: '4.99', discount: '0.99' } }
  await open({ couponCode: 'LITTLE' })
  await waitForText('To pay now: €4.00')
  let cancel = () => {}
  openAddBalance.mockReturnValueOnce(new Promise((resolve) => (cancel = resolve)))
  await click([...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Add balance')!)
  expect(readPurchase()).toEqual({ tierId: tier.id, couponCode: 'LITTLE', address: '/' })
  await act(async () => cancel())
  expect(readPurchase()).toBeUndefined()
})

test('a code is checked once when typing pauses, and the price follows', async () => {
  await open()
  await type('WELC')
  await type('WELCOME50')
  expect(submit().disabled).toBe(true)
  await waitForText('To pay now: €2.50')
  expect(document.body.textContent).toContain('Discount: €2.49')
  expect(document.body.textContent).toContain('Code applied')
  expect(checked).toEqual(['WELCOME50'])
  await click(submit())
  await vi.waitFor(() => expect(requests).toEqual([{ tier_id: tier.id, price: '4.99', coupon_code: 'WELCOME50', first_price: '2.50' }]))
})

test('a price that changed is shown before it is bought', async () => {
  bought = { body: refusal('price_changed'), status: 409 }
  await open()
  await click(submit())
  await waitForText('refused: price_changed')
  await waitForText('To pay now: €5.99')
  bought = { body: subscription }
  await click(submit())
  await vi.waitFor(() => expect(isClosed).toBe(true))
  expect(requests).toMatchObject([{ price: '4.99' }, { price: '5.99' }])
})

test('an invalid code shows the first error, and removing it allows to buy for the full price', async () => {
  sale = {
    body: refusal('coupon_invalid', { coupon_code: ['The selected coupon code is invalid', 'second'] }),
    status: 422,
  }
  await open()
  await type('WRONG')
  await waitForText('The selected coupon code is invalid')
  expect(document.body.textContent).not.toContain('second')
  expect(submit().disabled).toBe(true)
  await type('')
  await waitForText('To pay now: €4.99')
  expect(submit().disabled).toBe(false)
})

test('a balance that is too low offers to add balance, unless a coupon covers it', async () => {
  wallet['balance'] = '3.00'
  await open()
  expect(document.body.textContent).toContain('Your balance is too low')
  expect(submit().disabled).toBe(true)
  expect([...document.querySelectorAll('button')].some(({ textContent }) => textContent === 'Add balance')).toBe(true)
  await type('WELCOME50')
  await waitForText('To pay now: €2.50')
  expect(submit().disabled).toBe(false)
})

test("debt must be settled first, and sites without top-ups don't offer one", async () => {
  Object.assign(wallet, { debt: '1.00', top_ups: 'off' })
  await open()
  expect(document.body.textContent).toContain('Add €1.00 first')
  expect(submit().disabled).toBe(true)
  expect([...document.querySelectorAll('button')].some(({ textContent }) => textContent === 'Add balance')).toBe(false)
})

test('a user who subscribed elsewhere is informed, and the dialog closes', async () => {
  bought = { body: refusal('already_subscribed'), status: 409 }
  await open()
  await click(submit())
  await vi.waitFor(() => expect(isClosed).toBe(true))
  expect(toasts.get().map(({ text }) => text)).toEqual(['refused: already_subscribed'])
})

test('shows that the user may already watch everything in the package', async () => {
  await open()
  const text = 'You can already watch everything in this package.'
  expect(document.body.textContent).not.toContain(text)
  await act(async () => root.unmount())
  root = createRoot(document.body.firstElementChild!)
  fullTier['channels'] = [{ is_locked: false }]
  await open()
  await waitForText(text)
  expect(submit().disabled).toBe(false)
})

test('a purchase whose response was lost closes the dialog, although its code is used', async () => {
  await open({ couponCode: 'WELCOME50' })
  await waitForText('To pay now: €2.50')
  const answer = globalThis.fetch
  vi.stubGlobal('fetch', (url: string, request: RequestInit = {}) => {
    if (request.method !== 'POST') return answer(url, request)
    fullTier['is_subscribed'] = true
    sale = { body: refusal('coupon_invalid', { coupon_code: ['used'] }), status: 422 }
    return Promise.reject(new TypeError('Failed to fetch'))
  })
  await click(submit())
  await vi.waitFor(() => expect(isClosed).toBe(true))
  expect(toasts.get().map(({ text }) => text)).toEqual(['You’re subscribed to Films'])
})

test('another refusal shows in the dialog, which stays open', async () => {
  bought = { body: refusal('tier_archived'), status: 409 }
  await open()
  await click(submit())
  await waitForText('refused: tier_archived')
  expect(isClosed).toBe(false)
})
