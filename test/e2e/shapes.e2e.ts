import { expect, test } from 'vitest'
import { demoPerson } from './demo.ts'
import { visitors } from './visitors.ts'

const visit = visitors()

test('a text area has its lines before anything is typed', async () => {
  const page = await visit({ path: '/en/appeal#secret', size: 'phone' })
  const area = page.getByRole('textbox')
  await expect(area).toAppear()
  const lines = await area.evaluate((element) => element.clientHeight / Number.parseFloat(getComputedStyle(element).lineHeight))
  expect(lines).toBeGreaterThan(6)
})

test('the checkboxes of notifications are level with their names', async () => {
  const { browserStorage } = await demoPerson('marieke')
  const page = await visit({ path: '/en/settings?view=notifications', size: 'phone', browserStorage })
  const row = page.getByRole('row').nth(1)
  await expect(row.getByRole('checkbox').first()).toAppear()
  const [outer, box] = [await row.boundingBox(), await row.getByRole('checkbox').first().boundingBox()]
  expect(Math.abs(outer!.y + outer!.height / 2 - (box!.y + box!.height / 2))).toBeLessThan(2)
})

test('a guest who comes to the home sees its shapes while it loads', async () => {
  const page = await visit({ path: '/en/terms', size: 'phone' })
  await page.route('**/api/**', () => undefined)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Discover' }).click()
  await expect.poll(() => page.locator('main [aria-busy] > *').filter({ visible: true }).count()).toBeGreaterThan(0)
})
