import { expect, test } from 'vitest'
import { followChannel, makeChannel, makeFilledChannel, makeTeam } from '#test/channels.ts'
import { createUser } from '#test/people.ts'
import { updateSearchIndex } from '#test/search.ts'
import { startTestServer } from '#test/serve.ts'
import { makeTvChannel } from '#test/television.ts'
import { channelsContract } from '#features/channels/contract.ts'
import { status } from '#features/channels/rules.ts'
import { searchContract as contract, type SearchPage, type SearchResults } from '../contract.ts'

const server = await startTestServer({ RATE_LIMITS: 'off' })
const { db } = server
const [ann, bob] = [await createUser(server), await createUser(server, { nickname: 'heron-bob', is_public: true })]

const readCounts = async (keyword: string) =>
  ((await ann.client(contract.searchAsUser, { query: { keyword, type: 'my' } })) as SearchResults).counts
const searchTitles = async (keyword: string, parameters: object = {}) =>
  (await ann.client(contract.searchAsUser, { query: { keyword, type: 'my', category: 'playlists', ...parameters } })) as SearchPage
const searchNames = async (...args: Parameters<typeof searchTitles>) =>
  (await searchTitles(...args)).data.map((item) => (item as { name: string }).name)
const follow = (fields: { playlist_key: number } | { followed_user_id: string } | { tv_channel_id: string }) =>
  db
    .insertInto('follow')
    .values({ user_id: ann.id, position: Math.floor(Math.random() * 1e12), ...fields })
    .execute()
const noCounts = { channels: 0, packages: 0, playlists: 0, series: 0, videos: 0, users: 0 }

test('own, team and followed things are found, and no others', async () => {
  const makeFilled = (client: typeof bob.client, name: string, statusId: number) =>
    makeFilledChannel(db, client, [`${name} video`], { name, status_id: statusId })
  await makeFilled(ann.client, 'Heron of Ann', status.public)
  await makeFilled(ann.client, 'Heron in private', status.private)
  const team = await makeTeam(db, { members: [ann, bob] })
  await makeFilled(server.clientFor({ token: bob.token, teamId: team }), 'Heron of the team', status.privateLink)
  const { playlistId } = await makeFilled(bob.client, 'Heron followed', status.public)
  await makeFilled(bob.client, 'Heron of a stranger', status.public)
  const tv = await makeTvChannel(db, { name: 'Heron TV' })
  await makeTvChannel(db, { name: 'Heron Two' })
  await updateSearchIndex(db)
  expect(await readCounts('heron')).toEqual({ ...noCounts, playlists: 3, videos: 3 })
  await followChannel(db, ann, playlistId)
  await follow({ tv_channel_id: tv.id })
  await follow({ followed_user_id: bob.id })
  expect(await readCounts('heron')).toEqual({ ...noCounts, channels: 1, playlists: 4, videos: 4, users: 1 })
  expect((await searchNames('heron')).toSorted()).toEqual(['Heron followed', 'Heron in private', 'Heron of Ann', 'Heron of the team'])
  expect(await searchNames('heron foll')).toEqual(['Heron followed'])
  expect(await searchNames('heron priv')).toEqual(['Heron in private'])
  expect(await readCounts('heron nothing')).toEqual(noCounts)
  await db.updateTable('tv_channel').set({ is_off: true }).where('id', '=', tv.id).execute()
  await db.updateTable('account').set({ is_public: false }).where('id', '=', bob.id).execute()
  await db.deleteFrom('team_member').where('team_id', '=', team).where('user_id', '=', ann.id).execute()
  expect(await readCounts('heron')).toEqual({ ...noCounts, playlists: 3, videos: 3 })
  await db.deleteFrom('follow').where('user_id', '=', ann.id).execute()
  expect(await readCounts('heron')).toEqual({ ...noCounts, playlists: 2, videos: 2 })
})

test('a followed channel is found only while it is public and the follower may see it', async () => {
  const { playlistId } = await makeFilledChannel(db, bob.client, ['Bittern video'], { name: 'Bittern' })
  await followChannel(db, ann, playlistId)
  await updateSearchIndex(db)
  const isFound = async () => {
    await updateSearchIndex(db)
    return [await searchNames('bittern'), (await readCounts('bittern')).videos]
  }
  const [yes, no] = [
    [['Bittern'], 1],
    [[], 0],
  ]
  expect(await isFound()).toEqual(yes)
  let id = playlistId
  const update = async (body: object) => ({ id } = await bob.client(channelsContract.updatePlaylist, { params: { id }, body }))
  await update({ status_id: status.privateLink })
  expect([await searchNames('bittern'), await isFound()]).toEqual([[], no])
  await update({ status_id: status.private })
  expect(await isFound()).toEqual(no)
  await update({ status_id: status.public, adult: true })
  expect(await isFound()).toEqual(no)
  await db
    .updateTable('account')
    .set({ adult_content: true, adult_passed_at: new Date(), birthday: new Date('1980-01-01') })
    .where('id', '=', ann.id)
    .execute()
  expect(await isFound()).toEqual(yes)
  await update({ adult: false })
  await db.updateTable('playlist').set({ removed_alone_at: new Date() }).where('id', '=', id).execute()
  expect(await isFound()).toEqual(no)
})

test('own and followed things are paged, in each order', async () => {
  for (let offset = 1; offset <= 6; offset += 1) {
    const { playlistId } = await makeFilledChannel(db, (offset % 2 ? ann : bob).client, ['Video'], { name: `Curlew ${offset}` })
    if (offset % 2 === 0) await followChannel(db, ann, playlistId)
    await makeChannel(bob.client, { name: `Curlew ${offset}`, status_id: status.public })
  }
  await updateSearchIndex(db)
  for (const sort of ['relevance', 'added_desc', 'added_asc', 'popular', 'published_desc', 'published_asc']) {
    const all: string[] = []
    for (let cursor: string | undefined, isLast = false; !isLast;) {
      const page = await searchTitles('curlew', { limit: 4, sort, ...(cursor && { cursor }) })
      expect(page.count).toBe(6)
      all.push(...page.data.map((item) => (item as { name: string }).name))
      cursor = page.next_cursor ?? undefined
      isLast = cursor === undefined
    }
    expect([sort, all.toSorted()]).toEqual([sort, [1, 2, 3, 4, 5, 6].map((at) => `Curlew ${at}`)])
    if (sort === 'added_asc') expect(all[0]).toBe('Curlew 1')
  }
})

test('own things that are not public are found with typing errors, and change no results of others', async () => {
  const others = async () => {
    const searches = ['pendulim', 'pendelum', 'pendulum'].flatMap((keyword) => [
      server.guest(contract.search, { query: { keyword } }),
      bob.client(contract.searchAsUser, { query: { keyword } }),
    ])
    return JSON.stringify(await Promise.all(searches))
  }
  const before = await others()
  await makeFilledChannel(db, ann.client, ['The pendulum swings'], { name: 'Pendulum', status_id: status.private })
  await updateSearchIndex(db)
  for (const keyword of ['pendulim', 'pendelum', 'penudlum', 'pendulms', 'swings pendulim'])
    expect([keyword, (await readCounts(keyword)).videos]).toEqual([keyword, 1])
  const searchResults = (await ann.client(contract.searchAsUser, { query: { keyword: 'pendulim' } })) as SearchResults
  expect(searchResults.playlists.map(({ name, match }) => [name, match])).toEqual([['Pendulum', { field: 'name', how: 'typo' }]])
  expect(await others()).toBe(before)
})
