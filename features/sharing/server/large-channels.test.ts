import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { curationContract } from '#features/curation/contract.ts'
import { limits } from '#features/curation/limits.ts'
import { makeWeb } from '#test/built-web.ts'
import { fillSeries, makeChannel, makeSeries } from '#test/channels.ts'
import { person } from '#test/people.ts'
import { serve } from '#test/serve.ts'

const webDir = mkdtempSync(join(tmpdir(), 'choice-large-'))
afterAll(() => rmSync(webDir, { recursive: true }))
const server = await serve({}, { webDir: makeWeb(webDir) })
const { app, db } = server
const ann = await person(server)

/** As many videos as a channel may have, with texts as long as they may be. In a page each `<` is written as six characters. */
const text = '<'.repeat(limits.text)
let id: string
let videoId: string
beforeAll(async () => {
  id = (await makeChannel(ann.client)).id
  await ann.client(curationContract.updatePlaylist, { params: { id }, body: { description: text } })
  const { id: seriesId } = await makeSeries(ann.client, id)
  const titles = Array.from({ length: limits.videos }, () => '<'.repeat(limits.title))
  const videos = await fillSeries(db, seriesId, titles, { description: text, more_description: text })
  videoId = videos[0]!
})

const inBrowser = (path: string) => app.inject({ url: path, headers: { accept: 'text/html' } })

test('the page of the largest channel, or of a video in it, has at most 400 KB', async () => {
  for (const query of [`playlist=${id}`, `playlist=${id}&video=${videoId}`]) {
    const { statusCode, rawPayload } = await inBrowser(`/en/playlists?${query}`)
    expect(statusCode).toBe(200)
    expect(rawPayload.length).toBeLessThan(400 * 1024)
  }
})

test('its feeds and embedded player have at most 2 MB', async () => {
  for (const path of [`/feeds/${id}.xml`, `/feeds/${id}.json`, `/embed/channel/${id}`]) {
    const { statusCode, rawPayload } = await inBrowser(path)
    expect(statusCode).toBe(200)
    expect(rawPayload.length).toBeLessThan(2 * 1024 ** 2)
  }
})

test('a channel has the beginnings of its videos’ texts, and says so', async () => {
  const { series } = await server.as()(curationContract.getPlaylist, { params: { id }, query: {} })
  expect(series[0]!.videos).toHaveLength(limits.videos)
  const texts = { description: `${'<'.repeat(limits.textStart)}…`, more_description: `${'<'.repeat(limits.moreTextStart)}…` }
  for (const video of series[0]!.videos) expect(video).toMatchObject({ ...texts, is_cut: true })
})

test('a video’s own answer has them whole', async () => {
  const video = await server.as()(curationContract.getVideo, { params: { id: videoId }, query: {} })
  expect(video).toMatchObject({ description: text, more_description: text, is_cut: false })
})

test('a text that fits is whole', async () => {
  const { id: playlist_id } = await makeChannel(ann.client)
  const { id: seriesId } = await makeSeries(ann.client, playlist_id)
  const fits = 'é'.repeat(limits.textStart)
  await fillSeries(db, seriesId, ['One'], { description: fits })
  const { series } = await server.as()(curationContract.getPlaylist, { params: { id: playlist_id }, query: {} })
  expect(series[0]!.videos[0]).toMatchObject({ description: fits, more_description: null, is_cut: false })
})
