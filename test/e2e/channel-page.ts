import type { Locator, Page } from 'playwright'
import { expect } from 'vitest'
import { channelsContract } from '#features/channels/contract.ts'
import { demoPerson } from './demo.ts'
import { middleOf, startDragging } from './gestures.ts'

export const card = (page: Page, title: string) => page.locator('[data-card] > a').filter({ hasText: new RegExp(`${title}(?!\\d)`) })
export const toast = (page: Page, text: string) => page.locator('[data-toasts]').getByText(text)
export const disc = (page: Page, name: string) => page.locator('nav[data-row]').getByRole('link', { name, exact: true })
export const bar = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
export const choose = async (page: Page, locator: Locator, action: string) => {
  await locator.click({ button: 'right' })
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}

/** Drags an element onto another with the mouse, and drops it there once the page shows the hint. */
export async function dragTo(page: Page, from: Locator, to: Locator, hint: string) {
  await startDragging(from)
  // Moves the pointer again to where the target is, because the page moves when a drag begins.
  const moveToTarget = async () => {
    const end = await middleOf(to)
    await page.mouse.move(end.x, end.y, { steps: 8 })
    return page.getByText(hint, { exact: true }).isVisible()
  }
  await expect.poll(moveToTarget, { interval: 300 }).toBe(true)
  await page.mouse.up()
}

/** Returns the order of a user's channel on the server: `One: 1 2 3 4`. */
export async function readOrder(person: string, id: string): Promise<string[]> {
  const { client } = await demoPerson(person)
  const { series } = await client(channelsContract.getPlaylist, { params: { id } })
  return series.map(({ name, videos }) => `${name}: ${videos.map(({ title }) => title.replace(`${name} `, '')).join(' ')}`.trim())
}
