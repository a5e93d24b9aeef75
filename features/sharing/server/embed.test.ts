import { expect, test } from 'vitest'
import { fillSeries, makeFilledChannel, makeSeries } from '#test/channels.ts'
import { createUser } from '#test/people.ts'
import { startTestServer } from '#test/serve.ts'
import { contracts } from '#server/features.ts'
import { fillPath } from '#kit/contract/endpoint.ts'
import { channelsContract } from '#features/channels/contract.ts'
import { status } from '#features/channels/rules.ts'
import { createPictureId } from '#features/media/server/picture-files.ts'
import { insertPicture } from '#features/media/server/queries.ts'
import { uploadsContract } from '#features/uploads/contract.ts'
import type { EmbedData } from '../embed-data.ts'

const server = await startTestServer()
const { app, db } = server
const ann = await createUser(server)

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })
const update = (id: string, body: object) => ann.client(channelsContract.updatePlaylist, { params: { id }, body })
const dataOf = (html: string) => JSON.parse(/id="embed-data">(.*?)<\/script>/s.exec(html)?.[1] ?? 'null') as EmbedData
const statusOf = async (url: string) => (await get(url)).statusCode

test('a public video has a page that any site may embed, the same for everyone', async () => {
  const { playlistId, seriesId, videoIds } = await makeFilledChannel(db, ann.client, ['Night train'])
  const [id] = videoIds as [string]
  await db.updateTable('video').set({ start_at: 5, end_at: 60 }).where('id', '=', id).execute()
  const response = await get(`/embed/${id}?t=1m30s`)
  expect(response.statusCode).toBe(200)
  expect(response.headers['content-security-policy']).toContain('frame-ancestors *')
  expect(response.headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
  expect(response.headers['x-frame-options']).toBeUndefined()
  expect(dataOf(response.body)).toMatchObject({
    startSeconds: 90,
    videos: [{ id, src: 'https://films.test/0.mp4', start_at: 5, end_at: 60 }],
  })
  expect(response.body).toContain(`href="http://choice.test/en/playlists?playlist=${playlistId}&#38;serie=${seriesId}&#38;video=${id}"`)
  // The owner, with all credentials, gets the same response.
  const cookie = `choice_session=${ann.token}; lang=nl; token=${ann.token}`
  const owners = await get(`/embed/${id}?t=1m30s`, { cookie, authorization: `Bearer ${ann.token}` })
  expect(owners.body).toBe(response.body)
  for (const { headers } of [response, owners]) expect(headers['set-cookie']).toBeUndefined()
})

test('the page uses the language of the address, else of the browser', async () => {
  const { videoIds } = await makeFilledChannel(db, ann.client, ['Film'])
  const words = async (url: string, headers = {}) => /id="brand"[^>]*>([^<]+)</.exec((await get(url, headers)).body)?.[1]
  expect(await words(`/embed/${videoIds[0]}`)).toBe('Watch on Choice')
  expect(await words(`/embed/${videoIds[0]}`, { 'accept-language': 'nl' })).toBe('Bekijk op Choice')
  expect(await words(`/embed/${videoIds[0]}?lang=nl`, { 'accept-language': 'en' })).toBe('Bekijk op Choice')
  expect(await words(`/embed/${videoIds[0]}?lang=nl&lang=en`)).toBe('Watch on Choice')
})

test('a channel’s page has its first videos in order, a series its own; the number is limited', async () => {
  const { playlistId, videoIds } = await makeFilledChannel(db, ann.client, ['One', 'Two', 'Grown', 'Gone'])
  const [, , grown, gone] = videoIds as [string, string, string, string]
  await db.updateTable('video').set({ adult: true }).where('id', '=', grown).execute()
  await db
    .updateTable('video')
    .set({ link_state: 'gone', link_problem: 'removed', link_failed_at: new Date() })
    .where('id', '=', gone)
    .execute()
  const { id: other } = await makeSeries(ann.client, playlistId, 'Other')
  await fillSeries(
    db,
    other,
    Array.from({ length: 1000 }, (_, index) => `Video ${index}`),
  )
  const titles = async (url: string) => dataOf((await get(url)).body).videos.map(({ title }) => title)
  const all = await titles(`/embed/channel/${playlistId}`)
  expect(all.slice(0, 3)).toEqual(['One', 'Two', 'Video 0'])
  expect(all).toHaveLength(50)
  expect((await titles(`/embed/channel/${playlistId}?serie=${other}`))[0]).toBe('Video 0')
  expect(await statusOf(`/embed/channel/${playlistId}?serie=nowhere0000`)).toBe(404)
  expect([await statusOf(`/embed/${grown}`), await statusOf(`/embed/${gone}`)]).toEqual([404, 404])
})

test('the list of a channel has the pictures and lengths of its videos', async () => {
  const { playlistId, videoIds } = await makeFilledChannel(db, ann.client, ['Long', 'Unknown'])
  const picture_id = createPictureId({ width: 1200, height: 800, colour: '6c7076' })
  await insertPicture(db, { id: picture_id, bytes: 1 })
  await db.updateTable('video').set({ duration: 3725, picture_id }).where('id', '=', videoIds[0]!).execute()
  const { body } = await get(`/embed/channel/${playlistId}`)
  const rows = [...body.matchAll(/<li>(.*?)<\/li>/g)].map(([, row]) => row)
  expect(rows[0]).toContain(`<img src="/media/pictures/${picture_id}/160.webp" alt="" loading="lazy"`)
  expect(rows[0]).toContain('<small>1:02:05</small>')
  expect(rows[1]).not.toMatch(/<img|<small/)
})

test('captions are listed for each video, named in the page’s language', async () => {
  const { playlistId, videoIds } = await makeFilledChannel(db, ann.client, ['One', 'Two'])
  const [id = '', other = ''] = videoIds
  const body = { language: 'nl', text: 'WEBVTT\n\n00:01.000 --> 00:02.000\nHallo' }
  await ann.client(uploadsContract.addCaptions, { params: { id }, body })
  const captions = [{ language: 'nl', label: 'Dutch', src: `/media/captions/${id}/nl.vtt` }]
  expect(dataOf((await get(`/embed/${id}`)).body).videos[0]).toMatchObject({ captions })
  expect((await get(captions[0]!.src)).body).toContain('Hallo')
  const { videos } = dataOf((await get(`/embed/channel/${playlistId}?lang=nl`)).body)
  expect(videos.map((video) => [video.id, video.captions.map(({ label }) => label)])).toEqual([
    [id, ['Nederlands']],
    [other, []],
  ])
})

test('titles are escaped', async () => {
  const evil = `</script><script>alert(1)</script><!-- "'\u2028`
  const { playlistId, videoIds } = await makeFilledChannel(db, ann.client, [evil], { name: '<b>"' })
  for (const url of [`/embed/${videoIds[0]}`, `/embed/channel/${playlistId}`]) {
    const { body } = await get(url)
    expect(body).not.toMatch(/<script>|<b>|<!--/)
    expect(dataOf(body).videos[0]?.title).toBe(evil)
  }
})

test('a hidden thing immediately has a plain page, which reveals nothing', async () => {
  const { playlistId, videoIds } = await makeFilledChannel(db, ann.client, ['Secret film'])
  const urls = [`/embed/${videoIds[0]}`, `/embed/channel/${playlistId}`]
  const nowhere = (await get('/embed/nowhere0000')).body
  expect(nowhere).toContain('This can’t be watched here.')
  expect((await get('/embed/nowhere0000')).headers['content-security-policy']).toContain('frame-ancestors *')
  const all = async () => Promise.all(urls.map(async (url) => (await get(url)).body))
  expect((await all()).every((body) => body.includes('Secret film'))).toBe(true)
  for (const status_id of [status.private, status.privateLink]) {
    const { id } = await update(playlistId, { status_id }).catch(() => ({ id: playlistId }))
    urls[1] = `/embed/channel/${id}`
    expect(await all()).toEqual([nowhere, nowhere])
  }
  for (const url of ['/embed/x', '/embed/%00', '/embed/channel/x', `/embed/channel/${videoIds[0]}`])
    expect((await get(url)).body).toBe(nowhere)
})

test('no other response can be framed', async () => {
  const { playlistId } = await makeFilledChannel(db, ann.client)
  const calls = contracts.flatMap((contract) => Object.values(contract)).filter(({ responseType }) => responseType !== 'events')
  expect(calls.length).toBeGreaterThan(50)
  const requests = calls.map(({ method, path }) => ({ method, url: fillPath(path, new Proxy({}, { get: () => 'nowhere0000' })) }))
  const others = [
    '/health',
    '/api/openapi.json',
    '/api/docs',
    `/feeds/${playlistId}.xml`,
    '/sitemap.xml',
    '/sitemaps/pages.json',
    '/robots.txt',
  ]
  const odd = ['/nowhere', '/embed', '/embed/a/b', '/%ff', `/media/cards/playlist/${playlistId}.jpg`, '/media/pictures/x/160.webp']
  for (const request of [...requests, ...[...others, ...odd].map((url) => ({ method: 'GET' as const, url }))]) {
    const policy = (await app.inject(request)).headers['content-security-policy']
    expect([request.url, policy]).toEqual([request.url, expect.stringContaining("frame-ancestors 'none'")])
  }
})

test('an invalid series id finds nothing', async () => {
  const { playlistId } = await makeFilledChannel(db, ann.client)
  for (const serie of ['%00', '%ED%A0%80', '', 'x'.repeat(1000)])
    expect(await statusOf(`/embed/channel/${playlistId}?serie=${serie}`)).toBe(404)
})
