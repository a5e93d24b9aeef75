import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, type Mock, test, vi } from 'vitest'
import { DragGrip } from './DragGrip.tsx'
import { sortedRows } from './drag/late-elements.ts'

let root: Root
let list: HTMLElement
const loadingCode = vi.hoisted(() => ({ code: Promise.resolve() }))
vi.mock('./lazily.ts', () => ({ loadCode: async <T,>(load: () => Promise<T>) => (await loadingCode.code, load()) }))

let capture: Mock<(pointerId: number) => void>
/** Resolves when the drag code has loaded. */
let arrive: () => void
const dropped = vi.fn<(index: number) => void>()

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  // happy-dom has no pointer capture.
  capture = vi.fn<(pointerId: number) => void>()
  document.documentElement.setPointerCapture = capture
  list = document.createElement('ul')
  document.body.append(list)
  root = createRoot(list)
  loadingCode.code = new Promise<void>((resolve) => (arrive = resolve))
  act(() =>
    root.render(
      <li ref={sortedRows.ref('a')}>
        <DragGrip label="Move A" name="A" listName="L" onDrop={dropped} />
      </li>,
    ),
  )
})
afterEach(() => {
  document.dispatchEvent(new PointerEvent('pointercancel', { pointerId: 1 }))
  act(() => root.unmount())
  list.remove()
})

const isDragging = () => document.documentElement.hasAttribute('data-dragging')
const dispatch = (type: string, pointerType: string, clientY: number, pointerId = 1) =>
  list
    .querySelector('button')!
    .dispatchEvent(
      new PointerEvent(type, { pointerType, pointerId, clientX: 0, clientY, button: 0, isPrimary: pointerId === 1, bubbles: true }),
    )

for (const pointerType of ['mouse', 'touch']) {
  test(`${pointerType}: a move during the load of the drag code starts the drag after the load, without another move`, async () => {
    dispatch('pointerdown', pointerType, 0)
    dispatch('pointermove', pointerType, 30)
    expect(isDragging()).toBe(false)
    arrive()
    await expect.poll(isDragging).toBe(true)
  })

  test(`${pointerType}: releasing during the load cancels the drag; releasing another finger does not`, async () => {
    dispatch('pointerdown', pointerType, 0)
    dispatch('pointermove', pointerType, 30)
    dispatch('pointerup', pointerType, 30)
    dispatch('pointerdown', pointerType, 0)
    dispatch('pointermove', pointerType, 30)
    dispatch('pointerup', pointerType, 30, 2)
    arrive()
    await expect.poll(isDragging).toBe(true)
    expect(capture).toHaveBeenCalledTimes(1)
  })

  test(`${pointerType}: the late click after a drag is ignored, and the next click works`, async ({ signal }) => {
    const pressed = vi.fn<() => void>()
    document.addEventListener('click', pressed, { signal, capture: true })
    arrive()
    dispatch('pointerdown', pointerType, 0)
    dispatch('pointermove', pointerType, 30)
    await expect.poll(isDragging).toBe(true)
    dispatch('pointerup', pointerType, 30)
    await new Promise((resolve) => setTimeout(resolve, 30))
    dispatch('click', pointerType, 30)
    expect(pressed).not.toHaveBeenCalled()
    dispatch('pointerdown', pointerType, 30)
    dispatch('pointerup', pointerType, 30)
    dispatch('click', pointerType, 30)
    expect(pressed).toHaveBeenCalledTimes(1)
  })
}
