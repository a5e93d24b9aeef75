import type { Locator, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Language, translator } from '#kit/contract/texts.ts'
import type { Db } from '#kit/server/db/db.ts'
import playerEn from '#features/player/locales/en.json' with { type: 'json' }
import playerNl from '#features/player/locales/nl.json' with { type: 'json' }
import en from '#features/guide/locales/en.json' with { type: 'json' }
import nl from '#features/guide/locales/nl.json' with { type: 'json' }
import { sendList, startStreamSource } from '../stream-source.ts'
import { makeTvChannel } from '../television.ts'
import { axeViolationsInBothThemes } from './axe.ts'
import { visitors } from './visitors.ts'
import { connect, site } from './product.ts'
import { textsIn } from './ui-texts.ts'

const visit = visitors()
const { url, fixturesUrl } = site
const wordsOf = (language: Language) => ({
  player: translator<typeof playerEn>(language === 'en' ? playerEn : playerNl, language),
  tv: translator<typeof en>(language === 'en' ? en : nl, language),
})
const source = await startStreamSource()
const open = { 'access-control-allow-origin': '*' }
/** Errors that the browser reports for missing and unreadable resources. */
const expectedErrors = /Failed to load resource|blocked by CORS policy|net::ERR|status of|^500 /
let db: Db

beforeAll(async () => {
  db = connect()
  for (const status of [403, 451, 404, 500]) source.answers.set(`/${status}.m3u8`, (response) => response.writeHead(status, open).end())
  source.answers.set('/closed.m3u8', sendList(['#EXTM3U', '#EXTINF:4,', 'a.ts']))
  source.answers.set('/hevc.m3u8', sendList(['#EXTM3U', '#EXT-X-STREAM-INF:BANDWIDTH=1,CODECS="hvc1.1.6.L93.B0,ac-3"', 'a.m3u8'], open))
  const segments = (first: number) => [
    `#EXT-X-MEDIA-SEQUENCE:${first}`,
    ...[0, 1, 2].flatMap((n) => ['#EXTINF:2,', `missing.ts?${first + n}`]),
  ]
  const list = ['#EXTM3U', '#EXT-X-VERSION:3', '#EXT-X-TARGETDURATION:2']
  source.answers.set('/film.m3u8', sendList([...list, ...segments(0), '#EXT-X-ENDLIST'], open))
  source.answers.set('/live.m3u8', (response, request) =>
    sendList([...list, ...segments(Math.floor(Date.now() / 2000))], open)(response, request),
  )
  source.answers.set('/missing.ts', (response) => response.writeHead(404, open).end())
  source.answers.set('/broken.m3u8', sendList(['nothing of the kind'], open))
})
afterAll(() => db.destroy())

/** Waits long, because the player tries a stream several times before it fails. */
const expectMessage = (note: Locator, words: string) =>
  note
    .getByText(words)
    .waitFor({ timeout: 30_000 })
    .then(() => true)
const videoTime = (page: Page) => page.evaluate(() => document.querySelector('video')?.currentTime ?? 0)
async function watch(fields: Parameters<typeof makeTvChannel>[1], language: Language, size: 'phone' | 'desktop' = 'desktop') {
  const { id } = await makeTvChannel(db, { name: 'Broken TV', ...fields })
  const page = await visit({ path: `/${language}/tiers?channel=${id}`, size, expected: expectedErrors })
  await page
    .getByRole('link', { name: wordsOf(language).tv('live.watch') })
    .first()
    .click()
  return { id, page, note: page.getByRole('alert') }
}

test.for([
  ['404.m3u8', 'gone', 'en'],
  ['403.m3u8', 'refused', 'nl'],
  ['451.m3u8', 'geo', 'en'],
  ['500.m3u8', 'server', 'nl'],
  ['closed.m3u8', 'cors', 'en'],
  ['broken.m3u8', 'format', 'nl'],
] as const)('a stream whose server responds with %s shows why it does not play: %s, %s', async ([path, failure, language]) => {
  const { player } = wordsOf(language)
  const { note } = await watch({ stream_url: source.url(`/${path}`) }, language)
  expect(await expectMessage(note, player(`player.failure.${failure}`, { codecs: '' }))).toBe(true)
  await expect(note.getByRole('button', { name: textsIn(language).tvWatching('external.open') })).toAppear()
  await expect(note.getByRole('button', { name: textsIn(language).tvWatching('external.report') })).toAppear()
})

test.for(['film', 'live'] as const)('a stream without its segments shows within ten seconds that they are gone: %s', async (name) => {
  const { note } = await watch({ stream_url: source.url(`/${name}.m3u8`) }, 'en')
  await expect.poll(() => source.requests.some(({ path }) => path.startsWith('/missing.ts'))).toBe(true)
  source.requests.length = 0
  await note.getByText(wordsOf('en').player('player.failure.gone')).waitFor({ timeout: 10_000 })
})

test('an unsupported encoding and an unreachable server are reported', async () => {
  const { player } = wordsOf('en')
  const hevc = await watch({ stream_url: source.url('/hevc.m3u8') }, 'en')
  expect(await expectMessage(hevc.note, player('player.failure.codec', { codecs: 'HEVC (H.265), Dolby Digital (AC-3)' }))).toBe(true)
  // The address has a port without a server.
  const nowhere = await watch({ stream_url: 'http://127.0.0.1:9/live.m3u8' }, 'en')
  expect(await expectMessage(nowhere.note, player('player.failure.unreachable'))).toBe(true)
})

test('a live stream that failed plays by itself when it returns', async () => {
  source.answers.set('/away.m3u8', (response) => response.writeHead(404, open).end())
  const { page, note } = await watch({ stream_url: source.url('/away.m3u8') }, 'en')
  expect(await expectMessage(note, wordsOf('en').player('player.failure.gone'))).toBe(true)
  source.answers.set('/away.m3u8', (response) =>
    response.writeHead(302, { ...open, location: `${fixturesUrl}/clips/aurora/index.m3u8` }).end(),
  )
  await expect.poll(() => videoTime(page), { timeout: 30_000 }).toBeGreaterThan(0.5)
})

test.for([
  ['en', 'desktop'],
  ['nl', 'phone'],
] as const)(
  'a channel that needs headers shows why it can’t play, opens in another player, and plays through an enabled relay: %s, %s',
  async ([language, size]) => {
    const { player, tv } = wordsOf(language)
    const decoder = await db.selectFrom('tv_channel').select(['id', 'source_id']).where('tvg_id', '=', 'decoder').executeTakeFirstOrThrow()
    const relay = (is_relayed: boolean) => db.updateTable('tv_source').set({ is_relayed }).where('id', '=', decoder.source_id!).execute()
    const page = await visit({ path: `/${language}/tiers?channel=${decoder.id}`, size })
    await page
      .getByRole('link', { name: tv('live.watch') })
      .first()
      .click()
    const note = page.getByRole('alert')
    await expect(note.getByText(player('player.failure.headers'))).toAppear()
    if (size === 'phone') expect(await axeViolationsInBothThemes(page)).toEqual([])
    const download = page.waitForEvent('download')
    await note.getByRole('button', { name: textsIn(language).tvWatching('external.open') }).click()
    const file = await (await download).createReadStream()
    expect((await file.toArray()).join('')).toContain(`#EXTVLCOPT:http-user-agent=Decoder/1.0\n`)
    await relay(true)
    try {
      await page.reload()
      await page
        .getByRole('button', { name: /^(Play|Afspelen)$/ })
        .first()
        .click()
      await expect.poll(() => videoTime(page), { timeout: 30_000 }).toBeGreaterThan(0.5)
      expect(
        await page.evaluate(() => performance.getEntriesByType('resource').filter(({ name }) => name.includes('/media/relay/')).length),
      ).toBeGreaterThan(2)
    } finally {
      await relay(false)
    }
  },
)

/** Creates a channel from a list whose streams are relayed. */
async function makeRelayedChannel(name: string, stream_url: string) {
  const { id: source_id } = await db
    .insertInto('tv_source')
    .values({ kind: 'm3u', name: `${name}.m3u`, is_relayed: true })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id } = await makeTvChannel(db, { name, stream_url })
  await db.updateTable('tv_channel').set({ source_id, hash: 1, list_name: name, list_url: stream_url }).where('id', '=', id).execute()
  return id
}
const watchLive = (page: Page) =>
  page
    .getByRole('link', { name: wordsOf('en').tv('live.watch') })
    .first()
    .click()

test('a stream without CORS plays through the relay by itself, and the next one of its host skips the direct attempt', async () => {
  const id = await makeRelayedChannel('Closed TV', `${fixturesUrl}/closed/aurora/index.m3u8`)
  const page = await visit({ path: `/en/tiers?channel=${id}`, expected: expectedErrors })
  await watchLive(page)
  await expect.poll(() => videoTime(page), { timeout: 30_000 }).toBeGreaterThan(0.5)
  expect(new URL(page.url()).origin).toBe(url)
  await page.keyboard.press('Escape')
  const tried: string[] = []
  page.on('request', (request) => request.url().startsWith(`${fixturesUrl}/closed/`) && tried.push(request.url()))
  await watchLive(page)
  await expect.poll(() => videoTime(page), { timeout: 30_000 }).toBeGreaterThan(0.5)
  expect(tried).toEqual([])
})

test('a stream that refuses the browser is relayed on request, and reports if that fails too', async () => {
  const { player } = wordsOf('en')
  // The stream's server also refuses relayed requests.
  const id = await makeRelayedChannel('Refusing TV', source.url('/403.m3u8'))
  const page = await visit({ path: `/en/tiers?channel=${id}`, expected: expectedErrors })
  await watchLive(page)
  const note = page.getByRole('alert')
  expect(await expectMessage(note, player('player.failure.refused'))).toBe(true)
  const relay = note.getByRole('button', { name: player('player.relay', { brand: 'Choice' }) })
  const passedOn = page.waitForRequest((request) => request.url().includes(`/media/relay/${id}/live/open`))
  await relay.click()
  await passedOn
  await expect(note).toAppear()
  await expect.poll(() => relay.count()).toBe(0)
})
