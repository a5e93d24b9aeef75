import type { Locator, Page } from 'playwright'

interface Point {
  x: number
  y: number
}

/** px below the top of a thing: lower there may be a toast over it. */
const fingertip = 24

/** Where a thing is taken hold of. */
export async function pointIn(thing: Locator): Promise<Point> {
  const { x, y, width, height } = (await thing.boundingBox())!
  return { x: x + width / 2, y: y + Math.min(height / 2, fingertip) }
}

/** A finger that comes down, moves and is lifted, as the browser hears of it. */
export async function finger(page: Page) {
  const session = await page.context().newCDPSession(page)
  let at: Point = { x: 0, y: 0 }
  const send = async (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: Point[]) => {
    await session.send('Input.dispatchTouchEvent', { type, touchPoints: touchPoints.map((point, id) => ({ ...point, id })) })
  }
  const downAt = async (point: Point) => {
    at = point
    await send('touchStart', [at])
  }
  const slide = async (to: Point) => {
    const steps = 8
    for (let step = 1; step <= steps; step++) {
      const next = { x: at.x + ((to.x - at.x) * step) / steps, y: at.y + ((to.y - at.y) * step) / steps }
      await send('touchMove', [next])
      await page.waitForTimeout(16)
    }
    at = to
  }
  return {
    down: async (on: Locator) => downAt(await pointIn(on)),
    downAt,
    to: slide,
    moveTo: async (over: Locator) => slide(await pointIn(over)),
    by: (x: number, y: number) => slide({ x: at.x + x, y: at.y + y }),
    /** Another finger comes down beside it. */
    second: () => send('touchStart', [at, { x: at.x + 40, y: at.y + 40 }]),
    up: () => send('touchEnd', []),
  }
}

/** Files of the disk come over a thing, as from another window; they go on to another one, or are let go. */
export async function carryFiles(
  over: Locator,
  ...files: string[]
): Promise<{ to: (over: Locator) => Promise<void>; drop: () => Promise<void> }> {
  const session = await over.page().context().newCDPSession(over.page())
  let at = await pointIn(over)
  const copy = 1
  const send = async (type: 'dragEnter' | 'dragOver' | 'drop') => {
    await session.send('Input.dispatchDragEvent', { type, ...at, data: { items: [], files, dragOperationsMask: copy } })
  }
  await send('dragEnter')
  await send('dragOver')
  return {
    async to(next) {
      at = await pointIn(next)
      // The first is the entering of it.
      await send('dragOver')
      await send('dragOver')
    },
    drop: () => send('drop'),
  }
}

export async function dropFiles(on: Locator, ...files: string[]): Promise<void> {
  await (await carryFiles(on, ...files)).drop()
}
