import type { Locator, Page } from 'playwright'
import { expect, test } from 'vitest'
import { channelsContract } from '#features/channels/contract.ts'
import { packagesContract } from '#features/packages/contract.ts'
import { subscriptionsContract } from '#features/subscriptions/contract.ts'
import { tvSourcesContract } from '#features/tv-sources/contract.ts'
import { walletContract } from '#features/wallet/contract.ts'
import { accountsContract } from '#features/accounts/contract.ts'
import { createAccount, fillLogin, newUser } from './accounts.ts'
import { axeViolationsInBothThemes } from './axe.ts'
import { demoOperator, demoPerson, makeChannel, untilFound } from './demo.ts'
import { pathAndQuery, visitors } from './visitors.ts'
import { textsIn } from './ui-texts.ts'
import { takeScreenshot } from './screenshots.ts'

const visit = visitors()

/** Makes a package with a channel and a TV channel, a coupon for half the price, and a user with a balance. */
async function makePackage(name: string, series = 'Films') {
  const { client } = await demoOperator('noor')
  const playlist = await makeChannel('marieke', `${name} films`, { [series]: 3 })
  const owner = await demoPerson('marieke')
  await owner.client(channelsContract.updatePlaylist, { params: { id: playlist }, body: { status_id: 3 } })
  const tv = await client(tvSourcesContract.createTvChannel, {
    body: { name: `${name} TV`, liveStreamUrl: 'https://live.example.com/index.m3u8' },
  })
  const tier = await client(packagesContract.createTier, {
    body: { name, description: 'Films for the evening.', price: '4.99', channels: [tv.id], playlists: [playlist] },
  })
  const code = `HALF${Date.now()}`
  await client(subscriptionsContract.createCoupon, { body: { code, percent: 50 } })
  const user = await newUser()
  const { id } = await user.client(accountsContract.getProfile, {})
  const addBalance = (amount: string) =>
    client(walletContract.adjustBalance, { body: { user_id: id, direction: 'add', amount, note: 'Test' } })
  return { tier, tv, playlist, code, user, addBalance }
}

const views = [
  ['phone', 'en'],
  ['desktop', 'nl'],
] as const

test.each(views)(
  'a locked channel leads to its package, which is bought with a code, ended and resumed: %s, %s',
  async (device, language) => {
    const { packages: t, subscriptions: ts, channels: tc } = textsIn(language)
    const name = `Cinema ${device}`
    const { tier, tv, playlist, code, user, addBalance } = await makePackage(name)
    const page = await visit({
      browserStorage: user.browserStorage,
      size: device,
      path: `/${language}/playlists?playlist=${playlist}`,
      expected: /status of (?:4\d\d)/,
    })
    const saveScreenshot = (shot: string) => takeScreenshot(page, `${shot}-${device}`)
    const panel = page.getByRole('region', { name: tc('lock.tier_required') })
    await expect(panel).toAppear()
    if (device === 'phone') expect(await axeViolationsInBothThemes(page)).toEqual([])
    await saveScreenshot('locked')
    await panel.getByRole('button', { name: tc('lock.subscribe_to', { name }) }).click()
    const dialog = page.getByRole('dialog', { name: ts('buy.title', { name }) })
    await expect(dialog.getByText(ts('buy.short'))).toAppear()
    if (device === 'phone') expect(await axeViolationsInBothThemes(page)).toEqual([])
    await saveScreenshot('short')
    await addBalance('10.00')
    await page.reload()
    await panel.getByRole('button', { name: tc('lock.subscribe_to', { name }) }).click()
    await dialog.getByLabel(ts('buy.coupon')).fill('WRONGCODE')
    await expect(dialog.getByText(ts('errors.coupon_invalid'))).toAppear()
    await dialog.getByLabel(ts('buy.coupon')).fill(code)
    await expect(dialog.getByText(/2[.,]49/).first()).toAppear()
    await saveScreenshot('buy')
    await dialog.getByRole('button', { name: ts('buy.submit') }).click()
    await expect(page.getByText(ts('buy.done', { name }))).toAppear()
    await expect.poll(() => panel.count()).toBe(0)
    await expect(page.getByText('Films 1').first()).toAppear()

    await page.goto(`/${language}/tiers`)
    await expect(page.getByRole('main').getByRole('link', { name, exact: true })).toAppear()
    if (device === 'phone') expect(await axeViolationsInBothThemes(page)).toEqual([])
    await saveScreenshot('packages')
    await page.goto(`/${language}/tiers?tier=${tier.id}`)
    await expect(page.getByText(`${name} TV`).first()).toAppear()
    if (device === 'phone') expect(await axeViolationsInBothThemes(page)).toEqual([])
    await saveScreenshot('package')
    await page.getByRole('button', { name: t('unsubscribe_from', { name }) }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: ts('unsubscribe') })
      .click()
    await page.getByRole('button', { name: t('resume_named', { name }) }).click()
    await expect(page.getByRole('button', { name: t('unsubscribe_from', { name }) })).toAppear()

    await page.goto(`/${language}/tiers?channel=${tv.id}`)
    await expect(page.getByRole('heading', { name: `${name} TV` }).first()).toAppear()
    await saveScreenshot('tv')
    await page.goto(`/${language}/settings?view=wallet`)
    await expect(page.getByText(/7[.,]5[01]/).first()).toAppear()
    await saveScreenshot('wallet')
    await page.getByRole('radio', { name: ts('list.title') }).check()
    await expect(page.getByText(name).first()).toAppear()
    if (device === 'phone') expect(await axeViolationsInBothThemes(page)).toEqual([])
    await saveScreenshot('subscriptions')
  },
)

test('by keyboard alone, a package is bought with a code, ended and resumed', async () => {
  const { packages: t, subscriptions: ts } = textsIn('en')
  const name = 'Keys'
  const { tier, code, user, addBalance } = await makePackage(name)
  await addBalance('10.00')
  const path = `/en/tiers?tier=${tier.id}`
  const page = await visit({ browserStorage: user.browserStorage, size: 'desktop', path, expected: /status of (?:4\d\d)/ })
  await expect(page.getByRole('button', { name: t('subscribe_to', { name }) })).toAppear()
  /** Presses Tab until the element has the focus. */
  const tabTo = async (stop: Locator) => {
    for (let press = 0; press < 60; press++) {
      if (await stop.evaluate((element) => element === document.activeElement)) return
      await page.keyboard.press('Tab')
    }
    throw new Error('Tab does not reach the element')
  }
  const pressButton = async (button: Locator) => {
    await expect(button).toAppear()
    await tabTo(button)
    await page.keyboard.press('Enter')
  }
  await pressButton(page.getByRole('button', { name: t('subscribe_to', { name }) }))
  const dialog = page.getByRole('dialog', { name: ts('buy.title', { name }) })
  await expect.poll(() => dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true)
  await tabTo(dialog.getByLabel(ts('buy.coupon')))
  await page.keyboard.type(code)
  await expect(dialog.getByText(/2[.,]49/).first()).toAppear()
  await pressButton(dialog.getByRole('button', { name: ts('buy.submit') }))
  await expect(page.getByText(ts('buy.done', { name }))).toAppear()
  await pressButton(page.getByRole('button', { name: t('unsubscribe_from', { name }) }))
  await pressButton(page.getByRole('dialog').getByRole('button', { name: ts('unsubscribe') }))
  await pressButton(page.getByRole('button', { name: t('resume_named', { name }) }))
  await expect(page.getByRole('button', { name: t('unsubscribe_from', { name }) })).toAppear()
  const { data } = await user.client(walletContract.listTransactions, {})
  expect(data.map(({ amount }) => amount)).toEqual(['-2.49', '10.00'])
})

test('a guest sees packages and locks, and logs in to buy', async () => {
  const { packages: t, channels: tc } = textsIn('en')
  const { tier, tv, playlist } = await makePackage('Guests')
  const page = await visit({ path: `/en/tiers?tier=${tier.id}`, expected: /status of (?:4\d\d)/ })
  await page.getByRole('button', { name: t('subscribe_to', { name: 'Guests' }) }).click()
  await expect(page.getByRole('dialog')).toAppear()
  await page.goto(`/en/tiers?channel=${tv.id}`)
  await expect(page.getByRole('region', { name: tc('lock.tier_required') })).toAppear()
  await takeScreenshot(page, 'tv-locked')
  await page.goto(`/en/playlists?playlist=${playlist}&play=none`)
  await expect(page.getByRole('region', { name: tc('lock.tier_required') })).toAppear()
  await page.goto('/en/tiers?tier=AAAAAAAAAAA')
  await expect(page.getByText(t('missing'))).toAppear()
})

test.each(views)('found series and videos show their lock and lead to the dialog that buys: %s, %s', async (device, language) => {
  const { channels: tc, search: t, subscriptions: ts } = textsIn(language)
  const [name, row] = [`Found ${device}`, `Axolotl${device}`]
  const { playlist, user } = await makePackage(name, row)
  await untilFound(`${row} 3`, 'videos')
  const searchPath = `/${language}/search?keyword=${row}`
  const dialog = (page: Page) => page.getByRole('dialog', { name: ts('buy.title', { name }) })
  const hitsOf = (page: Page, category: 'series' | 'videos') => page.getByRole('region', { name: t(`category.${category}`), exact: true })

  const page = await visit({ browserStorage: user.browserStorage, size: device, path: searchPath, expected: /status of (?:4\d\d)/ })
  for (const [category, count] of [
    ['series', 1],
    ['videos', 3],
  ] as const) {
    const hits = hitsOf(page, category)
    await expect.poll(() => hits.getByRole('img', { name: tc('lock.tier_required'), exact: true }).count()).toBe(count)
    await takeScreenshot(page, `found-${category}-${device}`)
    if (device === 'phone') expect(await axeViolationsInBothThemes(page)).toEqual([])
    await hits
      .getByRole('link', { name: new RegExp(row) })
      .first()
      .press('Enter')
    await expect(dialog(page)).toAppear()
    expect(pathAndQuery(page)).toContain(`playlist=${playlist}`)
    await page.goto(searchPath)
  }

  const guest = await visit({ size: device, path: searchPath, expected: /status of (?:4\d\d)/ })
  await expect
    .poll(() =>
      hitsOf(guest, 'videos')
        .getByRole('img', { name: tc('lock.tier_required'), exact: true })
        .count(),
    )
    .toBe(3)
  await hitsOf(guest, 'videos')
    .getByRole('link', { name: `${row} 1` })
    .click()
  const { email, password } = await createAccount()
  await guest
    .getByRole('dialog')
    .getByRole('link', { name: textsIn(language).accounts('login.action'), exact: true })
    .click()
  await fillLogin(guest, email, password)
  await expect(dialog(guest)).toAppear()
})

test.each(views)('a pressed tile opens the dialog over its page, and a payment leads back to it: %s, %s', async (device, language) => {
  const { subscriptions: ts, channels: tc, wallet: tw } = textsIn(language)
  const name = `Pressed ${device}`
  const { playlist, tier, tv, code, user } = await makePackage(name)
  await untilFound(`${name} films`, 'playlists')
  const home = `/${language}/search?keyword=${encodeURIComponent(`${name} films`)}`
  const page = await visit({ browserStorage: user.browserStorage, size: device, path: home, expected: /status of (?:4\d\d)/ })
  const saveScreenshot = (shot: string) => takeScreenshot(page, `${shot}-${device}`)
  const dialog = page.getByRole('dialog', { name: ts('buy.title', { name }) })
  const panel = page.getByRole('region', { name: tc('lock.tier_required') })
  const channelPath = `/${language}/playlists?playlist=${playlist}`

  const channels = page.getByRole('region', { name: textsIn(language).search('category.playlists'), exact: true })
  const tile = channels.getByRole('link', { name: `${name} films` }).first()
  await expect(tile).toAppear()
  await saveScreenshot('found')
  await tile.press('Enter')
  await expect(dialog).toAppear()
  expect(pathAndQuery(page)).toBe(channelPath)
  await saveScreenshot('pressed')
  if (device === 'phone') expect(await axeViolationsInBothThemes(page)).toEqual([])
  await page.goBack()
  await expect.poll(() => dialog.count()).toBe(0)
  expect(pathAndQuery(page)).toBe(channelPath)
  await expect(panel).toAppear()
  // Opens the same card again, after each way to close the dialog.
  for (const dismiss of [() => page.keyboard.press('Escape'), () => page.goBack()]) {
    await page
      .getByRole('link', { name: /Films 1/ })
      .first()
      .click()
    await expect(dialog).toAppear()
    await dismiss()
    await expect.poll(() => dialog.count()).toBe(0)
  }
  await page.goto(channelPath)
  await expect(panel).toAppear()
  expect(await dialog.count()).toBe(0)

  await page.goto(`/${language}/channels`)
  await page.getByRole('button', { name: textsIn(language).guide('list.filter') }).click()
  await page.getByRole('searchbox').fill(`${name} TV`)
  await page
    .getByRole('link', { name: new RegExp(`${name} TV`) })
    .first()
    .click()
  await expect(dialog).toAppear()
  await expect.poll(() => pathAndQuery(page)).toBe(`/${language}/tiers?channel=${tv.id}`)

  await dialog.getByLabel(ts('buy.coupon')).fill(code)
  await dialog.getByRole('button', { name: ts('buy.add') }).click()
  await page
    .getByRole('dialog', { name: tw('add.title') })
    .getByRole('button', { name: tw('add.submit') })
    .click()
  await page.getByRole('button', { name: tw('sandbox.paid') }).click()
  const further = page.getByRole('button', { name: ts('buy.continue', { name: tier.name }) })
  await expect(further).toAppear()
  await saveScreenshot('continue')
  if (device === 'phone') expect(await axeViolationsInBothThemes(page)).toEqual([])
  await further.click()
  expect(await dialog.getByLabel(ts('buy.coupon')).inputValue()).toBe(code)
  await expect(dialog.getByText(/2[.,]49/).first()).toAppear()
  await dialog.getByRole('button', { name: ts('buy.submit') }).click()
  await expect(page.getByText(ts('buy.done', { name }))).toAppear()
  await saveScreenshot('bought')
  const file = page.waitForEvent('download')
  await page.getByRole('button', { name: ts('buy.receipt'), exact: true }).click()
  expect((await file).suggestedFilename()).toMatch(/\.pdf$/)
  expect(await further.count()).toBe(0)

  const operator = await demoOperator('noor')
  const books = await visit({ browserStorage: operator.browserStorage, size: device, path: `/${language}/operator/ledger` })
  await books.getByRole('button', { name: ts('refund.title', { name }) }).click()
  const refund = books.getByRole('dialog', { name: ts('refund.title', { name }) })
  await refund.getByLabel(ts('refund.note')).fill('Bought by mistake')
  await takeScreenshot(books, `refund-${device}`)
  if (device === 'phone') expect(await axeViolationsInBothThemes(books)).toEqual([])
  await refund.locator('button[type=submit]').click()
  await expect(books.getByText(new RegExp(tw('ledger.refunded'))).first()).toAppear()
  await takeScreenshot(books, `ledger-${device}`, { fullPage: true })
  await page.goto(`/${language}/settings?view=inbox`)
  await expect(page.getByText(new RegExp(`€\\s?2[.,]49 .* ${name}`)).first()).toAppear()
  await page.goto(`/${language}/playlists`)
  const mark = page.getByRole('img', { name: tc('lock.tier_required') }).first()
  await expect(mark).toAppear()
  await mark.scrollIntoViewIfNeeded()
  await saveScreenshot('home')
  await page.goto(channelPath)
  await expect(panel).toAppear()
})

test('a guest who presses a tile logs in, and comes back to the dialog with its packages', async () => {
  const { subscriptions: ts, channels: tc } = textsIn('en')
  const { client } = await demoOperator('noor')
  const { playlist } = await makePackage('Visitors')
  await client(packagesContract.createTier, { body: { name: 'Visitors plus', price: '9.99', playlists: [playlist] } })
  const { email, password } = await createAccount()
  await untilFound('Visitors films', 'playlists')
  const page = await visit({ size: 'desktop', path: '/en/search?keyword=Visitors%20films', expected: /status of (?:4\d\d)/ })
  await page.getByRole('link', { name: 'Visitors films' }).first().click()
  await page.getByRole('dialog').getByRole('link', { name: 'Log in' }).click()
  await fillLogin(page, email, password)
  const dialog = page.getByRole('dialog', { name: ts('buy.title', { name: 'Visitors' }) })
  await expect(dialog).toAppear()
  expect(pathAndQuery(page)).toBe(`/en/playlists?playlist=${playlist}`)
  await takeScreenshot(page, 'choice')
  await dialog.getByRole('radio', { name: /^Visitors plus/ }).check()
  await expect(page.getByRole('dialog', { name: ts('buy.title', { name: 'Visitors plus' }) })).toAppear()
  await page.goBack()
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  await expect(page.getByRole('region', { name: tc('lock.tier_required') })).toAppear()
})
