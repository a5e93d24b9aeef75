import { expect, test } from 'vitest'
import { outcome } from '#test/channels.ts'
import { createUser } from '#test/people.ts'
import { type Client, startTestServer } from '#test/serve.ts'
import { countryId, makeTvChannel, fixReferenceMinute, minuteFromNow } from '#test/television.ts'
import { sharingContract } from '#features/sharing/contract.ts'
import { socialContract } from '#features/social/contract.ts'
import { guideContract } from '#features/guide/contract.ts'
import { tvWatchingContract } from '../contract.ts'

fixReferenceMinute()
const server = await startTestServer({ TRUSTED_PROXIES: '127.0.0.1', COUNTRY_HEADER: 'x-country', RATE_LIMITS: 'off' })
const { db, guest, clientFor } = server
const [ann, adult] = [
  await createUser(server),
  await createUser(server, { adult_content: true, adult_passed_at: new Date(), birthday: new Date('1980-01-01') }),
]
const belgium = await countryId(db, 'BE')
const fromBelgium = clientFor({ headers: { 'x-country': 'BE' } })

const tvChannel = await makeTvChannel(db, { name: 'Één', groups: ['General', 'News'], number: 1, catchup_mode: 'shift', catchup_days: 7 }, [
  ['Morning news', -300, 60],
  ['Long film', -30, 90],
  ['Evening news', 60, 30],
])
const secondChannel = await makeTvChannel(db, { name: 'Canvas HD', groups: ['General'], number: 2 }, [['Panorama', -10, 60]])
const silentChannel = await makeTvChannel(db, { name: 'Silent' })
const adultChannel = await makeTvChannel(db, { name: 'Night show', adult: true, groups: ['Night'] }, [['Late film', -10, 60]])
const blockedChannel = await makeTvChannel(db, { name: 'Abroad', blocked_countries: [belgium], catchup_mode: 'shift' }, [
  ['Yesterday abroad', -100, 30],
  ['Match abroad', -10, 60],
])
const disabledChannel = await makeTvChannel(db, { name: 'Switched off', is_off: true }, [['Nothing', -10, 60]])

const list = (client: Client, query: object = {}) => client(guideContract.listTvChannels, { query: { ...query } })
const listNames = async (client: Client, query: object = {}) => (await list(client, query)).data.map(({ name }) => name)
const get = (client: Client, id: string) => client(tvWatchingContract.getTvChannel, { params: { id } })
const epg = (client: Client, id: string, query: object = {}) => client(guideContract.getEpg, { params: { id }, query: { ...query } })
const item = (client: Client, id: string, query: object = {}) => client(guideContract.getEpgItem, { params: { id }, query: { ...query } })

test('the list contains current and next programmes', async () => {
  const { data, next_cursor } = await list(guest)
  expect(next_cursor).toBeNull()
  expect(data.map(({ name, now, next }) => [name, now?.title ?? null, next?.title ?? null])).toEqual([
    ['Één', 'Long film', 'Evening news'],
    ['Canvas HD', 'Panorama', null],
    ['Silent', null, null],
    ['Abroad', 'Match abroad', null],
  ])
  expect(data[0]).toMatchObject({
    id: tvChannel.id,
    number: 1,
    groups: ['General', 'News'],
    catchup_days: 7,
    geo_blocked: false,
    is_locked: false,
    has_buttons: false,
    tiers: [],
    liveStreamUrl: `https://live.test/${tvChannel.id}/index.m3u8`,
    now: { id: tvChannel.programmes[1], startTime: minuteFromNow(-30).toISOString(), stopTime: minuteFromNow(60).toISOString() },
  })
})

test('the list is paged and filtered by group, with followed channels first', async () => {
  const paged: string[] = []
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page = await list(guest, { limit: 1, ...(cursor !== undefined && { cursor }) })
    paged.push(...page.data.map(({ name }) => name))
    cursor = page.next_cursor
  }
  expect(paged).toEqual(['Één', 'Canvas HD', 'Silent', 'Abroad'])
  expect(await listNames(guest, { group: 'News' })).toEqual(['Één'])
  expect(await listNames(guest, { group: 'No such group' })).toEqual([])
  await ann.client(socialContract.follow, { body: { following_type: 'channel', following_id: silentChannel.id } })
  await ann.client(socialContract.follow, { body: { following_type: 'channel', following_id: blockedChannel.id } })
  expect(await listNames(ann.client)).toEqual(['Silent', 'Abroad', 'Één', 'Canvas HD'])
  expect(await listNames(ann.client, { followed: true })).toEqual(['Silent', 'Abroad'])
  expect(await listNames(guest, { followed: true })).toEqual([])
  const first = await list(ann.client, { limit: 3 })
  expect(first.data.map(({ is_followed }) => is_followed)).toEqual([true, true, false])
  expect(await listNames(ann.client, { limit: 3, cursor: first.next_cursor })).toEqual(['Canvas HD'])
  for (const cursor of ['x', Buffer.from('[2,1,"x"]').toString('base64url')])
    expect(await outcome(list(guest, { cursor }))).toBe('422 cursor_outdated cursor')
  expect(await outcome(list(guest, { limit: 101 }))).toBe('422 invalid limit')
  expect(await outcome(list(guest, { followed: 'perhaps' }))).toBe('422 invalid followed')
})

test("following is idempotent and listed, and refused to users who can't see the channel", async () => {
  const bob = await createUser(server)
  const call = (client: Client, id: string) => client(socialContract.follow, { body: { following_type: 'channel', following_id: id } })
  expect(await call(bob.client, secondChannel.id)).toEqual({ is_followed: true, followers: 1 })
  expect(await call(bob.client, secondChannel.id)).toEqual({ is_followed: true, followers: 1 })
  const { followed } = await bob.client(socialContract.listFollowing, {})
  expect(followed).toMatchObject([
    { following_type: 'channel', following_id: secondChannel.id, name: 'Canvas HD', new_count: 0, playlist: null },
  ])
  const unfollow = () => bob.client(socialContract.unfollow, { body: { following_type: 'channel', following_id: secondChannel.id } })
  expect(await unfollow()).toEqual({ is_followed: false, followers: 0 })
  expect(await unfollow()).toEqual({ is_followed: false, followers: 0 })
  expect(await outcome(call(bob.client, adultChannel.id))).toBe('403 adult_only')
  expect(await outcome(call(bob.client, disabledChannel.id))).toBe('404 not_found')
  expect(await outcome(call(bob.client, 'AAAAAAAAAAA'))).toBe('404 not_found')
  expect(await outcome(call(guest, secondChannel.id))).toBe('401 login_required')
  const people = await Promise.all(Array.from({ length: 6 }, () => createUser(server)))
  await Promise.all(people.map(({ client }) => call(client, secondChannel.id)))
  expect(await call(bob.client, secondChannel.id)).toEqual({ is_followed: true, followers: 7 })
  const counted = await db
    .selectFrom('tv_channel_count')
    .select('followers')
    .where('tv_channel_id', '=', secondChannel.id)
    .executeTakeFirst()
  expect(counted).toEqual({ followers: 7 })
})

test('a followed channel that is blocked where the user is stays in the list, and can be moved and unfollowed there', async () => {
  const bob = await createUser(server)
  const inBelgium = clientFor({ token: bob.token, headers: { 'x-country': 'BE' } })
  const body = { following_type: 'channel', following_id: blockedChannel.id } as const
  const followed = async () => (await inBelgium(socialContract.listFollowing, {})).followed.map(({ following_id }) => following_id)
  await bob.client(socialContract.follow, { body })
  await bob.client(socialContract.follow, { body: { ...body, following_id: secondChannel.id } })
  expect(await outcome(inBelgium(socialContract.follow, { body }))).toBe('451 geo_blocked')
  expect(await followed()).toEqual([secondChannel.id, blockedChannel.id])
  expect(await inBelgium(socialContract.moveFollow, { body: { ...body, index: 0 } })).toEqual({
    order: [blockedChannel.id, secondChannel.id],
  })
  expect(await outcome(inBelgium(socialContract.markSeen, { body }))).toBe('done')
  expect(await inBelgium(socialContract.unfollow, { body })).toMatchObject({ is_followed: false })
  expect(await inBelgium(socialContract.unfollow, { body })).toMatchObject({ is_followed: false })
  expect(await followed()).toEqual([secondChannel.id])
})

test("a channel is shared by its URL, which reveals nothing to those who can't see it", async () => {
  const share = (client: Client, id: string) =>
    client(sharingContract.share, { body: { shareable_type: 'channel', shareable_id: id, network: 'link' } })
  expect(await share(guest, secondChannel.id)).toEqual({ url: `http://choice.test/en/tiers?channel=${secondChannel.id}` })
  expect(await outcome(share(guest, adultChannel.id))).toBe('403 adult_only')
  expect(await outcome(share(fromBelgium, blockedChannel.id))).toBe('451 geo_blocked')
  expect(await outcome(share(ann.client, disabledChannel.id))).toBe('404 not_found')
})

test('groups are those of listed channels', async () => {
  expect(await guest(guideContract.listTvGroups, {})).toEqual([
    { name: 'General', channels: 2 },
    { name: 'News', channels: 1 },
  ])
  expect((await adult.client(guideContract.listTvGroups, {})).map(({ name }) => name)).toContain('Night')
})

test('a channel has its items in order, and no packages yet', async () => {
  const items = ['Film', 'Series'].map((title, index) => ({
    channel_id: secondChannel.id,
    title,
    url: `https://vod.test/${title}.mp4`,
    group: 'Films',
    position: index,
    hash: index,
  }))
  await db.insertInto('tv_item').values(items).execute()
  const entry = await get(guest, secondChannel.id)
  expect(entry).toMatchObject({
    id: secondChannel.id,
    tiers: [],
    is_locked: false,
    geo_blocked: false,
    now: { title: 'Panorama' },
    next: null,
  })
  expect(entry.items.map(({ title, url, group, channel_id }) => [title, url, group, channel_id])).toEqual([
    ['Film', 'https://vod.test/Film.mp4', 'Films', secondChannel.id],
    ['Series', 'https://vod.test/Series.mp4', 'Films', secondChannel.id],
  ])
  // The response for readers without the required package, once there are packages.
  const locked = { ...entry, tiers: [{ id: 'AAAAAAAAAAA', name: 'Films', price: '4.99' }], is_locked: true, liveStreamUrl: null }
  const lockedItems = entry.items.map((item) => ({ ...item, url: null }))
  expect(tvWatchingContract.getTvChannel.output.safeParse({ ...locked, items: lockedItems }).success).toBe(true)
})

test('restricted channels refuse the reader', async () => {
  for (const call of [get, epg]) {
    expect(await outcome(call(guest, disabledChannel.id))).toBe('404 not_found')
    expect(await outcome(call(guest, 'AAAAAAAAAAA'))).toBe('404 not_found')
    expect(await outcome(call(guest, adultChannel.id))).toBe('403 adult_only')
    expect(await outcome(call(ann.client, adultChannel.id))).toBe('403 adult_only')
    expect(await outcome(call(fromBelgium, blockedChannel.id))).toBe('451 geo_blocked')
    expect(await outcome(call(guest, blockedChannel.id))).toBe('done')
    expect(await outcome(call(adult.client, adultChannel.id))).toBe('done')
    expect(await outcome(call(guest, 'x'))).toBe('404 not_found')
  }
  const message = 'This channel is currently unavailable to watch in your location'
  await expect(item(fromBelgium, blockedChannel.programmes[0]!)).rejects.toMatchObject({
    status: 451,
    body: { code: 'geo_blocked', message },
  })
  expect(await outcome(item(guest, adultChannel.programmes[0]!))).toBe('403 adult_only')
  expect(await outcome(item(guest, disabledChannel.programmes[0]!))).toBe('404 not_found')
})

test('lists contain no adult channels, and no addresses of blocked ones', async () => {
  const window = { from: minuteFromNow(-60).toISOString(), to: minuteFromNow(60).toISOString() }
  const answers = await Promise.all([
    list(fromBelgium),
    fromBelgium(guideContract.getGuide, { query: window }),
    fromBelgium(guideContract.getNowAndNext, { query: {} }),
    fromBelgium(guideContract.listTonight, { query: {} }),
    fromBelgium(guideContract.searchTvChannels, { body: { query: 'abroad' } }),
    fromBelgium(guideContract.searchGuide, { query: { query: 'abroad' } }),
    fromBelgium(guideContract.listTvKeywords, { body: { query: 'ni' } }),
    fromBelgium(guideContract.searchGuide, { query: { query: 'late' } }),
    fromBelgium(guideContract.searchTvChannels, { body: { query: 'night' } }),
  ])
  const text = JSON.stringify(answers)
  expect(text).toContain(blockedChannel.id)
  expect(text).not.toContain(`live.test/${blockedChannel.id}`)
  expect(text).not.toContain(adultChannel.id)
  expect(text).not.toContain('Late film')
  expect(text).not.toContain('Night')
  const channel = (await list(fromBelgium)).data.find(({ id }) => id === blockedChannel.id)
  expect(channel).toMatchObject({ geo_blocked: true, liveStreamUrl: null, dvrStreamBaseUrl: null, catchup_days: 0 })
})

test('a country header of an untrusted proxy is ignored; a profile counts only if nothing else is known', async () => {
  const untrusting = await server.again()
  const bob = await createUser(server)
  await db.updateTable('account').set({ country_id: belgium }).where('id', '=', bob.id).execute()
  expect(await outcome(get(bob.client, blockedChannel.id))).toBe('451 geo_blocked')
  const abroad = clientFor({ token: bob.token, headers: { 'x-country': 'NL' } })
  expect(await outcome(get(abroad, blockedChannel.id))).toBe('done')
  for (const headers of [{ 'cf-ipcountry': 'NL' }, { 'x-real-country': 'NL' }, { 'accept-language': 'nl' }])
    expect(await outcome(get(untrusting.clientFor({ token: bob.token, headers }), blockedChannel.id))).toBe('451 geo_blocked')
})

test('an address determines the country; a forged one does not', async () => {
  const path = `/api/channel/${blockedChannel.id}`
  const from = (remoteAddress: string, headers: Record<string, string> = {}) =>
    server.app.inject({ url: path, remoteAddress, headers }).then(({ statusCode }) => statusCode)
  expect(await from('193.191.1.1')).toBe(451)
  expect(await from('8.8.8.8')).toBe(200)
  expect(await from('8.8.8.8', { 'x-forwarded-for': '193.191.1.1', 'x-country': 'BE' })).toBe(200)
  expect(await from('193.191.1.1', { 'x-forwarded-for': '8.8.8.8', 'x-country': 'US' })).toBe(451)
  expect(await from('127.0.0.1', { 'x-forwarded-for': '193.191.1.1' })).toBe(451)
})

test('the neighbours of a channel are the watchable ones around it in the current filter, and wrap around', async () => {
  const neighbours = async (client: Client, id: string, query: object = {}) => {
    const { previous, next } = await client(tvWatchingContract.listTvNeighbours, { params: { id }, query: { ...query } })
    return [previous, next].map((neighbours) => neighbours.map(({ name }) => name))
  }
  // The list wraps around. It contains each channel once per direction, but not the requested channel.
  expect(await neighbours(guest, tvChannel.id)).toEqual([
    ['Abroad', 'Silent', 'Canvas HD'],
    ['Canvas HD', 'Silent', 'Abroad'],
  ])
  expect(await neighbours(guest, silentChannel.id)).toEqual([
    ['Canvas HD', 'Één', 'Abroad'],
    ['Abroad', 'Één', 'Canvas HD'],
  ])
  // Channels that the reader can't watch are skipped. Readers of adult content have more neighbours.
  expect(await neighbours(fromBelgium, silentChannel.id)).toEqual([
    ['Canvas HD', 'Één'],
    ['Één', 'Canvas HD'],
  ])
  expect((await neighbours(adult.client, silentChannel.id))[1]).toEqual(['Night show', 'Abroad', 'Één', 'Canvas HD'])
  expect(await neighbours(guest, tvChannel.id, { group: 'General' })).toEqual([['Canvas HD'], ['Canvas HD']])
  expect(await neighbours(guest, silentChannel.id, { group: 'Nothing' })).toEqual([[], []])

  // Followed channels come first, and can be requested alone.
  const follower = await createUser(server)
  for (const followed of [silentChannel, secondChannel])
    await follower.client(socialContract.follow, { body: { following_type: 'channel', following_id: followed.id } })
  expect(await neighbours(follower.client, secondChannel.id)).toEqual([
    ['Abroad', 'Één', 'Silent'],
    ['Silent', 'Één', 'Abroad'],
  ])
  expect(await neighbours(follower.client, tvChannel.id)).toEqual([
    ['Silent', 'Canvas HD', 'Abroad'],
    ['Abroad', 'Canvas HD', 'Silent'],
  ])
  expect(await neighbours(follower.client, tvChannel.id, { followed: true })).toEqual([
    ['Silent', 'Canvas HD'],
    ['Canvas HD', 'Silent'],
  ])

  // Missing and restricted channels have no neighbours.
  expect(await outcome(neighbours(guest, disabledChannel.id))).toBe('404 not_found')
  expect(await outcome(neighbours(guest, 'AAAAAAAAAAA'))).toBe('404 not_found')
  expect(await outcome(neighbours(guest, adultChannel.id))).toBe('403 adult_only')
  expect(await outcome(neighbours(fromBelgium, blockedChannel.id))).toMatch(/^451 /)
  expect(await outcome(neighbours(guest, tvChannel.id, { group: '' }))).toMatch(/^422 /)
})
