import { expect, test } from 'vitest'
import { newId } from '#kit/server/ids.ts'
import { makeChannel, makeFilledChannel, makeTeam, outcome } from '#test/channels.ts'
import { createUser } from '#test/people.ts'
import { type Client, startTestServer } from '#test/serve.ts'
import { makeTvChannel } from '#test/television.ts'
import { channelsContract } from '#features/channels/contract.ts'
import { status } from '#features/channels/rules.ts'
import { deleteUnusedWords, queueChangedPopularity } from './queries/upkeep.ts'
import { searchContract as contract, type SearchPage, type SearchResults } from '../contract.ts'
import { updateSearchIndex } from '#test/search.ts'

const server = await startTestServer({ RATE_LIMITS: 'off' })
const { db, guest } = server
const [ann, bob] = [await createUser(server, { nickname: 'zanzibar-ann' }), await createUser(server)]

const searchAll = async (keyword: string) => (await guest(contract.search, { query: { keyword } })) as SearchResults
const ownResults = async (keyword: string, type: 'all' | 'my', client: Client = ann.client) =>
  (await client(contract.searchAsUser, { query: { keyword, type } })) as SearchResults
const searchPage = async (query: object) => (await guest(contract.search, { query: query as { keyword: string } })) as SearchPage
const namesOf = ({ playlists }: SearchResults) => playlists.map(({ name }) => name)
const publicChannel = (name: string, fields: object = {}) => makeChannel(bob.client, { name, status_id: status.public, ...fields })

test('one keyword finds things of all six categories, with counts', async () => {
  const { playlistId, seriesId, videoIds } = await makeFilledChannel(db, bob.client, ['Zanzibar at dawn'], { status_id: status.public })
  await bob.client(channelsContract.updatePlaylist, { params: { id: playlistId }, body: { name: 'Zanzibar Radio' } })
  await bob.client(channelsContract.updateSeries, { params: { id: seriesId }, body: { name: 'Zanzibar nights' } })
  const tv = await makeTvChannel(db, { name: 'Zanzibar TV' }, [['Zanzibar tonight', 60, 60]])
  await db
    .insertInto('tier')
    .values({ id: newId(), name: 'Zanzibar Plus', package_name: 'Islands', price: 499, is_free: false, position: 1 })
    .execute()
  await db.updateTable('account').set({ is_public: true }).where('id', '=', ann.id).execute()
  await updateSearchIndex(db)
  const result = await searchAll('zanzibar')
  expect(result.counts).toEqual({ channels: 1, packages: 1, playlists: 1, series: 1, videos: 2, users: 1 })
  expect(result.channels).toMatchObject([{ id: tv.id, name: 'Zanzibar TV', match: { field: 'name', how: 'exact' } }])
  expect(result.packages).toMatchObject([{ name: 'Zanzibar Plus', price: '4.99' }])
  expect(result.playlists).toMatchObject([{ id: playlistId, name: 'Zanzibar Radio' }])
  expect(result.series).toMatchObject([{ id: seriesId, playlist_id: playlistId, playlist_name: 'Zanzibar Radio' }])
  expect(result.videos).toMatchObject([
    { id: videoIds[0], type: 'video', playlist_id: playlistId, series_id: seriesId, owner: bob.id },
    { id: tv.programmes[0], type: 'epg', title: 'Zanzibar tonight', channel_id: tv.id, playlist_id: null },
  ])
  expect(result.users).toMatchObject([{ id: ann.id, nickname: 'zanzibar-ann' }])
  expect(await ownResults('zanzibar', 'all', bob.client)).toMatchObject({ counts: result.counts })
  expect((await ownResults('zanzibar', 'my', bob.client)).counts).toEqual({
    channels: 0,
    packages: 0,
    playlists: 1,
    series: 1,
    videos: 1,
    users: 0,
  })
  expect((await ownResults('zanzibar', 'my')).counts).toEqual({ channels: 0, packages: 0, playlists: 0, series: 0, videos: 0, users: 0 })
})

test('short keywords are refused, long ones cut, and strange ones find nothing', async () => {
  for (const keyword of ['', '  ', 'ab', ' ab ']) expect(await outcome(searchAll(keyword))).toBe('422 keyword_short keyword')
  expect(await outcome(guest(contract.search, { query: {} as never }))).toMatch(/^422/)
  expect(await outcome(guest(contract.searchAsUser, { query: { keyword: 'abc' } }))).toMatch(/^401/)
  for (const keyword of ['***', '+++', '" " "', ':* | & !', "' or 1=1 --", '京', '🎬🎬🎬', 'x'.repeat(5000), '\\\\\\', '%%%', '___'])
    expect([keyword, (await searchAll(keyword)).counts]).toEqual([
      keyword,
      { channels: 0, packages: 0, playlists: 0, series: 0, videos: 0, users: 0 },
    ])
})

test('a keyword or name that ends within a character is searched and indexed like others', async () => {
  for (const keyword of [`${'x'.repeat(59)} ${'y'.repeat(39)}🎬`, 'abc \ud83d', '\ud83d\ud83d\ud83d'])
    expect(await outcome(searchAll(keyword))).toBe('done')
  // Folding makes 18 characters of one, so that the folded name is cut within its last character.
  await publicChannel(`aa${'ﷺ'.repeat(16)} 🎬🎬🎬🎬🎬🎬🎬🎬🎬🎬`)
  await publicChannel('Nightjar')
  await updateSearchIndex(db)
  expect(namesOf(await searchAll('nightjar'))).toEqual(['Nightjar'])
})

test("private, adult and removed things immediately disappear from others' figures", async () => {
  const { playlistId, seriesId, videoIds } = await makeFilledChannel(db, bob.client, ['Quagga', 'Quagga again'], {
    status_id: status.public,
  })
  await updateSearchIndex(db)
  const counts = async (find = searchAll('quagga')) => {
    const { counts: all, videos } = await find
    return [all.videos, videos.length]
  }
  expect(await counts()).toEqual([2, 2])
  const before = JSON.stringify(await searchAll('quagga'))
  await makeFilledChannel(db, ann.client, ['Quagga in private'], { status_id: status.private })
  await updateSearchIndex(db)
  expect(JSON.stringify(await searchAll('quagga'))).toBe(before)
  expect([await counts(ownResults('quagga', 'all')), await counts(ownResults('quagga', 'my'))]).toEqual([
    [3, 3],
    [1, 1],
  ])
  const update = (body: object) => bob.client(channelsContract.updatePlaylist, { params: { id: playlistId }, body })
  await update({ status_id: status.private })
  expect([await counts(), await counts(ownResults('quagga', 'all', bob.client))]).toEqual([
    [0, 0],
    [0, 0],
  ])
  await updateSearchIndex(db)
  expect([await counts(), await counts(ownResults('quagga', 'all', bob.client))]).toEqual([
    [0, 0],
    [2, 2],
  ])
  await update({ status_id: status.public })
  await updateSearchIndex(db)
  expect(await counts()).toEqual([2, 2])
  await db.updateTable('video').set({ adult: true }).where('id', '=', videoIds[0]!).execute()
  expect(await counts()).toEqual([1, 1])
  await db.updateTable('series').set({ removed_at: new Date() }).where('id', '=', seriesId).execute()
  expect(await counts()).toEqual([0, 0])
  await updateSearchIndex(db)
  expect(await counts()).toEqual([0, 0])
  await bob.client(channelsContract.deletePlaylist, { params: { id: playlistId } })
  expect(await counts(ownResults('quagga', 'my', bob.client))).toEqual([0, 0])
})

test('a found user has the id of their Direct Share channel until an operator removes it', async () => {
  const eve = await createUser(server, { nickname: 'okapi-eve' })
  await db.updateTable('account').set({ is_public: true }).where('id', '=', eve.id).execute()
  const { directPublish } = await eve.client(channelsContract.listMyPlaylists, {})
  await updateSearchIndex(db)
  expect((await searchAll('okapi-eve')).users).toMatchObject([{ id: eve.id, directPublishId: directPublish.id }])
  await db.updateTable('playlist').set({ removed_alone_at: new Date() }).where('id', '=', directPublish.id).execute()
  expect((await searchAll('okapi-eve')).users).toMatchObject([{ id: eve.id, directPublishId: null }])
})

test('words of private things neither suppress nor supply similar ones for others', async () => {
  await publicChannel('Marmots')
  await updateSearchIndex(db)
  const readAll = async () => JSON.stringify([await searchAll('marmosts'), await searchAll('marmo'), await searchAll('marmoset')])
  const before = await readAll()
  await makeChannel(ann.client, { name: 'Marmosts and marmosets', status_id: status.private })
  await updateSearchIndex(db)
  expect(await readAll()).toBe(before)
  expect(namesOf(await ownResults('marmose', 'my'))).toEqual(['Marmosts and marmosets'])
})

test('members of a team find its private things', async () => {
  const team = await makeTeam(db, { members: [ann, bob] })
  await makeChannel(server.clientFor({ token: ann.token, teamId: team }), { name: 'Wolverine den', status_id: status.private })
  await updateSearchIndex(db)
  expect([namesOf(await ownResults('wolverine', 'all', bob.client)), namesOf(await searchAll('wolverine'))]).toEqual([
    ['Wolverine den'],
    [],
  ])
})

test.each([
  ['Spider-Man', ['spider man', 'spiderman', 'spider-man', 'spid']],
  ['Learning C++', ['c++ learning', 'learning c++']],
  ['Lessons in C#', ['c#', ' C# ', 'c# lessons']],
  ['R.E.M. live', ['rem', 'r.e.m.']],
  ['Rückkehr nach Łódź', ['ruckkehr', 'rückkehr', 'lodz', 'Łódź']],
  ['The Who', ['the who', 'who the']],
  ['Wie is de Mol', ['wie is de mol', 'de mol', 'wie is']],
  ['It follows', ['it follows', 'it fol']],
  ['Lodz ruckkehr cafe', ['Łódź', 'rückkehr', 'café', 'cafe\u0301']],
  ['Law & Order', ['law & order', 'law order', 'law and order', '"law & order', 'law ']],
  ['A journey of long days around the old harbour', ['journey harbour', 'harbour journey']],
  ['Het klokhuis', ['het', 'klokhuizen']],
  ['Fast n’ Loud', ["fast n' loud", 'loud fast']],
  ['東京タワー', ['東京', '京', '東京タワー']],
  [
    'Universities of Ghent',
    ['uni', 'univ', 'unive', 'univer', 'univers', 'universi', 'universit', 'universiti', 'universitie', 'universities'],
  ],
])('%s is found as it is typed', async (name, keywords) => {
  await publicChannel(name)
  await updateSearchIndex(db)
  for (const keyword of keywords) expect([keyword, namesOf(await searchAll(keyword))]).toEqual([keyword, expect.arrayContaining([name])])
})

test('a language with signs in its name is found before others that share its letter', async () => {
  for (const name of ['C for beginners', 'C++ for beginners', 'C# for beginners', 'C++ and C#']) await publicChannel(name)
  await updateSearchIndex(db)
  for (const [keyword, names] of [
    ['c++ for', ['C++ for beginners']],
    ['c# for', ['C# for beginners']],
    ['c++', ['C++ and C#', 'C++ for beginners', 'Learning C++']],
  ] as const)
    expect([keyword, namesOf(await searchAll(keyword)).toSorted()]).toEqual([keyword, names])
})

test('exact words come before beginnings, and typing errors count only if there is nothing else', async () => {
  for (const name of ['Greece', 'Greener grass', 'Ballet', 'Gallery', 'Greece by boat']) await publicChannel(name)
  await updateSearchIndex(db)
  expect(namesOf(await searchAll('greece'))).toEqual(['Greece', 'Greece by boat'])
  expect(namesOf(await searchAll('ballet'))).toEqual(['Ballet'])
  expect(namesOf(await searchAll('gre'))).toEqual(expect.arrayContaining(['Greece', 'Greener grass']))
  await publicChannel('Kettle').then(({ id }) =>
    bob.client(channelsContract.updatePlaylist, { params: { id }, body: { description: 'About gallantry' } }),
  )
  await updateSearchIndex(db)
  expect((await searchAll('gallantry')).playlists).toMatchObject([{ name: 'Kettle', match: { field: 'description', how: 'exact' } }])
  const [first] = (await searchAll('balelt')).playlists
  expect(first).toMatchObject({ name: 'Ballet', match: { field: 'name', how: 'typo' } })
  expect(namesOf(await searchAll('boat greece'))).toEqual(['Greece by boat'])
  expect(namesOf(await searchAll('boat greece nothing'))).toEqual([])
})

test('views count from the next night on, and unused words are deleted', async () => {
  await publicChannel('Pangolin one')
  const { id } = await publicChannel('Pangolin two')
  await updateSearchIndex(db)
  const popular = async () => (await searchPage({ keyword: 'pangolin', category: 'playlists', sort: 'popular' })).data[0]
  await db.updateTable('playlist').set({ views: 500 }).where('id', '=', id).execute()
  await queueChangedPopularity(db)
  await updateSearchIndex(db)
  expect(await popular()).toMatchObject({ id })
  const words = () => db.selectFrom('search_vocabulary').select('word').where('word', 'in', ['pangolin', 'two']).orderBy('word').execute()
  await bob.client(channelsContract.deletePlaylist, { params: { id } })
  await deleteUnusedWords(db)
  expect(await words()).toEqual([{ word: 'pangolin' }])
})

test('a category is paged, in each order', async () => {
  for (let offset = 1; offset <= 5; offset += 1) await publicChannel(`Okapi ${offset}`)
  await updateSearchIndex(db)
  for (const sort of ['relevance', 'added_desc', 'added_asc', 'popular', 'published_desc', 'published_asc']) {
    const names: string[] = []
    let cursor: string | undefined
    do {
      const {
        data,
        next_cursor: next,
        count,
      } = await searchPage({ keyword: 'okapi', category: 'playlists', limit: 2, sort, ...(cursor && { cursor }) })
      expect(count).toBe(5)
      names.push(...data.map((item) => (item as { name: string }).name))
      cursor = next ?? undefined
    } while (cursor)
    expect([sort, names.toSorted()]).toEqual([sort, [1, 2, 3, 4, 5].map((at) => `Okapi ${at}`)])
    if (sort === 'added_asc') expect(names[0]).toBe('Okapi 1')
    if (sort === 'added_desc') expect(names[0]).toBe('Okapi 5')
  }
  expect(await outcome(searchPage({ keyword: 'okapi', category: 'playlists', cursor: 'x' }))).toMatch(/^422/)
  expect(await outcome(searchPage({ keyword: 'okapi', category: 'nothing' }))).toMatch(/^422/)
})
