import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { lastClickedLink } from '#shell/links.ts'
import { PackagePanel } from './PackagePanel.tsx'

const actForUser = vi.hoisted(() => vi.fn<(id: string, subject: unknown) => Promise<void>>(async () => {}))
vi.mock('#shell/act-for-user.ts', () => ({ actForUser }))

let root: Root
const page = document.createElement('div')

beforeEach(() => {
  history.replaceState(null, '', '/en/playlists?playlist=Pl5Mx2KcV8n')
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  root = createRoot(page)
})
afterEach(() => act(() => root.unmount()))

test('the panel offers each package that opens a locked thing, with its price', async () => {
  const tiers = [
    { id: 'Ti5Mx2KcV8n', name: 'Films', price: '4.99' },
    { id: 'Ti6Mx2KcV8n', name: 'All', price: '12.00' },
  ]
  await act(async () => root.render(<PackagePanel tiers={tiers} />))
  expect(page.textContent).toContain('€4.99 a month, incl. VAT')
  expect([...page.querySelectorAll('a')].map((link) => link.getAttribute('href'))).toEqual([
    '/en/tiers?tier=Ti5Mx2KcV8n',
    '/en/tiers?tier=Ti6Mx2KcV8n',
  ])
  const buttons = page.querySelectorAll('button')
  expect([...buttons].map((button) => button.getAttribute('aria-label'))).toEqual(['Get package Films', 'Get package All'])
  await act(async () => buttons[1]!.click())
  expect(actForUser.mock.calls).toMatchObject([['tier.subscribe', { type: 'tier', name: 'All', tier: { price: '12.00' } }]])
})

const tiers = [
  { id: 'Ti5Mx2KcV8n', name: 'Films', price: '4.99' },
  { id: 'Ti6Mx2KcV8n', name: 'All', price: '12.00' },
]
const currentUrl = () => location.pathname + location.search

test('a press that led to the page opens the dialog once, with all packages', async () => {
  actForUser.mockClear()
  lastClickedLink.href = currentUrl()
  await act(async () => root.render(<PackagePanel tiers={tiers} pageOf="Pl5Mx2KcV8n" />))
  expect(actForUser.mock.calls).toMatchObject([['tier.subscribe', { name: 'Films', others: [{ name: 'All' }] }]])
  await act(async () => root.render(<PackagePanel tiers={tiers} pageOf="Pl5Mx2KcV8n" requestedItem="Yd5NvK0eJ6g" />))
  expect(actForUser).toHaveBeenCalledTimes(1)
  // The user clicks the same card again.
  lastClickedLink.href = currentUrl()
  await act(async () => root.render(<PackagePanel tiers={tiers} pageOf="Pl5Mx2KcV8n" requestedItem="Yd5NvK0eJ6g" />))
  expect(actForUser).toHaveBeenCalledTimes(2)
})

test('an opened address, another press, and a panel beside another thing don’t open the dialog', async () => {
  actForUser.mockClear()
  await act(async () => root.render(<PackagePanel tiers={tiers} pageOf="Pl5Mx2KcV8n" />))
  lastClickedLink.href = '/en/elsewhere'
  await act(async () => root.render(<PackagePanel tiers={tiers} pageOf="Pl5Mx2KcV8n" requestedItem="Yd5NvK0eJ6g" />))
  lastClickedLink.href = currentUrl()
  await act(async () => root.render(<PackagePanel tiers={tiers} />))
  await act(async () => root.render(<PackagePanel tiers={tiers} pageOf="Pl6Mx2KcV8n" />))
  expect(actForUser).not.toHaveBeenCalled()
})

test('the panel links to all packages if the thing can’t be bought any more', async () => {
  await act(async () => root.render(<PackagePanel tiers={[]} />))
  expect(page.querySelector('a')!.getAttribute('href')).toBe('/en/tiers')
})

test('the panel gets the focus when the address asks to play a locked item', async () => {
  document.body.append(page)
  await act(async () => root.render(<PackagePanel tiers={[]} />))
  expect(document.activeElement).toBe(document.body)
  await act(async () => root.render(<PackagePanel tiers={[]} requestedItem="Yd5NvK0eJ6g" />))
  expect(document.activeElement?.getAttribute('aria-label')).toBe('In a package')
  page.remove()
})
