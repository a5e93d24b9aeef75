import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { PlayerControl } from './control.ts'
import { PictureArea } from './PictureArea.tsx'
import { playerPreferences } from './preferences.ts'
import { ControlContext } from './useControl.ts'

const [up, down, setIdle] = [vi.fn<() => void>(), vi.fn<() => void>(), vi.fn<(idle: boolean) => void>()]
const handle = {
  onPointerDown: vi.fn<() => void>(),
  onPointerMove: vi.fn<() => void>(),
  onPointerUp: vi.fn<() => void>(),
  onPointerCancel: vi.fn<() => void>(),
}
let root: ReturnType<typeof createRoot>
const area = () => document.querySelector<HTMLElement>('[data-picture]')!

async function show(ways: { up: typeof up; down: typeof down } | undefined) {
  await act(async () =>
    root.render(
      <ControlContext value={new PlayerControl(playerPreferences)}>
        <PictureArea idle={false} setIdle={setIdle} handle={handle} ways={ways} />
      </ControlContext>,
    ),
  )
}
/** A finger that comes down in the picture and is lifted so many px from there. */
function swipe(right: number, below: number, pointerType = 'touch') {
  for (const [type, x, y] of [
    ['pointerdown', 400, 200],
    ['pointerup', 400 + right, 200 + below],
  ] as const) {
    const event = new PointerEvent(type, { bubbles: true, pointerType, button: 0 })
    Object.defineProperties(event, { offsetX: { value: x }, offsetY: { value: y } })
    area().dispatchEvent(event)
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
  [6, -120, 1, 0],
  [-6, 120, 0, 1],
  [0, -30, 0, 0],
  [200, -70, 0, 0],
])('a finger that goes %i px to the right and %i px down leads up %i times, down %i times', async (right, below, ups, downs) => {
  await show({ up, down })
  swipe(right, below)
  expect([up.mock.calls.length, down.mock.calls.length]).toEqual([ups, downs])
  // The player is not pulled down meanwhile, and the bars stay as they were.
  expect(handle.onPointerDown).not.toHaveBeenCalled()
  expect(setIdle).not.toHaveBeenCalled()
})

test('a mouse leads nowhere; where there is nothing above and below, the player is pulled', async () => {
  await show({ up, down })
  swipe(0, -200, 'mouse')
  await show(undefined)
  swipe(0, 200)
  expect([up.mock.calls.length, down.mock.calls.length]).toEqual([0, 0])
  expect(handle.onPointerDown).toHaveBeenCalledOnce()
  expect(handle.onPointerUp).toHaveBeenCalledOnce()
})
