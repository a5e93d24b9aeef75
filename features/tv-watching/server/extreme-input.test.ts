import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { outcome } from '#test/channels.ts'
import { startTestServer } from '#test/serve.ts'
import { makeTvChannel } from '#test/television.ts'
import { guideContract } from '#features/guide/contract.ts'
import { readList } from '#features/tv-sources/server/read-list.ts'

const server = await startTestServer({ TRUSTED_PROXIES: '127.0.0.1', COUNTRY_HEADER: 'x-country', RATE_LIMITS: 'off' })
const { app, db, guest } = server
const tvChannel = await makeTvChannel(db, { name: 'Open', groups: ['All'], catchup_mode: 'shift' }, [['Morning', -30, 60]])
const disabledChannel = await makeTvChannel(db, { name: 'Switched', stream_url: 'https://rights.test/o.m3u8', is_off: true }, [
  ['Nothing', -10, 60],
])
const fetchRaw = async (url: string, headers: Record<string, string> = {}) => {
  const { statusCode, body } = await app.inject({ url, headers })
  return { statusCode, body }
}

test('extreme times, endless spans and invalid cursors never cause failures', async () => {
  const times = [
    '0000-01-01T00:00:00Z',
    '0001-01-01T00:00:00Z',
    '9999-12-31T23:59:59Z',
    '9999-12-31T23:59:59.999Z',
    `2026-11-23T00:00:00.${'0'.repeat(300)}Z`,
    '2026-02-30T00:00:00Z',
    '-271821-04-20T00:00:00Z',
    '+275760-09-13T00:00:00Z',
    'infinity',
    'now',
    '1',
    '2026-11-23T00:00:00%00Z',
  ]
  const urls = times.flatMap((time) => [
    `/api/channel/${tvChannel.id}/epg?from=${time}`,
    `/api/channel/${tvChannel.id}/epg?to=${time}`,
    `/api/channel/${tvChannel.id}/epg?from=${time}&to=${time}`,
    `/api/channel/${tvChannel.id}/epg?from=0001-01-01T00:00:00Z&to=${time}`,
    `/api/guide?from=${time}&to=${time}`,
    `/api/guide?from=9999-12-31T10:00:00Z&to=${time}`,
    `/api/guide?from=${time}&to=0001-01-01T10:00:00Z`,
  ])
  const cursorOf = (key: unknown) => Buffer.from(JSON.stringify(key)).toString('base64url')
  const cursors = [
    [0, Number.MAX_SAFE_INTEGER, tvChannel.id],
    [1, -Number.MAX_SAFE_INTEGER, tvChannel.id],
    [2, 1, tvChannel.id],
    [0, 1e300, tvChannel.id],
    [0, 1, "x' or 1=1"],
    [],
    null,
    'x',
    [0, 1, tvChannel.id, 4],
  ]
  for (const key of cursors) {
    urls.push(`/api/channel?cursor=${cursorOf(key)}`)
    urls.push(`/api/guide?from=2026-11-23T00:00:00Z&to=2026-11-23T10:00:00Z&cursor=${cursorOf(key)}`)
  }
  for (const group of ['%00', '%', '_', '%ff', 'a'.repeat(5000), "'", '{}', '%F0%9F%98%80']) {
    urls.push(`/api/channel?group=${group}`, `/api/guide/now?group=${group}`, `/api/guide/search?query=${group}`)
  }
  urls.push(
    '/api/channel?group=a&group=b',
    '/api/channel?group[]=a',
    '/api/channel?limit=0',
    '/api/channel?limit=101',
    '/api/channel?limit=1e9',
    '/api/channel?limit=-1',
    '/api/channel?followed=2',
    '/api/guide/tonight?limit=1000000',
  )
  urls.push(
    `/api/epg/${tvChannel.programmes[0]}?channel=${disabledChannel.id}`,
    `/api/epg/${tvChannel.programmes[0]}?channel=${'x'.repeat(11)}`,
  )
  const broken: unknown[] = []
  for (const url of urls) {
    const { statusCode, body } = await fetchRaw(url)
    if (statusCode >= 500) broken.push([url, statusCode, body])
  }
  expect(broken).toEqual([])
  for (const query of ['%', '_', '\\', "'", '\u0000', '\u0301', '\ud800', '😀'.repeat(20), '0'.repeat(5), '99999', '-1', '1'.repeat(40)])
    for (const endpoint of [guideContract.searchTvChannels, guideContract.listTvKeywords] as const)
      expect([query, await outcome(guest(endpoint as typeof guideContract.searchTvChannels, { body: { query } }))]).not.toEqual([
        query,
        expect.stringMatching(/^5/),
      ])
})

test('a line of sixty million characters only loses that line', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'choice-list-'))
  const path = join(folder, 'list.m3u')
  await writeFile(path, `#EXTM3U\n#EXTINF:-1,First\nhttps://a.test/1\n${'x'.repeat(60_000_000)}\n#EXTINF:-1,Last\nhttps://a.test/2\n`)
  const pieces: unknown[] = []
  const begunMs = process.cpuUsage().user / 1000
  const result = await readList({ path, isNamedBrotli: false, maxBytes: 200_000_000, base: undefined }, (piece) =>
    Promise.resolve(void pieces.push(piece)),
  )
  expect(result).toMatchObject({ read: 2, skipped: 0 })
  expect(process.cpuUsage().user / 1000 - begunMs).toBeLessThan(5000)
  await rm(folder, { recursive: true })
})
