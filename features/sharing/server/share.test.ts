import { expect, test } from 'vitest'
import { makeFilledChannel, outcome } from '#test/channels.ts'
import { createUser } from '#test/people.ts'
import { type Client, startTestServer } from '#test/serve.ts'
import { makeTvChannel } from '#test/television.ts'
import { channelsContract } from '#features/channels/contract.ts'
import { status } from '#features/channels/rules.ts'
import { sharingContract } from '../contract.ts'
import { embedCode, type Network, parseStartTime, type ShareableType, sharedPath, socialNetworks, shareIntentUrl } from '../rules.ts'

const server = await startTestServer()
const { app, clientFor, db, guest } = server
const [ann, bob] = await Promise.all([createUser(server), createUser(server)])

const share = (client: Client, shareable_type: ShareableType, shareable_id: string, network: Network = 'link', playlist_id?: string) =>
  client(sharingContract.share, { body: { shareable_type, shareable_id, network, ...(playlist_id && { playlist_id }) } })
const shareFrom = async (userAgent: string, shareable_id: string) =>
  (
    await app.inject({
      method: 'POST',
      url: '/api/share',
      headers: { 'user-agent': userAgent },
      payload: { shareable_type: 'video', shareable_id, network: 'x' },
    })
  ).statusCode
/** Reads the counted shares of a channel, such as `video x 2, playlist link 1`. */
async function readShares(playlistId: string) {
  const rows = await db
    .selectFrom('share_count')
    .innerJoin('playlist', 'playlist.key', 'share_count.playlist_key')
    .select(['shareable_type', 'network', 'shares'])
    .where('playlist.id', '=', playlistId)
    .execute()
  return rows
    .map(({ shareable_type, network, shares }) => `${shareable_type} ${network} ${shares}`)
    .toSorted()
    .join(', ')
}

test('shares of a TV channel are counted by quarter hour, once per user and method, also concurrently', async () => {
  const { id } = await makeTvChannel(db)
  await Promise.all([share(ann.client, 'channel', id), share(ann.client, 'channel', id), share(guest, 'channel', id)])
  await share(ann.client, 'channel', id, 'whatsapp')
  // `copy` is an alias of `link`.
  await share(ann.client, 'channel', id, 'copy' as Network)
  const rows = await db
    .selectFrom('tv_share_count')
    .select(['network', 'shares'])
    .where('tv_channel_id', '=', id)
    .orderBy('network')
    .execute()
  expect(rows).toEqual([
    { network: 'link', shares: 2 },
    { network: 'whatsapp', shares: 1 },
  ])
})

test('returns the address of a channel, series or video in the language of the request', async () => {
  const { playlistId, seriesId, videoIds } = await makeFilledChannel(db, ann.client, ['Film'])
  const [id] = videoIds as [string]
  const origin = 'http://choice.test'
  expect(await share(guest, 'playlist', playlistId)).toEqual({ url: `${origin}/en/playlists?playlist=${playlistId}` })
  expect(await share(clientFor({ language: 'nl' }), 'serie', seriesId)).toEqual({
    url: `${origin}/nl/playlists?playlist=${playlistId}&serie=${seriesId}`,
  })
  expect(await share(bob.client, 'video', id)).toEqual({
    url: `${origin}/en/playlists?playlist=${playlistId}&serie=${seriesId}&video=${id}`,
  })
  await ann.client(channelsContract.updatePlaylist, { params: { id: playlistId }, body: { slug: 'night-films' } })
  expect(await share(bob.client, 'playlist', playlistId)).toEqual({ url: `${origin}/en/night-films` })
  // The link contains the network, for statistics.
  expect(await share(bob.client, 'playlist', playlistId, 'whatsapp')).toEqual({ url: `${origin}/en/night-films?via=whatsapp` })
})

test('shares are counted by quarter hour and network, once per user and network, also concurrently', async () => {
  const { playlistId, seriesId, videoIds } = await makeFilledChannel(db, ann.client, ['Film'])
  const [id] = videoIds as [string]
  await Promise.all([share(bob.client, 'video', id, 'x'), share(bob.client, 'video', id, 'x'), share(ann.client, 'video', id, 'x')])
  await share(bob.client, 'video', id, 'qr')
  await share(bob.client, 'serie', seriesId, 'embed')
  await share(bob.client, 'playlist', playlistId, 'sheet')
  expect(await readShares(playlistId)).toBe('playlist sheet 1, serie embed 1, video qr 1, video x 2')
  const other = await server.again()
  await share(other.clientFor({ token: bob.token }), 'video', id, 'x')
  expect(await readShares(playlistId)).toContain('video x 2')
  await ann.client(channelsContract.deleteVideo, { params: { id } })
  expect(await readShares(playlistId)).toContain('video x 2')
  await ann.client(channelsContract.deletePlaylist, { params: { id: playlistId } })
  expect(await db.selectFrom('share_count').select('shares').where('item_id', '=', id).execute()).toEqual([])
})

test('hidden things look missing, and their owner can share them', async () => {
  const secret = await makeFilledChannel(db, ann.client, ['Film'], { status_id: status.private })
  const linked = await makeFilledChannel(db, ann.client, ['Film'], { status_id: status.privateLink })
  const grown = await makeFilledChannel(db, ann.client, ['Film'], { adult: true })
  for (const client of [guest, bob.client]) {
    expect(await outcome(share(client, 'playlist', secret.playlistId))).toBe('404 not_found')
    expect(await outcome(share(client, 'serie', secret.seriesId, 'link', secret.playlistId))).toBe('404 not_found')
    expect(await outcome(share(client, 'video', secret.videoIds[0]!, 'link', secret.playlistId))).toBe('404 not_found')
    expect(await outcome(share(client, 'video', linked.videoIds[0]!))).toBe('404 not_found')
    expect(await outcome(share(client, 'serie', linked.seriesId, 'link', secret.playlistId))).toBe('404 not_found')
    expect(await outcome(share(client, 'video', grown.videoIds[0]!))).toBe('403 adult_only')
    expect(await outcome(share(client, 'playlist', grown.playlistId))).toBe('403 adult_only')
    // There is no such TV channel.
    expect(await outcome(share(client, 'channel', secret.playlistId))).toBe('404 not_found')
  }
  expect(await outcome(share(ann.client, 'playlist', secret.playlistId))).toBe('done')
  expect(await outcome(share(ann.client, 'playlist', grown.playlistId))).toBe('done')
  expect(await outcome(share(bob.client, 'video', linked.videoIds[0]!, 'link', linked.playlistId))).toBe('done')
  const { id: renewed } = await ann.client(channelsContract.updatePlaylist, { params: { id: linked.playlistId }, body: { new_link: true } })
  expect(await outcome(share(guest, 'video', linked.videoIds[0]!, 'qr', linked.playlistId))).toBe('404 not_found')
  expect((await share(guest, 'video', linked.videoIds[0]!, 'qr', renewed)).url).toContain(`playlist=${renewed}`)
  expect(await readShares(renewed)).toBe('video link 1, video qr 1')
})

test('Watch Later cannot be shared', async () => {
  const { watchLater } = await ann.client(channelsContract.listMyPlaylists, {})
  expect(await outcome(share(ann.client, 'playlist', watchLater.id))).toBe('403 special_channel')
})

test.each([
  [{ shareable_type: 'person', shareable_id: 'Yd5NvK0eJ6g', network: 'x' }, '422 invalid shareable_type'],
  [{ shareable_type: ['video'], shareable_id: 5, network: 'x' }, '422 invalid shareable_type shareable_id'],
  [{ shareable_type: 'video', shareable_id: 'Yd5NvK0eJ6g', network: 'x' }, '404 not_found'],
  [{ shareable_type: 'video', shareable_id: 'Yd5NvK0eJ6g', playlist_id: 'no', network: 'x' }, '422 invalid playlist_id'],
  [{}, '422 invalid shareable_type shareable_id'],
])('%j is refused', async (body, expected) => {
  expect(await outcome(guest(sharingContract.share, { body: body as never }))).toBe(expected)
})

test('an unknown network is refused, and types are named in the reader’s language', async () => {
  const { playlistId } = await makeFilledChannel(db, ann.client, ['Film'])
  expect(await outcome(share(guest, 'playlist', playlistId, 'myspace' as never))).toBe('422 invalid network')
  await expect(share(guest, 'person' as never, playlistId)).rejects.toMatchObject({ message: 'Shareable must be video or serie' })
  await expect(share(clientFor({ language: 'nl' }), 'person' as never, playlistId)).rejects.toMatchObject({
    message: 'Alleen een video of een reeks kan worden gedeeld',
  })
  expect(await outcome(share(clientFor({ token: 'x' }), 'playlist', playlistId))).toBe('401 token_invalid')
})

test('addresses for networks and other sites escape titles', () => {
  const shared = { url: 'https://choice.test/en/playlists?playlist=a&video=b', title: `"><script>&\ud800 🎬` }
  for (const network of socialNetworks) {
    const url = new URL(shareIntentUrl(network, shared))
    expect(['https:', 'mailto:']).toContain(url.protocol)
    expect([...url.searchParams.values()].join(' ')).toContain(shared.url)
  }
  const code = embedCode({ ...shared, width: 640, height: 360 })
  expect(code).not.toMatch(/<script|"">/)
  expect(code).toContain('title="&#34;&#62;&#60;script&#62;&#38;')
})

test.each([
  ['90', 90],
  ['90s', 90],
  ['1h2m3s', 3723],
  ['0', undefined],
  ['', undefined],
  ['-5', undefined],
  ['99h', undefined],
  ['x', undefined],
  [null, undefined],
])('%j starts at %s', (text, seconds) => {
  expect(parseStartTime(text)).toBe(seconds)
})

test('an address with a start plays immediately', () => {
  const place = { playlistId: 'kZ3Qm8TfW1a', serieId: 'b7HxR2pLs9c', videoId: 'Yd5NvK0eJ6g' }
  expect(sharedPath(place, 90)).toBe('/playlists?playlist=kZ3Qm8TfW1a&serie=b7HxR2pLs9c&play=Yd5NvK0eJ6g&t=90')
})

// The last test, because it uses up the address's rate limit.
test('guests count too, distinguished by browser; a flood from one address is refused and counts little', async () => {
  const { playlistId, videoIds } = await makeFilledChannel(db, ann.client, ['Film'])
  const [id] = videoIds as [string]
  for (const browser of ['one', 'one', 'another']) expect(await shareFrom(browser, id)).toBe(200)
  expect(await readShares(playlistId)).toBe('video x 2')
  const statuses: number[] = []
  while (!statuses.includes(429)) {
    const next = Array.from({ length: 10 }, (_, index) => shareFrom(`browser ${statuses.length + index}`, id))
    statuses.push(...(await Promise.all(next)))
  }
  expect(statuses).toContain(429)
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(40)
  // 20 shares count per address and half hour. Another half hour may have begun.
  expect(['video x 20', 'video x 40']).toContain(await readShares(playlistId))
})
