import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { packagesContract } from '#features/packages/contract.ts'
import { newUser } from './accounts.ts'
import { axeViolationsInBothThemes } from './axe.ts'
import { demoOperator } from './demo.ts'
import { visitors } from './visitors.ts'
import { textsIn } from './ui-texts.ts'
import { takeScreenshot } from './screenshots.ts'

const visit = visitors()

const views = [
  ['phone', 'en'],
  ['desktop', 'nl'],
] as const

test.each(views)('an operator creates a coupon and a batch, and deletes a coupon: %s, %s', async (device, language) => {
  const { subscriptions: t } = textsIn(language)
  const { browserStorage, client } = await demoOperator('noor')
  const name = `Cinema ${device}`
  await client(packagesContract.createTier, { body: { name, price: '4.99' } })
  const page = await visit({ browserStorage, size: device, path: `/${language}/operator/coupons`, expected: /status of 422/ })
  const saveScreenshot = (shot: string) => takeScreenshot(page, `${shot}-${device}`)
  await expect(page.getByRole('heading', { name: t('forecast.title') })).toAppear()
  await expect(page.getByRole('button', { name: t('coupons.add'), exact: true })).toAppear()
  if (device === 'phone') expect(await axeViolationsInBothThemes(page)).toEqual([])

  await page.getByRole('button', { name: t('coupons.add'), exact: true }).click()
  const dialog = page.getByRole('dialog')
  const code = `SUMMER${device.toUpperCase()}`
  await dialog.getByLabel(t('coupons.code'), { exact: true }).fill('no')
  await dialog.getByLabel(t('coupons.values.percent')).fill('25')
  await dialog.getByRole('button', { name: t('coupons.create') }).click()
  await expect(dialog.getByText(t('errors.coupon_code'))).toAppear()
  if (device === 'phone') expect(await axeViolationsInBothThemes(page)).toEqual([])
  await saveScreenshot('coupon')
  await dialog.getByLabel(t('coupons.code'), { exact: true }).fill(code)
  await dialog.getByLabel(t('coupons.package')).selectOption(name)
  await dialog.getByLabel(t('coupons.expires')).fill('2090-12-31')
  await dialog.getByRole('button', { name: t('coupons.create') }).click()
  const row = page.getByRole('listitem').filter({ hasText: code })
  await expect(row.getByText(new RegExp(`25% · ${name} · .*31 .*2090`))).toAppear()

  await page.getByRole('button', { name: t('coupons.add_batch') }).click()
  await dialog.getByLabel(t('coupons.count')).fill('3')
  await dialog.getByLabel(t('coupons.batch_name')).fill(`Fair ${device}`)
  await dialog.getByLabel(t('coupons.prefix')).fill('FAIR')
  await dialog.getByRole('radio', { name: t('coupons.kinds.amount') }).check()
  await dialog.getByLabel(t('coupons.values.amount')).fill('2,50')
  await dialog.getByRole('button', { name: t('coupons.create') }).click()
  const offered = page.getByRole('dialog', { name: t('codes.title', { batch: `Fair ${device}` }) })
  await expect(offered).toAppear()
  if (device === 'phone') expect(await axeViolationsInBothThemes(page)).toEqual([])
  await saveScreenshot('codes')
  const fetched = page.waitForEvent('download')
  await offered.getByRole('button', { name: t('codes.download') }).click()
  const [head, ...codes] = readFileSync(await (await fetched).path(), 'utf8')
    .trim()
    .split('\r\n')
  expect([head, codes.length, codes.every((code) => code.startsWith('FAIR'))]).toEqual(['code', 3, true])
  await offered
    .getByRole('button', { name: t('codes.close') })
    .last()
    .click()

  await page.getByLabel(t('coupons.find_code')).fill(codes[0]!.toLowerCase())
  await expect.poll(() => page.getByText(/2[.,]50/).count()).toBe(1)
  await page.getByLabel(t('coupons.find_code')).fill(code)
  await expect.poll(() => page.getByText(/2[.,]50/).count()).toBe(0)
  if (device === 'phone') expect(await axeViolationsInBothThemes(page)).toEqual([])
  await saveScreenshot('coupons')
  if (device === 'phone') {
    await page.setViewportSize({ width: 320, height: 640 })
    await saveScreenshot('narrow')
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  }
  await page.getByRole('button', { name: t('coupons.delete_named', { code }) }).click()
  await dialog.getByRole('button', { name: t('coupons.delete') }).click()
  await expect(page.getByText(t('coupons.none_found'))).toAppear()
})

test('other users don’t find the page', async () => {
  const { subscriptions: t } = textsIn('en')
  const { browserStorage } = await newUser()
  const page = await visit({ browserStorage, path: '/en/operator/coupons', expected: /status of 404/ })
  await expect(page.getByRole('main').getByRole('heading').first()).toAppear()
  expect(await page.getByRole('heading', { name: t('coupons.title') }).count()).toBe(0)
})
