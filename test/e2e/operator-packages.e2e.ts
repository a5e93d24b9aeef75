import { expect, test } from 'vitest'
import { tvSourcesContract } from '#features/tv-sources/contract.ts'
import { axeViolationsInBothThemes } from './axe.ts'
import { demoOperator } from './demo.ts'
import { visitors } from './visitors.ts'
import { textsIn } from './ui-texts.ts'

const visit = visitors()

const views = [
  ['phone', 'nl'],
  ['desktop', 'en'],
] as const

test.each(views)('an operator creates a package, edits its price and archives it: %s, %s', async (device, language) => {
  const { packages: t } = textsIn(language)
  const name = `Evening ${device}`
  const { client, browserStorage } = await demoOperator('noor')
  await client(tvSourcesContract.createTvChannel, {
    body: { name: `${name} TV`, liveStreamUrl: 'https://live.example.com/index.m3u8' },
  })
  const page = await visit({ browserStorage, size: device, path: `/${language}/operator/packages` })
  await page.getByRole('button', { name: t('operator.create') }).click()
  const creating = page.getByRole('dialog', { name: t('operator.create_title') })
  await creating.getByLabel(t('operator.name'), { exact: true }).fill(name)
  await creating.getByLabel(t('operator.price')).fill('4,99')
  await creating.getByLabel(t('operator.search_channels')).fill(`${name} TV`)
  await creating.getByRole('button', { name: t('operator.add', { name: `${name} TV` }), exact: true }).click()
  if (device === 'phone') expect(await axeViolationsInBothThemes(page)).toEqual([])
  await creating.getByRole('button', { name: t('operator.save') }).click()
  const row = page.getByRole('listitem').filter({ hasText: name })
  await expect(row.getByText(/4[.,]99/)).toAppear()
  if (device === 'phone') expect(await axeViolationsInBothThemes(page)).toEqual([])

  await row.getByRole('button', { name, exact: true }).click()
  const editing = page.getByRole('dialog', { name: t('operator.edit_title', { name }) })
  await editing.getByLabel(t('operator.price')).fill('5.99')
  await editing.getByRole('button', { name: t('operator.save') }).click()
  await expect(row.getByText(/5[.,]99/)).toAppear()

  await row.getByRole('button', { name: t('operator.menu', { name }) }).click()
  await page.getByRole('menuitem', { name: t('operator.archive'), exact: true }).click()
  await expect(row.getByText(t('operator.archived'))).toAppear()
})
