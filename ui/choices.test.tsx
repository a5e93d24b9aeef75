import { act, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Segment, Tabs } from './choices.tsx'

const options = [
  { value: 'transactions', name: 'Transactions' },
  { value: 'packages', name: 'Packages', count: 3 },
  { value: 'subscriptions', name: 'Subscriptions' },
] as const
type Part = (typeof options)[number]['value']

function Wallet() {
  const [part, setPart] = useState<Part>('transactions')
  return (
    <>
      <Tabs label="Wallet" panel="panel" options={options} value={part} onChange={setPart} />
      <Segment label="Wallet" options={options} value={part} onChange={setPart} />
      <p>{part}</p>
    </>
  )
}

let root: ReturnType<typeof createRoot>
beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  document.body.innerHTML = '<div></div>'
  root = createRoot(document.body.firstElementChild!)
  await act(async () => root.render(<Wallet />))
})
afterEach(async () => {
  await act(async () => root.unmount())
  vi.unstubAllGlobals()
})

const tabs = () => [...document.querySelectorAll<HTMLElement>('[role=tab]')]
const press = (key: string) =>
  act(async () => void document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })))
const part = () => document.querySelector('p')!.textContent

test('tabs are one stop of the Tab key, and the arrow keys walk along them and around', async () => {
  expect(tabs().map(({ tabIndex }) => tabIndex)).toEqual([0, -1, -1])
  tabs()[0]!.focus()
  await press('ArrowRight')
  expect([part(), document.activeElement]).toEqual(['packages', tabs()[1]])
  expect(tabs().map((tab) => tab.getAttribute('aria-selected'))).toEqual(['false', 'true', 'false'])
  await press('ArrowRight')
  await press('ArrowRight')
  expect([part(), document.activeElement]).toEqual(['transactions', tabs()[0]])
  await press('ArrowLeft')
  expect(part()).toBe('subscriptions')
})

test('a segment is a group of radio buttons', async () => {
  const radios = [...document.querySelectorAll<HTMLInputElement>('input[type=radio]')]
  expect(radios.map(({ checked }) => checked)).toEqual([true, false, false])
  await act(async () => radios[1]!.click())
  expect(part()).toBe('packages')
})
