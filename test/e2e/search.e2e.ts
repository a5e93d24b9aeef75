import type { Page } from 'playwright'
import { beforeAll, expect, test } from 'vitest'
import { brand } from '#kit/contract/brand.ts'
import { channelsContract } from '#features/channels/contract.ts'
import type { Category } from '#features/search/rules.ts'
import { axeViolationsInBothThemes } from './axe.ts'
import { demoPerson, untilFound } from './demo.ts'
import { pathAndQuery, visitors } from './visitors.ts'
import { textsIn } from './ui-texts.ts'

const visit = visitors()

beforeAll(async () => {
  await Promise.all([
    untilFound('Onder Water', 'channels'),
    untilFound('Atelier Plus', 'packages'),
    untilFound('Under Water', 'playlists'),
    untilFound('Start here', 'series'),
    untilFound('demo.marieke', 'users'),
  ])
}, 120_000)

const views = [
  ['en', 'phone'],
  ['nl', 'desktop'],
] as const

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name, exact: typeof name === 'string' })
const results = (language: string, keyword: string) => `/${language}/search?keyword=${keyword.replaceAll(' ', '+')}`

test.for(views)('finds things of each kind and opens them: %s, %s', async ([language, size]) => {
  const t = textsIn(language).search
  const page = await visit({ path: results(language, 'water'), language, size, expected: /status of 40[34]/ })
  const section = (category: Category) => page.getByRole('region', { name: t(`category.${category}`), exact: true })
  const open = async (keyword: string, category: Category, name: RegExp, address: RegExp) => {
    await page.goto(results(language, keyword))
    await section(category).getByRole('link', { name }).first().click()
    await expect.poll(() => pathAndQuery(page)).toMatch(address)
    await page.goBack()
    await expect(heading(page, keyword)).toAppear()
    await expect(section(category)).toAppear()
  }

  await expect(section('channels').getByRole('link', { name: 'Onder Water' })).toAppear()
  const [tv, playlists] = await Promise.all([section('channels').boundingBox(), section('playlists').boundingBox()])
  expect(tv!.y).toBeLessThan(playlists!.y)
  await expect(page.getByText(t('found', { keyword: 'water', counts: '' }).trim())).toAppear()
  expect(await section('playlists').locator('mark').allTextContents()).toContain('Water')
  if (size === 'phone') expect(await axeViolationsInBothThemes(page)).toEqual([])

  await open('water', 'channels', /Onder Water/, /\/tiers\?channel=[\w-]+$/)
  await open('water', 'playlists', /Under Water/, /\/playlists\?playlist=[\w-]+$/)
  await open('start here', 'series', /Start here/, /\/playlists\?playlist=[\w-]+&serie=[\w-]+$/)
  await open(
    'water',
    'videos',
    /./,
    /\/playlists\?playlist=[\w-]+&video=[\w-]+&serie=[\w-]+|\/playlists\?playlist=[\w-]+&serie=[\w-]+&video=[\w-]+/,
  )
  await open('atelier', 'packages', /Atelier Plus/, /\/tiers\?tier=[\w-]+$/)
  await open('demo.marieke', 'users', /demo\.marieke/, /\/playlists\?playlist=[\w-]+$/)
})

test.for(views)('all results of a category, in a chosen order, and back: %s, %s', async ([language, size]) => {
  const { search: t, channels, web } = textsIn(language)
  const page = await visit({ path: results(language, 'the'), language, size })
  const name = t('category.videos')
  await page.getByRole('link', { name: t('more_of', { name }) }).click()
  await expect.poll(() => pathAndQuery(page)).toBe(`${results(language, 'the')}&category=videos`)
  const section = page.getByRole('region', { name, exact: true })
  await expect(section.getByRole('listitem').first()).toAppear()
  if (size === 'phone') expect(await axeViolationsInBothThemes(page)).toEqual([])
  const best = await section.getByRole('listitem').allTextContents()
  await section.getByLabel(channels('sort.label')).selectOption('added_asc')
  await expect.poll(() => section.getByRole('listitem').allTextContents()).not.toEqual(best)
  expect(pathAndQuery(page)).toBe(`${results(language, 'the')}&category=videos&sort=added_asc`)
  await page.reload()
  expect(await section.getByLabel(channels('sort.label')).inputValue()).toBe('added_asc')
  await page.getByRole('link', { name: web('screen.back'), exact: true }).click()
  await expect.poll(() => pathAndQuery(page)).toBe(results(language, 'the'))
  await expect(section).toAppear()
})

test.for(views)('My Choice finds only the user’s own things, and offers All Choice: %s, %s', async ([language, size]) => {
  const t = textsIn(language).search
  const { client, browserStorage } = await demoPerson('otto')
  const myChannels = await client(channelsContract.listMyPlaylists, {})
  expect(myChannels.public.map(({ name }) => name)).toContain('Spokes')
  const page = await visit({
    path: results(language, 'spokes'),
    language,
    size,
    browserStorage: { ...browserStorage, canceled_enter_fields_modal: 'true' },
  })
  const playlists = page.getByRole('region', { name: t('category.playlists'), exact: true })
  await page.getByRole('radio', { name: t('scope.my', { brand }) }).click()
  await expect.poll(() => pathAndQuery(page)).toContain('type=my')
  await expect(playlists.getByRole('link', { name: /^Spokes/ })).toAppear()
  if (size === 'phone') expect(await axeViolationsInBothThemes(page)).toEqual([])
  await page.goto(`/${language}/search?type=my&keyword=under+water`)
  await expect(page.getByRole('heading', { name: t('none', { keyword: 'under water' }) })).toAppear()
  await page.getByRole('link', { name: t('in_all', { scope: t('scope.all', { brand }) }) }).click()
  await expect(playlists.getByRole('link', { name: /^Under Water/ })).toAppear()
})

test('typing errors are tolerated and shown; without results, fewer words are offered', async () => {
  const t = textsIn('en').search
  const page = await visit({ path: results('en', 'blendre open') })
  await expect(page.getByRole('link', { name: /^Blender Open Films/ })).toAppear()
  await expect(page.getByText(t('match.typo')).first()).toAppear()
  await page.goto(results('en', 'spokes zyzzyva'))
  await expect(page.getByRole('heading', { name: t('none', { keyword: 'spokes zyzzyva' }) })).toAppear()
  expect(await axeViolationsInBothThemes(page)).toEqual([])
  await page.getByRole('link', { name: t('fewer', { keyword: 'spokes' }) }).click()
  await expect(page.getByRole('link', { name: /^Spokes/ })).toAppear()
})

test.for(['/en/search?keyword=onder+water', '/en/search?keyword=onder+water&category=channels'])(
  'a change of a result shows at once: %s',
  async (path) => {
    const t = textsIn('en').guide
    const { browserStorage } = await demoPerson('noor')
    const page = await visit({ path, browserStorage: { ...browserStorage, canceled_enter_fields_modal: 'true' } })
    const star = (change: 'add' | 'remove') => page.getByRole('button', { name: t(`favourite.${change}_of`, { name: 'Onder Water' }) })
    // Waits until each change is stored, so that the next visit doesn't have it.
    const press = (change: 'add' | 'remove') =>
      Promise.all([
        page.waitForResponse((response) => /follow/.test(response.url()) && response.request().method() !== 'GET'),
        star(change).click(),
      ])
    await press('add')
    await press('remove')
    await expect(star('add')).toAppear()
  },
)
