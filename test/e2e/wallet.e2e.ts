import { expect, test } from 'vitest'
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

test.each(views)('a user adds balance on a %s in %s: paid, failed, and a closed tab', async (device, language) => {
  const { wallet: t } = textsIn(language)
  const { browserStorage } = await newUser()
  const page = await visit({ browserStorage, size: device, path: `/${language}/settings?view=wallet`, expected: /status of 422/ })
  await expect(page.getByText(t('transactions.none'))).toAppear()
  if (device === 'phone') expect(await axeViolationsInBothThemes(page)).toEqual([])

  const toProvider = async (amount?: string) => {
    await page.getByRole('button', { name: t('add.open') }).click()
    const dialog = page.getByRole('dialog', { name: t('add.title') })
    if (amount !== undefined) {
      await dialog.getByText(t('add.own'), { exact: true }).click()
      await dialog.getByLabel(t('add.own_amount')).fill(amount)
    }
    await dialog.getByRole('button', { name: t('add.submit') }).click()
    return dialog
  }
  await takeScreenshot(page, `empty-${device}`)
  const dialog = await toProvider('17,9699')
  await expect(dialog.getByText(t('errors.invalid_amount'))).toAppear()
  if (device === 'phone') expect(await axeViolationsInBothThemes(page)).toEqual([])
  await takeScreenshot(page, `dialog-${device}`)
  await dialog.getByLabel(t('add.own_amount')).fill('25,50')
  await dialog.getByRole('button', { name: t('add.submit') }).click()
  await page.getByRole('button', { name: t('sandbox.paid') }).click()
  await expect(page.getByText(t('confirming.paid', { amount: '€25.50' })).or(page.getByText('25,50 is aan je saldo'))).toAppear()
  await expect(page.getByText(/25[.,]50/).first()).toAppear()

  await toProvider()
  await page.getByRole('button', { name: t('sandbox.failed') }).click()
  await expect(page.getByText(t('confirming.failed'))).toAppear()

  await takeScreenshot(page, `failed-${device}`)
  await toProvider()
  await takeScreenshot(page, `sandbox-${device}`)
  await expect(page.getByText(t('sandbox.warning'))).toAppear()
  const other = await visit({ browserStorage, size: device, path: `/${language}/settings?view=wallet` })
  await expect(other.getByText(/20[.,]00 (?:on its way|onderweg)/)).toAppear()
  // After paying in the first tab, the second tab also shows the payment.
  await page.getByRole('button', { name: t('sandbox.paid') }).click()
  await expect(other.getByText(/^€\s?45[.,]50$/).first()).toAppear()
  await takeScreenshot(other, `list-${device}`)
  await other
    .getByRole('button', { name: t('receipt.menu', { name: t('type.balance') }) })
    .first()
    .click()
  const file = other.waitForEvent('download')
  await other.getByRole('menuitem', { name: t('receipt.download') }).click()
  expect((await file).suggestedFilename()).toMatch(/\.pdf$/)
})

test('an operator sees the books, refunds a payment, and adjusts a balance', async () => {
  const { wallet: t } = textsIn('en')
  const { browserStorage } = await newUser()
  const payer = await visit({ browserStorage, path: '/en/settings?view=wallet' })
  await payer.getByRole('button', { name: t('add.open') }).click()
  await payer.getByRole('button', { name: t('add.submit') }).click()
  await payer.getByRole('button', { name: t('sandbox.paid') }).click()
  await expect(payer.getByText(t('confirming.paid', { amount: '€20.00' }))).toAppear()

  const operator = await demoOperator('noor')
  const page = await visit({ browserStorage: operator.browserStorage, path: '/en/operator/ledger' })
  await expect(page.getByText(t('ledger.fine'))).toAppear()
  expect(await axeViolationsInBothThemes(page)).toEqual([])
  await takeScreenshot(page, 'ledger', { fullPage: true })
  await page
    .getByRole('button', { name: /^Refund €20\.00 to / })
    .first()
    .click()
  const dialog = page.getByRole('dialog', { name: /^Refund a payment of / })
  expect(await dialog.getByLabel(t('add.own_amount')).inputValue()).toBe('20.00')
  await dialog.getByLabel(t('add.own_amount')).fill('5')
  await dialog.getByLabel(t('ledger.note')).fill('Too much')
  expect(await axeViolationsInBothThemes(page)).toEqual([])
  await dialog.getByRole('button', { name: t('ledger.refund'), exact: true }).click()
  await expect(page.getByText(t('cause.refund')).last()).toAppear()
  await expect(payer.getByText('€15.00').first()).toAppear()
})
