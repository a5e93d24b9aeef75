import { type Act, dialog, endless, failed, failing, press, reloadAtOnce, type Screen, shortly, steps } from './acts.ts'
import { text } from './texts.ts'

const searchGuide = text((t) => t.television.guide.search)

/** Opens the page of the second TV channel. */
const channel: Act = async (page) => {
  await page.locator('main a[href*="/tiers?channel="]').nth(1).click()
  await page.waitForLoadState('networkidle')
}
/** The programme that is on now: by keys in the grid, by a press in the list. */
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
/** As if it could not be watched where one is. */
const blocked: Act = (page) =>
  page.route(/\/api\/channel\/[^/]{11}$/, async (route) => {
    const read = await route.fetch()
    await route.fulfill({ response: read, json: { ...((await read.json()) as object), geo_blocked: true, liveStreamUrl: null } })
  })

/** TV channels: as a list, one of them, as a guide, and what is on in it. */
export function televisionScreens(): Screen[] {
  const list = { path: '/channels', as: 'marieke' } as const
  const guide = { path: '/channels?view=guide', as: 'marieke' } as const
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
    { name: 'tv-channel-geo', ...list, act: steps(blocked, channel, dialog) },
    { name: 'tv-guide', ...guide },
    { name: 'tv-guide-filled', ...guide, filled: true },
    { name: 'tv-guide-walked', ...guide, filled: true, act: steps(walked, shortly) },
    { name: 'tv-guide-search', ...guide, act: steps(press(searchGuide), typed('news'), shortly) },
    { name: 'tv-guide-loading', ...guide, act: steps(endless, reloadAtOnce) },
    { name: 'tv-guide-failed', ...guide, act: steps(failing, reloadAtOnce, (page) => page.getByRole('alert').first().waitFor()) },
    { name: 'tv-programme', ...guide, act: sheet },
    { name: 'tv-guest', path: '/channels' },
  ]
}
