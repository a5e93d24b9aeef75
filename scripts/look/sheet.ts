import type { BrowserContext } from 'playwright'

export interface Frame {
  /** PNG data. */
  picture: Buffer
  label: string
}

/** Combines frames with their labels into one picture, in rows of five. @param widthPx width of each frame */
export async function takeSheet(context: BrowserContext, frames: readonly Frame[], widthPx: number, path: string): Promise<void> {
  const figures = frames.map(
    ({ picture, label }) =>
      `<figure><img width="${widthPx}" src="data:image/png;base64,${picture.toString('base64')}"><figcaption>${label}</figcaption></figure>`,
  )
  const page = await context.newPage()
  await page.setContent(`<style>
    main { display: grid; grid-template-columns: repeat(5, max-content); gap: 12px; width: max-content; padding: 12px; background: #404040 }
    figure { margin: 0 } figcaption { color: #fff; font: 14px sans-serif }</style><main>${figures.join('')}</main>`)
  await page.locator('main').screenshot({ path })
}
