import { expect, test } from 'vitest'
import { demoPerson } from './demo.ts'
import { visitors } from './visitors.ts'
import { site } from './product.ts'

const visit = visitors()
const { url } = site

/** Replaces Google's cast script with one that tries to read all stored data, and offers one receiver. */
const fakeCastScript = `(async () => {
  const tried = async (read) => { try { return await read() } catch (error) { return error.name } }
  const found = {
    origin: self.origin,
    cookie: await tried(() => document.cookie),
    token: await tried(() => localStorage.getItem('access_token')),
    openers: await tried(() => window.opener.localStorage.getItem('access_token')),
    address: await tried(() => window.opener.location.href),
    profile: await tried(async () => (await fetch('${url}/api/user/profile', { credentials: 'include' })).status),
    databases: await tried(async () => (await indexedDB.databases()).length),
  }
  document.documentElement.dataset.found = JSON.stringify(found)
  class MediaInfo { constructor(contentId, contentType) { Object.assign(this, { contentId, contentType }) } }
  class LoadRequest { constructor(media) { this.media = media } }
  class GenericMediaMetadata {}
  const session = {
    loadMedia: async (request) => { document.documentElement.dataset.told = JSON.stringify(request) },
    getCastDevice: () => ({ friendlyName: 'Living room' }),
  }
  const context = { setOptions() {}, requestSession: async () => {}, getCurrentSession: () => session, endCurrentSession() {} }
  window.cast = { framework: { CastContext: { getInstance: () => context } } }
  window.chrome = { cast: {
    AutoJoinPolicy: { ORIGIN_SCOPED: 'origin_scoped' },
    media: { DEFAULT_MEDIA_RECEIVER_APP_ID: 'x', StreamType: { LIVE: 'LIVE', BUFFERED: 'BUFFERED' }, MediaInfo, LoadRequest, GenericMediaMetadata },
  } }
  window.__onGCastApiAvailable(true)
})()`

test('the casting window plays on the other screen and exposes no user data to the external script', async () => {
  const { browserStorage } = await demoPerson('rita')
  const page = await visit({
    browserStorage,
    size: 'desktop',
    path: '/en/',
    expected: /access|cookie|CORS|Failed to load|ERR_FAILED|Blocked/i,
  })
  await page
    .context()
    .route('https://www.gstatic.com/**', (route) => route.fulfill({ contentType: 'text/javascript', body: fakeCastScript }))
  const opening = page.context().waitForEvent('page')
  // Casts as the player would (`google-cast.ts`). The player itself casts only secure addresses, and the test's address isn't secure.
  const playing = page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        const messages: string[] = []
        const opened = window.open('/cast?lang=en', 'cast', 'popup,width=420,height=480')
        addEventListener('message', ({ source, origin, data }: MessageEvent<{ cast: string }>) => {
          if (source !== opened) return
          messages.push(`${data.cast} ${origin}`)
          const item = { src: 'https://films.test/a.m3u8', type: 'application/vnd.apple.mpegurl', title: 'A film', subtitle: 'Films' }
          if (data.cast === 'ready') opened?.postMessage({ cast: 'item', item: { ...item, isLive: false, position: 42 } }, '*')
          if (data.cast === 'playing') resolve(messages)
        })
      }),
  )
  const cast = await opening
  await expect(cast.getByRole('heading', { name: 'A film' })).toAppear()
  await cast.getByRole('button', { name: 'Cast with Google' }).click()
  await expect(cast.getByText(/Living room/)).toAppear()
  expect(await playing).toEqual(['ready null', 'playing null'])
  const readData = (name: 'found' | 'told') => cast.evaluate((key) => document.documentElement.dataset[key] ?? '', name)
  const [results, castState] = [await readData('found'), await readData('told')]
  expect(JSON.parse(castState)).toMatchObject({
    currentTime: 42,
    media: { contentId: 'https://films.test/a.m3u8', streamType: 'BUFFERED' },
  })
  expect(JSON.parse(results)).toEqual({
    origin: 'null',
    cookie: 'SecurityError',
    // The script has an empty storage of its own, which is deleted with the window.
    token: null,
    openers: 'SecurityError',
    address: 'SecurityError',
    profile: 'TypeError',
    databases: expect.toSatisfy((databases: unknown) => databases === 0 || typeof databases === 'string'),
  })
  // The page that opened the window is still logged in and unchanged.
  expect(await page.evaluate(() => localStorage.getItem('access_token'))).toBe(browserStorage.access_token)
})
