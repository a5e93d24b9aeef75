import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { guestReader } from '#kit/server/reader.ts'
import { makeChannel, makeTeam } from '#test/channels.ts'
import { countPagesRead } from '#test/count-pages-read.ts'
import { createUser } from '#test/people.ts'
import { updateSearchIndex } from '#test/search.ts'
import { startTestServer } from '#test/serve.ts'
import { channelsContract } from '#features/channels/contract.ts'
import { status } from '#features/channels/rules.ts'
import { searchContract as contract } from '../contract.ts'
import { searchPlaylists, suggestKeywords } from './playlists.ts'
import { deleteUnusedWords } from './queries/upkeep.ts'

const server = await startTestServer()
const { db, guest } = server
const [ann, bob] = await Promise.all([createUser(server), createUser(server)])

async function searchNames(keyword: string, client = guest) {
  await updateSearchIndex(db)
  return (await client(contract.searchPlaylists, { body: { keyword } })).data.map(({ name }) => name)
}

/** Inserts channels of Ann directly; later channels are higher in the public list. */
const fill = (count: number, { name, tags = "'{}'", status_id = 3, adult = false }: Record<string, unknown> & { name: string }) =>
  sql`
  insert into playlist (id, user_id, name, tags, status_id, adult, public_since, position)
  select substr(md5(random()::text), 1, 11), ${ann.id}, ${sql.raw(name)}, ${sql.raw(String(tags))}, ${status_id}, ${adult},
    case when ${status_id} = 3 then now() + i * interval '1 second' end, ${Math.floor(Math.random() * 1e12)}::bigint + i
  from generate_series(1, ${count}) i`.execute(server.bulkDb)

test('a search reads a bounded number of rows of thousands of channels, also adversarial ones', async () => {
  await fill(1500, { name: "'The common channel ' || i", tags: "array['music', 'gardens' || i % 50]" })
  // Inserts channels with the maximum: 49 tags of 50 characters, with letters of the keyword.
  await fill(60, {
    name: "'Commno ' || i",
    tags: "(select array_agg(left(repeat('musci' || chr(97 + n % 26) || i || ' ', 10), 50)) from generate_series(1, 49) n)",
  })
  await updateSearchIndex(db)
  await sql`analyze`.execute(db)
  for (const keyword of [
    'the',
    'common',
    'the common music',
    'comm',
    'musci',
    'gadrens',
    'the channel musick',
    'nothing',
    'a',
    'musci '.repeat(16),
  ])
    expect([
      keyword,
      (await countPagesRead(db, (counting) =>
        searchPlaylists({ db: counting, reader: guestReader, language: 'en' }, keyword, { limit: 21 }),
      )) < 20_000,
    ]).toEqual([keyword, true])
  expect(await countPagesRead(db, (counting) => suggestKeywords(counting, guestReader, 'mus'))).toBeLessThan(20_000)
  expect(await searchNames('the common channel 77')).toEqual(expect.arrayContaining(['The common channel 77']))
  expect((await searchNames('gadrens'))[0]).toMatch(/^The common channel/)
})

test('hidden channels don’t displace public ones from the results', async () => {
  await makeChannel(bob.client, { name: 'Zephyr for everybody' })
  await fill(400, { name: "'Zephyr ' || i", status_id: status.private })
  await fill(400, { name: "'Zephyr ' || i", adult: true })
  expect(await searchNames('zephyr')).toEqual(['Zephyr for everybody'])
  expect(await searchNames('zehpyr')).toEqual(['Zephyr for everybody'])
  expect(await searchNames('zephyr', bob.client)).toEqual(['Zephyr for everybody'])
  expect(await searchNames('zephyr', ann.client)).toHaveLength(20)
})

test('a channel is found by its current name, and by its current readers', async () => {
  const { id } = await makeChannel(bob.client, { name: 'Kaleidoscope', tags: ['mirrors'] })
  const update = (body: object) => bob.client(channelsContract.updatePlaylist, { params: { id }, body })
  expect([await searchNames('kaleidoscope'), await searchNames('mirr')]).toEqual([['Kaleidoscope'], ['Kaleidoscope']])
  await update({ name: 'Periscope' })
  expect([await searchNames('kaleidoscope'), await searchNames('periscope')]).toEqual([[], ['Periscope']])
  await update({ status_id: status.private })
  expect([await searchNames('periscope'), await searchNames('periscope', bob.client)]).toEqual([[], ['Periscope']])
  await bob.client(channelsContract.deletePlaylist, { params: { id } })
  expect(await searchNames('periscope', bob.client)).toEqual([])
  const words = () => db.selectFrom('search_vocabulary').select('word').where('word', 'in', ['periscope', 'zephyr']).execute()
  await deleteUnusedWords(db)
  expect(await words()).toEqual([{ word: 'zephyr' }])
})

test('if a word has exact matches, only words that contain it are found besides', async () => {
  for (const name of ['Water mills', 'Underwater', 'Winter trains', 'Later tonight', 'Watches']) await makeChannel(bob.client, { name })
  expect(await searchNames('water')).toEqual(['Water mills', 'Underwater'])
  expect(await searchNames('wate')).toEqual(['Water mills', 'Underwater'])
  expect(await searchNames('watre')).toContain('Water mills')
  expect(await searchNames('wintre trains')).toEqual(['Winter trains'])
})

test('members find all channels of their team', async () => {
  const team = await makeTeam(db, { members: [ann, bob] })
  await makeChannel(server.clientFor({ token: ann.token, teamId: team }), { name: 'Hydrangea', status_id: status.private })
  expect([await searchNames('hydrangea', bob.client), await searchNames('hydrangea')]).toEqual([['Hydrangea'], []])
})
