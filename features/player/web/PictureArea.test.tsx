import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { PlayerControl, ControlContext } from './control.ts'
import { PictureArea, type SwipeActions } from './PictureArea.tsx'
import { playerPreferences } from './preferences.ts'

const [next, previous, setIdle] = [vi.fn<() => void>(), vi.fn<() => void>(), vi.fn<(idle: boolean) => void>()]
const handlers = {
  onPointerDown: vi.fn<() => void>(),
  onPointerMove: vi.fn<() => void>(),
  onPointerUp: vi.fn<() => void>(),
  onPointerCancel: vi.fn<() => void>(),
}
let root: ReturnType<typeof createRoot>
const findPictureArea = () => document.querySelector<HTMLElement>('[data-picture]')!

async function show(ways: SwipeActions | undefined) {
  await act(async () =>
    root.render(
      <ControlContext value={new PlayerControl(playerPreferences)}>
        <PictureArea idle={false} setIdle={setIdle} handle={handlers} swipeActions={ways} />
      </ControlContext>,
    ),
  )
}
/** Presses a finger on the picture and releases it this many px away. */
function swipe(right: number, below: number, pointerType = 'touch') {
  for (const [type, x, y] of [
    ['pointerdown', 400, 200],
    ['pointerup', 400 + right, 200 + below],
  ] as const) {
    const event = new PointerEvent(type, { bubbles: true, pointerType, button: 0 })
    Object.defineProperties(event, { offsetX: { value: x }, offsetY: { value: y } })
    findPictureArea().dispatchEvent(event)
  }
}

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const element = document.createElement('div')
  document.body.append(element)
  root = createRoot(element)
})
afterEach(async () => {
  await act(async () => root.unmount())
  document.body.replaceChildren()
  vi.clearAllMocks()
  vi.unstubAllGlobals()
})

test.each([
  [6, -120, true, 1, 0],
  [-6, 120, true, 0, 1],
  [-120, 6, true, 1, 0],
  [120, -6, true, 0, 1],
  [0, -30, true, 0, 0],
  [100, -90, true, 0, 0],
  [-120, 6, false, 1, 0],
  [120, -6, false, 0, 1],
  [6, -120, false, 0, 0],
  [6, 120, false, 0, 0],
])(
  'a swipe of %i px right and %i px down (vertical: %s) goes to the next item %i times, and back %i times',
  async (right, below, isVertical, on, back) => {
    await show({ next, previous, isVertical })
    swipe(right, below)
    expect([next.mock.calls.length, previous.mock.calls.length]).toEqual([on, back])
    // Without vertical neighbours, pulling down docks the player, and the controls stay visible.
    expect(handlers.onPointerDown).toHaveBeenCalledTimes(isVertical ? 0 : 1)
    expect(setIdle).not.toHaveBeenCalled()
  },
)

test("a mouse doesn't swipe; without neighbours, pulling moves the player", async () => {
  await show({ next, previous, isVertical: true })
  swipe(0, -200, 'mouse')
  await show(undefined)
  swipe(0, 200)
  expect([next.mock.calls.length, previous.mock.calls.length]).toEqual([0, 0])
  expect(handlers.onPointerDown).toHaveBeenCalledOnce()
  expect(handlers.onPointerUp).toHaveBeenCalledOnce()
})
