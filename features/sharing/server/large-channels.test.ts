import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { channelsContract, type Playlist } from '#features/channels/contract.ts'
import { limits } from '#features/channels/limits.ts'
import { makeWeb } from '#test/built-web.ts'
import { fillChannel, fillSeries, makeChannel, makeSeries } from '#test/channels.ts'
import { createUser } from '#test/people.ts'
import { startTestServer } from '#test/serve.ts'

const webDir = mkdtempSync(join(tmpdir(), 'choice-large-'))
afterAll(() => rmSync(webDir, { recursive: true }))
const server = await startTestServer({}, { webDir: makeWeb(webDir) })
const { app, db } = server
const ann = await createUser(server)

/** A text of the maximum length, of which each `<` takes six characters in a page. */
const text = '<'.repeat(limits.text)
let id: string
let videoId: string
beforeAll(async () => {
  id = (await makeChannel(ann.client)).id
  await ann.client(channelsContract.updatePlaylist, { params: { id }, body: { description: text } })
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

test('feeds and the embedded player of the largest channel have at most 2 MB', async () => {
  for (const path of [`/feeds/${id}.xml`, `/feeds/${id}.json`, `/embed/channel/${id}`]) {
    const { statusCode, rawPayload } = await inBrowser(path)
    expect(statusCode).toBe(200)
    expect(rawPayload.length).toBeLessThan(2 * 1024 ** 2)
  }
})

test('a channel has truncated texts of its videos, marked with `is_cut`', async () => {
  const { series } = await server.clientFor()(channelsContract.getPlaylist, { params: { id }, query: {} })
  expect(series[0]!.videos).toHaveLength(limits.videos)
  const texts = { description: `${'<'.repeat(limits.textStart)}…`, more_description: `${'<'.repeat(limits.moreTextStart)}…` }
  for (const video of series[0]!.videos) expect(video).toMatchObject({ ...texts, is_cut: true })
})

test('a video’s own response has whole texts', async () => {
  const video = await server.clientFor()(channelsContract.getVideo, { params: { id: videoId }, query: {} })
  expect(video).toMatchObject({ description: text, more_description: text, is_cut: false })
})

test('channels and tiles have truncated texts of series and channels, and their own responses whole ones', async () => {
  const channel = await makeChannel(ann.client)
  const seriesIds = await fillChannel(db, channel.id, limits.series)
  await db.updateTable('series').set({ description: text }).where('playlist_id', '=', channel.id).execute()
  await fillSeries(db, seriesIds[0]!, ['One'])
  const params = { id: channel.id }
  const changed = await ann.client(channelsContract.updatePlaylist, { params, body: { description: text } })
  expect(changed).toMatchObject({ description: text, is_cut: false })
  const start = { description: `${'<'.repeat(limits.textStart)}…`, is_cut: true }
  const response = await app.inject({ url: `/api/playlists/${channel.id}` })
  expect(response.rawPayload.length).toBeLessThan(200 * 1024)
  const { series, ...rest } = response.json<Playlist>()
  expect(rest).toMatchObject({ description: text, is_cut: false })
  expect(series).toHaveLength(limits.series)
  for (const item of series) expect(item).toMatchObject(start)

  const fullSeries = await server.clientFor()(channelsContract.getSeries, { params: { id: seriesIds[3]! }, query: {} })
  const { videos: _, ...details } = series[3]!
  expect(fullSeries).toEqual({ ...details, description: text, is_cut: false })

  const { public: tiles } = await ann.client(channelsContract.listMyPlaylists, {})
  expect(tiles.find(({ id }) => id === channel.id)).toMatchObject(start)
  const { data } = await server.clientFor()(channelsContract.listDefaultPlaylists, { query: {} })
  expect(data.find(({ id }) => id === channel.id)).toMatchObject(start)
})

test('the response to a change of a series or channel has the whole text', async () => {
  const { id: playlist_id } = await makeChannel(ann.client)
  const made = await ann.client(channelsContract.createSeries, { body: { playlist_id, name: 'Winter', description: text } })
  const changed = await ann.client(channelsContract.updateSeries, { params: { id: made.id }, body: { name: 'Summer' } })
  for (const result of [made, changed]) expect(result).toMatchObject({ description: text, is_cut: false })
  const { series } = await ann.client(channelsContract.moveSeries, { body: { series: [made.id], playlist_id } })
  expect(series[0]).toMatchObject({ description: `${'<'.repeat(limits.textStart)}…`, is_cut: true })
})

test('short texts are not truncated', async () => {
  const { id: playlist_id } = await makeChannel(ann.client)
  const { id: seriesId } = await makeSeries(ann.client, playlist_id)
  const fits = 'é'.repeat(limits.textStart)
  await fillSeries(db, seriesId, ['One'], { description: fits })
  await ann.client(channelsContract.updateSeries, { params: { id: seriesId }, body: { description: fits } })
  const { series } = await server.clientFor()(channelsContract.getPlaylist, { params: { id: playlist_id }, query: {} })
  expect(series[0]).toMatchObject({ description: fits, is_cut: false })
  expect(series[0]!.videos[0]).toMatchObject({ description: fits, more_description: null, is_cut: false })
})
