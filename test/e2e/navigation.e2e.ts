import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { channelsContract } from '#features/channels/contract.ts'
import { demoHome, demoPerson, demoVideo, untilFound } from './demo.ts'
import { goToResults, pathAndQuery, isInView, visitors } from './visitors.ts'

const visit = visitors()

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })

test('back and forward retrace every step: home, channel, player, another channel, search', { tags: ['journey'] }, async () => {
  const [first, second] = await demoHome()
  const page = await visit({ path: '/en/playlists' })
  const [series] = first!.series
  const [video] = series!.videos
  const player = page.getByRole('dialog', { name: `Player: ${video!.title}` })
  const dial = page.getByRole('navigation', { name: 'Channels' })

  await page.getByRole('region', { name: first!.name, exact: true }).getByRole('heading').getByRole('link').click()
  await expect(heading(page, first!.name)).toAppear()
  await page.getByRole('region', { name: series!.name, exact: true }).getByRole('link', { name: video!.title }).click()
  await expect(player).toAppear()
  await player.getByRole('button', { name: 'Close' }).click()
  await expect(player).toDisappear()
  await dial.getByRole('link', { name: second!.name, exact: true }).click()
  await expect(heading(page, second!.name)).toAppear()
  await goToResults(page)

  const steps = [
    [heading(page, second!.name), `/en/playlists?playlist=${second!.id}`],
    [heading(page, first!.name), `/en/playlists?playlist=${first!.id}`],
    [heading(page, 'Choice'), '/en/playlists'],
  ] as const
  for (const [expectedText, address] of steps) {
    await page.goBack()
    await expect(expectedText).toAppear()
    await expect.poll(() => pathAndQuery(page)).toBe(address)
  }
  for (const [expectedText, address] of steps.toReversed().slice(1)) {
    await page.goForward()
    await expect(expectedText).toAppear()
    await expect.poll(() => pathAndQuery(page)).toBe(address)
  }
})

test('going back cross-fades, unless the browser has shown its own transition', async () => {
  const [first] = await demoHome()
  const page = await visit({ moves: true, path: '/en/playlists' })
  await page.getByRole('region', { name: first!.name, exact: true }).getByRole('heading').getByRole('link').click()
  await expect(heading(page, first!.name)).toAppear()
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => {
    const start = document.startViewTransition.bind(document)
    const fades: unknown[] = []
    const startAndCount: typeof start = (options) => {
      const types = typeof options === 'object' ? options?.types : undefined
      if ([...(types ?? [])].includes('page')) fades.push(options)
      return start(options)
    }
    Object.assign(document, { startViewTransition: startAndCount, fades })
  })
  const fades = () => page.evaluate(() => (document as unknown as { fades: unknown[] }).fades.length)
  await page.goBack()
  await expect(heading(page, 'Choice')).toAppear()
  await expect.poll(fades).toBe(1)
  // A swipe has the browser's own transition.
  await page.evaluate(() => Object.defineProperty(PopStateEvent.prototype, 'hasUAVisualTransition', { value: true }))
  await page.goForward()
  await expect(heading(page, first!.name)).toAppear()
  expect(await fades()).toBe(1)
})

test('back closes overlays of a screen and stays on it', async () => {
  const page = await visit({ path: '/en/settings' })
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Discover' }).click()
  await page.getByRole('button', { name: 'How it works' }).click()
  await expect(page.getByRole('dialog')).toAppear()
  await page.goBack()
  await expect(page.getByRole('dialog')).toDisappear()
  await expect(heading(page, 'Choice')).toAppear()
  await expect.poll(() => pathAndQuery(page)).toBe('/en/playlists')
  await page.goBack()
  await expect(heading(page, 'Settings')).toAppear()
})

test('back asks before discarding input, also on the first page of a visit, and leaves no extra history entry', async () => {
  const { browserStorage, client } = await demoPerson('otto')
  const page = await visit({
    path: '/en/my-playlists',
    // The history starts with an empty page, which has no storage.
    expected: /Access is denied for this document/,
    browserStorage: { ...browserStorage, canceled_enter_fields_modal: 'true' },
  })
  const begin = page.getByRole('button', { name: 'New channel' }).first()
  const dialog = page.getByRole('dialog', { name: 'New channel' })
  const question = page.getByRole('dialog', { name: 'Discard your changes?' })
  await begin.click()
  await dialog.getByLabel('Name').fill('Tide tables')
  await page.goBack()
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect(question).toDisappear()
  expect(await dialog.getByLabel('Name').inputValue()).toBe('Tide tables')
  await page.goBack()
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect(dialog).toDisappear()
  await expect.poll(() => pathAndQuery(page)).toBe('/en/my-playlists')

  await begin.click()
  await dialog.getByLabel('Name').fill('Tide tables')
  await dialog.getByRole('button', { name: 'Make channel' }).click()
  await expect(heading(page, 'Tide tables')).toAppear()
  const id = new URL(page.url()).searchParams.get('playlist')!
  await page.goBack()
  await expect(heading(page, 'My channels')).toAppear()
  await page.goBack()
  await expect.poll(() => page.url()).toBe('about:blank')
  // Closes the page, and waits until its requests have ended.
  await page.close()
  await client(channelsContract.deletePlaylist, { params: { id } })
})

test('reloading an address shows the same page: for a guest', async () => {
  const { channel, video } = await demoVideo(/\/aurora\/index\.m3u8$/)
  await untilFound('Slow Waters', 'playlists')
  const page = await visit()
  for (const [path, expectedText] of [
    ['/en/', heading(page, 'Choice')],
    ['/en/playlists', heading(page, 'Choice')],
    [`/en/playlists?playlist=${channel.id}`, heading(page, channel.name)],
    [`/en/playlists?playlist=${channel.id}&play=${video.id}`, page.getByRole('dialog', { name: `Player: ${video.title}` })],
    ['/en/search?keyword=slow+waters', page.getByRole('link', { name: /^Slow Waters/ })],
    ['/en/settings', heading(page, 'Settings')],
    ['/en/channels', heading(page, 'TV channels')],
  ] as const) {
    await page.goto(path)
    await expect(expectedText).toAppear()
    await page.reload()
    await expect(expectedText).toAppear()
    await expect.poll(() => pathAndQuery(page)).toBe(path)
  }
})

test('reloading an address shows the same page: for a user', { tags: ['journey'] }, async () => {
  const { client, browserStorage } = await demoPerson('marieke')
  const myChannels = await client(channelsContract.listMyPlaylists, {})
  const group = myChannels.groups[0]!
  const own = myChannels.other[0]!
  const page = await visit({ browserStorage })
  for (const [path, expectedText] of [
    ['/en/', 'My channels'],
    ['/en/my-playlists', 'My channels'],
    [`/en/my-playlists?playlist=${own.id}`, own.name],
    [`/en/my-playlists?playlist-group=${group.id}`, group.name],
    ['/en/my-playlists?archive=true', 'Archive'],
    ['/en/settings?view=editProfile', 'Edit profile'],
  ] as const) {
    await page.goto(path)
    await expect(heading(page, expectedText)).toAppear()
    await page.reload()
    await expect(heading(page, expectedText)).toAppear()
    await expect.poll(() => pathAndQuery(page)).toBe(path)
  }
})

test('the search is part of the address', async () => {
  await untilFound('Slow Waters', 'playlists')
  const page = await visit({ path: '/en/search' })
  await page.getByRole('searchbox').fill('slow waters')
  await page.keyboard.press('Enter')
  await expect.poll(() => pathAndQuery(page)).toBe('/en/search?keyword=slow+waters')
  await page.getByRole('link', { name: /^Slow Waters/ }).click()
  await expect(heading(page, 'Slow Waters')).toAppear()
  await page.goBack()
  await expect(page.getByRole('link', { name: /^Slow Waters/ })).toAppear()
  await expect(heading(page, 'slow waters')).toAppear()
})

test('a link pressed right after typing navigates, even if its screen loads slowly, and the search does not return', async () => {
  const page = await visit()
  await page.clock.install()
  await page.goto('/en/search')
  const suggestion = page.getByRole('main').getByRole('link', { name: /^Slow Waters/ })
  await expect(suggestion).toAppear()
  let pass = () => {}
  const passed = new Promise<void>((resolve) => (pass = resolve))
  await page.route(/\/assets\/.*\.js/, async (route) => {
    await passed
    await route.continue()
  })
  await page.getByRole('searchbox').fill('slow')
  await suggestion.click()
  // Lets more time pass than the search waits for further typing.
  await page.clock.runFor(2000)
  pass()
  await expect(heading(page, 'Slow Waters')).toAppear()
  await expect.poll(() => pathAndQuery(page)).toMatch(/^\/en\/playlists\?playlist=/)
})

test('returning restores the scroll position of the home', async () => {
  const channels = await demoHome()
  const page = await visit({ path: '/en/playlists' })
  const title = page
    .getByRole('region', { name: channels.at(-1)!.name, exact: true })
    .getByRole('heading')
    .getByRole('link')
  await title.focus()
  await expect.poll(() => isInView(title)).toBe(true)
  const top = () => page.getByRole('main').evaluate((main) => Math.round(main.parentElement!.scrollTop))
  // Waits, because a position is stored only after scrolling has stopped.
  await expect.poll(async () => (await top()) - (await page.evaluate(() => Number(localStorage.getItem('globe_scroll_position'))))).toBe(0)
  const { y } = (await title.boundingBox())!
  await title.press('Enter')
  await expect(heading(page, channels.at(-1)!.name)).toAppear()
  await page.goBack()
  // Rows out of view have an estimated height until they come near.
  await expect.poll(async () => Math.abs(((await title.boundingBox())?.y ?? -1000) - y)).toBeLessThan(60)
})

test('returning restores the scroll position of a row', async () => {
  const { channel } = await demoVideo(/\/aurora\/index\.m3u8$/)
  const { name, videos } = channel.series.toSorted((a, b) => b.videos.length - a.videos.length)[0]!
  const page = await visit({ path: `/en/playlists?playlist=${channel.id}` })
  const last = page.getByRole('region', { name, exact: true }).getByRole('link', { name: videos.at(-1)!.title })
  await last.scrollIntoViewIfNeeded()
  await expect.poll(() => isInView(last)).toBe(true)
  await expect.poll(() => page.evaluate(() => localStorage.getItem('playlist-positions') ?? '')).toContain('rows')
  await page.reload()
  await expect.poll(async () => (await last.boundingBox())?.x ?? 1000).toBeLessThan(390)
})
