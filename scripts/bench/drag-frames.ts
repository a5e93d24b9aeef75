// What the page's main thread works in a frame while a pointer carries something.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, Page } from 'playwright'
import { everyFrame, type FrameFigures, traceWork } from './main-thread.ts'

const moves = 180

interface Moves {
  /** Where it is taken hold of, in px of the window. */
  from: { x: number; y: number }
  /** The curve it is carried on: px from there, by the share of the drag that is done, in turns. */
  at: (turn: number) => { x: number; y: number }
  /** How many times slower the processor is made. */
  slowdown: number
  /** Resolves once it is carried. */
  isLifted: () => Promise<unknown>
}

/** Takes hold of something, carries it for three seconds at 60 moves a second, and puts it back. */
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
  const figures = await traceWork(page, browser, () =>
    everyFrame(moves, (move) => {
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
