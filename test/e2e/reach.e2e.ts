import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { channelsContract } from '#features/channels/contract.ts'
import { openByLink } from './open-completely.ts'
import { demoHome, demoPerson } from './demo.ts'
import { findPageOverflow, findSmallTargets } from './measure-reach.ts'
import { guestsOnly, routes, settingsViews } from './routes.ts'
import { type VisitOptions, visitors } from './visitors.ts'

const visit = visitors()

/** Addresses of each route, after the language, for guests and for users. `:channel` and `:own` are replaced by ids. */
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
  '/settings': ['/settings', ...['editProfile', ...settingsViews()].map((view) => `/settings?view=${view}`)],
  '/terms': ['/terms'],
  '/privacy': ['/privacy'],
  '/cookies': ['/cookies'],
  '/cookiesPolicy': ['/cookiesPolicy'],
  '/not-found': ['/not-found'],
  '/$slug': ['/watch-later', '/favorites', '/statistics', '/teams', '/appeal'],
}

/** Font size for text of 200 %. */
const largeFontPx = 32

/** A page is complete after this time without requests, in ms. */
const quietMs = 250

/** Number of pages that a visitor has open at the same time. */
const concurrency = 3

type VisitorKind = 'guest' | 'user'
/** Checks of a page, by the requirement that they check. */
type Checks = Readonly<Record<string, (page: Page) => Promise<string[]>>>

/** Errors that the browser reports for refused calls and missing pages. */
const expectedErrors = /status of 4\d\d/

async function pathsOf(visitorKind: VisitorKind): Promise<string[]> {
  const [first] = await demoHome()
  const { client } = await demoPerson('marieke')
  const myChannels = await client(channelsContract.listMyPlaylists, {})
  const own = myChannels.public.find(({ name }) => name !== 'Direct share')!
  return Object.entries(addresses)
    .flatMap(([route, paths]) => (visitorKind === 'user' && guestsOnly.includes(route) ? [] : paths))
    .map((path) => path.replace(':channel', first!.id).replace(':own', own.id))
}

/** Visits all addresses, with several pages at a time. @returns findings by address and check */
async function findProblemsOnAllPages(
  visitorKind: VisitorKind,
  { language, ...visitor }: VisitOptions & { language: 'en' | 'nl' },
  checks: Checks,
) {
  const browserStorage = {
    ...(visitorKind === 'user' ? (await demoPerson('marieke')).browserStorage : {}),
    canceled_enter_fields_modal: 'true',
  }
  const remainingPaths = await pathsOf(visitorKind)
  const result: Record<string, string[]> = {}
  const work = async () => {
    const page = await visit({ ...visitor, language, browserStorage, expected: expectedErrors })
    if (visitor.size === 'narrow')
      await (await page.context().newCDPSession(page)).send('Page.setFontSizes', { fontSizes: { standard: largeFontPx } })
    for (let path = remainingPaths.shift(); path !== undefined; path = remainingPaths.shift()) {
      await openByLink(page, `/${language}${path}`, quietMs)
      for (const [name, find] of Object.entries(checks)) {
        const findings = await find(page)
        if (findings.length > 0) result[`${path} ${name}`] = findings
      }
    }
  }
  await Promise.all(Array.from({ length: concurrency }, work))
  return result
}

/** Returns controls and texts whose colour is that of their background when the system sets the colours. */
async function findInvisible(page: Page): Promise<string[]> {
  await page.emulateMedia({ forcedColors: 'active' })
  const result = await page.evaluate(() => {
    const isOn = matchMedia('(forced-colors: active)').matches
    const rgb = (colour: string) => colour.match(/[\d.]+/g)?.join() ?? ''
    const invisible = [...document.querySelectorAll<HTMLElement>('[data-screen] :is(a, button, h1, h2, p, label)')].filter((element) => {
      const { color, backgroundColor, forcedColorAdjust } = getComputedStyle(element)
      const hasBackground = !/, 0\)$|transparent/.test(backgroundColor)
      return element.checkVisibility() && forcedColorAdjust !== 'none' && hasBackground && rgb(color) === rgb(backgroundColor)
    })
    return [...(isOn ? [] : ['forced colours are off']), ...invisible.map((element) => element.outerHTML.slice(0, 80))]
  })
  await page.emulateMedia({ forcedColors: 'none' })
  return result
}

test('every route is in the table', () => {
  expect(routes().length).toBeGreaterThan(15)
  expect(Object.keys(addresses).toSorted()).toEqual(routes())
})

describe.for(['guest', 'user'] satisfies VisitorKind[])('on all routes, as %s', (visitorKind) => {
  test('controls are at least 44 px on a phone, and visible in forced colours', { timeout: 300_000 }, async () => {
    const checks = { 'small controls': findSmallTargets, 'invisible in forced colours': findInvisible }
    expect(await findProblemsOnAllPages(visitorKind, { size: 'phone', language: 'en' }, checks)).toEqual({})
  })

  test('text of 200 % fits a window of 320 px', { timeout: 300_000 }, async () => {
    expect(await findProblemsOnAllPages(visitorKind, { size: 'narrow', language: 'nl' }, { misfits: findPageOverflow })).toEqual({})
  })
})
