import { QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '#kit/web/query-client.ts'
import { DialogContext } from '#ui/dialogs.ts'
import { overlayContainer } from '#ui/overlay-container.ts'
import { toasts } from '#ui/toasts.ts'
import { RefundPurchaseDialog } from './RefundPurchaseDialog.tsx'

let root: Root
let requests: [string, unknown][]
let answer: { body: object; status?: number }
let isClosed: boolean

beforeEach(async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  requests = []
  answer = { body: {} }
  isClosed = false
  toasts.set([])
  document.body.innerHTML = '<div></div><div></div>'
  overlayContainer.set(document.body.lastElementChild as HTMLElement)
  root = createRoot(document.body.firstElementChild!)
  vi.stubGlobal('fetch', (url: string, { body }: RequestInit) => {
    requests.push([url, JSON.parse(body as string)])
    return Promise.resolve(
      new Response(JSON.stringify(answer.body), { status: answer.status ?? 200, headers: { 'content-type': 'application/json' } }),
    )
  })
  const dialog = { id: 1, open: true, dismiss: () => {}, close: () => {}, element: null }
  const purchase = { type: 'purchase', id: 'Tx7Nw3RcQ5d', name: 'Films', amount: '4.99' } as const
  await act(async () =>
    root.render(
      <QueryClientProvider client={createQueryClient()}>
        <DialogContext value={dialog}>
          <RefundPurchaseDialog purchase={purchase} close={() => (isClosed = true)} />
        </DialogContext>
      </QueryClientProvider>,
    ),
  )
})
afterEach(async () => {
  await act(async () => root.unmount())
  vi.unstubAllGlobals()
})
const submit = async (note: string) => {
  document.querySelector('textarea')!.value = note
  await act(async () => document.querySelector<HTMLButtonElement>('button[type=submit]')!.click())
}

test('refunds the whole amount and ends the subscription, unless the operator lets it run', async () => {
  expect(document.body.textContent).toContain('Refund €4.99')
  await submit('By mistake')
  await vi.waitFor(() => expect(isClosed).toBe(true))
  expect(requests).toEqual([['/api/operator/purchases/Tx7Nw3RcQ5d/refund', { note: 'By mistake', end_now: true }]])
  expect(toasts.get().map(({ text }) => text)).toEqual(['€4.99 was refunded.'])
  await act(async () => document.querySelector<HTMLInputElement>('input[type=checkbox]')!.click())
  await submit('Goodwill')
  await vi.waitFor(() => expect(requests[1]?.[1]).toEqual({ note: 'Goodwill', end_now: false }))
})

test('a refusal shows, and the dialog stays open', async () => {
  answer = { body: { message: 'This purchase was refunded already.', code: 'already_refunded', errors: {} }, status: 409 }
  await submit('Again')
  await vi.waitFor(async () => {
    await act(() => new Promise((resolve) => setTimeout(resolve)))
    expect(document.body.textContent).toContain('This purchase was refunded already.')
  })
  expect(isClosed).toBe(false)
})
