import { QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '#kit/web/query-client.ts'
import { DeletionNote } from './DeletionNote.tsx'

let root: Root
const page = document.createElement('div')

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  root = createRoot(page)
})
afterEach(() => {
  act(() => root.unmount())
  vi.unstubAllGlobals()
})

async function show(balance: string, debt: string): Promise<string> {
  const wallet = { balance, debt, pending: '0.00', top_ups: 'on' }
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(JSON.stringify(wallet), { headers: { 'content-type': 'application/json' } })))
  await act(async () =>
    root.render(
      <QueryClientProvider key={balance + debt} client={createQueryClient()}>
        <DeletionNote />
      </QueryClientProvider>,
    ),
  )
  for (let turn = 0; turn < 5; turn += 1) await act(() => new Promise((resolve) => setTimeout(resolve)))
  return page.textContent
}

test('the note says that a balance is not paid out and that a debt remains, and shows nothing without them', async () => {
  expect(await show('0.00', '0.00')).toBe('')
  expect(await show('12.50', '0.00')).toMatch(/^Your balance of €12.50 won’t be paid out/)
  expect(await show('0.00', '3.00')).toMatch(/^You owe €3.00/)
})
