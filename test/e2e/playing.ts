import type { Page } from 'playwright'
import { expect } from 'vitest'

/** How far the video is that plays on a page. */
export const seconds = async (page: Page) => Number(await page.getByRole('slider', { name: /^(Position|Positie)$/ }).inputValue())

/** Waits until the media itself says that it plays, and its time goes on. */
export async function playing(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^(Pause|Pauzeren)$/ }).waitFor()
  const before = await seconds(page)
  await expect.poll(() => seconds(page)).toBeGreaterThan(before + 0.5)
}
