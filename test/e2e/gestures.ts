import type { Locator, Page } from 'playwright'
import { expect, vi } from 'vitest'

interface Point {
  x: number
  y: number
}

/** A finger touches this many px below the top of an element, because a toast may cover the element further down. */
const touchOffsetPx = 24

/** Returns the point at which to lift an element. */
export async function middleOf(locator: Locator): Promise<Point> {
  const { x, y, width, height } = (await locator.boundingBox())!
  return { x: x + width / 2, y: y + Math.min(height / 2, touchOffsetPx) }
}

/** Waits until the page has rendered. */
export const waitForRender = (page: Page): Promise<unknown> =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))

/** Waits until animations end: they hide elements, and a dialog takes no presses during its first 0.3 s. */
export const waitForAnimations = (page: Page): Promise<unknown> =>
  page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'))

/** Waits until chunks that load late have run. @param names names of the chunks, without hashes */
export async function waitForCode(page: Page, ...names: string[]): Promise<void> {
  const fetched = () => page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
  const urls = await vi.waitFor(
    async () => {
      const all = await fetched()
      return names.map((name) => {
        const match = all.find((url) => url.includes(`/${name}-`) && url.endsWith('.js'))
        if (match === undefined) throw new Error(`${name} has not come`)
        return match
      })
    },
    { timeout: 20_000, interval: 50 },
  )
  // A module runs only once, so this import waits until the page's own has run. It is a string, because the test build would rewrite
  // `import`.
  await page.evaluate(`Promise.all(${JSON.stringify(urls)}.map((url) => import(url))).then(() => undefined)`)
}

/**
 * Returns the point at which to lift an element. Waits until the element rests and isn't covered, because a rerendered list or a scrolling
 * page would move it before the press.
 */
export async function settledPoint(locator: Locator): Promise<Point> {
  const page = locator.page()
  let point: Point = { x: 0, y: 0 }
  const waitForRest = async () => {
    await locator.scrollIntoViewIfNeeded({ timeout: 1000 })
    point = await middleOf(locator)
    await waitForRender(page)
    const { x, y } = await middleOf(locator)
    if (Math.hypot(x - point.x, y - point.y) >= 1) return 'moves'
    return locator.evaluate(
      (element, { x, y }) => {
        const over = document.elementFromPoint(x, y)
        return element.parentElement?.contains(over) ? 'rests' : `lies under ${over?.outerHTML.slice(0, 100)}`
      },
      point,
      { timeout: 1000 },
    )
  }
  await expect.poll(() => waitForRest().catch(String), { interval: 50 }).toBe('rests')
  return point
}

/** Selects the first of several elements with Ctrl and a press. Repeats, because the code for selecting loads late. */
export const selectFirst = (locator: Locator): Promise<void> =>
  vi.waitFor(
    async () => {
      await locator.click({ modifiers: ['Control'] })
      await locator.page().getByRole('region', { name: 'Selected', exact: true }).waitFor({ timeout: 2000 })
    },
    { timeout: 30_000 },
  )

/** Waits until a drag has started or ended. */
export const waitForDrag = (page: Page, state: 'attached' | 'detached' = 'attached'): Promise<void> =>
  page.locator('html[data-dragging]').waitFor({ state })

/** Waits until a dropped item is in place and its gap has closed. */
export const waitForDrop = (page: Page): Promise<void> =>
  expect.poll(() => page.locator('html[data-dragging], [data-lifted], [data-lifted-from], [data-parting]').count()).toBe(0)

/** Presses the mouse on an element and moves until the drag starts. */
export async function startDragging(locator: Locator, by: Point = { x: 12, y: 4 }): Promise<void> {
  const page = locator.page()
  const { x, y } = await settledPoint(locator)
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + by.x, y + by.y, { steps: 3 })
  await waitForDrag(page)
  // Waits until the neighbours of the dragged element have moved apart.
  await waitForRender(page)
}

/** Simulates a finger that touches, moves and lifts. */
export async function createFinger(page: Page) {
  const session = await page.context().newCDPSession(page)
  let at: Point = { x: 0, y: 0 }
  const send = async (type: 'touchStart' | 'touchMove' | 'touchEnd' | 'touchCancel', touchPoints: Point[]) => {
    await session.send('Input.dispatchTouchEvent', { type, touchPoints: touchPoints.map((point, id) => ({ ...point, id })) })
  }
  const pressAt = async (point: Point) => {
    at = point
    await send('touchStart', [at])
  }
  const slide = async (to: Point) => {
    const steps = 8
    for (let step = 1; step <= steps; step++) {
      const next = { x: at.x + ((to.x - at.x) * step) / steps, y: at.y + ((to.y - at.y) * step) / steps }
      await send('touchMove', [next])
      await page.evaluate(() => new Promise(requestAnimationFrame))
    }
    at = to
  }
  return {
    down: async (on: Locator) => pressAt(await settledPoint(on)),
    pressAt,
    to: slide,
    moveTo: async (over: Locator) => slide(await middleOf(over)),
    by: (x: number, y: number) => slide({ x: at.x + x, y: at.y + y }),
    /** Holds with small movements, like a real finger, until `until` returns true. */
    async tremble(until: () => Promise<boolean>) {
      const { x, y } = at
      for (let turn = 0; !(await until()); turn++) {
        at = { x: x + [2, -3, 4, -1][turn % 4]!, y: y + [1, -2, 3][turn % 3]! }
        await send('touchMove', [at])
        await page.evaluate(() => new Promise(requestAnimationFrame))
      }
    },
    /** A second finger touches beside the first. */
    second: () => send('touchStart', [at, { x: at.x + 40, y: at.y + 40 }]),
    up: () => send('touchEnd', []),
    /** Cancels the touch, as the system does for a phone call or its own gesture. */
    cancel: () => send('touchCancel', []),
  }
}

/** Holds a finger on an element until its menu opens. @returns the duration in ms */
export async function pressLong(locator: Locator): Promise<number> {
  const touch = await createFinger(locator.page())
  const point = await settledPoint(locator)
  const startedMs = Date.now()
  await touch.pressAt(point)
  await locator.page().getByRole('menu').waitFor()
  const elapsedMs = Date.now() - startedMs
  await touch.up()
  return elapsedMs
}

/** Drags files over an element, as from another window. Then moves on to another element, or drops them. */
export async function dragFiles(
  over: Locator,
  ...files: string[]
): Promise<{ to: (over: Locator) => Promise<void>; drop: () => Promise<void> }> {
  const session = await over.page().context().newCDPSession(over.page())
  let point = await settledPoint(over)
  const copy = 1
  const send = async (type: 'dragEnter' | 'dragOver' | 'drop') => {
    await session.send('Input.dispatchDragEvent', { type, ...point, data: { items: [], files, dragOperationsMask: copy } })
  }
  await send('dragEnter')
  await send('dragOver')
  return {
    async to(next) {
      point = await middleOf(next)
      // The first event only enters the element.
      await send('dragOver')
      await send('dragOver')
    },
    drop: () => send('drop'),
  }
}

export async function dropFiles(on: Locator, ...files: string[]): Promise<void> {
  await (await dragFiles(on, ...files)).drop()
}

/** Chooses an option by keyboard, because a toast may cover it. */
export async function chooseByKey(option: Locator): Promise<void> {
  await option.focus()
  await option.page().keyboard.press('Space')
  await expect.poll(() => option.isChecked()).toBe(true)
}
