import { expect, test } from 'vitest'
import { channelsContract } from '#features/channels/contract.ts'
import { newUser } from './accounts.ts'
import { demoOperator, demoPerson } from './demo.ts'
import { visitors } from './visitors.ts'
import { textsIn } from './ui-texts.ts'

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

test('the home shows a guest skeletons while it loads', async () => {
  const page = await visit({ path: '/en/terms', size: 'phone' })
  await page.route('**/api/**', () => undefined)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Discover' }).click()
  await expect.poll(() => page.locator('main [aria-busy] > *').filter({ visible: true }).count()).toBeGreaterThan(0)
})

test('rows of own channels out of view are neither laid out nor animated', async () => {
  const { browserStorage, client } = await newUser()
  for (let number = 1; number <= 40; number++)
    await client(channelsContract.createPlaylist, { body: { name: `Channel ${number}`, status_id: 1 } })
  const page = await visit({ path: '/en/my-playlists', size: 'phone', browserStorage })
  await expect(page.getByRole('heading', { name: /^Channel/ }).first()).toAppear()
  const drawn = await page.locator('main').evaluate((main) => {
    const cards = [...main.querySelectorAll('[class*=_track_] > [class*=_card_]')]
    return { all: cards.length, drawn: cards.filter((card) => card.checkVisibility({ contentVisibilityAuto: true })).length }
  })
  expect(drawn.all).toBeGreaterThan(150)
  expect(drawn.drawn).toBeLessThan(60)
})

test('a toast does not cover a prompt, which has several lines in Dutch', async () => {
  const { teams: t } = textsIn('nl')
  const { browserStorage } = await newUser()
  const page = await visit({ browserStorage, size: 'phone', language: 'nl', path: '/nl/teams' })
  const question = page.locator('[data-bar]')
  await expect(question).toAppear()
  const name = t('form.create')
  await page.getByRole('button', { name }).last().click()
  const form = page.getByRole('dialog', { name })
  await form.getByLabel(t('form.name')).fill('The Kettle')
  await form.getByRole('button', { name }).click()
  const toast = page.locator('[data-toasts] > *').first()
  await expect(toast).toAppear()
  await expect(form).toDisappear()
  await expect(question).toAppear()
  const [over, under] = [(await toast.boundingBox())!, (await question.boundingBox())!]
  expect(over.y + over.height <= under.y || over.y >= under.y + under.height).toBe(true)
})

test('a prompt does not move the buttons of an empty page', async () => {
  const { browserStorage } = await newUser()
  const page = await visit({ browserStorage, size: 'phone', path: '/en/' })
  const button = page.getByRole('button', { name: 'Make a channel' })
  const question = page.locator('[data-bar]')
  await expect(question).toAppear()
  await expect(button).toAppear()
  const withQuestion = await button.boundingBox()
  await question.evaluate((bar) => bar.remove())
  expect(await button.boundingBox()).toEqual(withQuestion)
})

test('the groups of the guide take one line in the frame, and the mouse wheel scrolls it', async () => {
  const page = await visit({ path: '/en/channels?view=guide', size: 'desktop' })
  const groups = page.getByRole('radiogroup', { name: textsIn('en').guide('list.choose') })
  await expect(groups.getByRole('radio').nth(8)).toAppear()
  expect((await groups.boundingBox())!.height).toBeLessThan(64)
  await groups.hover()
  await page.mouse.wheel(0, 200)
  await expect.poll(() => groups.evaluate((line) => line.scrollLeft)).toBeGreaterThan(100)
})

test.for([
  ['/en/settings', 'Account', 'About Choice'],
  ['/en/settings?view=data', 'Download your data', 'Import channels'],
] as const)('the parts of %s are beside each other in a wide window', async ([path, left, right]) => {
  const { browserStorage } = await demoPerson('marieke')
  const page = await visit({ path, size: 'desktop', browserStorage: { ...browserStorage, fill_window: 'true' } })
  const boxOf = (name: string) => page.getByRole('region', { name }).boundingBox()
  await expect(page.getByRole('region', { name: right })).toAppear()
  const [before, after] = [(await boxOf(left))!, (await boxOf(right))!]
  expect(after.x).toBeGreaterThan(before.x + before.width)
  expect(after.y).toBeLessThan(before.y + before.height)
})

test('on phones in the light theme, the picture of the opening ends above its title', async () => {
  const page = await visit({ path: '/en/', size: 'phone', theme: 'light-theme' })
  const title = page.getByRole('heading', { name: 'Your own television' })
  await expect(title).toAppear()
  const picture = await page.locator('main [class*=_stage_]').boundingBox()
  expect(picture!.y + picture!.height).toBeLessThanOrEqual((await title.boundingBox())!.y)
})

test('what can be pressed changes under the mouse, and while it is pressed', async () => {
  const page = await visit({ path: '/en/', size: 'desktop' })
  const main = page.getByRole('main')
  const places = [
    [page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Search' }), 'background-color'],
    [page.getByRole('navigation', { name: 'Channels' }).getByRole('link').nth(2).locator('span').first(), 'box-shadow'],
    [main.getByRole('button', { name: 'Hide' }).first(), 'background-color'],
    [main.getByRole('heading', { level: 2 }).getByRole('link').first(), 'text-decoration-line'],
  ] as const
  for (const [place, property] of places) {
    await expect(place).toAppear()
    const styleNow = (name: string) => place.evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), name)
    const before = await styleNow(property)
    await place.hover()
    await expect.poll(() => styleNow(property)).not.toBe(before)
  }
  // Moves away before the release, so that the press opens nothing.
  const link = places[0][0]
  await link.hover()
  await page.mouse.down()
  await expect.poll(() => link.evaluate((element) => getComputedStyle(element).opacity)).toBe('0.75')
  await page.mouse.move(1, 1)
  await page.mouse.up()
})

test('on a phone, the first row of a user’s home follows the bar closely', async () => {
  const { browserStorage } = await demoPerson('iris')
  const page = await visit({ path: '/en/playlists', size: 'phone', browserStorage })
  const heading = page.getByRole('main').getByRole('heading', { level: 2 }).first().locator('a')
  await expect(heading).toAppear()
  const bar = (await page.getByRole('navigation', { name: 'Channels' }).boundingBox())!
  expect((await heading.boundingBox())!.y - (bar.y + bar.height)).toBeLessThan(24)
})

test.for([
  ['/en/channels', 'main label'],
  ['/en/teams', 'main button'],
] as const)('the content of %s begins 8 px below the header', async ([path, first]) => {
  const { browserStorage } = await demoPerson('noor')
  const page = await visit({ path, size: 'phone', browserStorage })
  await expect(page.locator(first).first()).toAppear()
  const top = await page
    .locator(first)
    .first()
    .evaluate((element) => element.closest('[role=radiogroup], span, button')!.getBoundingClientRect().top)
  expect(Math.round(top)).toBe(64)
})

test('an empty list of notifications leads to channels', async () => {
  const { browserStorage } = await newUser()
  const page = await visit({ path: '/en/settings?view=inbox', size: 'phone', browserStorage })
  await page.getByRole('main').getByRole('link', { name: 'Discover channels' }).click()
  await expect.poll(() => new URL(page.url()).pathname).toBe('/en/search')
})

test('users that are not found lead back to all users', async () => {
  const { browserStorage } = await demoOperator('noor')
  const page = await visit({ path: '/en/operator/people?query=nobodyhasthisname', size: 'desktop', browserStorage })
  await page.getByRole('button', { name: 'Show all' }).click()
  await expect(page.getByRole('link', { name: 'demo.rita' }).first()).toAppear()
  expect(await page.getByRole('searchbox', { name: textsIn('en').operator('users.search') }).inputValue()).toBe('')
})
