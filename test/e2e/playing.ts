import type { Page } from 'playwright'
import { expect } from 'vitest'

/** Returns the position of the playing video. */
export const seconds = async (page: Page) => Number(await page.getByRole('slider', { name: /^(Position|Positie)$/ }).inputValue())

/** Waits until the page's video or sound plays and its time advances. */
export async function waitForPlaying(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^(Pause|Pauzeren)$/ }).waitFor()
  const before = await seconds(page)
  await expect.poll(() => seconds(page)).toBeGreaterThan(before + 0.5)
}
