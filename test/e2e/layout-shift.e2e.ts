import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { forEachConcurrent } from '#kit/server/for-each-concurrent.ts'
import { channelsContract } from '#features/channels/contract.ts'
import { packagesContract } from '#features/packages/contract.ts'
import { searchContract } from '#features/search/contract.ts'
import { openCompletely } from './open-completely.ts'
import { demoHome, demoOperator, demoPerson, guest } from './demo.ts'
import { guestsOnly, namesIn, routes, settingsViews } from './routes.ts'
import { withSlowProcessor } from './slow-processor.ts'
import { visitors } from './visitors.ts'

const visit = visitors()

/** Maximum sum of layout shifts on a page. */
const limit = 0.02

/** The processor and network of a phone: a quarter of the speed, 1.6 Mbit/s, 150 ms. */
const slowPhone = { times: 4, network: { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 } }

const pagesAtOnce = 6
/** A page has loaded after this time without requests, in ms. On that network, gaps between requests are shorter. */
const quietMs = 600

const settings = settingsViews().map((view) => `/settings?view=${view}`)
const operatorPages = namesIn('web/operator-screens.tsx', /^ {2}'(\/operator[^'$]*)':/gm)
/** Addresses that `SlugScreen` handles itself. */
const slugs = namesIn('web/SlugScreen.tsx', /page === '([\w-]+)'/g).map((slug) => `/${slug}`)

/** Returns addresses for each route. A new route needs addresses here. Routes that only redirect have none. */
async function readAddressesByRoute(): Promise<Readonly<Record<string, readonly string[]>>> {
  const { client } = await demoPerson('marieke')
  // Saves the search first. Otherwise, the page of this search would save it and change the list on another page.
  await client(searchContract.saveSearch, { body: { search: 'slow' } })
  const [mine, tiers, home] = await Promise.all([
    client(channelsContract.listMyPlaylists, {}),
    guest(packagesContract.listTiers, {}),
    demoHome(),
  ])
  const lockedTv = tiers.flatMap(({ channels }) => channels).find((item) => item.is_locked)!
  const tv = tiers.flatMap(({ channels }) => channels).find((item) => !item.is_locked) ?? lockedTv
  const locked = tiers.flatMap(({ playlists }) => playlists).find((item) => item.is_locked)!
  const [own] = [...mine.other, ...mine.groups.flatMap(({ playlists }) => playlists)]
  return {
    '/': ['/'],
    '/playlists': ['', `?playlist=${home[0]!.id}`, `?playlist=${locked.id}`, '?recent-view=true'].map((search) => `/playlists${search}`),
    '/login': ['/login'],
    '/register': ['/register'],
    '/my-playlists': ['', `?playlist=${own!.id}`, `?playlist-group=${mine.groups[0]!.id}`, '?archive=true'].map(
      (search) => `/my-playlists${search}`,
    ),
    '/following': ['/following'],
    '/channels': ['/channels', '/channels?view=guide', `/channels?channel=${tv.id}`],
    '/tiers': ['/tiers', `/tiers?channel=${tv.id}`, `/tiers?channel=${lockedTv.id}`, `/tiers?tier=${tiers[0]!.id}`],
    '/search': ['/search', '/search?keyword=slow', '/search?keyword=slow&category=videos'],
    '/reset-password': ['/reset-password'],
    '/reset-password/$token': [],
    '/reset-password/$token/$email': [],
    '/settings': ['/settings', `/settings?user=${home[0]!.user_id}`, '/settings?view=editProfile', ...settings],
    '/terms': ['/terms'],
    '/privacy': ['/privacy'],
    '/cookies': ['/cookies'],
    '/cookiesPolicy': [],
    '/not-found': ['/not-found'],
    '/$slug': slugs,
  }
}

/** Records layout shifts, with the elements that moved. */
async function recordShifts(page: Page) {
  await page.addInitScript(() => {
    type Shift = PerformanceEntry & {
      value: number
      sources: readonly { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[]
    }
    const shifts: { value: number; moved: string[] }[] = []
    Object.assign(window, { shifts })
    const describe = (node: Node | null) =>
      `${node instanceof Element ? node.className : (node?.parentElement?.className ?? '')} “${(node?.textContent ?? '').slice(0, 30)}”`
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries() as Shift[])
        shifts.push({
          value,
          moved: sources.map(({ node, previousRect: from, currentRect: to }) => `${describe(node)} ${from.y} → ${to.y}`),
        })
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return () => page.evaluate(() => (window as unknown as { shifts: { value: number; moved: string[] }[] }).shifts)
}

/** Opens an address on a slow phone without a cache, and waits until everything has loaded. */
async function openOnSlowPhone(page: Page, path: string) {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.setCacheDisabled', { cacheDisabled: true })
  await session.send('Network.emulateNetworkConditions', slowPhone.network)
  await openCompletely(page, path, quietMs)
}

/** Returns the addresses at which the layout shifts too much. All pages share one login. */
async function measureShifts(browserStorage: Readonly<Record<string, string>>, paths: readonly string[]) {
  const over: unknown[] = []
  const visitor = (await visit({ browserStorage })).context()
  const measure = async (path: string) => {
    const page = await visitor.newPage()
    const shifts = await recordShifts(page)
    await openOnSlowPhone(page, `/en${path}`)
    const layoutShifts = await shifts()
    const sum = layoutShifts.reduce((total, { value }) => total + value, 0)
    if (sum >= limit) over.push({ path, sum, all: layoutShifts })
    await page.close()
  }
  await withSlowProcessor(visitor.browser()!, slowPhone.times, () =>
    forEachConcurrent(paths, { concurrency: pagesAtOnce, isOver: () => false }, measure),
  )
  return over
}

test('with a slow processor, pages stand still most of the time', async () => {
  const page = await visit({ path: '/en/terms' })
  const measureShare = () =>
    page.evaluate(() => {
      const stopMs = 8
      const begunMs = performance.now()
      let stoppedMs = 0
      let atMs = begunMs
      while (atMs < begunMs + 600) {
        const now = performance.now()
        if (now - atMs > stopMs) stoppedMs += now - atMs
        atMs = now
      }
      return stoppedMs / (atMs - begunMs)
    })
  const shares = await withSlowProcessor(page.context().browser()!, slowPhone.times, async (cycles) => {
    const result: number[] = []
    // On a busy machine, one cycle may take as long as one measurement, which then contains only the part in which the page runs.
    while (cycles() < 20) result.push(await measureShare())
    return result
  })
  expect(shares.reduce((sum, share) => sum + share, 0) / shares.length).toBeGreaterThan(0.6)
})

test('each route has addresses', async () => {
  expect(Object.keys(await readAddressesByRoute()).toSorted()).toEqual(routes())
  expect([settings, operatorPages, slugs].map(({ length }) => length > 3)).toEqual([true, true, true])
})

const storedOf = {
  guest: async () => ({}),
  user: async () => (await demoPerson('marieke')).browserStorage,
  operator: async () => (await demoOperator('otto')).browserStorage,
}

test.each(['guest', 'user', 'operator'] as const)(
  'nothing moves while a screen loads on a slow phone: %s',
  { timeout: 900_000 },
  async (name) => {
    const addresses = Object.entries(await readAddressesByRoute()).flatMap(([route, paths]) =>
      name === 'user' && guestsOnly.includes(route) ? [] : paths,
    )
    const paths = name === 'operator' ? operatorPages : addresses
    expect(await measureShifts(await storedOf[name](), paths)).toEqual([])
  },
)
