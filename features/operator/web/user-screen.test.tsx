import { act, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { latePaths } from '#shell/late-paths.ts'
import { UserScreen } from './UserScreen.tsx'

const profile = vi.hoisted(() => ({ is_operator: false, is_moderator: true }))
vi.mock('#kit/web/read.ts', () => ({ useRead: () => ({ data: profile }) }))
vi.mock('#features/accounts/web/OperatorPage.tsx', () => ({
  OperatorPage: ({ back, children }: { back: string; children: ReactNode }) => (
    <main>
      <a href={back}>Back</a>
      {children}
    </main>
  ),
  OperatorPageParts: ({ children }: { children: ReactNode }) => children,
}))
vi.mock('./Warnings.tsx', () => ({ Warnings: () => 'Warnings' }))
vi.mock('./Notes.tsx', () => ({ Notes: () => 'Notes' }))

async function show() {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  const page = document.body.appendChild(document.createElement('div'))
  const root = createRoot(page)
  onTestFinished(() => act(async () => root.unmount()))
  await act(async () => root.render(<UserScreen id="Pe3Jw8PdY6t" />))
  return { back: page.querySelector('a')!.getAttribute('href'), text: page.textContent }
}

test('moderators see the warnings of a user, and go back to the reports', async () => {
  const { back, text } = await show()
  expect(back).toBe(latePaths.operatorReports())
  expect(text).toBe('BackWarnings')
})
