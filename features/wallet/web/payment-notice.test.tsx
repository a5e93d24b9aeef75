import { QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '#kit/web/query-client.ts'
import { storage } from '#kit/web/storage.ts'
import { PaymentNotice } from './PaymentNotice.tsx'

let root: Root
const page = document.createElement('div')

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  vi.useFakeTimers()
  storage.set('access_token', 'token')
  root = createRoot(page)
})
afterEach(() => {
  act(() => root.unmount())
  storage.remove('access_token')
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test.each([
  ['paid', '€20.00 was added to your balance.'],
  ['failed', 'The payment failed. Nothing was added to your balance.'],
  ['expired', 'The payment expired. Nothing was added to your balance.'],
])('until the provider has decided, the payment is being confirmed; then it is %s', async (result, text) => {
  let status = 'open'
  vi.stubGlobal('fetch', () =>
    Promise.resolve(
      new Response(JSON.stringify({ id: 'Pm4Kx9TbW2e', amount: '20.00', status }), { headers: { 'content-type': 'application/json' } }),
    ),
  )
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
  await act(async () =>
    root.render(
      <QueryClientProvider client={createQueryClient()}>
        <PaymentNotice id="Pm4Kx9TbW2e" />
      </QueryClientProvider>,
    ),
  )
  for (let check = 0; check < 3; check += 1) {
    await pass(3000)
    expect(page.textContent).toBe('Your payment is being confirmed. You can leave this page.')
  }
  status = result
  await pass(3100)
  expect(page.textContent).toBe(text)
})
