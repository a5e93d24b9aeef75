import type { Locator, Page } from 'playwright'
import sharp from 'sharp'
import { expect } from 'vitest'

/** Returns the pixels of the chosen picture, as they would be sent. */
export async function pixelsOfChosen(picker: Locator) {
  const picture = picker.locator('img[src^="blob:"]')
  await expect(picture).toAppear()
  const png = await picture.evaluate(async (shown: HTMLImageElement) => {
    const bytes = new Uint8Array(await (await fetch(shown.src)).arrayBuffer())
    return [...bytes]
  })
  const { data, info } = await sharp(Buffer.from(png)).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

/** Counts pixels in which a colour differs by more than 8 of 255. A few may differ at edges. */
export async function countDifferent(picker: Locator, expected: Buffer) {
  const { data, width, height } = await pixelsOfChosen(picker)
  const expectedPixels = await sharp(expected).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  expect([width, height]).toEqual([expectedPixels.info.width, expectedPixels.info.height])
  const differs = (index: number) =>
    [0, 1, 2].some((part) => Math.abs(data[index * 3 + part]! - expectedPixels.data[index * 3 + part]!) > 8)
  return Array.from({ length: width * height }, (_, index) => index).filter(differs).length
}

/** Touches a page with fingers at given points. */
export async function touchPage(page: Page) {
  const session = await page.context().newCDPSession(page)
  return {
    send: async (type: 'touchStart' | 'touchMove' | 'touchEnd', ...points: [x: number, y: number][]) => {
      await session.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) })
    },
  }
}
