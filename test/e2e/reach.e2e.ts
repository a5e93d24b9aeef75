import { readFileSync } from 'node:fs'
import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { channelsContract } from '#features/channels/contract.ts'
import { demoHome, demoPerson } from './demo.ts'
import { findMisfits, findSmallTargets } from './measure-reach.ts'
import { visitors } from './visitors.ts'

const visit = visitors()

/** Addresses after the language by the route's path, as guest and as user; `:channel` and `:own` are ids. */
const addresses: Readonly<Record<string, readonly string[]>> = {
  '/': ['/'],
  '/playlists': ['/playlists', '/playlists?playlist=:channel', '/playlists?recent-view=true'],
  '/login': ['/login'],
  '/register': ['/register'],
  '/my-playlists': ['/my-playlists', '/my-playlists?playlist=:own', '/my-playlists?archive=true', '/my-playlists?view=board'],
  '/following': ['/following'],
  '/channels': ['/channels', '/channels?view=guide'],
  '/tiers': ['/tiers'],
  '/search': ['/search', '/search?keyword=slow'],
  '/reset-password': ['/reset-password'],
  '/reset-password/$token': ['/reset-password/abc'],
  '/reset-password/$token/$email': ['/reset-password/abc/ann%40choice.test'],
  '/settings': ['/settings', ...settingsViews().map((view) => `/settings?view=${view}`)],
  '/terms': ['/terms'],
  '/privacy': ['/privacy'],
  '/cookies': ['/cookies'],
  '/cookiesPolicy': ['/cookiesPolicy'],
  '/not-found': ['/not-found'],
  '/$slug': ['/watch-later', '/favorites', '/statistics', '/teams', '/appeal'],
}

function settingsViews(): string[] {
  const source = readFileSync('web/later-screens.tsx', 'utf8')
  return ['editProfile', ...[...source.matchAll(/view === '(\w+)'/g)].map(([, view]) => view!)]
}

/** Routes whose pages end a session, or are for guests only. */
const guestsOnly = ['/login', '/register', '/reset-password', '/reset-password/$token', '/reset-password/$token/$email']

/** Pages that are visited in parallel. */
const atOnce = 3

/** Addresses that don't meet a check yet. */
const smallTargets = ['/search?keyword=slow']
const tooWide = [
  '/my-playlists?playlist=:own',
  '/playlists?playlist=:channel',
  '/settings?view=editProfile',
  '/settings?view=notifications',
]

type Who = 'guest' | 'user'
type Find = (page: Page) => Promise<string[]>

/** Visits all addresses but the excepted ones. @returns findings by address */
async function findOnAll(
  who: Who,
  open: (path: string) => Promise<Page>,
  find: Find,
  except: readonly string[] = [],
): Promise<Record<string, string[]>> {
  const [first] = await demoHome()
  const { client } = await demoPerson('marieke')
  const mine = await client(channelsContract.listMyPlaylists, {})
  const own = mine.public.find(({ name }) => name !== 'Direct share')!
  const left = Object.entries(addresses)
    .flatMap(([route, paths]) => (who === 'user' && guestsOnly.includes(route) ? [] : paths))
    .filter((path) => !except.includes(path))
    .map((path) => path.replace(':channel', first!.id).replace(':own', own.id))
  const found: Record<string, string[]> = {}
  const work = async () => {
    for (let path = left.shift(); path !== undefined; path = left.shift()) {
      const page = await open(path)
      await page.waitForLoadState('networkidle')
      await expect.poll(() => page.locator('[aria-busy=true]').count(), { timeout: 20_000 }).toBe(0)
      const there = await find(page)
      if (there.length > 0) found[path] = there
      await page.context().close()
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return found
}

/** The browser's refusals of calls and of pages that don't exist. */
const expected = /status of 4\d\d/

test('every route is in the table', () => {
  const paths = [...readFileSync('web/routes.tsx', 'utf8').matchAll(/screen\('([^']+)'/g)].map(([, path]) => path!)
  expect(paths.length).toBeGreaterThan(15)
  expect(Object.keys(addresses).toSorted()).toEqual(paths.toSorted())
})

describe.for(['guest', 'user'] satisfies Who[])('on all routes, as %s', (who) => {
  const storedOf = async () => ({
    ...(who === 'user' ? (await demoPerson('marieke')).stored : {}),
    canceled_enter_fields_modal: 'true',
  })

  test('controls are at least 44 px on a phone', { timeout: 300_000 }, async () => {
    const stored = await storedOf()
    const open = (path: string) => visit({ path: `/en${path}`, size: 'phone', stored, expected })
    expect(await findOnAll(who, open, findSmallTargets, smallTargets)).toEqual({})
  })

  test('text of 200 % fits a window of 320 px', { timeout: 300_000 }, async () => {
    const stored = await storedOf()
    const open = async (path: string) => {
      const page = await visit({ size: 'narrow', language: 'nl', stored, expected })
      await (await page.context().newCDPSession(page)).send('Page.setFontSizes', { fontSizes: { standard: 32 } })
      await page.goto(`/nl${path}`)
      return page
    }
    expect(await findOnAll(who, open, findMisfits, who === 'user' ? tooWide : [])).toEqual({})
  })

  test('forced colours keep every control visible', { timeout: 300_000 }, async () => {
    const stored = await storedOf()
    const open = (path: string) => visit({ path: `/en${path}`, size: 'phone', stored, expected, forcedColors: true })
    const findInvisible: Find = (page) =>
      page.evaluate(() => {
        const isOn = matchMedia('(forced-colors: active)').matches
        const rgb = (colour: string) => colour.match(/[\d.]+/g)?.join() ?? ''
        const invisible = [...document.querySelectorAll<HTMLElement>('[data-screen] :is(a, button, h1, h2, p, label)')].filter(
          (element) => {
            const { color, backgroundColor, forcedColorAdjust } = getComputedStyle(element)
            const hasBackground = !/, 0\)$|transparent/.test(backgroundColor)
            return element.checkVisibility() && forcedColorAdjust !== 'none' && hasBackground && rgb(color) === rgb(backgroundColor)
          },
        )
        return [...(isOn ? [] : ['forced colours are off']), ...invisible.map((element) => element.outerHTML.slice(0, 80))]
      })
    expect(await findOnAll(who, open, findInvisible)).toEqual({})
  })
})
