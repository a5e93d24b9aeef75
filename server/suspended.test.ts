import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { cookieNames } from '#kit/contract/cookies.ts'
import { accountsContract } from '#features/accounts/contract.ts'
import { guideContract } from '#features/guide/contract.ts'
import { operatorContract } from '#features/operator/contract.ts'
import { searchContract } from '#features/search/contract.ts'
import { outcome } from '#test/channels.ts'
import { followEvents } from '#test/events.ts'
import { createUser } from '#test/people.ts'
import { startTestServer } from '#test/serve.ts'
import { onlyForUserAgent, sendList, startStreamSource } from '#test/stream-source.ts'
import { makeTvChannel } from '#test/television.ts'
import { listen, tusClient, createUploader } from '#test/uploads.ts'

const source = await startStreamSource()
const server = await startTestServer({ OUTBOUND_ALLOW: source.host, RELAY_STREAMS: '30', FFMPEG_PATH: '/nowhere/ffmpeg' })
const { app, db, guest } = server
const origin = await listen(app)

/** Creates a TV channel whose stream is relayed, because its server requires headers. */
async function makeRelayedChannel(): Promise<string> {
  source.answers.set('/tv.m3u8', onlyForUserAgent('Decoder/1.0', sendList(['#EXTM3U', '#EXT-X-TARGETDURATION:4', '#EXTINF:4,', '/a.ts'])))
  await db.insertInto('tv_source').values({ id: 'RelayList01', kind: 'm3u', name: 'list.m3u', is_relayed: true }).execute()
  const { id } = await makeTvChannel(db, { stream_url: source.url('/tv.m3u8') })
  const channelRow = { source_id: 'RelayList01', hash: 1, list_name: 'One', list_url: source.url('/tv.m3u8') }
  const stream_headers = JSON.stringify({ 'User-Agent': 'Decoder/1.0' })
  await db
    .updateTable('tv_channel')
    .set({ ...channelRow, stream_headers })
    .where('id', '=', id)
    .execute()
  return id
}

test('a suspension ends every access of a user at the next request; after it is lifted, none of it returns', async () => {
  const operator = await createUser(server, { is_operator: true })
  const ann = await createUploader(server)
  const { client, cookie, token, refreshToken } = ann
  const cookies = { cookie: `${cookieNames.media}=${cookie}` }
  const statusAt = async (path: string, headers: Record<string, string> = {}) =>
    (await fetch(`${origin}${path}`, { headers, redirect: 'manual' })).status

  const { id: searchId } = await client(searchContract.saveSearch, { body: { search: 'suspended words' } })
  await client(searchContract.followSearch, { params: { id: searchId } })
  const pathOf = (url: string) => url.replace(server.config.publicUrl, '')
  const feed = pathOf((await client(searchContract.getSearchFeed, { params: { id: searchId } })).url)
  const calendar = pathOf((await client(guideContract.makeReminderCalendar, {})).url!)
  const response = await fetch(`${origin}/media/relay/${await makeRelayedChannel()}/live/open`, { headers: cookies, redirect: 'manual' })
  const relay = response.headers.get('location')!
  const tus = tusClient(origin, token)
  const created = await tus.create({ filename: 'film.mp4', series_id: ann.seriesId }, 2_000_000)
  const upload = created.headers.get('location')!
  expect((await tus.patch(upload, 0, randomBytes(1_000_000))).status).toBe(204)
  const events = await followEvents(`${origin}/api/events`, cookies)

  const access = async () => ({
    token: await outcome(client(accountsContract.getProfile, {})),
    feed: await statusAt(feed),
    calendar: await statusAt(calendar),
    relay: await statusAt(relay, cookies),
    upload: (await tus.head(upload)).status,
  })
  expect(await access()).toEqual({ token: 'done', feed: 200, calendar: 200, relay: 200, upload: 200 })

  const suspend = (suspension: { reason: string; until: null } | null) =>
    operator.client(operatorContract.updateUser, { params: { id: ann.id }, body: { suspension, reason: 'Spam' } })
  await suspend({ reason: 'Spam', until: null })
  const closed = { token: '401 token_invalid', feed: 404, calendar: 404, relay: 404, upload: 401 }
  expect(await access()).toEqual(closed)
  expect((await tus.patch(upload, 1_000_000, randomBytes(1_000_000))).status).toBe(401)
  const refresh = () => guest(accountsContract.createToken, { body: { grant_type: 'refresh_token', refresh_token: refreshToken } })
  expect(await outcome(refresh())).toBe('401 token_invalid')
  expect(await statusAt('/api/events', cookies)).toBe(401)
  // The open stream ends as well, without waiting for a heartbeat.
  await events.ended
  const { rows } = await sql`select from session where account_id = ${ann.id}`.execute(db)
  expect(rows).toHaveLength(0)

  await suspend(null)
  expect(await access()).toEqual(closed)
  expect(await outcome(refresh())).toBe('401 token_invalid')
})
