import { expect, test } from 'vitest'
import { isReserved } from '#features/accounts/rules.ts'
import { inLanguage, paths } from '#shell/paths.ts'
import { routes } from './routes.tsx'

test('builds every address of the product', () => {
  const all = {
    home: paths.home(),
    channels: paths.channels(),
    channel: paths.channels({ channel: 'c1', index: '2' }),
    playlists: paths.playlists(),
    playlist: paths.playlists({ playlist: 'p1', serie: 's1', video: 'v1' }),
    recent: paths.playlists({ 'recent-view': '' }),
    myPlaylists: paths.myPlaylists(),
    group: paths.myPlaylists({ 'playlist-group': 'g1' }),
    archive: paths.myPlaylists({ archive: 'true' }),
    following: paths.following({ playlist: 'p1' }),
    tiers: paths.tiers({ channel: 'c1', epgId: 'e1' }),
    search: paths.search({ type: 'all', keyword: 'low tide & fog' }),
    statistics: paths.statistics({ playlist: 'p1' }),
    teams: paths.teams({ teamId: 't1' }),
    settings: paths.settings({ view: 'editProfile' }),
    login: paths.login(),
    verify: paths.login({ verify_url: '/api/user/verify/abc' }),
    register: paths.register({ email: 'a+b@example.org', token: 'x' }),
    resetPassword: paths.resetPassword('x', 'a+b@example.org'),
    cookies: paths.cookies(),
    cookiesPolicy: paths.cookiesPolicy(),
    terms: paths.terms(),
    privacy: paths.privacy(),
    notFound: paths.notFound(),
    vanity: paths.vanity('night-trains'),
  }
  expect(all).toMatchInlineSnapshot(`
    {
      "archive": "/en/my-playlists?archive=true",
      "channel": "/en/channels?channel=c1&index=2",
      "channels": "/en/channels",
      "cookies": "/en/cookies",
      "cookiesPolicy": "/en/cookiesPolicy",
      "following": "/en/following?playlist=p1",
      "group": "/en/my-playlists?playlist-group=g1",
      "home": "/en/",
      "login": "/en/login",
      "myPlaylists": "/en/my-playlists",
      "notFound": "/en/not-found",
      "playlist": "/en/playlists?playlist=p1&serie=s1&video=v1",
      "playlists": "/en/playlists",
      "privacy": "/en/privacy",
      "recent": "/en/playlists?recent-view=",
      "register": "/en/register?email=a%2Bb%40example.org&token=x",
      "resetPassword": "/en/reset-password/x/a%2Bb%40example.org",
      "search": "/en/search?type=all&keyword=low+tide+%26+fog",
      "settings": "/en/settings?view=editProfile",
      "statistics": "/en/statistics?playlist=p1",
      "teams": "/en/teams?teamId=t1",
      "terms": "/en/terms",
      "tiers": "/en/tiers?channel=c1&epgId=e1",
      "vanity": "/en/night-trains",
      "verify": "/en/login?verify_url=%2Fapi%2Fuser%2Fverify%2Fabc",
    }
  `)
})

test('missing parameters are left out', () => {
  expect(paths.playlists({ playlist: undefined })).toBe('/en/playlists')
})

test('a page in the other language keeps its query', () => {
  expect(inLanguage('nl', { pathname: '/en/playlists', search: '?playlist=p1' })).toBe('/nl/playlists?playlist=p1')
  expect(inLanguage('en', { pathname: '/nl', search: '' })).toBe('/en/')
  expect(inLanguage('nl', { pathname: '/english-lessons', search: '' })).toBe('/nl/english-lessons')
})

test('short addresses of all pages are reserved', () => {
  const pages = Object.entries(paths)
    .filter(([name]) => name !== 'vanity' && name !== 'home')
    .map(([, make]) => (make as (...parts: string[]) => string)('x', 'x', 'x', 'x').split(/[/?]/)[2]!)
  expect(pages.length).toBeGreaterThan(15)
  expect(pages.filter((page) => !isReserved(page))).toEqual([])
  for (const { path } of routes) {
    const [, page = ''] = path.split('/')
    if (page && !page.startsWith('$')) expect([page, isReserved(page)]).toEqual([page, true])
  }
})
