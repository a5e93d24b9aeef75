import { expect, test } from 'vitest'
import { axeViolationsInBothThemes } from './axe.ts'
import { demoOperator } from './demo.ts'
import { visitors } from './visitors.ts'
import { textsIn } from './ui-texts.ts'
import { takeScreenshot } from './screenshots.ts'

const visit = visitors()
const views = [
  ['guest', 'phone', 'en'],
  ['user', 'desktop', 'nl'],
  ['member', 'phone', 'nl'],
] as const

test.each(views)('an operator sees the site as %s, and returns to the console: %s, %s', async (viewer, device, language) => {
  const { operator: t } = textsIn(language)
  const { browserStorage } = await demoOperator('noor')
  const page = await visit({ browserStorage, size: device, path: `/${language}/operator/overview` })
  await expect(page.getByRole('heading', { level: 1 })).toAppear()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill(t('see_as.title'))
  await page.getByRole('option', { name: t('see_as.title') }).click()
  await expect(page.getByRole('button', { name: t('see_as.guest.start') })).toAppear()
  expect(await axeViolationsInBothThemes(page)).toEqual([])
  await takeScreenshot(page, `see-as-${device}`)

  await page.getByRole('button', { name: t(`see_as.${viewer}.start`) }).click()
  const bar = page.getByRole('region', { name: t('see_as.title') })
  await expect(bar.getByText(t(`see_as.now.${viewer}`))).toAppear()
  expect(await axeViolationsInBothThemes(page)).toEqual([])
  for (const path of ['/channels', '/settings']) {
    await page.goto(`/${language}${path}`)
    await expect(bar.getByText(t(`see_as.now.${viewer}`))).toAppear()
    expect(await page.getByText('noor@').count()).toBe(0)
    await takeScreenshot(page, `see-as-${viewer}${path.replace('/', '-')}`)
  }
  await bar.getByRole('button', { name: t('see_as.end') }).click()
  await expect(page.getByRole('button', { name: t('see_as.guest.start') })).toAppear()
})
