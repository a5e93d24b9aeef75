import type { Page } from 'playwright'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { channelsContract } from '#features/channels/contract.ts'
import { createAccount, logInByForm, fillLogin, newUser } from './accounts.ts'
import { type BadNetwork, createBadNetwork } from './bad-network.ts'
import { demoHome, demoPerson, demoVideo, logIn } from './demo.ts'
import { takeScreenshot } from './screenshots.ts'
import { pressTryAgain, visitors } from './visitors.ts'
import { site } from './product.ts'

const visit = visitors({ serviceWorker: true })
/** The browser's messages about network failures. */
const expectedErrors =
  /ERR_|fetching the script|NotLoadedError|Failed to load resource|Failed to fetch|preload|dynamically imported|\b50[0-9]\b|\b401\b/

let network: BadNetwork
beforeAll(async () => {
  network = await createBadNetwork(site.url)
})
afterEach(async () => {
  network.restore()
  // Starts the server again, also if a test failed.
  await network.start()
})
afterAll(() => network.close())

/** Opens a page of a demonstration user through the bad network. */
async function openPage(name: string, path: string, more: { stale?: boolean; size?: 'phone' | 'desktop' } = {}): Promise<Page> {
  const { browserStorage } = await demoPerson(name)
  return visit({
    url: network.url,
    path,
    size: more.size ?? 'phone',
    expected: expectedErrors,
    browserStorage: { ...browserStorage, ...(more.stale && { access_token: 'stale' }), canceled_enter_fields_modal: 'true' },
  })
}
const ownChannel = async (name: string) => {
  const { client } = await demoPerson(name)
  const { id } = await client(channelsContract.createPlaylist, { body: { name: `Weather ${Date.now()}`, status_id: 1 } })
  await client(channelsContract.createSeries, { body: { playlist_id: id, name: 'First' } })
  return client(channelsContract.getPlaylist, { params: { id } })
}
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })

describe('a screen', () => {
  test.for([
    ['en', 'We will be right back'],
    ['nl', 'We zijn zo terug'],
  ] as const)('loaded while the server is down shows an error, and recovers: %s', async ([language, title]) => {
    const page = await visit({ url: network.url, path: `/${language}/search`, language, expected: expectedErrors })
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => true))
    await network.stop()
    await page.reload()
    await expect(heading(page, title)).toAppear()
    expect(await page.title()).toBe(`${title} · Choice`)
    await network.start()
    await expect(page.getByRole('searchbox')).toAppear()
  })

  test('with a truncated response shows an error, and recovers', async () => {
    const [, second] = await demoHome()
    const page = await visit({ url: network.url, path: '/en/', expected: expectedErrors })
    network.rule(new RegExp(`GET /api/playlists/${second!.id}`), 'cut', 3)
    await page.getByRole('navigation', { name: 'Channels' }).getByRole('link', { name: second!.name, exact: true }).click()
    await expect(page.getByRole('heading', { name: `${second!.name} couldn’t be loaded` })).toAppear()
    await expect(heading(page, second!.name)).toAppear()
    await expect(page.getByRole('article')).toAppear()
  })

  test('that gets HTML from another server shows an error, and recovers', async () => {
    network.rule(/GET \/api\/playlists$/, 'portal')
    const page = await openPage('marieke', '/en/my-playlists')
    await expect(page.getByRole('heading', { name: 'Your channels couldn’t be loaded' })).toAppear()
    network.restore()
    await pressTryAgain(page)
    await expect(page.getByRole('main').getByText('Tonight', { exact: true }).first()).toAppear()
  })

  test('whose code does not load leaves the rest working, and loads when the network is back', async () => {
    const page = await visit({ url: network.url, path: '/en/channels', expected: expectedErrors })
    await expect(page.getByRole('main')).toAppear()
    network.rule(/GET \/assets\/(en\/)?(SearchScreen|search|inputs)-/, 'reset')
    await page.evaluate(() => {
      const link = Object.assign(document.createElement('a'), { href: '/en/search' })
      document.body.append(link)
      link.click()
    })
    await expect(heading(page, 'This page couldn’t be loaded')).toAppear()
    await expect(page.getByRole('navigation', { name: 'Main' })).toAppear()
    network.restore()
    await page.context().setOffline(true)
    await page.context().setOffline(false)
    await expect(page.getByRole('searchbox')).toAppear()
    // The style sheets of the code were also requested again.
    expect(await page.getByRole('searchbox').evaluate((field) => getComputedStyle(field).borderTopStyle)).toBe('none')
  })

  test('comes back with the server, and so does the home', { tags: ['journey'] }, async () => {
    const page = await visit({ url: network.url, expected: expectedErrors })
    // Waits for the page's own health check, which could notice the outage before the press.
    const healthCheck = page.waitForResponse('**/health')
    await page.goto('/en/')
    await expect(heading(page, 'Choice')).toAppear()
    await healthCheck
    const { name } = (await demoHome())[1]!
    // Waits until running requests have ended: a failed one would show the outage before the press.
    network.rule(/./, 'reset')
    await page.getByRole('navigation', { name: 'Channels' }).getByRole('link', { name, exact: true }).click()
    await expect(page.getByRole('heading', { name: 'We will be right back' })).toAppear()
    await network.stop()
    network.restore()
    await network.start()
    await expect(page.getByRole('heading', { name: 'We will be right back' })).toDisappear()
    await expect(heading(page, name)).toAppear()
  })

  test('a video continues playing while the server is down', { tags: ['journey'] }, async () => {
    const { channel, video } = await demoVideo(/\.mp4/)
    const page = await visit({ url: network.url, path: `/en/playlists?playlist=${channel.id}`, expected: expectedErrors })
    await page.getByRole('link', { name: video.title }).first().click()
    await expect(page).toPlay()
    const player = page.getByRole('dialog', { name: `Player: ${video.title}` })
    network.rule(/\/(api|health)/, 'reset')
    // Makes the page send a request during the outage.
    await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
    await page.context().setOffline(true)
    await page.context().setOffline(false)
    await expect(player).toAppear()
    expect(await page.locator('video').evaluate((film: HTMLVideoElement) => film.paused && !film.ended)).toBe(false)
  })
})

describe('a channel form', () => {
  const fill = async (page: Page, name: string) => {
    await page.getByRole('navigation', { name: 'My channels' }).getByRole('button', { name: 'New channel' }).click()
    const dialog = page.getByRole('dialog', { name: 'New channel' })
    await dialog.getByLabel('Name').fill(name)
    await dialog.getByLabel('Description').fill('Typed with care')
    return {
      dialog,
      send: () => dialog.getByRole('button', { name: 'Make channel' }).click(),
      keeps: async () => {
        expect(await dialog.getByLabel('Name').inputValue()).toBe(name)
        expect(await dialog.getByLabel('Description').inputValue()).toBe('Typed with care')
      },
    }
  }
  const named = async (name: string) => {
    const { client } = await demoPerson('jan')
    const mine = await client(channelsContract.listMyPlaylists, {})
    return [...mine.other, ...mine.public].filter((item) => item.name === name).length
  }

  test.for([
    ['its token is old, and can not be renewed', /POST \/api\/user\/token/, 'reset', true, 'No connection. Check it and try again.', 0],
    ['its answer gets lost', /POST \/api\/playlists$/, 'lost', false, /^The response was lost/, 1],
    ['half of its answer comes', /POST \/api\/playlists$/, 'cut', false, /^The response was lost/, 1],
    ['somebody else answers', /POST \/api\/playlists$/, 'portal', false, /^The response was lost/, 0],
  ] as const)('stays when %s', async ([, pattern, action, stale, said, expectedCount]) => {
    const name = `Gusts ${Date.now()}`
    const page = await openPage('jan', '/en/my-playlists')
    const form = await fill(page, name)
    if (stale) await page.evaluate(() => localStorage.setItem('access_token', 'stale'))
    network.rule(pattern, action)
    const before = network.count(/POST \/api\/playlists$/)
    await form.send()
    await expect(form.dialog.getByRole('alert').getByText(said)).toAppear()
    await form.keeps()
    expect(await named(name)).toBe(expectedCount)
    expect(network.count(/POST \/api\/playlists$/)).toBe(before + 1)
    network.restore()
    await form.send()
    await expect(form.dialog).toDisappear()
    expect(await named(name)).toBe(1)
  })

  test('creates a channel once, although the request is repeated', { tags: ['journey'] }, async () => {
    const name = `Squalls ${Date.now()}`
    const page = await openPage('jan', '/en/my-playlists')
    const form = await fill(page, name)
    network.reuseConnections()
    network.rule(/POST \/api\/playlists$/, 'lost')
    const before = network.count(/POST \/api\/playlists$/)
    const arrived = () => network.count(/POST \/api\/playlists$/) - before
    // Repeats, because the browser sends again only on reused connections, and other requests may have used these connections.
    for (let sent = 1; sent <= 5 && arrived() < sent; sent += 1) {
      await page.evaluate(() => Promise.all(Array.from({ length: 4 }, () => fetch('/health').then((response) => response.text()))))
      await form.send()
      await expect(form.dialog.getByRole('alert').getByText(/You can safely try again/)).toAppear()
      await expect.poll(arrived).toBeGreaterThanOrEqual(sent)
    }
    await form.keeps()
    expect(arrived()).toBeGreaterThan(1)
    expect(await named(name)).toBe(1)
    network.restore()
    await form.send()
    await expect(form.dialog).toDisappear()
    expect(await named(name)).toBe(1)
  })

  test('stays when the session ends: the user logs in beside it, and it is sent', async () => {
    const account = await createAccount()
    const page = await visit({ url: network.url, expected: expectedErrors, browserStorage: { canceled_enter_fields_modal: 'true' } })
    await logInByForm(page, account, account.password)
    await page.goto('/en/my-playlists')
    const form = await fill(page, 'After the session')
    await page.evaluate(() => {
      localStorage.setItem('access_token', 'stale')
      localStorage.setItem('refresh_token', 'stale')
    })
    await form.send()
    const question = page.getByRole('dialog', { name: 'You have been logged out' })
    const [beside] = await Promise.all([page.waitForEvent('popup'), question.getByRole('link', { name: 'Log in' }).click()])
    await fillLogin(beside, account.email, account.password)
    await expect(heading(page, 'After the session')).toAppear()
  })

  test('that is closed while it is being sent still adds its link, and says so', async () => {
    const { client, browserStorage } = await newUser()
    const page = await visit({ path: '/en/my-playlists', browserStorage: { ...browserStorage, canceled_enter_fields_modal: 'true' } })
    const form = await fill(page, 'Closed early')
    await form.dialog.getByLabel('First link').fill(`${site.fixturesUrl}/clips/low-tide.mp4`)
    let answer = () => {}
    const mayAnswer = new Promise<void>((resolve) => (answer = resolve))
    await page.route('**/api/playlists', async (route) => {
      const response = await route.fetch()
      await mayAnswer
      await route.fulfill({ response })
    })
    await form.send()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Close anyway' }).click()
    await expect(form.dialog).toDisappear()
    answer()
    await expect(page.getByText('Your new channel is ready')).toAppear()
    expect(new URL(page.url()).search).toBe('')
    const { other } = await client(channelsContract.listMyPlaylists, {})
    const { series } = await client(channelsContract.getPlaylist, { params: { id: other.find(({ name }) => name === 'Closed early')!.id } })
    expect(series.map(({ videos }) => videos.length)).toEqual([1])
  })

  test.for(['before', 'after'] as const)('is not sent as another user who logs in %s it is submitted', async (order) => {
    const [ann, bob] = [await createAccount(), await createAccount()]
    const page = await visit({ url: network.url, expected: expectedErrors, browserStorage: { canceled_enter_fields_modal: 'true' } })
    await logInByForm(page, ann, ann.password)
    await page.goto('/en/my-playlists')
    const form = await fill(page, 'Only for me')
    const logInBeside = async ({ email, password }: typeof ann) => {
      const beside = await page.context().newPage()
      await beside.goto(`${network.url}/en/login`)
      await fillLogin(beside, email, password)
      await beside.waitForURL((address) => !address.pathname.endsWith('/login'))
      await beside.close()
    }
    if (order === 'before') await logInBeside(bob)
    else await page.evaluate(() => ['access_token', 'refresh_token'].forEach((key) => localStorage.setItem(key, 'stale')))
    await form.send()
    if (order === 'after') {
      await expect(page.getByRole('dialog', { name: 'You have been logged out' })).toAppear()
      await logInBeside(bob)
    }
    await expect(page.getByRole('dialog', { name: 'Another user logged in' })).toAppear()
    await takeScreenshot(page, `other-user-${order}`)
    await logInBeside(ann)
    await expect(heading(page, 'Only for me')).toAppear()
    const hasChannel = async ({ email, password }: typeof ann) => {
      const { client } = await logIn(email, password)
      return (await client(channelsContract.listMyPlaylists, {})).other.some(({ name }) => name === 'Only for me')
    }
    expect([await hasChannel(ann), await hasChannel(bob)]).toEqual([true, false])
  })
})

test('keeps pasted links during an outage, and asks before discarding them', async () => {
  const channel = await ownChannel('noor')
  const page = await openPage('noor', `/en/my-playlists?playlist=${channel.id}`)
  await page.getByRole('button', { name: 'Add item' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Add item' })
  await dialog.getByLabel('Link', { exact: true }).evaluate((field, text) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text', text)
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, `${site.fixturesUrl}/watch/harbour\n${site.fixturesUrl}/clips/low-tide.mp4`)
  const lines = dialog.getByRole('listitem')
  await expect.poll(() => lines.count()).toBe(2)
  await page.keyboard.press('Escape')
  await page.getByRole('dialog', { name: 'Discard your changes?' }).getByRole('button', { name: 'Keep editing' }).click()
  await network.stop()
  const add = dialog.getByRole('button', { name: /^Add 2 videos/ })
  await add.click()
  await expect(dialog.getByRole('alert')).toAppear()
  expect(await lines.count()).toBe(2)
  await network.start()
  await add.click()
  await expect(dialog).toDisappear()
  await expect(page.getByRole('link', { name: 'Harbour at six' }).first()).toAppear()
})

test('a profile form stays while the server is down, and is saved when it is back', async () => {
  const account = await createAccount()
  const page = await visit({ url: network.url, expected: expectedErrors, browserStorage: { canceled_enter_fields_modal: 'true' } })
  await logInByForm(page, account, account.password)
  await page.goto('/en/settings?view=editProfile')
  await page.getByLabel('City').fill('Gent')
  const save = page.getByRole('button', { name: 'Save' })
  await network.stop()
  await save.click()
  await expect(page.getByRole('alert').getByText('No connection. Check it and try again.')).toAppear()
  expect(await page.getByLabel('City').inputValue()).toBe('Gent')
  await page.context().setOffline(true)
  await save.click()
  await page.context().setOffline(false)
  await network.start()
  expect(await page.getByLabel('City').inputValue()).toBe('Gent')
  await save.click()
  await expect(page.getByText('Saved')).toAppear()
})

test('a login answered by another server keeps its input', async () => {
  const account = await createAccount()
  const page = await visit({ url: network.url, path: '/en/login', expected: expectedErrors })
  await expect(heading(page, 'Welcome back')).toAppear()
  network.rule(/POST \/api\/user\/token/, 'portal')
  await fillLogin(page, account.email, account.password)
  await expect(page.getByRole('alert').getByText('The server isn’t responding. Try again in a moment.')).toAppear()
  expect(await page.locator('[name=user]').inputValue()).toBe(account.email)
  expect(await page.locator('[name=password]').inputValue()).toBe(account.password)
  network.restore()
  await page.locator('form button[type=submit]:enabled').click()
  await page.waitForURL((address) => !address.pathname.endsWith('/login'))
})

test.for([
  ['en', 'You are offline. Pages may be out of date.'],
  ['nl', 'Je bent offline. Pagina’s kunnen verouderd zijn.'],
] as const)('offline, pages seen before open and are marked as old: %s', async ([language, earlier]) => {
  const { browserStorage } = await demoPerson('noor')
  const [first] = await demoHome()
  const page = await visit({
    path: `/${language}/playlists`,
    language,
    expected: expectedErrors,
    browserStorage: { ...browserStorage, canceled_enter_fields_modal: 'true' },
  })
  const stop = page.locator(`a[href="/${language}/playlists?playlist=${first!.id}"]`).first()
  await stop.click()
  await expect(heading(page, first!.name)).toAppear()
  await page.context().setOffline(true)
  await expect(page.getByText(earlier)).toAppear()
  await page.goBack()
  await stop.click()
  await expect(heading(page, first!.name)).toAppear()
  await page.context().setOffline(false)
  await expect(page.getByText(earlier)).toDisappear()
})
