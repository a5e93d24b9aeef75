import { expect, test } from 'vitest'
import { translator } from '#kit/contract/texts.ts'
import { channelsContract } from '#features/channels/contract.ts'
import { socialContract } from '#features/social/contract.ts'
import socialEn from '#features/social/locales/en.json' with { type: 'json' }
import socialNl from '#features/social/locales/nl.json' with { type: 'json' }
import { axeViolationsInBothThemes } from './axe.ts'
import { demoChannels, demoPerson } from './demo.ts'
import { waitForDrag } from './gestures.ts'
import { visitors } from './visitors.ts'
import { textsIn } from './ui-texts.ts'

const visit = visitors()
const wordsOf = (language: 'en' | 'nl') => translator<typeof socialEn>(language === 'en' ? socialEn : socialNl, language)

test.for([
  ['en', 'phone'],
  ['nl', 'desktop'],
] as const)('follows a channel, finds it in the list, and unfollows it: %s, %s', { tags: ['journey'] }, async ([language, size]) => {
  const t = wordsOf(language)
  const name = language === 'en' ? 'Under Water' : 'Aula'
  const channel = (await demoChannels()).find((demoChannel) => demoChannel.name === name)!
  const { browserStorage, client } = await demoPerson('otto')
  const isFollowed = async () => (await client(channelsContract.getPlaylist, { params: { id: channel.id } })).is_followed
  const page = await visit({ browserStorage, size, path: `/${language}/playlists?playlist=${channel.id}` })
  await page.getByRole('button', { name: t('follow.add_to', { name }) }).click()
  await expect(page.getByRole('button', { name: t('follow.remove_from', { name }) })).toAppear()
  await expect.poll(isFollowed).toBe(true)

  await page.goto(`/${language}/following`)
  const line = page.locator(`[data-followed="${channel.id}"]`)
  await expect(line).toAppear()
  if (size === 'phone') expect(await axeViolationsInBothThemes(page)).toEqual([])
  await line.getByRole('link', { name }).click()
  await page.waitForURL(`**/${language}/following?playlist=${channel.id}`)
  await expect(page.getByRole('navigation', { name: t('following.title') }).getByRole('link', { name })).toAppear()
  if (size === 'phone') expect(await axeViolationsInBothThemes(page)).toEqual([])

  // Removes the follow with its shortcut, then undoes it.
  await page.getByRole('button', { name: t('follow.remove_from', { name }) }).focus()
  await page.keyboard.press('f')
  await expect.poll(isFollowed).toBe(false)
  await page.keyboard.press('Control+z')
  await expect.poll(isFollowed).toBe(true)
  await page.goto(`/${language}/following`)
  await line.getByRole('button', { name: t('follow.menu', { name }) }).click()
  await page.getByRole('menuitem', { name: t('follow.remove') }).click()
  await expect.poll(isFollowed).toBe(false)
  await expect.poll(() => line.count()).toBe(0)
})

test.for([360, 375])('in a window of %i px, the four buttons of a channel are on one line, in Dutch', async (width) => {
  const { browserStorage, client } = await demoPerson('otto')
  const { id } = (await demoChannels()).find((demoChannel) => demoChannel.name === 'Aula')!
  const page = await visit({ browserStorage, language: 'nl' })
  await page.setViewportSize({ width, height: 740 })
  for (const isFollowed of [true, false]) {
    await client(isFollowed ? socialContract.follow : socialContract.unfollow, { body: { following_id: id, following_type: 'playlist' } })
    await page.goto(`/nl/playlists?playlist=${id}`)
    const name = isFollowed ? 'Aula ontvolgen' : 'Aula volgen'
    const buttons = page.getByRole('button', { name }).locator('xpath=..').locator(':is(a, button)')
    await expect(buttons.nth(3)).toAppear()
    const tops = await buttons.evaluateAll((all) => all.map((button) => Math.round(button.getBoundingClientRect().top)))
    expect(new Set(tops).size).toBe(1)
  }
})

test('a tablet shows two followed channels beside each other', async () => {
  const { browserStorage } = await demoPerson('rita')
  const page = await visit({ browserStorage, size: 'tablet', path: '/en/following' })
  const lines = page.locator('[data-followed]')
  await expect(lines.nth(1)).toAppear()
  expect((await lines.nth(1).boundingBox())!.y).toBe((await lines.first().boundingBox())!.y)
})

test('followed channels are reordered by keyboard and menu, sorted, and show new videos', async () => {
  const t = wordsOf('en')
  const { browserStorage, client } = await demoPerson('rita')
  const page = await visit({ browserStorage, path: '/en/following' })
  const order = async () => (await client(socialContract.listFollowing, {})).followed.map(({ following_id: id }) => id)
  const before = await order()
  const names = (await client(socialContract.listFollowing, {})).followed.map(({ name }) => name)
  const shownIds = () =>
    page.locator('[data-followed]').evaluateAll((lines) => lines.map((line) => (line as HTMLElement).dataset['followed']))
  await expect.poll(shownIds).toEqual(before)

  await page.getByRole('button', { name: t('follow.menu', { name: names[0]! }) }).click()
  await page.getByRole('menuitem', { name: t('follow.down') }).click()
  const [first, second, ...others] = before as [string, string, ...string[]]
  await expect.poll(order).toEqual([second, first, ...others])
  await expect.poll(shownIds).toEqual([second, first, ...others])

  await page.getByRole('button', { name: t('following.arrange') }).click()
  const grip = page.getByRole('button', { name: t('follow.grip', { name: names[0]! }) })
  await grip.focus()
  await page.keyboard.press('Space')
  await waitForDrag(page)
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Space')
  await expect.poll(order).toEqual(before)
  await page.getByRole('button', { name: t('following.done') }).click()

  await page.getByLabel(textsIn('en').channels('sort.label')).selectOption('added_asc')
  await expect
    .poll(shownIds)
    .toEqual((await client(socialContract.listFollowing, { query: { sort: 'added_asc' } })).followed.map(({ following_id: id }) => id))
  await page.getByRole('radio', { name: t('following.new'), exact: true }).click()
  // Today or yesterday, because the demonstration may have been created before midnight.
  const day = new RegExp(`^(?:${t('subscriptions.today')}|${t('subscriptions.yesterday')})$`)
  await expect(page.getByRole('heading', { name: day }).first()).toAppear()
  expect(await axeViolationsInBothThemes(page)).toEqual([])
})

test.for(['en', 'nl'] as const)('a guest who follows or opens the list is asked to log in: %s', async (language) => {
  const t = wordsOf(language)
  const [channel] = await demoChannels()
  const page = await visit({ path: `/${language}/following` })
  await expect(page.getByRole('heading', { name: t('following.guest') })).toAppear()
  await expect(page.getByRole('link', { name: t('following.register') })).toAppear()
  if (language === 'en') expect(await axeViolationsInBothThemes(page)).toEqual([])
  await page.goto(`/${language}/settings?user=${channel!.user_id}`)
  await page.getByRole('button', { name: t('follow.add'), exact: true }).click()
  await expect(page.getByRole('dialog')).toAppear()
})
