import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { newId } from '#kit/server/ids.ts'
import { fillSeries, makeChannel, makeFilledChannel, makeSeries, makeTeam } from '#test/channels.ts'
import { createUser } from '#test/people.ts'
import { updateSearchIndex } from '#test/search.ts'
import { startTestServer } from '#test/serve.ts'
import { countryId, makeTvChannel } from '#test/television.ts'
import { channelsContract } from '#features/channels/contract.ts'
import { status } from '#features/channels/rules.ts'
import { setRemoved } from '#features/channels/server/queries/removals.ts'
import { notificationsContract } from '#features/notifications/contract.ts'
import { searchContract as contract } from '../contract.ts'
import { searchFollowers } from '#test/followed-searches.ts'

const server = await startTestServer({ RATE_LIMITS: 'off' })
const { db } = server
const { follow, follower, told, texts, newCounts } = searchFollowers(server)
const owner = await createUser(server)
const adult = { birthday: '1980-01-01', adult_passed_at: new Date(), adult_content: true }
const rename = (id: string, name: string) => owner.client(channelsContract.updatePlaylist, { params: { id }, body: { name } })
const setStatus = async (id: string, status_id: number) =>
  (await owner.client(channelsContract.updatePlaylist, { params: { id }, body: { status_id } })).id
const keyOf = async (id: string) => (await db.selectFrom('playlist').select('key').where('id', '=', id).executeTakeFirstOrThrow()).key

test('followers are notified of new things of all kinds in one bundle per search, with a link to the results', async () => {
  const { playlistId, seriesId } = await makeFilledChannel(db, owner.client, ['Quokka before'], { name: 'Old quokka' })
  await updateSearchIndex(db)
  const [ann, bram] = [await follower('quokka'), await follower('Quokka', { language: 'nl' })]
  const other = await follower('wombat')
  await told()
  expect([await texts(ann), await newCounts(ann)]).toEqual([[], { quokka: 0 }])
  await fillSeries(db, await makeSeries(owner.client, playlistId, 'Quokka nights').then(({ id }) => id), [
    'The quokka film',
    'Another film',
  ])
  await makeChannel(owner.client, { name: 'Television', tags: ['quokka'] })
  await makeTvChannel(db, { name: 'Quokka TV' })
  await db
    .insertInto('tier')
    .values({ id: newId(), name: 'Quokka Plus', package_name: 'Zoo', price: 499, is_free: false, position: 1 })
    .execute()
  await createUser(server, { nickname: 'quokka-fan', is_public: true })
  await told()
  expect(await texts(ann)).toEqual(['6 new results for “quokka”'])
  expect(await newCounts(ann)).toEqual({ quokka: 6 })
  const { data } = await server.clientFor({ token: bram.token, language: 'nl' })(notificationsContract.listNotifications, { query: {} })
  expect(data).toMatchObject([{ kind: 'search_match', text: '6 nieuwe resultaten voor “Quokka”', url: '/nl/search?keyword=Quokka' }])
  expect([await texts(other), await newCounts(other)]).toEqual([[], { wombat: 0 }])
  // An unread notification also counts later results.
  await owner.client(channelsContract.updateSeries, { params: { id: seriesId }, body: { name: 'Now a quokka too' } })
  await told()
  expect(await texts(ann)).toEqual(['7 new results for “quokka”'])
  // Results that the user opened are no longer new.
  await ann.client(contract.saveSearch, { body: { search: 'QUOKKA' } })
  expect(await newCounts(ann)).toEqual({ QUOKKA: 0 })
})

test('followers are notified once of each thing, however often it changes', async () => {
  const ann = await follower('numbat')
  const { id } = await makeChannel(owner.client, { name: 'Numbat' })
  await told()
  await rename(id, 'Numbat again')
  await told()
  await rename(id, 'Something else')
  await told()
  await rename(id, 'The numbat')
  await told()
  await setStatus(id, status.private)
  await told()
  expect(await newCounts(ann)).toEqual({ numbat: 0 })
  await setStatus(id, status.public)
  await told()
  expect([await texts(ann), await newCounts(ann)]).toEqual([['1 new result for “numbat”'], { numbat: 1 }])
})

test('existing things are not new when they are edited, moved or hidden for a moment', async () => {
  const channel = await makeFilledChannel(db, owner.client, ['Bilby one', 'Bilby two'], { name: 'Bilby' })
  const { id: otherId } = await makeChannel(owner.client, { name: 'Elsewhere' })
  const { id: series } = await makeSeries(owner.client, otherId)
  await updateSearchIndex(db)
  const [ann, grown] = [await follower('bilby'), await follower('bilby', adult)]
  await rename(channel.playlistId, 'Bilby renamed')
  await told()
  await db.updateTable('video').set({ series_id: series }).where('id', '=', channel.videoIds[0]!).execute()
  await told()
  await setStatus(channel.playlistId, status.private)
  await setStatus(channel.playlistId, status.public)
  await told()
  const mark = (isAdult: boolean) =>
    owner.client(channelsContract.updatePlaylist, { params: { id: channel.playlistId }, body: { adult: isAdult } })
  await mark(true)
  await told()
  await sql`update search_document set popularity = 500`.execute(db)
  await sql`insert into search_change (subject, key) select subject, key from search_document on conflict do nothing`.execute(db)
  await told()
  expect([await texts(ann), await texts(grown)]).toEqual([[], []])
  // The thing was hidden from users without adult content for a while, so it is new to them.
  await mark(false)
  await told()
  expect([await texts(ann), await texts(grown)]).toEqual([['2 new results for “bilby”'], []])
})

test('things are new when they become public, are renamed, or are shown again', async () => {
  const { playlistId } = await makeFilledChannel(db, owner.client, ['Potoroo film'], { name: 'Potoroo', status_id: status.private })
  const { id: channelId } = await makeChannel(owner.client, { name: 'Plain name' })
  const { id: removed } = await makeChannel(owner.client, { name: 'Removed potoroo' })
  await setRemoved(db, { type: 'playlist', key: await keyOf(removed) }, true)
  const ann = await follower('potoroo')
  await told()
  expect(await texts(ann)).toEqual([])
  const linked = await setStatus(playlistId, status.privateLink)
  await told()
  expect(await texts(ann)).toEqual([])
  await setStatus(linked, status.public)
  await told()
  expect(await texts(ann)).toEqual(['2 new results for “potoroo”'])
  await rename(channelId, 'Potoroo too')
  await told()
  await setRemoved(db, { type: 'playlist', key: await keyOf(removed) }, false)
  await told()
  expect(await texts(ann)).toEqual(['4 new results for “potoroo”'])
})

test('users are not notified of things that they may not find, or of their own and their teams’ things', async () => {
  const [ann, grown, dutch] = [
    await follower('dunnart'),
    await follower('dunnart', adult),
    await follower('dunnart', { country_id: await countryId(db, 'NL') }),
  ]
  const [author, member] = [await follower('dunnart'), await follower('dunnart')]
  const team = await makeTeam(db, { members: [member], invited: [ann] })
  await makeChannel(author.client, { name: 'Dunnart of the author' })
  await told()
  expect([await texts(author), await texts(ann)]).toEqual([[], ['1 new result for “dunnart”']])
  await makeChannel(server.clientFor({ token: member.token, teamId: team }), { name: 'Dunnart of the team' })
  await told()
  expect([await texts(member), await texts(ann)]).toEqual([['1 new result for “dunnart”'], ['2 new results for “dunnart”']])
  await makeChannel(owner.client, { name: 'Dunnart for adults', adult: true })
  await told()
  expect([await texts(ann), await texts(grown)]).toEqual([['2 new results for “dunnart”'], ['3 new results for “dunnart”']])
  await makeTvChannel(db, { name: 'Dunnart TV', blocked_countries: [await countryId(db, 'NL')] })
  await told()
  // Search shows the blocked channel with a lock, as other lists do.
  const { channels } = (await dutch.client(contract.searchAsUser, { query: { keyword: 'dunnart' } })) as { channels: unknown[] }
  expect([await texts(dutch), channels.length]).toEqual([['3 new results for “dunnart”'], 1])
  // A channel that is hidden after its indexing, before users are notified.
  const { id } = await makeChannel(owner.client, { name: 'Dunnart for a moment' })
  await updateSearchIndex(db)
  await setStatus(id, status.private)
  await told()
  expect(await texts(dutch)).toEqual(['3 new results for “dunnart”'])
  // The follower was not notified of the channel, so it is new when it is visible again.
  await setStatus(id, status.public)
  await told()
  expect(await texts(dutch)).toEqual(['4 new results for “dunnart”'])
})

test('a thing that matches two searches of a user is notified once, and counts as new in both', async () => {
  const ann = await createUser(server)
  await follow(ann, 'quoll')
  await follow(ann, 'spotted quoll')
  await makeChannel(owner.client, { name: 'The spotted quoll' })
  await told()
  expect(await texts(ann)).toHaveLength(1)
  expect(await newCounts(ann)).toEqual({ quoll: 1, 'spotted quoll': 1 })
  await makeChannel(owner.client, { name: 'Any quoll' })
  await told()
  expect((await texts(ann)).filter((text) => text.endsWith('for “quoll”'))).toHaveLength(1)
  expect(await newCounts(ann)).toEqual({ quoll: 2, 'spotted quoll': 1 })
})

test('searches match whole words in any order, and other spellings', async () => {
  const ann = await createUser(server)
  const searches = [
    'echidna',
    'echid',
    'echidnas',
    'long Échidna',
    'spider-echidna',
    'spider echidna',
    '京都',
    'C++',
    '🎬 echidna',
    "' or 1=1 --",
  ]
  for (const search of searches) await follow(ann, search)
  for (const name of ['Echidna', 'The echidna is long', 'Spiderechidna', '東京都', 'C++ and more', '🎬 Echidna', '" * & \' or 1=1 --'])
    await makeChannel(owner.client, { name })
  await told()
  expect(await newCounts(ann)).toEqual({
    echidna: 3,
    echid: 0,
    echidnas: 0,
    'long Échidna': 1,
    'spider-echidna': 1,
    'spider echidna': 1,
    京都: 1,
    'C++': 1,
    '🎬 echidna': 1,
    "' or 1=1 --": 1,
  })
})

test('an unfollowed or deleted search sends no notifications; one that is followed again starts from now', async () => {
  const [ann, bob] = [await follower('dibbler'), await follower('dibbler')]
  await ann.client(contract.followSearch, { params: { id: ann.search } })
  await bob.client(contract.deleteSearch, { params: { id: bob.search } })
  await makeChannel(owner.client, { name: 'Dibbler' })
  await told()
  await ann.client(contract.followSearch, { params: { id: ann.search } })
  await follow(bob, 'dibbler')
  await told()
  expect([await texts(ann), await texts(bob)]).toEqual([[], []])
  await makeChannel(owner.client, { name: 'Dibbler two' })
  await told()
  expect([await texts(ann), await texts(bob)]).toEqual([['1 new result for “dibbler”'], ['1 new result for “dibbler”']])
})
