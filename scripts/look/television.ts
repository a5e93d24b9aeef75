import { type Act, alert as alertNote, dialog, endless, failed, failing, press, reloadAtOnce, type Screen, shortly, steps } from './acts.ts'
import { text } from './texts.ts'

const searchGuide = text((t) => t.guide.guide.search)
const startOver = text((t) => t.guide.live.start_over)

const makeAddress = text((t) => t.guide.reminders.calendar.make)

/** Sets reminders for the next programme of three channels. */
const reminded: Act = (page) =>
  page.evaluate(async () => {
    const headers = { authorization: `Bearer ${localStorage.getItem('access_token')}`, 'content-type': 'application/json' }
    const { data } = (await (await fetch('/api/channel?limit=20', { headers })).json()) as { data: { next: { id: string } | null }[] }
    for (const { next } of data.filter((one) => one.next !== null).slice(0, 3))
      await fetch('/api/reminders', { method: 'POST', headers, body: JSON.stringify({ epg_id: next!.id }) })
  })

/** Opens the page of the second TV channel. */
const channel: Act = async (page) => {
  await page.locator('main a[href*="/tiers?channel="]').nth(1).click()
  await page.waitForLoadState('networkidle')
}
/** Opens the current programme: by keys in the grid, by a press in the list. */
const sheet: Act = async (page) => {
  const grid = page.locator('[data-guide]')
  if (await grid.count()) {
    await grid.locator('td[data-time]').first().waitFor()
    await grid.focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
  } else await page.locator('main li button').first().click()
  await dialog(page)
}
const walked: Act = async (page) => {
  const grid = page.locator('[data-guide]')
  if (!(await grid.count())) return
  await grid.locator('td[data-time]').first().waitFor()
  await grid.focus()
  for (const key of ['ArrowDown', 'ArrowRight', 'ArrowDown', 'ArrowRight']) await page.keyboard.press(key)
}
const typed =
  (words: string): Act =>
  (page) =>
    page.getByRole('searchbox').fill(words)
/** Makes channels unavailable in the user's country. */
const blocked: Act = (page) =>
  page.route(/\/api\/channel\/[^/]{11}$/, async (route) => {
    const read = await route.fetch()
    await route.fulfill({ response: read, json: { ...((await read.json()) as object), geo_blocked: true, liveStreamUrl: null } })
  })

/** Plays the live stream of the shown channel until a frame has rendered. */
const live: Act = async (page) => {
  await page.locator('main a[href*="play=live"]').first().click()
  await plays(page)
}
const plays: Act = async (page) => {
  await page.waitForFunction(() => (document.querySelector<HTMLMediaElement>('video, audio')?.currentTime ?? 0) > 0.5)
  await page.mouse.move(180, 320)
}
const keys =
  (...pressed: string[]): Act =>
  async (page) => {
    // Waits for the neighbouring channels.
    await page.waitForTimeout(600)
    for (const key of pressed) await page.keyboard.press(key)
    await page.waitForTimeout(250)
  }
/** Presses a link in the player or page that plays something else. */
const watch =
  (name: RegExp): Act =>
  async (page) => {
    const player = page.getByRole('dialog')
    await ((await player.count()) ? player : page).getByRole('link', { name }).first().click()
    await page.waitForTimeout(800)
    await plays(page)
  }
const named =
  (name: string): Act =>
  async (page) => {
    await page.getByRole('searchbox').fill(name)
    await page.locator('main a[href*="/tiers?channel="]').first().click()
    await page.waitForLoadState('networkidle')
  }

/** Opens the menu of audio languages. */
const voices: Act = async (page) => {
  await page
    .getByRole('dialog')
    .getByRole('button', { name: text((t) => t.player.player.audioOf) })
    .click()
  await page.waitForTimeout(300)
}

/** TV playback: live, from the start, on demand, and switching channels. */
export function televisionPlayingScreens(): Screen[] {
  const list = { path: '/channels', as: 'marieke' } as const
  const both = (name: string, ...acts: Act[]): Screen[] => [
    { name, ...list, act: steps(...acts) },
    { name: `${name}-filled`, ...list, filled: true, act: steps(...acts) },
  ]
  const item: Act = async (page) => {
    await page.locator('main a[href*="/channels?channel="]').first().click()
    await page.waitForURL(/\/channels\?channel=/)
    await page.locator('main a[href*="play="]').first().click()
    await plays(page)
  }
  return [
    ...both('tv-live', channel, live),
    ...both('tv-zapped', channel, live, keys('ArrowUp')),
    ...both('tv-number', channel, live, keys('1', '0')),
    { name: 'tv-number-unknown', ...list, act: steps(channel, live, keys('7', '7', 'Enter')) },
    ...both('tv-start-over', channel, live, watch(startOver)),
    ...both('tv-radio', named('Havenradio'), live),
    ...both('tv-voices', named('Tweeklank'), live, voices),
    {
      name: 'tv-items',
      ...list,
      act: steps(named('Noordzee'), (page) => page.locator('main a[href*="/channels?channel="]').first().click()),
    },
    ...both('tv-item', named('Noordzee'), item),
    { name: 'tv-mini', ...list, act: steps(channel, live, keys('i'), shortly) },
  ]
}
/** Changes the channels' data in responses. */
const toldAs =
  (facts: object): Act =>
  (page) =>
    page.route(/\/api\/channel\/[^/]{11}$/, async (route) => {
      const read = await route.fetch()
      await route.fulfill({ response: read, json: { ...((await read.json()) as object), ...facts } })
    })
const elsewhere = 'https://source.example/live.m3u8'
/** Answers for the stream's server; undefined: no response. */
const source =
  (body: string | undefined): Act =>
  (page) =>
    page.route(elsewhere, (route) =>
      body === undefined
        ? route.abort()
        : route.fulfill({ body, contentType: 'application/vnd.apple.mpegurl', headers: { 'access-control-allow-origin': '*' } }),
    )
const watched = steps(channel, (page) => page.locator('main a[href*="play=live"]').first().click(), alertNote, shortly)
const unplayed = (name: string, facts: object, ...before: Act[]): Screen => ({
  name: `tv-unplayed-${name}`,
  path: '/channels',
  act: steps(...before, toldAs(facts), watched),
})

/** TV channels: the list, a channel, the guide, and search in it. */
export function televisionScreens(): Screen[] {
  const list = { path: '/channels', as: 'marieke' } as const
  const guide = { path: '/channels?view=guide', as: 'marieke' } as const
  const reminders = { path: '/settings?view=reminders', as: 'marieke' } as const
  const none: Act = (page) => page.route('**/api/{channel,guide}*', (route) => route.fulfill({ json: { data: [], next_cursor: null } }))
  return [
    { name: 'tv-list', ...list },
    { name: 'tv-list-filled', ...list, filled: true },
    { name: 'tv-list-found', ...list, act: steps(typed('no'), shortly) },
    { name: 'tv-list-empty', ...list, act: steps(none, reloadAtOnce) },
    { name: 'tv-list-loading', ...list, act: steps(endless, reloadAtOnce) },
    { name: 'tv-list-failed', ...list, act: steps(failing, reloadAtOnce, failed) },
    { name: 'tv-channel', ...list, act: channel },
    { name: 'tv-channel-filled', ...list, filled: true, act: channel },
    unplayed('headers', { needs_headers: true }),
    unplayed('gone', { liveStreamUrl: '/media/demo/none.m3u8' }),
    unplayed('silent', { liveStreamUrl: elsewhere, is_relayed: true }, source(undefined)),
    unplayed(
      'codec',
      { liveStreamUrl: elsewhere },
      source('#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1,CODECS="hvc1.1.6.L93.B0,ac-3"\na.m3u8\n'),
    ),
    { name: 'tv-channel-geo', ...list, act: steps(blocked, channel, dialog) },
    { name: 'tv-reminders', ...reminders, act: steps(reminded, reloadAtOnce) },
    { name: 'tv-reminders-empty', ...reminders },
    { name: 'tv-reminders-address', ...reminders, act: steps(press(makeAddress), shortly) },
    { name: 'tv-reminders-failed', ...reminders, act: steps(failing, reloadAtOnce, failed) },
    { name: 'tv-guide', ...guide },
    { name: 'tv-guide-filled', ...guide, filled: true },
    { name: 'tv-guide-walked', ...guide, filled: true, act: steps(walked, shortly) },
    { name: 'tv-guide-search', ...guide, act: steps(press(searchGuide), typed('news'), shortly) },
    { name: 'tv-guide-loading', ...guide, act: steps(endless, reloadAtOnce) },
    { name: 'tv-guide-failed', ...guide, act: steps(failing, reloadAtOnce, (page) => page.getByRole('alert').first().waitFor()) },
    { name: 'tv-programme', ...guide, act: sheet },
    { name: 'tv-guest', path: '/channels' },
    { name: 'tv-search', path: '/search?keyword=nova', as: 'marieke' },
  ]
}
