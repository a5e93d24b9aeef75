import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { makeWeb } from '#test/built-web.ts'
import { makeFilledChannel } from '#test/channels.ts'
import { createUser } from '#test/people.ts'
import { startTestServer } from '#test/serve.ts'
import { oembedPath } from '#features/sharing/server/oembed.ts'
import { countAllViews } from '#features/watching/server/jobs.ts'
import { statisticsContract as contract } from '../contract.ts'

const webDir = mkdtempSync(join(tmpdir(), 'choice-uncounted-'))
afterAll(() => rmSync(webDir, { recursive: true }))
const server = await startTestServer({}, { webDir: makeWeb(webDir) })
const { app, db } = server
const ann = await createUser(server)

test.each([
  ['a prerendered page', { 'sec-purpose': 'prefetch;prerender' }],
  ['a link preview', { 'user-agent': 'facebookexternalhit/1.1' }],
  ['the owner’s own dashboard', { authorization: `Bearer ${ann.token}` }],
])('%s counts no view, share or click', async (_, headers) => {
  const { playlistId: id, seriesId, videoIds } = await makeFilledChannel(db, ann.client, ['Film'])
  const address = `/playlists?playlist=${id}&serie=${seriesId}&play=${videoIds[0]}`
  const shown = [
    `/en${address}`,
    `/embed/${videoIds[0]}`,
    `/embed/channel/${id}`,
    `/feeds/${id}.xml`,
    oembedPath(`http://choice.test/en${address}`, 'json'),
    `/api/playlists/${id}`,
    `/api/videos/${videoIds[0]}`,
  ]
  for (const url of shown) expect([url, (await app.inject({ url, headers })).statusCode]).toEqual([url, 200])
  for (const url of ['/api/statistics/playlists', `/api/statistics/playlists/${id}`]) await app.inject({ url, headers })
  await countAllViews(db, new AbortController().signal)
  expect((await ann.client(contract.getStatistics, { params: { id }, query: {} })).totals).toMatchObject({
    views: 0,
    ownViews: 0,
    uniqueViews: 0,
    sharing: 0,
    goToClicks: 0,
    moreInfoClicks: 0,
  })
})
