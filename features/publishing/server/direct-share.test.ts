import { expect, test } from 'vitest'
import { newId } from '#kit/server/ids.ts'
import { followChannel, makeFilledChannel, makeSeries, makeTeam, outcome } from '#test/channels.ts'
import { createUser } from '#test/people.ts'
import { type Client, startTestServer } from '#test/serve.ts'
import { channelsContract as channels } from '#features/channels/contract.ts'
import { status } from '#features/channels/rules.ts'
import { notificationsContract } from '#features/notifications/contract.ts'
import { publishingContract as contract } from '../contract.ts'
import { notifyFollowers } from './follower-notices.ts'

const server = await startTestServer()
const { db, guest } = server
const [ann, bob] = await Promise.all([createUser(server), createUser(server)])

type FilledChannel = Awaited<ReturnType<typeof makeFilledChannel>>
const addressOf = (playlistId: string, query: string) => `/en/playlists?playlist=${playlistId}&${query}`
const shareVideo = (client: Client, { playlistId, seriesId, videoIds }: FilledChannel, url?: string, at = 0) =>
  client(contract.shareVideo, {
    body: { series_id: seriesId, video_id: videoIds[at]!, url: url ?? addressOf(playlistId, `video=${videoIds[at]}`) },
  })
const shareSeries = (client: Client, { playlistId, seriesId }: FilledChannel, url = addressOf(playlistId, `serie=${seriesId}`)) =>
  client(contract.shareSeries, { body: { series_id: seriesId, url } })
const windowOf = async (client: Client) => {
  const { directPublish } = await client(channels.listMyPlaylists, {})
  return client(channels.getPlaylist, { params: { id: directPublish.id }, query: { from_direct_publish: true } })
}
const readContents = async (client: Client) =>
  (await windowOf(client)).series.map(({ name, videos }) => `${name}: ${videos.map(({ title }) => title).join(' ')}`)

test('a shared thing is first in the user’s Direct Share channel, with its source', async () => {
  const eve = await createUser(server)
  const source = await makeFilledChannel(db, ann.client, ['One', 'Two'])
  const url = addressOf(source.playlistId, `video=${source.videoIds[0]}`)
  const shared = await shareVideo(eve.client, source)
  expect(shared).toMatchObject({
    title: 'One',
    copied_video_id: source.videoIds[0],
    source: { playlist_id: source.playlistId },
    shared: { url, shared_at: expect.stringMatching(/Z$/) },
    user_id: eve.id,
  })
  const copy = await shareSeries(eve.client, source)
  expect(copy).toMatchObject({ name: 'A series', shared: { url: addressOf(source.playlistId, `serie=${source.seriesId}`) } })
  await shareVideo(eve.client, source, undefined, 1)
  expect(await readContents(eve.client)).toEqual(['Videos: Two One', 'A series: One Two'])
  // Everyone can see the Direct Share channel.
  const { id, series } = await windowOf(eve.client)
  const read = await guest(channels.getPlaylist, { params: { id } })
  expect(read).toMatchObject({ status: 'Public', direct_publish: true })
  expect(read.series.map(({ shared }) => shared?.url)).toEqual(series.map(({ shared }) => shared?.url))
  expect(read.series[0]?.videos[1]?.shared?.url).toBe(url)
})

test('absolute addresses of this site are accepted and returned as paths', async () => {
  const source = await makeFilledChannel(db, ann.client)
  const url = `http://localhost/nl/my-playlists?playlist=${source.playlistId}&play=${source.videoIds[0]}`
  const { shared } = await shareVideo(bob.client, source, url)
  expect(shared?.url).toBe(`/nl/playlists?playlist=${source.playlistId}&video=${source.videoIds[0]}`)
})

test.each(['playlists?', 'my-playlists?', 'following?', 'playlists?fromDirectPublish=true&'])(
  'the address of the channel’s page is that of the item in it: %s',
  async (page) => {
    const source = await makeFilledChannel(db, ann.client)
    const url = `http://localhost/en/${page}playlist=${source.playlistId}`
    expect((await shareVideo(bob.client, source, url)).shared?.url).toBe(addressOf(source.playlistId, `video=${source.videoIds[0]}`))
    const { shared } = await shareSeries(bob.client, source, `${url}&video=${source.videoIds[0]}`)
    expect(shared?.url).toBe(addressOf(source.playlistId, `serie=${source.seriesId}`))
  },
)

test('the source is shown only while it exists, and to users who can see it', async () => {
  const eve = await createUser(server)
  const source = await makeFilledChannel(db, ann.client)
  await shareVideo(eve.client, source)
  const { id } = await windowOf(eve.client)
  const notificationsOf = async (client: Client) =>
    (await client(channels.getPlaylist, { params: { id } })).series.flatMap(({ videos }) => videos.map(({ shared }) => shared?.url))
  const become = (status_id: number) => ann.client(channels.updatePlaylist, { params: { id: source.playlistId }, body: { status_id } })
  await become(status.private)
  expect([await notificationsOf(guest), await notificationsOf(eve.client)]).toEqual([[null], [null]])
  expect((await notificationsOf(ann.client))[0]).toContain(source.playlistId)
  const { id: newLink } = await become(status.privateLink)
  expect(newLink).not.toBe(source.playlistId)
  expect([await notificationsOf(guest), await notificationsOf(ann.client)]).toEqual([[null], [null]])
})

test('a private link is opened by the shared address, and stays secret', async () => {
  const eve = await createUser(server)
  const source = await makeFilledChannel(db, ann.client, ['Secret'], { status_id: status.privateLink })
  const otherChannel = await makeFilledChannel(db, ann.client)
  expect(await outcome(shareVideo(eve.client, source, addressOf(otherChannel.playlistId, `video=${source.videoIds[0]}`)))).toBe(
    '404 not_found',
  )
  expect(await shareVideo(eve.client, source)).toMatchObject({ title: 'Secret', source: null, shared: { url: null } })
})

test('a link to another site is the source while the shared thing’s channel can be seen', async () => {
  const eve = await createUser(server)
  const source = await makeFilledChannel(db, ann.client)
  const url = 'HTTPS://elsewhere.test/news?id=7'
  expect(await shareVideo(eve.client, source, url)).toMatchObject({ source: { playlist_id: source.playlistId }, shared: { url } })
  expect(await shareSeries(eve.client, source, url)).toMatchObject({ shared: { url } })
  const { id } = await windowOf(eve.client)
  const urls = async () =>
    (await guest(channels.getPlaylist, { params: { id } })).series.map(({ shared, videos }) => shared?.url ?? videos[0]?.shared?.url)
  expect(await urls()).toEqual([url, url])
  await ann.client(channels.updatePlaylist, { params: { id: source.playlistId }, body: { status_id: status.private } })
  expect(await urls()).toEqual([undefined, null])
})

test('a link to a site that becomes this one stays a link, and shows no private link', async () => {
  const eve = await createUser(server)
  const [source, secret] = [
    await makeFilledChannel(db, ann.client),
    await makeFilledChannel(db, ann.client, ['Secret'], { status_id: status.privateLink }),
  ]
  const links = [source, secret].map(({ playlistId, videoIds }) => `https://later.test${addressOf(playlistId, `video=${videoIds[0]}`)}`)
  await shareVideo(eve.client, source, links[0])
  expect((await shareVideo(eve.client, secret, links[1])).shared?.url).toBe(null)
  const { id } = await windowOf(eve.client)
  const later = server.clientFor({ headers: { host: 'later.test' } })
  const readBy = async (client: Client) => {
    const { series } = await client(channels.getPlaylist, { params: { id } })
    return series.flatMap(({ videos }) => videos.map(({ shared }) => shared?.url))
  }
  expect([await readBy(later), await readBy(guest)]).toEqual([
    [null, links[0]],
    [null, links[0]],
  ])
  // From then on, it is an address of this site.
  const eveThere = server.clientFor({ token: eve.token, headers: { host: 'later.test' } })
  expect((await shareVideo(eveThere, source, links[0])).shared?.url).toBe(addressOf(source.playlistId, `video=${source.videoIds[0]}`))
  expect(await outcome(shareVideo(eveThere, secret, links[0]))).toBe('404 not_found')
})

test('hidden things look missing, and an address of another thing is refused on its field', async () => {
  const source = await makeFilledChannel(db, ann.client, ['One', 'Two'])
  const hidden = await makeFilledChannel(db, ann.client, ['Hidden'], { status_id: status.private })
  const adult = await makeFilledChannel(db, ann.client, ['Adult'], { adult: true })
  for (const share of [shareVideo, shareSeries]) {
    expect(await outcome(share(guest, source))).toMatch(/^401 /)
    expect(await outcome(share(bob.client, hidden))).toBe('404 not_found')
    expect(await outcome(share(bob.client, adult))).toBe('403 adult_only')
    expect(await outcome(share(bob.client, { ...source, seriesId: newId(), videoIds: [newId()] }))).toBe('404 not_found')
    for (const url of [
      '',
      'nonsense',
      '/en/playlists?playlist=%00',
      '//elsewhere.test/en/playlists',
      `javascript:${addressOf(source.playlistId, '')}`,
      'ftp://elsewhere.test/x',
      `https://ann@elsewhere.test${addressOf(source.playlistId, 'video=x')}`,
      'http://localhost/en/tiers',
    ])
      expect(await outcome(share(bob.client, source, url))).toBe('422 url_elsewhere url')
  }
  expect(await outcome(shareVideo(bob.client, { ...source, seriesId: hidden.seriesId }))).toBe('404 not_found')
  const other = addressOf(source.playlistId, `video=${source.videoIds[1]}`)
  expect(await outcome(shareVideo(bob.client, source, other))).toBe('422 url_elsewhere url')
  // A URL with another channel is refused, even for users who may see both channels.
  const otherChannel = await makeFilledChannel(db, ann.client)
  expect(await outcome(shareVideo(bob.client, source, addressOf(otherChannel.playlistId, `video=${source.videoIds[0]}`)))).toBe(
    '422 url_elsewhere url',
  )
  for (const body of [{ series_id: [source.seriesId] }, { series_id: source.seriesId, video_id: 7 }, { url: {} }])
    expect(await outcome(bob.client(contract.shareVideo, { body: body as never }))).toMatch(/^4(04|22) /)
})

test('a thing in a Direct Share channel cannot be shared again', async () => {
  const source = await makeFilledChannel(db, ann.client)
  const { id, series_id, pivot } = await shareVideo(bob.client, source)
  const again = { playlistId: pivot.playlist_id, seriesId: series_id, videoIds: [id] }
  for (const { client } of [ann, bob]) {
    expect(await outcome(shareVideo(client, again))).toBe('403 shared_already')
    expect(await outcome(shareSeries(client, again))).toBe('403 shared_already')
  }
})

test('single videos never go into a series shared as a whole, nor into the banner', async () => {
  const eve = await createUser(server)
  const source = await makeFilledChannel(db, ann.client, ['One'])
  await shareSeries(eve.client, source)
  const { id, series } = await windowOf(eve.client)
  await eve.client(channels.updateSeries, { params: { id: series[0]!.id }, body: { type: 'header' } })
  await makeSeries(eve.client, id, 'Own')
  await shareVideo(eve.client, source)
  expect(await readContents(eve.client)).toEqual(['Own: One', 'A series: One'])
})

test('simultaneous requests create the channels once, with all shared things', async () => {
  const eve = await createUser(server)
  const source = await makeFilledChannel(db, ann.client, ['One', 'Two', 'Three'])
  const shared = await Promise.all([0, 1, 2, 0, 1, 2].map((at) => shareVideo(eve.client, source, undefined, at)))
  expect(new Set(shared.map(({ pivot }) => pivot.playlist_id)).size).toBe(1)
  const kinds = await db.selectFrom('playlist').select('kind').where('user_id', '=', eve.id).execute()
  expect(kinds.map(({ kind }) => kind).toSorted()).toEqual(['direct_publish', 'watch_later'])
  const { series } = await windowOf(eve.client)
  expect(series.map(({ videos }) => videos.length)).toEqual([6])
})

test('a repeated call with the same key shares once', async () => {
  const eve = await createUser(server)
  const source = await makeFilledChannel(db, ann.client)
  const body = {
    series_id: source.seriesId,
    video_id: source.videoIds[0]!,
    url: addressOf(source.playlistId, `video=${source.videoIds[0]}`),
  }
  const once = server.clientFor({ token: eve.token, headers: { 'idempotency-key': newId() } })
  const send = () => once(contract.shareVideo, { body })
  expect((await send()).id).toBe((await send()).id)
  expect((await windowOf(eve.client)).videos).toBe(1)
})

test('in team mode, shares still go to the user’s own channel', async () => {
  const eve = await createUser(server)
  const teamId = await makeTeam(db, { members: [eve] })
  const source = await makeFilledChannel(db, ann.client)
  const shared = await shareVideo(server.clientFor({ token: eve.token, teamId }), source)
  expect(shared.pivot.playlist_id).toBe((await windowOf(eve.client)).id)
})

test('followers of the user and of the channel are notified once, for several things together', async () => {
  const [eve, dan, kim] = await Promise.all([createUser(server, { is_public: true }), createUser(server), createUser(server)])
  const source = await makeFilledChannel(db, ann.client, ['One', 'Two'])
  await followChannel(db, dan, (await windowOf(eve.client)).id)
  await db
    .insertInto('follow')
    .values([dan, kim].map(({ id }) => ({ user_id: id, followed_user_id: eve.id, position: 1 })))
    .execute()
  const { id } = await shareVideo(eve.client, source)
  const texts = async ({ client }: typeof dan) =>
    (await client(notificationsContract.listNotifications, {})).data.map(({ kind, text }) => `${kind}: ${text}`)
  const oneNotification = [`direct_share: ${eve.nickname} shared “One”`]
  await expect.poll(async () => [await texts(dan), await texts(kim)], { timeout: 10_000 }).toEqual([oneNotification, oneNotification])
  await shareSeries(eve.client, source)
  await expect.poll(() => texts(kim), { timeout: 10_000 }).toEqual([`direct_share: ${eve.nickname} shared 3 videos`])
  // No notification is sent about a thing that was deleted in the meantime.
  await eve.client(channels.deleteVideo, { params: { id } })
  await notifyFollowers(db, { user_id: eve.id, thing: { video: id } }, new AbortController().signal)
  expect(await texts(kim)).toEqual([`direct_share: ${eve.nickname} shared 3 videos`])
  expect(await texts(eve)).toEqual([])
})

test('followers are notified of an empty series once, and the job ends', async () => {
  const [eve, dan] = [await createUser(server), await createUser(server)]
  const { playlistId } = await makeFilledChannel(db, ann.client)
  const { id } = await makeSeries(ann.client, playlistId, 'Empty')
  await eve.client(contract.shareSeries, { body: { series_id: id, url: addressOf(playlistId, `serie=${id}`) } })
  const { id: windowId, series } = await windowOf(eve.client)
  await followChannel(db, dan, windowId)
  await notifyFollowers(db, { user_id: eve.id, thing: { series: series[0]!.id } }, AbortSignal.timeout(3000))
  expect((await dan.client(notificationsContract.listNotifications, { query: {} })).data).toHaveLength(1)
})
