import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { translator } from '#kit/contract/texts.ts'
import { tvSourcesContract } from '#features/tv-sources/contract.ts'
import en from '#features/tv-sources/locales/en.json' with { type: 'json' }
import nl from '#features/tv-sources/locales/nl.json' with { type: 'json' }
import { xmltvGuide, m3uList } from '../tv-imports.ts'
import { axeViolationsInBothThemes } from './axe.ts'
import { demoChannels, demoOperator, demoPerson, guest } from './demo.ts'
import { waitForDrag } from './gestures.ts'
import { visitors } from './visitors.ts'

const visit = visitors()
const wordsOf = (language: 'en' | 'nl') => translator<typeof en>(language === 'en' ? en : nl, language)

const choosePart = (page: Page, name: string) => page.getByRole('radio', { name, exact: true }).click()
const row = (page: Page, name: string) => page.locator('main').getByRole('listitem').filter({ hasText: name })
const fileOf = (name: string, content: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(content) })

/** Removes the imports of a test. */
async function removeSources(names: readonly string[]) {
  const { client } = await demoOperator('otto')
  for (const { id, name } of await client(tvSourcesContract.listTvSources, {}))
    if (names.includes(name)) await client(tvSourcesContract.deleteTvSource, { params: { id } })
}

test.for([
  ['en', 'phone'],
  ['nl', 'desktop'],
] as const)(
  'imports a list and a guide, edits and orders channels, chooses a guide: %s, %s',

  async ([language, size], { onTestFinished }) => {
    const t = wordsOf(language)
    const tag = `Op${language}`
    const [list, guide] = [`${tag}.m3u`, `${tag}.xml`]
    onTestFinished(() => removeSources([list, guide]))
    const { browserStorage } = await demoOperator('otto')
    const page = await visit({ browserStorage, size, path: `/${language}/operator/tv` })

    // On Sources, imports a file with errors, which are reported by line.
    await page.getByRole('radio', { name: t('operator.sources.file'), exact: true }).click()
    const text = `${m3uList([{ name: `${tag} One`, id: `${tag}.one` }, { name: `${tag} Two` }, { name: `${tag} Three` }])}\n#EXTINF:-1,${tag} Bad\nrtmp://a.example/b`
    await page.locator('input[type=file]').first().setInputFiles(fileOf(list, text))
    const source = row(page, list)
    const counts = { read: '4', written: '3', skipped: '1' } as const
    const countTexts = (Object.keys(counts) as (keyof typeof counts)[]).map((countKey) =>
      t(`operator.sources.count.${countKey}`, { count: counts[countKey] }),
    )
    await expect(source.getByText(countTexts.join(' · '), { exact: true })).toAppear()
    if (size === 'phone') expect(await axeViolationsInBothThemes(page)).toEqual([])
    await source.getByRole('button', { name: t('operator.sources.details') }).click()
    const details = page.getByRole('dialog')
    await expect(details.getByText(t('operator.import.line', { line: '9' }))).toAppear()
    if (size === 'phone') expect(await axeViolationsInBothThemes(page)).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('radio', { name: t('operator.sources.xmltv'), exact: true }).click()
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles(fileOf(guide, xmltvGuide({ [`${tag}.one`]: ['A'], [`${tag} Twoo`]: ['B'] })))
    await expect(row(page, guide).getByText(t('operator.sources.channels', { count: 1 }))).toAppear()

    // On Channels, finds a channel while typing, and edits it. The list then marks it as edited by hand.
    await choosePart(page, t('operator.part.channels'))
    const filter = page.getByRole('searchbox', { name: t('operator.filter') })
    await filter.fill(`${tag} t`)
    await expect(row(page, `${tag} Two`)).toAppear()
    await expect.poll(() => row(page, `${tag} One`).count()).toBe(0)
    if (size === 'phone') expect(await axeViolationsInBothThemes(page)).toEqual([])
    await page.getByRole('button', { name: `${tag} Two`, exact: true }).click()
    const form = page.getByRole('dialog', { name: t('operator.channels.edit_title', { name: `${tag} Two` }) })
    await form.getByRole('textbox', { name: t('operator.channels.number') }).fill('77')
    await form.getByRole('combobox').first().selectOption({ index: 1 })
    if (size === 'phone') expect(await axeViolationsInBothThemes(page)).toEqual([])
    await form.getByRole('button', { name: t('operator.save') }).click()
    await expect(row(page, `${tag} Two`).getByText(t('operator.channels.is_by_hand'))).toAppear()
    await expect(row(page, `${tag} Two`).getByText(t('operator.channels.blocked', { count: 1 }))).toAppear()

    // Edits several channels together.
    for (const name of [`${tag} Two`, `${tag} Three`])
      await page.getByRole('checkbox', { name: t('operator.channels.select', { name }) }).check()
    await page
      .getByRole('region', { name: t('operator.channels.chosen', { count: 2 }) })
      .getByRole('button', { name: t('operator.channels.off') })
      .click()
    await expect(row(page, `${tag} Three`).getByText(t('operator.channels.is_off'))).toAppear()
    await page.getByRole('button', { name: t('operator.channels.clear') }).click()

    // The menu of a channel moves it to the top.
    await filter.fill('')
    // Positions are shown and can be changed only in the list of all channels.
    await expect(page.getByRole('button', { name: t('operator.arrange') })).toAppear()
    await expect.poll(() => row(page, `${tag} Three`).count()).toBe(1)
    await page.getByRole('button', { name: t('operator.menu', { name: `${tag} Three` }) }).click()
    await page.getByRole('menuitem', { name: t('operator.first') }).click()
    await expect.poll(() => page.locator('main ol > li').first().textContent()).toContain(`${tag} Three`)

    // On Guides, accepts a suggestion.
    await choosePart(page, t('operator.part.guides'))
    await page.getByRole('searchbox', { name: t('operator.filter') }).fill(tag)
    await expect(row(page, `${tag} Two`)).toAppear()
    await page.getByRole('button', { name: t('operator.guides.take_of', { guide: `${tag} Twoo`, name: `${tag} Two` }) }).click()
    await expect.poll(() => row(page, `${tag} Two`).count()).toBe(0)
    await page.getByRole('button', { name: t('operator.guides.choose_of', { name: `${tag} Three` }) }).click()
    const chooser = page.getByRole('dialog', { name: t('operator.guides.title', { name: `${tag} Three` }) })
    await chooser.getByRole('searchbox').fill(`${tag}.one`)
    await expect(
      chooser.getByRole('button', { name: t('operator.guides.take_of', { guide: `${tag}.one`, name: `${tag} Three` }) }),
    ).toAppear()
    if (size === 'phone') expect(await axeViolationsInBothThemes(page)).toEqual([])
    await chooser.getByRole('button', { name: t('operator.guides.set_none'), exact: true }).click()
    await expect.poll(() => row(page, `${tag} Three`).count()).toBe(0)

    // Updates the country database.
    await choosePart(page, t('operator.part.place'))
    await expect(page.getByText(/\.mmdb/)).toAppear()
    if (size === 'phone') expect(await axeViolationsInBothThemes(page)).toEqual([])

    // Before a source is removed, the page shows the consequences.
    await choosePart(page, t('operator.part.sources'))
    await page.getByRole('button', { name: t('operator.menu', { name: list }) }).click()
    await page.getByRole('menuitem', { name: t('operator.remove') }).click()
    await expect(page.getByRole('dialog').getByText(t('operator.sources.remove_list', { count: 3 }))).toAppear()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('operator.remove') })
      .click()
    await expect.poll(() => row(page, list).count()).toBe(0)
  },
)

test('of two operators who edit one channel, the second sees the other’s changes and saves again', async ({ onTestFinished }) => {
  const t = wordsOf('en')
  const { browserStorage, client } = await demoOperator('otto')
  const { id } = await client(tvSourcesContract.createTvChannel, {
    body: { name: 'Edited twice', liveStreamUrl: 'https://live.example.com/a.m3u8' },
  })
  onTestFinished(async () => void (await client(tvSourcesContract.deleteTvChannel, { params: { id } })))
  const page = await visit({ browserStorage, path: '/en/operator/tv#channels', expected: /409/ })
  await page.getByRole('searchbox').fill('Edited twice')
  await page.getByRole('button', { name: 'Edited twice', exact: true }).click()
  const form = page.getByRole('dialog')
  await form.getByRole('textbox', { name: t('operator.channels.name') }).fill('Mine')
  await client(tvSourcesContract.updateTvChannel, { params: { id }, body: { number: 5 } })
  await form.getByRole('button', { name: t('operator.save') }).click()
  await expect(form.getByText(t('operator.channels.stale'))).toAppear()
  await expect(form.getByRole('alert').getByText('5', { exact: true })).toAppear()
  expect(await form.getByRole('textbox', { name: t('operator.channels.name') }).inputValue()).toBe('Mine')
  await form.getByRole('button', { name: t('operator.save') }).click()
  await expect.poll(() => form.count()).toBe(0)
  expect(await client(tvSourcesContract.getOperatorChannel, { params: { id } })).toMatchObject({ name: 'Mine', number: 5 })
})

test('a promotion shows above the list of TV channels for guests, and on the homes of users', async ({ onTestFinished }) => {
  const t = wordsOf('en')
  const { browserStorage, client } = await demoOperator('otto')
  // Ends the demonstration's promotions, so that only those of the test remain.
  const endAll = async () => {
    for (const { id } of await client(tvSourcesContract.listPromotions, {}))
      await client(tvSourcesContract.endPromotion, { params: { id } })
  }
  await endAll()
  onTestFinished(endAll)
  const [channel] = await demoChannels()
  const page = await visit({ browserStorage, size: 'desktop', path: '/en/operator/tv#promotions' })
  await page.getByRole('button', { name: t('operator.promotions.add') }).click()
  const dialog = page.getByRole('dialog')
  await dialog
    .getByRole('button', { name: new RegExp(t('operator.promotions.do')) })
    .first()
    .click()
  await expect(dialog.getByText(t('operator.promotions.is'), { exact: true })).toAppear()
  await dialog.getByRole('radio', { name: t('operator.promotions.curated') }).click()
  await dialog.getByRole('searchbox').fill(channel!.name)
  await dialog.getByRole('button', { name: t('operator.promotions.do_of', { name: channel!.name }) }).click()
  await expect(dialog.getByText(t('operator.promotions.is'), { exact: true })).toAppear()
  expect(await axeViolationsInBothThemes(page)).toEqual([])
  await dialog.getByRole('button', { name: t('operator.done') }).click()
  await expect(row(page, channel!.name)).toAppear()

  // By keyboard, lifts, moves and drops a promotion.
  await page.getByRole('button', { name: t('operator.grip', { name: channel!.name }) }).focus()
  await page.keyboard.press('Space')
  await waitForDrag(page)
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Space')
  await expect.poll(async () => (await guest(tvSourcesContract.getPromotions, {})).channels[0]?.name).toBe(channel!.name)
  expect(await axeViolationsInBothThemes(page)).toEqual([])

  // A change of the URL's hash selects another part without a reload.
  await page.evaluate(() => void (location.hash = '#place'))
  await expect.poll(() => page.getByRole('radio', { name: t('operator.part.place') }).isChecked()).toBe(true)
  await page.goBack()
  await expect(row(page, channel!.name)).toAppear()

  const stranger = await visit({ path: '/en/channels' })
  await expect(stranger.getByRole('heading', { name: t('promoted.title') })).toAppear()
  await expect(stranger.locator('main').getByRole('link', { name: channel!.name }).first()).toAppear()
  const user = await visit({ browserStorage: (await demoPerson('marieke')).browserStorage, path: '/en/' })
  await expect(user.getByRole('heading', { name: t('promoted.title') })).toAppear()
})

test('other users get the not-found screen', async () => {
  const { browserStorage } = await demoPerson('rita')
  const page = await visit({ browserStorage, path: '/en/operator/tv' })
  await expect(page.getByRole('heading', { name: '404 not found' }).first()).toAppear()
})
