import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test } from 'vitest'
import { type Axis, axisAround, timeAt } from './axis.ts'
import { useTimeInView } from './useTimeInView.ts'
import type { Viewport } from './viewport.ts'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

test.each(['2026-11-30T23:59:59', '2026-10-24T23:59:59', '2026-03-28T23:59:59'])('the guide keeps its time at midnight: %s', (before) => {
  const now = new Date(before).getTime()
  const days = { back: 14, ahead: 14 }
  let left = 5000
  const viewport = {
    get: () => ({ left }) as Viewport,
    scrollTo: (to: { left?: number }) => void (left = to.left ?? left),
  }
  const Grid = ({ axis }: { axis: Axis }) => {
    useTimeInView(viewport, { axis, pxPerMinute: 2 })
    return null
  }
  const root = createRoot(document.createElement('div'))
  const axes = [axisAround(now, days), axisAround(now + 1000, days)] as const
  act(() => root.render(<Grid axis={axes[0]} />))
  act(() => root.render(<Grid axis={axes[1]} />))
  expect(timeAt(axes[1], left / 2)).toBe(timeAt(axes[0], 2500))
  act(() => root.unmount())
})
