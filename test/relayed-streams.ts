import { expect } from 'vitest'
import { tvSourcesContract } from '#features/tv-sources/contract.ts'
import { createUser, type Person } from './people.ts'
import { startTestServer } from './serve.ts'
import { onlyForUserAgent, sendList, sendPart, startStreamSource } from './stream-source.ts'
import { countryId, makeTvChannel } from './television.ts'

export interface RelayCaller {
  headers?: Record<string, string>
  remoteAddress?: string
}

/** Starts the product with a relayed list of streams. */
export async function startRelayedStreams() {
  const source = await startStreamSource()
  const server = await startTestServer({
    TRUSTED_PROXIES: '127.0.0.1',
    COUNTRY_HEADER: 'x-country',
    OUTBOUND_ALLOW: source.host,
    RELAY_STREAMS: '30',
  })
  const { app, db } = server
  const belgium = await countryId(db, 'BE')
  const operator = await createUser(server, { is_operator: true })
  const channelRow = { source_id: 'RelayList01', hash: 1, list_name: 'One', list_url: source.url('/one/index.m3u8') }
  await db.insertInto('tv_source').values({ id: channelRow.source_id, kind: 'm3u', name: 'list.m3u' }).execute()
  const setRelay = (is_relayed: boolean) =>
    operator.client(tvSourcesContract.updateTvSource, { params: { id: channelRow.source_id }, body: { is_relayed } })
  await setRelay(true)
  const agent = 'Decoder/1.0'
  const segment = Buffer.alloc(300_000, 'segment')
  source.answers.set('/one/index.m3u8', onlyForUserAgent(agent, sendList(['#EXTM3U', '#EXT-X-STREAM-INF:BANDWIDTH=1', 'low.m3u8'])))
  source.answers.set('/one/low.m3u8', onlyForUserAgent(agent, sendList(['#EXTM3U', '#EXT-X-TARGETDURATION:4', '#EXTINF:4,', '/one/a.ts'])))
  source.answers.set('/one/a.ts', onlyForUserAgent(agent, sendPart(segment, 'video/mp2t', { 'set-cookie': 'x=1', 'x-secret': 'y' })))
  let count = 0
  async function relayedChannel(fields: Parameters<typeof makeTvChannel>[1] = {}, broadcasts: Parameters<typeof makeTvChannel>[2] = []) {
    const tv = await makeTvChannel(db, { stream_url: source.url('/one/index.m3u8'), ...fields }, broadcasts)
    const headers = JSON.stringify({ 'User-Agent': agent, Cookie: 'list=secret' })
    await db
      .updateTable('tv_channel')
      .set({ ...channelRow, hash: ++count, stream_headers: headers })
      .where('id', '=', tv.id)
      .execute()
    return tv
  }
  const one = await relayedChannel()
  const get = (url: string, { headers = {}, remoteAddress = '192.0.2.1' }: RelayCaller = {}) =>
    app.inject({ url, remoteAddress, headers: { 'user-agent': 'Browser', ...headers } })
  const cookieOf = ({ cookie }: Person) => ({ headers: { cookie: `media_session=${cookie}` } })
  /** Opens a stream, and returns where the response redirects to. */
  async function openStream(id: string, cookie?: RelayCaller, play = 'live'): Promise<string> {
    const { statusCode, headers } = await get(`/media/relay/${id}/${play}/open`, cookie)
    expect(statusCode).toBe(302)
    return String(headers.location)
  }
  /** Returns the addresses that a relayed playlist names. */
  const namedIn = (url: string, body: string) =>
    body
      .split('\n')
      .filter((line) => line && !line.startsWith('#'))
      .map((line) => new URL(line, `http://choice.test${url}`).href.slice('http://choice.test'.length))
  async function followed(id: string, cookie?: RelayCaller) {
    const master = await openStream(id, cookie)
    const [media] = namedIn(master, (await get(master, cookie)).body) as [string]
    const [part] = namedIn(media, (await get(media, cookie)).body) as [string]
    return { master, media, part }
  }
  return {
    ...server,
    server,
    source,
    belgium,
    operator,
    listed: channelRow,
    setRelay,
    agent,
    segment,
    relayedChannel,
    one,
    get,
    cookieOf,
    opened: openStream,
    namedIn,
    followed,
  }
}
