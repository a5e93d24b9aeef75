import { mkdirSync } from 'node:fs'
import type { Page } from 'playwright'

const directory = process.env['SHOTS']
if (directory) mkdirSync(directory, { recursive: true })

/** Saves a screenshot of the window, or of the whole page, in the directory `SHOTS`. Does nothing without it. */
export async function takeScreenshot(page: Page, name: string, { fullPage = false } = {}): Promise<void> {
  if (directory) await page.screenshot({ path: `${directory}/${name}.png`, fullPage })
}
