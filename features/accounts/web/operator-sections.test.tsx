import { act, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test } from 'vitest'
import { storage } from '#kit/web/storage.ts'
import { forUsers } from '#shell/feature.ts'
import { registerFeature } from '#shell/registry.ts'
import { OperatorSection } from './OperatorSection.tsx'
import { OperatorSections } from './OperatorSections.tsx'

test('while the code of sections loads, their list contains only list items', async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  storage.set('access_token', 'token')
  let arrive: (module: { Late: () => ReactNode }) => void = () => {}
  const lateModule = new Promise<{ Late: () => ReactNode }>((resolve) => (arrive = resolve))
  const Early = () => (
    <>
      <OperatorSection path="/operator/early" group="site" icon="" title="Early" />
      <OperatorSection path="/operator/paid" group="money" icon="" title="Paid" />
    </>
  )
  registerFeature({
    slots: [
      forUsers('operator.section', 'app', () => lateModule, 'Late'),
      forUsers('operator.section', 'app', () => Promise.resolve({ Early }), 'Early'),
    ],
  })
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  onTestFinished(() => act(async () => root.unmount()))
  await act(async () => root.render(<OperatorSections current={null} isOperator isRail />))
  const items = () => Array.from(document.querySelector('nav ul')!.children, ({ tagName, textContent }) => `${tagName} ${textContent}`)
  await expect.poll(items).toEqual(['LI ', 'LI Early'])
  await act(async () => arrive({ Late: () => <OperatorSection path="/operator/late" group="site" icon="" title="Late" /> }))
  await expect.poll(items).toEqual(['LI Late', 'LI Early'])
  const groups = Array.from(document.querySelectorAll('nav > div'), ({ textContent }) => textContent)
  expect(groups).toEqual(['SiteLateEarly', 'People', 'Content', 'MoneyPaid'])
})
