import { QueryClientProvider } from '@tanstack/react-query'
import { act, type ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '#kit/web/query-client.ts'
import { go, pageHistory } from '#shell/navigation.ts'
import en from '../locales/en.json' with { type: 'json' }
import { LedgerScreen } from './LedgerScreen.tsx'

vi.mock('#features/accounts/web/OperatorPage.tsx', () => ({
  OperatorPage: ({ children }: { children: ReactNode }) => <main>{children}</main>,
  OperatorPageParts: ({ children }: { children: ReactNode }) => children,
}))

let root: Root
const page = document.createElement('div')

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  vi.stubGlobal('fetch', (url: string) => {
    const response = url.includes('trial-balance') ? { accounts: [], problems: [], uncredited: [] } : { data: [], next_cursor: null }
    return Promise.resolve(new Response(JSON.stringify(response), { headers: { 'content-type': 'application/json' } }))
  })
  root = createRoot(page)
})
afterEach(() => {
  act(() => root.unmount())
  vi.unstubAllGlobals()
})

const expectText = (text: string) =>
  vi.waitFor(async () => {
    await act(() => new Promise((resolve) => setTimeout(resolve)))
    expect(page.textContent).toContain(text)
  })

test('an empty ledger says what it lists, and filters without results can be cleared', async () => {
  go('/en/operator/ledger?user=Pe3Jw8PdY6t', { replace: true })
  await act(async () =>
    root.render(
      <QueryClientProvider client={createQueryClient()}>
        <LedgerScreen />
      </QueryClientProvider>,
    ),
  )
  await expectText(en.ledger.none_found)
  await act(async () => [...page.querySelectorAll('button')].find(({ textContent }) => textContent === en.ledger.clear)!.click())
  await expectText(en.ledger.none)
  expect(page.textContent).toContain(en.ledger.none_text)
  expect(pageHistory.get().search).toBe('')
})
