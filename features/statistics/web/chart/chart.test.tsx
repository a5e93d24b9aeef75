import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { smallCount, type Figure, type Grouping } from '../../rules.ts'
import { unitOf } from '../figure.ts'
import { LineChart } from './LineChart.tsx'
import { type Point, pointsOf } from './points.ts'
import { PointTable } from './PointTable.tsx'

let root: Root
const page = document.createElement('div')
document.body.append(page)

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  root = createRoot(page)
})
afterEach(() => act(() => root.unmount()))

const week = { start_date: '2026-11-21', end_date: '2026-11-27', type: 'day' as Grouping }
const series = [
  { date: '2026-11-21', count: 4 },
  { date: '2026-11-22', count: 2 },
  { date: '2026-11-25', count: smallCount },
  { date: '2026-11-27', count: 9 },
] as const
const days = pointsOf(series, week, '2026-11-27')

const show = (points: readonly Point[], type: Grouping = 'day', figure: Figure = 'views') =>
  act(async () =>
    root.render(
      <>
        <LineChart name="Views" points={points} type={type} unit={unitOf(figure)} />
        <PointTable figure="Views" points={points} type={type} unit={unitOf(figure)} />
      </>,
    ),
  )
const slider = () => page.querySelector('input')!
const valueText = () => slider().getAttribute('aria-valuetext')
const walkTo = (index: number) =>
  act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(slider(), String(index))
    slider().dispatchEvent(new Event('input', { bubbles: true }))
  })
const lines = () => [...page.querySelectorAll('path[class*=line]')].map((path) => path.getAttribute('d') ?? '')

test('every day or week of the range is a point; incomplete weeks are partial', () => {
  expect(days.map(({ count }) => count)).toEqual([4, 2, null, null, null, null, 9])
  expect(days.map(({ isFew }) => isFew).indexOf(true)).toBe(4)
  const weeks = pointsOf(
    [{ date: '2026-11-16', count: 3 }],
    { start_date: '2026-11-12', end_date: '2026-11-27', type: 'week' },
    '2026-11-27',
  )
  expect(weeks).toMatchObject([
    { date: '2026-11-09', count: null, isPartial: true, isProvisional: false },
    { date: '2026-11-16', count: 3, isPartial: false, isProvisional: false },
    { date: '2026-11-23', count: null, isPartial: true, isProvisional: true },
  ])
  const fromWednesday = pointsOf([], { start_date: '2026-11-04', end_date: '2026-11-10', type: 'week' }, '2026-11-27')
  expect(fromWednesday.map(({ date, isPartial }) => [date, isPartial])).toEqual([
    ['2026-11-02', true],
    ['2026-11-09', true],
  ])
})

test('the slider moves through the points and announces them, with gaps, hidden numbers and running days', async () => {
  await show(days)
  expect([slider().min, slider().max]).toEqual(['0', '6'])
  expect(valueText()).toMatch(/^Friday,? 27 November 2026: 9 \(may still change\)$/)
  // Until the user points at the chart, the text describes the last point with data.
  expect(page.querySelector('p')!.textContent).toBe(valueText())
  await walkTo(0)
  expect(valueText()).toMatch(/21 November 2026: 4$/)
  expect(page.querySelector('p')!.textContent).toBe(valueText())
  await walkTo(2)
  expect(valueText()).toMatch(/: none$/)
  await walkTo(4)
  expect(valueText()).toMatch(/: < 5, too few to show$/)
})

test('days without data are gaps, and a running day is dotted', async () => {
  await show(days.slice(0, 4))
  expect(page.querySelector('p')!.textContent).toMatch(/22 November 2026: 2$/)
  await show(days)
  const [settled, running] = lines()
  // All days with final figures are adjacent, so the line has a single stroke.
  expect(settled!.match(/M/g)).toHaveLength(1)
  expect(settled!.match(/L/g)).toHaveLength(1)
  expect(running!.match(/M/g)).toHaveLength(1)
  expect(page.querySelectorAll('circle')).toHaveLength(3)
})

test('a single point has a dot, and a partial week is hatched', async () => {
  await show(
    pointsOf([{ date: '2026-11-23', count: 1 }], { start_date: '2026-11-26', end_date: '2026-11-27', type: 'week' }, '2026-11-27'),
    'week',
  )
  expect(page.querySelectorAll('circle')).toHaveLength(1)
  const [partialBar] = page.querySelectorAll('[data-partial]')
  const dot = page.querySelector('circle')!
  const middle = Number(partialBar!.getAttribute('x')) + Number(partialBar!.getAttribute('width')) / 2
  // A single week fills the width of the chart, with its point in the middle.
  expect(Math.abs(middle - Number(dot.getAttribute('cx')))).toBeLessThanOrEqual(4)
  expect(valueText()).toMatch(/^Week of .*23 November 2026: 1 \(part of a week and may still change\)$/)
})

test('the table has the same data', async () => {
  await show(days)
  expect(page.querySelector('table')).toBeNull()
  await act(async () => {
    const details = page.querySelector('details')!
    details.open = true
    details.dispatchEvent(new Event('toggle'))
  })
  const rows = [...page.querySelectorAll('tbody tr')].map(({ children }) => [...children].map(({ textContent }) => textContent))
  expect(rows.map(([, count]) => count)).toEqual(['4', '2', 'none', 'none', '< 5, too few to show', 'none', '9'])
  expect([rows[0]![0], rows[6]![0]]).toEqual(['Sat, 21 Nov 2026 ', 'Fri, 27 Nov 2026 may still change'])
})

test('time is in hours and minutes, on the axis and at each point', async () => {
  const times = [
    { date: '2026-11-21', count: 9000 },
    { date: '2026-11-22', count: smallCount },
    { date: '2026-11-27', count: 20 },
  ] as const
  await show(pointsOf(times, week, '2026-11-28'), 'day', 'watchedSeconds')
  const ticks = [...page.querySelectorAll('text[class*=count]')].map(({ textContent }) => textContent)
  expect(ticks).toContain('1 h')
  await walkTo(0)
  expect(valueText()).toBe('Saturday, 21 November 2026: 2 h 30 min')
  await walkTo(1)
  expect(valueText()).toBe('Sunday, 22 November 2026: too few viewers to show')
  await walkTo(6)
  expect(valueText()).toBe('Friday, 27 November 2026: 1 min')
})
