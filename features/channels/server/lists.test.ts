import { expect, test } from 'vitest'
import { newId } from '#kit/server/ids.ts'
import { fillSeries, followChannel, makeChannel, makeFilledChannel, makeSeries, makeTeam, outcome } from '#test/channels.ts'
import { createUser } from '#test/people.ts'
import { updateSearchIndex } from '#test/search.ts'
import { startTestServer } from '#test/serve.ts'
import { accountsContract } from '#features/accounts/contract.ts'
import { channelsContract as contract, channelSearchContract } from '../contract.ts'
import { limits } from '../limits.ts'
import { status, statuses } from '../rules.ts'

const server = await startTestServer()
const { db, guest } = server
const [ann, bob] = await Promise.all([createUser(server), createUser(server)])
const adultUser = await createUser(server, { adult_content: true, adult_passed_at: new Date(), birthday: new Date('1980-01-01') })

const listDefaults = async (query: { limit?: number; cursor?: string } = {}, client = guest) =>
  client(contract.listDefaultPlaylists, { query })
const listDefaultNames = async (client = guest) => (await listDefaults({ limit: 50 }, client)).data.map(({ name }) => name)
const setDefaultRank = (id: string, default_rank: number | null) =>
  db.updateTable('playlist').set({ default_rank }).where('id', '=', id).execute()
async function searchNames(keyword: string, client = guest) {
  await updateSearchIndex(db)
  return (await client(channelSearchContract.searchPlaylists, { body: { keyword } })).data.map(({ name }) => name)
}

test('the statuses of channels are listed', async () => {
  expect(await guest(contract.listStatuses, {})).toEqual(statuses)
  expect(await outcome(server.clientFor({ token: 'none' })(contract.listStatuses, {}))).toBe('401 token_invalid')
})

test('guests see public channels with content: the operator’s choice first, then the newest', async () => {
  const idsByName: Record<string, string> = {}
  for (const name of ['Oldest', 'Chosen second', 'Chosen first', 'Newest'])
    idsByName[name] = (await makeFilledChannel(db, ann.client, ['A', 'B'], { name })).playlistId
  await makeChannel(ann.client, { name: 'Empty' })
  await makeFilledChannel(db, ann.client, ['A'], { name: 'Private', status_id: status.private })
  await makeFilledChannel(db, ann.client, ['A'], { name: 'Link', status_id: status.privateLink })
  await setDefaultRank(idsByName['Chosen first']!, 0)
  await setDefaultRank(idsByName['Chosen second']!, 1)
  expect(await listDefaultNames()).toEqual(['Chosen first', 'Chosen second', 'Newest', 'Oldest'])
  expect((await listDefaults()).data[0]).toMatchObject({
    is_default: true,
    nickname: ann.nickname,
    may_edit: false,
    order: null,
    series: [{ videos: [{ title: 'A' }, { title: 'B' }] }],
  })
  // The order is by the time of publication, not of creation.
  const { id } = await makeChannel(ann.client, { name: 'Opened', status_id: status.private })
  await fillSeries(db, (await makeSeries(ann.client, id)).id, ['A'])
  await ann.client(contract.updatePlaylist, { params: { id: idsByName['Newest']! }, body: { description: 'Changed' } })
  await ann.client(contract.updatePlaylist, { params: { id }, body: { status_id: status.public } })
  expect(await listDefaultNames()).toEqual(['Chosen first', 'Chosen second', 'Opened', 'Newest', 'Oldest'])
})

test('each channel shows the first 6 videos of its first filled series that is not the banner', async () => {
  const { id } = await makeChannel(ann.client, { name: 'Preview' })
  const header = await ann.client(contract.createSeries, { body: { playlist_id: id, name: 'Banner', type: 'header' } })
  await makeSeries(ann.client, id, 'Empty')
  const third = await makeSeries(ann.client, id, 'Third')
  await fillSeries(db, header.id, ['Banner'])
  await fillSeries(
    db,
    third.id,
    Array.from({ length: 20 }, (_, index) => `Video ${index}`),
  )
  const preview = (await listDefaults({ limit: 50 })).data.find((playlist) => playlist.id === id)
  expect(preview?.series).toMatchObject([{ id: third.id, name: 'Third' }])
  expect(preview?.series[0]?.videos.map(({ title }) => title)).toEqual(Array.from({ length: 6 }, (_, index) => `Video ${index}`))
})

test('adult channels and videos are listed only after the age check', async () => {
  await makeFilledChannel(db, ann.client, ['A'], { name: 'Adults', adult: true })
  const { videoIds } = await makeFilledChannel(db, ann.client, ['Strong'], { name: 'One strong video' })
  await ann.client(contract.updateVideo, { params: { id: videoIds[0]! }, body: { adult: true } })
  for (const client of [guest, bob.client])
    expect(await listDefaultNames(client)).not.toEqual(expect.arrayContaining([expect.stringMatching(/Adults|strong/)]))
  expect(await listDefaultNames(adultUser.client)).toEqual(expect.arrayContaining(['Adults', 'One strong video']))
  expect([await searchNames('Adults'), await searchNames('Adults', bob.client)]).toEqual([[], []])
  expect([await searchNames('Adults', adultUser.client), await searchNames('Adults', ann.client)]).toEqual([['Adults'], ['Adults']])
})

test('pagination returns each channel once', async () => {
  const ids = (await listDefaults({ limit: 50 })).data.map(({ id }) => id)
  const paged: string[] = []
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page = await listDefaults({ limit: 2, ...(cursor !== undefined && { cursor }) })
    paged.push(...page.data.map(({ id }) => id))
    cursor = page.next_cursor
  }
  expect(ids.length).toBeGreaterThan(5)
  expect(paged).toEqual(ids)
})

test('the newest list has at most six channels per owner and day, besides the operator’s choice', async () => {
  const cat = await createUser(server)
  const playlistIds = await Promise.all(
    Array.from({ length: 10 }, async (_, index) => (await makeFilledChannel(db, cat.client, ['A'], { name: `Flood ${index}` })).playlistId),
  )
  const flood = async (query: object) =>
    (await guest(contract.listDefaultPlaylists, { query: { limit: 50, ...query } })).data.filter(({ name }) => name.startsWith('Flood'))
  for (const sort of [undefined, 'added_desc', 'published_desc'] as const) expect(await flood({ sort })).toHaveLength(6)
  // All channels become public at the same moment, as in an import.
  await db.updateTable('playlist').set({ public_since: new Date() }).where('id', 'in', playlistIds).execute()
  expect(await flood({})).toHaveLength(6)
  const listedIds = new Set((await flood({})).map(({ id }) => id))
  const hidden = playlistIds.filter((id) => !listedIds.has(id))
  await setDefaultRank(hidden[0]!, 7)
  await db
    .updateTable('playlist')
    .set({ public_since: new Date(Date.now() - 25 * 3_600_000) })
    .where('id', '=', hidden[1]!)
    .execute()
  expect(new Set((await flood({})).map(({ id }) => id))).toEqual(new Set([...listedIds, hidden[0], hidden[1]]))
  await db.deleteFrom('playlist').where('id', 'in', playlistIds).execute()
})

test.each([
  { limit: 0 },
  { limit: 51 },
  { cursor: 'x' },
  { cursor: Buffer.from('["a","b"]').toString('base64url') },
  { cursor: 'x'.repeat(201) },
])('a page with %j is refused', async (query) => {
  expect(await outcome(listDefaults(query))).toMatch(/^422 \w+ (?:limit|cursor)$/)
})

test('the bar contains each of the user’s channels in one place', async () => {
  const eva = await createUser(server)
  const tile = async (name: string, fields: Parameters<typeof makeChannel>[1] = {}) =>
    makeChannel(eva.client, { name, status_id: status.private, ...fields })
  await tile('Other')
  await tile('Left', { is_left: true })
  await tile('Public', { status_id: status.public })
  const { id: archived } = await tile('Archived')
  await eva.client(contract.updatePlaylist, { params: { id: archived }, body: { is_archived: true, finished: true } })
  const group = { user_id: eva.id, status_id: 1, position: 1 }
  const [open, shut] = [newId(), newId()]
  await db
    .insertInto('playlist_group')
    .values([
      { ...group, id: open, name: 'Group' },
      { ...group, id: shut, name: 'Old group', is_archived: true },
    ])
    .execute()
  const { id: grouped } = await tile('Grouped')
  await db.updateTable('playlist').set({ group_id: open }).where('id', '=', grouped).execute()
  const myPlaylists = await eva.client(contract.listMyPlaylists, {})
  expect(myPlaylists).toMatchObject({
    archive: [{ name: 'Archived', order: 0, is_archived: true }],
    other: [
      { name: 'Left', is_left: true },
      { name: 'Other', order: 0 },
    ],
    public: [{ name: 'Public', status: 'Public' }],
    groups: [{ name: 'Group', status: 'Private', order: 0, playlists: [{ id: grouped, order: 0 }] }],
    archivedGroups: [{ name: 'Old group', playlists: [] }],
    directPublish: { direct_publish: true },
    watchLater: { watch_later: true },
    finished: [archived],
    favorites: [],
  })
  expect(myPlaylists.unfinished).toHaveLength(4)
  expect(await outcome(guest(contract.listMyPlaylists, {}))).toBe('401 login_required')
})

test('the team header applies to lists and creation, and only members can use it; other calls act for the user', async () => {
  const team = await makeTeam(db, { members: [ann], invited: [bob] })
  for (const teamId of [team, 'nosuchteam1', "'; drop", 'x'.repeat(2000)]) {
    const client = server.clientFor({ token: bob.token, teamId })
    expect(await outcome(client(contract.listMyPlaylists, {}))).toBe('403 not_in_team')
    expect(await outcome(client(contract.createPlaylist, { body: { name: 'For them', status_id: 1 } }))).toBe('403 not_in_team')
    expect(await client(accountsContract.getProfile, {})).toMatchObject({ id: bob.id })
    for (const call of [
      client(accountsContract.listCountries, {}),
      client(contract.listDefaultPlaylists, {}),
      searchNames('volcano', client),
    ])
      expect(await outcome(call)).toBe('done')
  }
  const teamClient = server.clientFor({ token: ann.token, teamId: team })
  const { id } = await makeChannel(teamClient, { name: 'Of the team' })
  await db.deleteFrom('team_member').where('team_id', '=', team).where('user_id', '=', ann.id).execute()
  // No access, as the user is no longer a member.
  expect(await outcome(teamClient(contract.listMyPlaylists, {}))).toBe('403 not_in_team')
  expect(await outcome(teamClient(contract.updatePlaylist, { params: { id }, body: { name: 'Mine' } }))).not.toBe('done')
})

test('likes and follows are returned per reader', async () => {
  const { playlistId, videoIds } = await makeFilledChannel(db, bob.client, ['A', 'B'], { name: 'Liked' })
  const [first = '', second = ''] = videoIds
  await bob.client(contract.updateVideo, { params: { id: first }, body: { more_title: 'More' } })
  const listsFor = async (client = guest) => {
    const { views, is_followed, videos, has_buttons, series } = await client(contract.getPlaylist, { params: { id: playlistId } })
    const opinions = series.flatMap((item) => item.videos.map(({ likes, liked, views: seen }) => [likes, liked, seen]))
    return { views, is_followed, videos, has_buttons, opinions }
  }
  const emptyFigures = [0, false, 0]
  expect(await listsFor(ann.client)).toEqual({
    views: 0,
    is_followed: false,
    videos: 2,
    has_buttons: true,
    opinions: [emptyFigures, emptyFigures],
  })

  await followChannel(db, ann, playlistId)
  const likes = [ann.id, bob.id].map((user_id) => ({ user_id, video_id: first }))
  await db
    .insertInto('liking')
    .values([...likes, { user_id: ann.id, video_id: second }])
    .execute()
  await db.updateTable('playlist').set({ views: 7 }).where('id', '=', playlistId).execute()
  await db.updateTable('video').set({ views: 5 }).where('id', '=', first).execute()
  const figures = { views: 7, videos: 2, has_buttons: true }
  expect(await listsFor(ann.client)).toEqual({
    ...figures,
    is_followed: true,
    opinions: [
      [2, true, 5],
      [1, true, 0],
    ],
  })
  expect(await listsFor()).toEqual({
    ...figures,
    is_followed: false,
    opinions: [
      [2, false, 5],
      [1, false, 0],
    ],
  })
  const favorites = async () => (await ann.client(contract.listMyPlaylists, {})).favorites.map(({ title }) => title)
  expect(await favorites()).toEqual(['B', 'A'])
  expect((await ann.client(contract.listMyPlaylists, {})).favorites).toMatchObject([
    { pivot: { playlist_id: playlistId, serie_id: expect.any(String) } },
    { pivot: { playlist_id: playlistId } },
  ])

  // Likes and follows of a channel stay while it is not public, but aren't shown.
  const change = (id: string, status_id: number) => bob.client(contract.updatePlaylist, { params: { id }, body: { status_id } })
  const { id } = await change(playlistId, status.privateLink)
  expect(await ann.client(contract.getPlaylist, { params: { id } })).toMatchObject({ is_followed: false })
  expect(await favorites()).toEqual([])
  await change(id, status.public)
  expect(await ann.client(contract.getPlaylist, { params: { id } })).toMatchObject({ is_followed: true })
  expect(await favorites()).toEqual(['B', 'A'])
  await db.deleteFrom('liking').where('user_id', '=', ann.id).execute()
  expect(await bob.client(contract.getVideo, { params: { id: first } })).toMatchObject({ likes: 1, liked: true })
})

test('the latest 50 liked videos are listed', async () => {
  const follower = await createUser(server)
  const titles = Array.from({ length: limits.favorites + 1 }, (_, index) => `Liked ${index}`)
  const { videoIds } = await makeFilledChannel(db, bob.client, titles)
  const timeOf = (index: number) => new Date(Date.UTC(2026, 0, 1, 0, index))
  const rows = videoIds.map((video_id, index) => ({ user_id: follower.id, video_id, created_at: timeOf(index) }))
  await db.insertInto('liking').values(rows).execute()
  const { favorites } = await follower.client(contract.listMyPlaylists, {})
  expect(favorites.map(({ title }) => title)).toEqual(titles.slice(1).toReversed())
})

test('a public profile lists its public channels with content, newest first, by page', async () => {
  const [cleo, dan] = await Promise.all([createUser(server, { is_public: true }), createUser(server)])
  const listChannelsOf = async (id: string, client = guest, query = {}) => client(contract.listPersonPlaylists, { params: { id }, query })
  const namesOf = async (...args: Parameters<typeof listChannelsOf>) => (await listChannelsOf(...args)).data.map(({ name }) => name)
  for (const person of [cleo, dan]) {
    for (const name of ['First', 'Second', 'Third']) await makeFilledChannel(db, person.client, ['A', 'B'], { name })
    await makeFilledChannel(db, person.client, ['A'], { name: 'Private', status_id: status.private })
    await makeFilledChannel(db, person.client, ['A'], { name: 'Link', status_id: status.privateLink })
    await makeFilledChannel(db, person.client, ['A'], { name: 'Adults', adult: true })
    await makeChannel(person.client, { name: 'Empty' })
  }
  expect(await namesOf(cleo.id)).toEqual(['Third', 'Second', 'First'])
  expect(await namesOf(cleo.id, adultUser.client)).toEqual(['Adults', 'Third', 'Second', 'First'])
  // Without a public profile, others get a 404.
  for (const client of [guest, cleo.client])
    for (const id of [dan.id, newId()]) await expect(listChannelsOf(id, client)).rejects.toMatchObject({ status: 404 })
  expect(await namesOf(dan.id, dan.client)).toEqual(['Adults', 'Third', 'Second', 'First'])

  const first = await listChannelsOf(cleo.id, guest, { limit: 2 })
  expect(first.data.map(({ name }) => name)).toEqual(['Third', 'Second'])
  expect(await namesOf(cleo.id, guest, { limit: 2, cursor: first.next_cursor })).toEqual(['First'])
  expect(first.data[0]).toMatchObject({ maker_is_public: true, pictures: [], order: null })
  expect((await searchNames('First')).length).toBeGreaterThan(0)
})
