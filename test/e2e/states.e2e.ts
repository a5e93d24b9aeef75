import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { channelsContract } from '#features/channels/contract.ts'
import { demoHome, demoPerson, untilFound } from './demo.ts'
import { pressTryAgain, visitors } from './visitors.ts'

const visit = visitors({ serviceWorker: true })

const refusal = { status: 500, json: { message: 'The server is out of breath', code: 'internal', errors: {} } }

/** Holds back responses of matching addresses until the test decides their result. */
async function holdResponse(page: Page, address: RegExp) {
  let decide: (fails: boolean) => void
  let decision = new Promise<boolean>((resolve) => (decide = resolve))
  await page.route(address, async (route) => ((await decision) ? route.fulfill(refusal) : route.continue()))
  return {
    fail: () => decide(true),
    restore: () => {
      decision = Promise.resolve(false)
      decide(false)
    },
  }
}

const place = (page: Page, name: string) => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name })

describe('loading, failing and retrying', () => {
  test.for([
    [
      'everybody’s channels',
      '/en/settings',
      'Discover',
      /\/default-playlists/,
      'Loading the channels',
      'The channels couldn’t be loaded',
      'Slow Waters',
    ],
    ['a search', '/en/search', 'slow waters', /\/api\/search/, 'Searching', 'The search failed', 'Slow Waters'],
    [
      'one’s own channels',
      '/en/settings',
      'Mine',
      /\/api\/playlists$/,
      'Loading your channels',
      'Your channels couldn’t be loaded',
      'Tonight',
    ],
    [
      'one’s profile',
      '/en/channels',
      'Settings',
      /\/user\/profile/,
      'Loading your profile',
      'Your profile couldn’t be loaded',
      'demo.marieke',
    ],
  ] as const)('%s', async ([, from, where, address, coming, failed, content]) => {
    if (from === '/en/search') await untilFound(content, 'playlists')
    const isGuest = failed.startsWith('The')
    const page = await visit({
      expected: /\b500\b/,
      browserStorage: isGuest ? {} : { ...(await demoPerson('marieke')).browserStorage, canceled_enter_fields_modal: 'true' },
    })
    const network = await holdResponse(page, address)
    await page.goto(from)
    if (from === '/en/search') await page.getByRole('searchbox').fill(where)
    else await place(page, where).click()
    await expect(page.getByText(coming).first()).toAppear()
    network.fail()
    const alert = page.getByRole('alert').filter({ has: page.getByRole('heading', { name: failed }) })
    await expect(alert.getByText(refusal.json.message)).toAppear()
    network.restore()
    await pressTryAgain(alert)
    await expect(page.getByRole('main').getByText(content, { exact: true }).first()).toAppear()
    await expect(alert).toDisappear()
  })

  test('the bar of followed channels leaves when they can’t be loaded', async () => {
    const { browserStorage } = await demoPerson('marieke')
    const page = await visit({ size: 'phone', browserStorage, expected: /\b500\b/ })
    const network = await holdResponse(page, /\/api\/user\/following/)
    network.fail()
    await page.goto('/en/following')
    await expect(page.getByRole('heading', { name: 'The channels you follow couldn’t be loaded' })).toAppear()
    expect(await page.locator('[data-drop-bar]').count()).toBe(0)
  })

  test('a channel shows its name as soon as any list has it', async () => {
    const { id, name } = (await demoHome())[1]!
    const page = await visit({ path: '/en/', expected: /\b500\b/ })
    const network = await holdResponse(page, new RegExp(`/api/playlists/${id}`))
    await page.getByRole('navigation', { name: 'Channels' }).getByRole('link', { name, exact: true }).click()
    await expect(page.getByText('Loading the channel')).toAppear()
    await expect(page.getByRole('heading', { level: 1, name })).toAppear()
    network.fail()
    await expect(page.getByRole('heading', { name: `${name} couldn’t be loaded` })).toAppear()
    await expect(page.getByRole('link', { name: 'See other channels' })).toAppear()
    network.restore()
    await pressTryAgain(page)
    await expect(page.getByRole('article')).toAppear()
  })

  test('the next page of a list loads while the loaded part stays', async () => {
    const [first] = await demoHome()
    const page = await visit({ expected: /\b500\b/ })
    const network = await holdResponse(page, /\/default-playlists\?.*cursor/)
    network.fail()
    await page.goto('/en/')
    await expect(page.getByRole('region', { name: first!.name, exact: true })).toAppear()
    const rows = page.getByRole('main').getByRole('list')
    const alert = page.getByRole('alert').filter({ hasText: refusal.json.message })
    // Repeats, because rows render a few at a time, and the last row changes while scrolling.
    await expect
      .poll(async () => {
        await rows.last().scrollIntoViewIfNeeded()
        return alert.count()
      })
      .toBe(1)
    const before = await rows.count()
    await expect(page.getByRole('region', { name: first!.name, exact: true })).toAppear()
    network.restore()
    await pressTryAgain(alert)
    await expect.poll(() => rows.count()).toBeGreaterThan(before)
  })

  test('offline', async () => {
    const [first, second] = await demoHome()
    // Expects errors, because code that loads when the browser is idle may be requested during the outage.
    const page = await visit({
      path: `/en/playlists?playlist=${first!.id}`,
      expected: /ERR_INTERNET_DISCONNECTED|NotLoadedError|when fetching the script/,
    })
    await expect(page.getByRole('article')).toAppear()
    await page.context().setOffline(true)
    await page.getByRole('navigation', { name: 'Channels' }).getByRole('link', { name: second!.name, exact: true }).click()
    await expect(page.getByRole('heading', { name: `${second!.name} couldn’t be loaded` })).toAppear()
    await page.context().setOffline(false)
    await expect(page.getByRole('article').getByRole('heading', { level: 1, name: second!.name })).toAppear()
  })
})

test('an outage is announced, and afterwards everything works again', async () => {
  const { name } = (await demoHome())[1]!
  const page = await visit({ expected: /status of 503|503 http/ })
  // Waits for the health check that the page makes at its start, because only a later outage is tested here.
  const checked = page.waitForResponse(/\/health/)
  await page.goto('/en/')
  await expect(page.getByRole('heading', { level: 1, name: 'Choice' })).toAppear()
  await checked
  await page.route(/\/api\/|\/health/, (route) => route.fulfill({ status: 503, contentType: 'text/html', body: 'Bad gateway' }))
  await page.getByRole('navigation', { name: 'Channels' }).getByRole('link', { name, exact: true }).click()
  await expect(page.getByRole('heading', { name: 'We will be right back' })).toAppear()
  await page.unrouteAll()
  await expect(page.getByRole('heading', { name: 'We will be right back' })).toDisappear()
  await expect(page.getByRole('heading', { level: 1, name })).toAppear()
})

test('a refused change is reverted, with its reason', { tags: ['journey'] }, async () => {
  const { client, browserStorage } = await demoPerson('marieke')
  const myChannels = await client(channelsContract.listMyPlaylists, {})
  const { id, series } = await client(channelsContract.getPlaylist, { params: { id: myChannels.public[0]!.id }, query: {} })
  const row = series.find(({ type, videos }) => type !== 'header' && videos.length > 2)!
  const page = await visit({ path: `/en/my-playlists?playlist=${id}`, browserStorage, size: 'desktop', expected: /\b500\b/ })
  const cards = page.getByRole('region', { name: row.name, exact: true }).getByRole('listitem')
  const [first, second] = row.videos
  await expect(cards.nth(0).getByRole('link', { name: first!.title })).toAppear()

  const network = await holdResponse(page, /\/api\/videos\/.*\/series\//)
  await cards.nth(0).getByRole('link').focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Move item later' }).click()
  await expect(cards.nth(0).getByRole('link', { name: second!.title })).toAppear()
  network.fail()
  await expect(cards.nth(0).getByRole('link', { name: first!.title })).toAppear()
  await expect(page.getByText(refusal.json.message)).toAppear()
})

describe('empty states', () => {
  test('a search without results shows a message', async () => {
    const page = await visit({ path: '/en/search?keyword=zyzzyva' })
    await expect(page.getByRole('heading', { name: 'No results for “zyzzyva”' })).toAppear()
    await page.keyboard.press('/')
    await page.getByRole('searchbox').fill('ab')
    await expect(page.getByText('Type at least three characters')).toAppear()
  })

  test('an empty channel offers its owner to add the first video', async () => {
    const { client, browserStorage } = await demoPerson('iris')
    const myChannels = await client(channelsContract.listMyPlaylists, {})
    const { id } = myChannels.public.find(({ name }) => name === 'Binnenkort')!
    const guest = await visit({ path: `/en/playlists?playlist=${id}` })
    await expect(guest.getByRole('heading', { name: 'Nothing on yet' })).toAppear()
    expect(await guest.getByRole('button', { name: 'Add the first item' }).count()).toBe(0)
    const owner = await visit({ path: `/en/my-playlists?playlist=${id}`, browserStorage })
    await owner.getByRole('button', { name: 'Add the first item' }).click()
    await expect(owner.getByRole('dialog', { name: 'Add item' })).toAppear()
  })

  test('an empty archive explains its purpose', async () => {
    const { browserStorage } = await demoPerson('jan')
    const page = await visit({ path: '/en/my-playlists?archive=true', browserStorage })
    await expect(page.getByRole('heading', { name: 'The archive is empty' })).toAppear()
  })
})

test('adult content shows only that it is for adults', async () => {
  const { client } = await demoPerson('iris')
  const myChannels = await client(channelsContract.listMyPlaylists, {})
  const { id, name } = myChannels.public.find(({ adult }) => adult)!
  const page = await visit({ expected: /status of 403/ })
  const response = await page.goto(`/en/playlists?playlist=${id}`)
  await expect(page.getByRole('heading', { name: 'For adults' })).toAppear()
  expect(await response!.text()).not.toContain(name)
  expect(await page.getByRole('main').innerText()).not.toContain(name)
})

test('adult content leads users to the setting, and guests first to the login', async () => {
  const iris = await demoPerson('iris')
  const { public: channels } = await iris.client(channelsContract.listMyPlaylists, {})
  const path = `/en/playlists?playlist=${channels.find(({ adult }) => adult)!.id}`
  const guest = await visit({ path, expected: /status of 403/ })
  await guest.getByRole('main').getByRole('link', { name: 'Log in' }).click()
  await expect(guest.getByRole('heading', { name: 'Welcome back' })).toAppear()
  expect(await guest.evaluate(() => localStorage.getItem('redirected_from'))).toContain('playlist=')
  const { browserStorage } = await demoPerson('jan')
  const user = await visit({ path, browserStorage, expected: /status of 403/ })
  await user.getByRole('link', { name: 'Open settings' }).click()
  await expect(user.getByRole('switch', { name: 'Adult content' })).toAppear()
})
