import { expect, test } from 'vitest'
import { operatorContract } from '#features/operator/contract.ts'
import { accountsContract } from '#features/accounts/contract.ts'
import { axeViolationsInBothThemes } from './axe.ts'
import { demoOperator, demoPerson } from './demo.ts'
import { visitors } from './visitors.ts'
import { textsIn } from './ui-texts.ts'

const visit = visitors()
const payload = '<img src=x onerror="document.title=1">'

const views = [
  ['phone', 'nl'],
  ['desktop', 'en'],
] as const

test.each(views)('an operator finds a user, warns them and adds a note, all shown as text: %s, %s', async (device, language) => {
  const { operator: t, accounts } = textsIn(language)
  const { client, browserStorage } = await demoOperator('noor')
  const rita = await demoPerson('rita')
  const { id, nickname } = await rita.client(accountsContract.getProfile, {})
  const name = nickname!
  await client(operatorContract.updateUser, { params: { id }, body: { can_upload_video: device === 'phone', reason: payload } })

  const page = await visit({ browserStorage, size: device, path: `/${language}/operator` })
  const sections = page.getByRole('navigation', { name: accounts('console.title') })
  await sections.getByRole('link', { name: t('users.title'), exact: true }).click()
  await page.getByRole('searchbox', { name: t('users.search') }).fill(name)
  await expect.poll(() => new URL(page.url()).search).toContain('query=')
  await page.getByRole('link', { name, exact: true }).click()
  await page.getByRole('textbox', { name: t('user.note') }).fill(payload)
  await page.getByRole('button', { name: t('user.add_note') }).click()
  await expect(page.getByText(payload).first()).toAppear()
  await page.getByRole('button', { name: t('user.warn'), exact: true }).click()
  await page.getByRole('dialog').getByRole('textbox').fill(payload)
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('user.warn'), exact: true })
    .click()
  await expect.poll(() => page.getByText(payload).count()).toBeGreaterThan(1)
  expect(await axeViolationsInBothThemes(page)).toEqual([])

  await page.getByRole('link', { name: t('user.audit') }).click()
  await expect(page.getByText(t('act.user.warned')).last()).toAppear()
  expect(await axeViolationsInBothThemes(page)).toEqual([])
  const own = await visit({ browserStorage: rita.browserStorage, size: device, path: `/${language}/settings?view=acts` })
  await expect(own.getByText(payload).first()).toAppear()
  expect(await axeViolationsInBothThemes(own)).toEqual([])
  for (const tab of [page, own]) expect(await tab.locator('img[src="x"]').count()).toBe(0)
})
