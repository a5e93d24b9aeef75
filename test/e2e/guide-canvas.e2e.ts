import type { Page } from 'playwright'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Db } from '#kit/server/db.ts'
import { type Broadcast, makeTvChannel } from '../television.ts'
import { visitors } from './visitors.ts'
import { connect } from './product.ts'

const visit = visitors()
const group = 'Long evenings'
let db: Db

beforeAll(async () => {
  db = connect()
  for (let number = 1; number <= 24; number++) {
    // What began long ago, what is long, and what has no room for a word; of every fifth channel nothing is known.
    const minutes = number % 4 === 0 ? 240 : number % 3 === 0 ? 5 : 30
    const broadcasts = Array.from({ length: 1200 / minutes }, (_, at): Broadcast => [
      `Part ${at} of story ${number}`,
      at * minutes - 600,
      minutes,
    ])
    await makeTvChannel(db, { name: `Scroll ${number}`, groups: [group] }, number % 5 === 0 ? [] : broadcasts)
  }
})
afterAll(() => db.destroy())

const isSeen = (page: Page) => page.locator('canvas[data-seen]').count()

async function openGuide(theme: 'dark-theme' | 'light-theme'): Promise<Page> {
  const page = await visit({ size: 'desktop', stored: { theme, fill_window: 'true' } })
  await page.clock.install()
  await page.goto('/en/channels?view=guide')
  await page.getByRole('radio', { name: group }).click()
  await expect(page.getByRole('gridcell', { name: /of story 1\b/ }).first()).toAppear()
  await page.locator('[data-guide] td[data-time]').first().hover()
  // The worker begins once there is a guide.
  await expect
    .poll(async () => {
      await page.mouse.wheel(0, 1)
      return isSeen(page)
    })
    .toBe(1)
  await expect.poll(() => isSeen(page)).toBe(0)
  return page
}

/** Scrolls, and lets no time pass after that: it does not rest. */
async function scrollAndStay(page: Page, steps: readonly (readonly [x: number, y: number])[]): Promise<void> {
  await page.clock.pauseAt(Date.now() + 1000)
  for (const [x, y] of steps) {
    const placeOf = () => page.locator('[data-guide]').evaluate(({ scrollLeft, scrollTop }) => scrollLeft + scrollTop)
    const before = await placeOf()
    await page.mouse.wheel(x, y)
    await expect.poll(placeOf).not.toBe(before)
  }
  await expect.poll(() => isSeen(page)).toBe(1)
  // The worker draws a moment later.
  let latest = await page.locator('[data-guide]').screenshot()
  const isDrawn = async () => {
    const before = latest
    latest = await page.locator('[data-guide]').screenshot()
    return latest.equals(before)
  }
  await expect.poll(isDrawn).toBe(true)
}

/** Part of the picture, in percent, in which two differ by more than so many levels of grey, of 256. */
async function differing(one: Buffer, other: Buffer, levels: number): Promise<number> {
  const [a, b] = await Promise.all([one, other].map((picture) => sharp(picture).removeAlpha().greyscale().raw().toBuffer()))
  return (100 * a!.filter((value, at) => Math.abs(value - b![at]!) > levels).length) / a!.length
}

test.for(['dark-theme', 'light-theme'] as const)('while it is scrolled the guide looks as it does at rest: %s', async (theme) => {
  const page = await openGuide(theme)
  const grid = page.locator('[data-guide]')
  const begun = await grid.screenshot()
  await scrollAndStay(page, [
    [40, 30],
    [180, 120],
    [120, 90],
  ])
  const scrolled = await grid.screenshot()
  expect(await isSeen(page)).toBe(1)
  const before = await grid.getByRole('gridcell').allInnerTexts()
  await page.clock.resume()
  await expect.poll(() => isSeen(page)).toBe(0)
  await expect.poll(() => grid.getByRole('gridcell').allInnerTexts()).not.toEqual(before)
  const rested = await grid.screenshot()
  // Words, and the grounds of cells, which differ from one another by little.
  expect(await differing(scrolled, rested, 60)).toBeLessThan(0.3)
  expect(await differing(scrolled, rested, 6)).toBeLessThan(6)
  expect(await differing(begun, rested, 60)).toBeGreaterThan(1)
})

test('what is pressed while it is scrolled is what was seen there', async () => {
  const page = await openGuide('dark-theme')
  // The second row is in view however many lines the choices above take. Its parts are half an hour each, with a gap between two: the middle of one
  // is pressed.
  const { firstPx, pitchPx } = await page.locator('[data-guide]').evaluate((grid) => {
    const parts = [...grid.querySelectorAll('[data-time]')].filter((cell) => /of story 2\b/.test(cell.textContent))
    const middles = parts.map((cell) => cell.getBoundingClientRect()).map(({ left, right }) => (left + right) / 2)
    const [first = NaN, second = NaN] = middles.sort((one, other) => one - other)
    return { firstPx: first + grid.scrollLeft, pitchPx: second - first }
  })
  const point = () =>
    page.locator('[data-guide]').evaluate(
      (grid, [first, pitch]) => {
        const { right, top } = grid.getBoundingClientRect()
        const [scalePx, rowPx, edgePx] = [40, 68, 12]
        const beyondPx = (right - edgePx - (first - grid.scrollLeft)) % pitch
        return { x: right - edgePx - beyondPx, y: top + scalePx + 1.5 * rowPx - grid.scrollTop }
      },
      [firstPx, pitchPx] as const,
    )
  const elementAt = ({ x, y }: { x: number; y: number }) =>
    page.evaluate(([left, top]) => document.elementFromPoint(left, top)?.closest('[data-time]')?.textContent ?? '', [x, y] as const)
  // What is on there has come before.
  const placeOf = () => page.locator('[data-guide]').evaluate(({ scrollLeft }) => scrollLeft)
  const begun = await placeOf()
  for (const way of [1, -1]) {
    await page.mouse.wheel(way * 1000, 0)
    await expect.poll(placeOf).toBe(way > 0 ? begun + 1000 : begun)
    await expect.poll(() => isSeen(page)).toBe(0)
    await expect.poll(async () => elementAt(await point())).toMatch(/of story 2\b/)
  }
  await scrollAndStay(page, [
    [20, 10],
    [300, 10],
    [300, 20],
    [300, 20],
  ])
  const there = await point()
  // No element is there yet.
  expect(await elementAt(there)).toBe('')
  await page.mouse.click(there.x, there.y)
  await page.clock.resume()
  const opened = await page.getByRole('dialog').getByRole('heading').first().innerText()
  await page.keyboard.press('Escape')
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  await expect.poll(() => elementAt(there)).toContain(opened)
})
