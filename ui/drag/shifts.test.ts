import { beforeEach, expect, test, vi } from 'vitest'
import { createShifts } from './shifts.ts'

const frameMs = 16
let isMotionReduced: boolean
let items: HTMLElement[]

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['requestAnimationFrame', 'cancelAnimationFrame', 'performance'] })
  isMotionReduced = false
  vi.stubGlobal('matchMedia', () => ({ matches: isMotionReduced }))
  document.body.innerHTML = '<i></i><i></i><i></i>'
  items = [...document.querySelectorAll('i')]
  return () => void vi.useRealTimers()
})

const frames = (count: number) => vi.advanceTimersByTime(count * frameMs)
const offsetOf = ({ style }: HTMLElement) => Number(/-?[\d.]+/.exec(style.transform)?.[0] ?? 0)
const countLayers = () => items.filter((item) => item.hasAttribute('data-parting')).length

test('items ease towards their targets each frame, and turn around from where they are', () => {
  const shifts = createShifts('x')
  shifts.set(items[0]!, 100, true)
  let before = 0
  for (let frame = 0; frame < 5; frame++) {
    frames(1)
    const now = offsetOf(items[0]!)
    expect(now).toBeGreaterThan(before)
    expect(now).toBeLessThan(100)
    before = now
  }
  shifts.set(items[0]!, -100, true)
  frames(1)
  expect(offsetOf(items[0]!)).toBeLessThan(before)
  expect(offsetOf(items[0]!)).toBeGreaterThan(-100)
  frames(40)
  expect(items[0]!.style.transform).toBe('translateX(-100px)')
  expect(shifts.goalOf(items[0]!)).toBe(-100)
  expect(vi.getTimerCount()).toBe(0)
})

test('layers persist during a drag over the list, and are removed after release when items are back', () => {
  const shifts = createShifts('y')
  shifts.set(items[0]!, 0, true)
  shifts.set(items[1]!, 40, true)
  frames(40)
  expect(items[1]!.style.transform).toBe('translateY(40px)')
  shifts.set(items[1]!, 0, true)
  frames(40)
  expect(countLayers()).toBe(2)
  shifts.set(items[1]!, 40, true)
  frames(40)
  shifts.release()
  expect(countLayers()).toBe(2)
  shifts.set(items[1]!, 0, true)
  frames(2)
  shifts.release()
  expect(countLayers()).toBe(2)
  frames(40)
  expect(countLayers()).toBe(2)
  shifts.release()
  expect(countLayers()).toBe(0)
  expect(shifts.isEmpty()).toBe(true)
  expect(items[1]!.style.transform).toBe('')
})

test('ends at once on reset, out of view, and with reduced motion', () => {
  const shifts = createShifts('x')
  shifts.set(items[0]!, 100, true)
  frames(2)
  shifts.clear()
  expect(items[0]!.style.transform).toBe('')
  expect([countLayers(), vi.getTimerCount()]).toEqual([0, 0])

  shifts.set(items[1]!, 100, false)
  expect(items[1]!.style.transform).toBe('translateX(100px)')
  isMotionReduced = true
  createShifts('x').set(items[2]!, 30, true)
  expect(items[2]!.style.transform).toBe('translateX(30px)')
  expect(vi.getTimerCount()).toBe(0)
})
