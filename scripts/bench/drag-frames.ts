// Measures main-thread work per frame while the pointer drags an item.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, Page } from 'playwright'
import { runEveryFrame, type FrameFigures, traceMainThread } from './main-thread.ts'

const moves = 180

interface Moves {
  /** Position where the drag starts, in px of the window. */
  from: { x: number; y: number }
  /** Path of the drag: returns the offset in px for an angle from 0 to 2π. */
  at: (turn: number) => { x: number; y: number }
  /** Factor by which the processor is slowed down. */
  slowdown: number
  /** Resolves when the item is lifted. */
  isLifted: () => Promise<unknown>
}

/** Lifts an item, drags it for three seconds with 60 moves per second, and puts it back. */
export async function measureMoves(page: Page, browser: Browser, { from, at, slowdown, isLifted }: Moves): Promise<FrameFigures> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  const mouse = (type: 'mousePressed' | 'mouseMoved' | 'mouseReleased', x: number, y: number) =>
    session.send('Input.dispatchMouseEvent', { type, x, y, button: 'left', buttons: type === 'mouseReleased' ? 0 : 1, clickCount: 1 })
  await page.mouse.move(from.x, from.y)
  await mouse('mousePressed', from.x, from.y)
  await mouse('mouseMoved', from.x + 20, from.y)
  await isLifted()
  await sleep(600)
  const figures = await traceMainThread(page, browser, () =>
    runEveryFrame(moves, (move) => {
      const { x, y } = at((move / moves) * 2 * Math.PI)
      return mouse('mouseMoved', from.x + x, from.y + y)
    }),
  )
  await page.keyboard.press('Escape')
  await mouse('mouseReleased', from.x, from.y)
  await sleep(600)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  return figures
}
