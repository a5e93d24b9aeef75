import { expect, test } from 'vitest'
import { makeFilledChannel, outcome } from '#test/channels.ts'
import { createUser } from '#test/people.ts'
import { startTestServer } from '#test/serve.ts'
import { channelsContract as contract } from '../contract.ts'
import { status } from '../rules.ts'

const server = await startTestServer()
const { app, db } = server
const [ann, bob] = await Promise.all([createUser(server), createUser(server)])
const ownChannel = await makeFilledChannel(db, ann.client)
const secret = await makeFilledChannel(db, bob.client, ['A'], { status_id: status.private })
const open = await makeFilledChannel(db, bob.client)

interface Ids {
  playlistId: string
  seriesId: string
  videoIds: string[]
}
type Call = readonly [method: 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: (ids: Ids) => string, body?: (ids: Ids) => object | string]
/** All calls that change a named thing, each with an invalid body if it has a body. A string is sent as a form. */
const calls: Record<string, Call> = {
  updatePlaylist: ['PATCH', ({ playlistId }) => `/api/playlists/${playlistId}`, () => ({ name: '' })],
  updatePlaylistByForm: ['POST', ({ playlistId }) => `/api/playlists/${playlistId}`, () => '_method=PATCH&name='],
  deletePlaylist: ['DELETE', ({ playlistId }) => `/api/playlists/${playlistId}`],
  createSeries: ['POST', () => '/api/series', ({ playlistId }) => ({ playlist_id: playlistId, name: '' })],
  updateSeries: ['PUT', ({ seriesId }) => `/api/series/${seriesId}`, () => ({ position: 'first' })],
  deleteSeries: ['DELETE', ({ seriesId }) => `/api/series/${seriesId}`],
  addVideos: ['POST', ({ seriesId }) => `/api/series/${seriesId}/videos`, () => ({ videos: 'all' })],
  removeVideos: ['DELETE', ({ seriesId }) => `/api/series/${seriesId}/videos`, () => ({ videos: [1] })],
  updateVideo: ['PUT', ({ videoIds: [id] }) => `/api/videos/${id}`, () => ({ title: '' })],
  updateVideoByForm: ['POST', ({ videoIds: [id] }) => `/api/videos/${id}`, () => '_method=PUT&title='],
  deleteVideo: ['DELETE', ({ videoIds: [id] }) => `/api/videos/${id}`],
  deleteVideoImage: ['DELETE', ({ videoIds: [id] }) => `/api/videos/${id}/image`],
  moveVideo: ['POST', ({ videoIds: [id], seriesId }) => `/api/videos/${id}/series/${seriesId}/${seriesId}`, () => ({ index: -1 })],
  addLinks: ['POST', ({ playlistId }) => `/api/playlist/videos/${playlistId}`, () => [1]],
  moveVideos: ['POST', () => '/api/videos/move', ({ seriesId }) => ({ series_id: seriesId, videos: 'all' })],
  moveVideosIntoChannel: ['POST', () => '/api/videos/move', ({ playlistId }) => ({ playlist_id: playlistId, videos: 'all' })],
  moveSeriesTogether: ['POST', () => '/api/series/move', ({ playlistId }) => ({ playlist_id: playlistId, series: 'all' })],
  copySeriesInto: [
    'POST',
    () => '/api/copy/series',
    ({ playlistId }) => ({ series_id: ownChannel.seriesId, playlist_id: playlistId, index: 'x' }),
  ],
  copyVideoInto: [
    'POST',
    () => '/api/copy/video',
    ({ seriesId }) => ({ video_id: ownChannel.videoIds[0]!, series_id: seriesId, index: 'x' }),
  ],
  copyVideoIntoChannel: [
    'POST',
    () => '/api/copy/video',
    ({ playlistId }) => ({ video_id: ownChannel.videoIds[0]!, playlist_id: playlistId, index: [] }),
  ],
  moveSeriesInto: ['PUT', () => `/api/series/${ownChannel.seriesId}`, ({ playlistId }) => ({ playlist_id: playlistId, position: 'x' })],
  insertLinks: ['POST', ({ playlistId, seriesId }) => `/api/playlist/videos/${playlistId}/${seriesId}/0`, () => [1]],
}
const namedInBody = new Set([
  'createSeries',
  'updateSeries',
  'moveVideos',
  'moveVideosIntoChannel',
  'moveSeriesTogether',
  'copySeriesInto',
  'copyVideoInto',
  'copyVideoIntoChannel',
  'moveSeriesInto',
])
async function callApi([method, path, body]: Call, ids: Ids, token: string | undefined, raw?: string) {
  const payload = raw ?? body?.(ids)
  const type = raw !== undefined ? 'application/json' : typeof payload === 'string' && 'application/x-www-form-urlencoded'
  const { statusCode } = await app.inject({
    method,
    url: path(ids),
    headers: { ...(token && { authorization: `Bearer ${token}` }), ...(type && { 'content-type': type }) },
    ...(payload !== undefined && { payload }),
  })
  return statusCode
}

test.each(Object.entries(calls))('%s checks the session, then the named thing, then the body', async (_, call) => {
  expect(await callApi(call, ownChannel, undefined)).toBe(401)
  expect(await callApi(call, ownChannel, 'no-such-token')).toBe(401)
  expect(await callApi(call, secret, ann.token)).toBe(404)
  expect(await callApi(call, open, ann.token)).toBe(403)
  if (call[2]) expect(await callApi(call, ownChannel, ann.token)).toBe(422)
})

test.each(Object.entries(calls).filter(([, call]) => call[2]))('%s checks an unreadable body last', async (name, call) => {
  // If the body names the object, the body has to be read first.
  if (!namedInBody.has(name)) expect(await callApi(call, secret, ann.token, '{')).toBe(404)
  expect(await callApi(call, ownChannel, undefined, '{')).toBe(401)
  expect(await callApi(call, ownChannel, ann.token, '{')).toBe(400)
})

test.each(['x', 'x'.repeat(12), 'x'.repeat(5000), '%00', '%ff', '..%2f', 'null', "a'b"])('the malformed id %s is refused', async (id) => {
  for (const url of [`/api/playlists/${id}`, `/api/videos/${id}`, `/api/playlists/slug/${id}`]) {
    const { statusCode } = await app.inject({ url, headers: { authorization: `Bearer ${ann.token}` } })
    expect([url, statusCode < 500 && statusCode >= 400]).toEqual([url, true])
  }
})

test('a missing thing is a 404 even if the query is invalid', async () => {
  const ask = (id: string) =>
    app.inject({ url: `/api/playlists/${id}?from_direct_publish=maybe`, headers: { authorization: `Bearer ${ann.token}` } })
  expect((await ask(secret.playlistId)).statusCode).toBe(404)
  expect((await ask(open.playlistId)).json()).toMatchObject({ code: 'invalid', errors: { from_direct_publish: [expect.any(String)] } })
})

test('path, query and body are parsed separately', async () => {
  const { statusCode, json } = await app.inject({
    method: 'PATCH',
    url: `/api/playlists/${ownChannel.playlistId}?name=Query&id=${open.playlistId}`,
    headers: { authorization: `Bearer ${ann.token}` },
    payload: { id: open.playlistId, user_id: bob.id, team_id: 'x', is_default: true, description: 'Mine' },
  })
  expect(statusCode).toBe(200)
  expect(json()).toMatchObject({
    id: ownChannel.playlistId,
    name: 'A channel',
    description: 'Mine',
    user_id: ann.id,
    team_id: null,
    is_default: false,
  })
})

test('_method in JSON is ignored', async () => {
  const { statusCode } = await app.inject({
    method: 'POST',
    url: '/api/playlists',
    headers: { authorization: `Bearer ${ann.token}` },
    payload: { _method: 'DELETE', name: 'Made', status_id: 1 },
  })
  expect(statusCode).toBe(200)
})

test('a user without a username can read like a guest, and must complete the profile for other calls', async () => {
  const newcomer = await createUser(server, { nickname: null })
  expect(await outcome(newcomer.client(contract.getPlaylist, { params: { id: open.playlistId } }))).toBe('done')
  expect(await outcome(newcomer.client(contract.listMyPlaylists, {}))).toBe('427 fields_missing')
  expect(await outcome(newcomer.client(contract.createPlaylist, { body: { name: 'x', status_id: 1 } }))).toBe('427 fields_missing')
})
