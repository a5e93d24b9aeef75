import { act, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ChipChoice, SegmentedControl } from './choices.tsx'

const options = [
  { value: 'transactions', name: 'Transactions' },
  { value: 'packages', name: 'Packages' },
  { value: 'subscriptions', name: 'Subscriptions' },
] as const
type Part = (typeof options)[number]['value']

function Wallet() {
  const [part, setPart] = useState<Part>('transactions')
  return (
    <>
      <SegmentedControl label="Wallet" options={options} value={part} onChange={setPart} />
      <ChipChoice label="Filter" options={options} value={part} onChange={setPart} />
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

const shownText = () => document.querySelector('p')!.textContent

test('a segmented control is a group of radio buttons', async () => {
  const radios = [...document.querySelectorAll<HTMLInputElement>('[aria-label=Wallet] input[type=radio]')]
  expect(radios.map(({ checked }) => checked)).toEqual([true, false, false])
  await act(async () => radios[1]!.click())
  expect(shownText()).toBe('packages')
})

test.each(['Wallet', 'Filter'])('a choice changes at once, without a cross-fade of the page: %s', async (label) => {
  const startViewTransition = vi.fn<() => void>()
  Object.assign(document, { startViewTransition })
  const radios = document.querySelectorAll<HTMLInputElement>(`[aria-label=${label}] input[type=radio]`)
  await act(async () => radios[2]!.click())
  expect(shownText()).toBe('subscriptions')
  expect(startViewTransition).not.toHaveBeenCalled()
  Reflect.deleteProperty(document, 'startViewTransition')
})
