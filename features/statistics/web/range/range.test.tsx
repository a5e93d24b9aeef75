import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DialogContext } from '#ui/dialogs.ts'
import { overlayContainer } from '#ui/overlay-container.ts'
import { addMonths, dateAfterKey, weeksOf } from './calendar.ts'
import { formatDate } from '../dates.ts'
import { RangeDialog } from './RangeDialog.tsx'
import { chooseDate, type DateRange, presetRange } from './ranges.ts'

const announce = vi.hoisted(() => vi.fn<(text: string) => void>())
vi.mock('#ui/toasts.ts', () => ({ announce, toast: () => {} }))

const today = '2026-11-27'
let root: Root
let chosen: DateRange | undefined
const scrolledTo: Element[] = []

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  announce.mockClear()
  chosen = undefined
  scrolledTo.length = 0
  HTMLElement.prototype.scrollIntoView = function scroll(this: HTMLElement) {
    scrolledTo.push(this)
  }
  const page = document.createElement('div')
  document.body.append(page)
  overlayContainer.set(page)
  root = createRoot(page)
})
afterEach(() => {
  act(() => root.unmount())
  document.body.replaceChildren()
})

const dialog = { id: 1, open: true, dismiss: () => {}, close: () => {}, element: null }
const show = (range: DateRange = { start: '2026-11-21', end: today }) =>
  act(async () =>
    root.render(
      <DialogContext value={dialog}>
        <RangeDialog range={range} today={today} close={(answer) => (chosen = answer)} />
      </DialogContext>,
    ),
  )
const day = (date: string) => document.querySelector<HTMLButtonElement>(`td > button[aria-label="${formatDate(date)}"]`)
const click = (date: string) => act(async () => day(date)!.click())
const key = (name: string) =>
  act(async () => document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true })))
const focusedLabel = () => document.activeElement!.getAttribute('aria-label')
const button = (text: string) =>
  [...document.querySelectorAll('button')].find((item) => (item.getAttribute('aria-label') ?? item.textContent) === text)!

test('a month has six weeks from Monday', () => {
  const weeks = weeksOf('2026-02')
  expect(weeks).toHaveLength(6)
  expect(weeks[0]).toEqual([null, null, null, null, null, null, '2026-02-01'])
  expect(weeks.flat().filter(Boolean)).toHaveLength(28)
  const october = weeksOf('2026-10').flat().filter(Boolean)
  expect([october.length, new Set(october).size, october.slice(-8)]).toEqual([
    31,
    31,
    [24, 25, 26, 27, 28, 29, 30, 31].map((day) => `2026-10-${day}`),
  ])
  expect([addMonths('2026-11', 2), addMonths('2026-01', -1)]).toEqual(['2027-01', '2025-12'])
})

test('keys lead to other days, never past today', () => {
  const after = (name: string, date = '2026-10-31') => dateAfterKey(date, name, today)
  expect(['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End', 'PageUp', 'PageDown', 'a'].map((name) => after(name))).toEqual([
    '2026-10-30',
    '2026-11-01',
    '2026-10-24',
    '2026-11-07',
    '2026-10-26',
    '2026-11-01',
    '2026-09-30',
    today,
    undefined,
  ])
  expect(after('PageUp', '2024-03-30')).toBe('2024-02-29')
  expect(after('ArrowRight', today)).toBe(today)
})

test('presets and choices convert to ranges', () => {
  expect(presetRange('days28', today)).toEqual({ start: '2026-10-31', end: today })
  expect(presetRange('last_month', '2026-03-31')).toEqual({ start: '2026-02-01', end: '2026-02-28' })
  expect(presetRange('month', today)).toEqual({ start: '2026-11-01', end: today })
  expect(chooseDate({ start: '2026-11-05' }, '2026-11-02')).toEqual({ start: '2026-11-02', end: '2026-11-05' })
  expect(chooseDate({ start: '2026-11-05', end: today }, '2026-11-02')).toEqual({ start: '2026-11-02' })
})

test('two presses choose a range, which is announced; days after today can’t be chosen', async () => {
  await show()
  expect(day('2026-10-01')).not.toBeNull()
  expect(day('2026-11-28')!.disabled).toBe(true)
  expect(button('Next month').disabled).toBe(true)
  await click('2026-11-10')
  expect(announce.mock.calls.at(-1)![0]).toMatch(/^From .*10 November 2026\. Choose the last day\.$/)
  expect(button('Show this period').disabled).toBe(true)
  await click('2026-11-03')
  expect(announce.mock.calls.at(-1)![0]).toMatch(/^From .*3 November 2026 to .*10 November 2026\.$/)
  expect(document.querySelectorAll('[aria-selected=true]')).toHaveLength(8)
  await act(async () => button('Show this period').click())
  expect(chosen).toEqual({ start: '2026-11-03', end: '2026-11-10' })
})

test('the calendar opens at the end of the range, and stays there', async () => {
  await show({ start: '2026-10-12', end: '2026-10-18' })
  expect(scrolledTo).toEqual([day('2026-10-18')])
  await click('2026-10-20')
  expect(scrolledTo).toHaveLength(1)
})

test('Tab reaches one day; arrow keys change the month', async () => {
  await show()
  expect(document.querySelectorAll('td > button[tabindex="0"]')).toHaveLength(1)
  await act(async () => day(today)!.focus())
  await key('PageUp')
  expect(focusedLabel()).toBe(formatDate('2026-10-27'))
  await key('PageUp')
  expect(focusedLabel()).toBe(formatDate('2026-09-27'))
  expect(day('2026-11-01')).toBeNull()
  await key('Home')
  expect(focusedLabel()).toBe(formatDate('2026-09-21'))
})

test('a preset closes the dialog', async () => {
  await show()
  await act(async () => button('Last 90 days').click())
  expect(chosen).toEqual({ start: '2026-08-30', end: today })
})

test('a range of more than three years is refused', async () => {
  await show({ start: '2023-06-01', end: '2026-11-26' })
  expect(document.body.textContent).toContain('Choose at most 3 years.')
  expect(button('Show this period').disabled).toBe(true)
})
