import { randomBytes } from 'node:crypto'
import type { Updateable } from 'kysely'
import { expect, test } from 'vitest'
import type { DB } from '#kit/server/db/schema.gen.ts'
import { makeFilledChannel, makeTeam } from '#test/channels.ts'
import { createUser } from '#test/people.ts'
import { updateSearchIndex } from '#test/search.ts'
import { type Client, startTestServer } from '#test/serve.ts'
import { countryId, makeTvChannel } from '#test/television.ts'
import { channelsContract } from '#features/channels/contract.ts'
import { status } from '#features/channels/rules.ts'
import { searchContract as contract, type SearchResults } from '../contract.ts'

const server = await startTestServer({ RATE_LIMITS: 'off' })
const { db } = server
const [owner, member, stranger] = [await createUser(server), await createUser(server), await createUser(server)]
const adult = await createUser(server, { adult_content: true, adult_passed_at: new Date(), birthday: new Date('1980-01-01') })
const team = await makeTeam(db, { members: [member] })

const searchAs = async (client: Client, keyword: string) => (await client(contract.searchAsUser, { query: { keyword } })) as SearchResults
const searchAsGuest = async (keyword: string) => (await server.guest(contract.search, { query: { keyword } })) as SearchResults
/** The figures of channels, series and videos, each with the number of listed results. */
const figuresOf = ({ counts, playlists, series, videos }: SearchResults) =>
  [counts.playlists, playlists.length, counts.series, series.length, counts.videos, videos.length].join(' ')

const all = '1 1 1 1 1 1'
const none = '0 0 0 0 0 0'

const figures = async (keyword: string) => ({
  guest: figuresOf(await searchAsGuest(keyword)),
  stranger: figuresOf(await searchAs(stranger.client, keyword)),
  adult: figuresOf(await searchAs(adult.client, keyword)),
  member: figuresOf(await searchAs(member.client, keyword)),
  owner: figuresOf(await searchAs(owner.client, keyword)),
})
const everybody = { guest: all, stranger: all, adult: all, member: all, owner: all }
const nobody = { guest: none, stranger: none, adult: none, member: none, owner: none }

const setStatus = (status_id: number) => (id: string) =>
  owner.client(channelsContract.updatePlaylist, { params: { id }, body: { status_id } })
const setFields = (fields: Updateable<DB['playlist']>) => (id: string) =>
  db.updateTable('playlist').set(fields).where('id', '=', id).execute()

test.each([
  ['private', setStatus(status.private), { ...nobody, owner: all }],
  ['shared by a private link', setStatus(status.privateLink), { ...nobody, owner: all }],
  ['restricted to adults', setFields({ adult: true }), { ...nobody, owner: all, adult: all }],
  ['removed by an operator', setFields({ removed_alone_at: new Date() }), { ...nobody, owner: all }],
  ['private, with another owner', setFields({ status_id: status.private, public_since: null, team_id: team }), { ...nobody, member: all }],
])('a channel that becomes %s is hidden at once, and its readers find it again', async (_, change, expected) => {
  const keyword = randomBytes(8)
    .toString('hex')
    .replaceAll(/\d/g, (digit) => 'klmnopqrst'[Number(digit)]!)
  const { playlistId, seriesId } = await makeFilledChannel(db, owner.client, [`${keyword} video`], {
    name: `${keyword} channel`,
    status_id: status.public,
  })
  await db
    .updateTable('series')
    .set({ name: `${keyword} series` })
    .where('id', '=', seriesId)
    .execute()
  await updateSearchIndex(db)
  expect(await figures(keyword)).toEqual(everybody)
  const nothing = JSON.stringify(await searchAsGuest('nothing at all'))

  await change(playlistId)
  expect(await figures(keyword)).toEqual(nobody)
  expect(JSON.stringify(await searchAsGuest(keyword))).toBe(nothing)
  await updateSearchIndex(db)
  expect(await figures(keyword)).toEqual(expected)
  expect(JSON.stringify(await searchAsGuest(keyword))).toBe(nothing)
})

test('a TV channel that is blocked in the viewer’s country is found with a lock, and changes no figure', async () => {
  const { id } = await makeTvChannel(db, { name: 'Pangolin TV' }, [['Pangolin hour', 60, 60]])
  await updateSearchIndex(db)
  const dutch = await createUser(server, { country_id: await countryId(db, 'NL') })
  const before = await searchAs(dutch.client, 'pangolin')
  await db
    .updateTable('tv_channel')
    .set({ blocked_countries: [await countryId(db, 'NL')] })
    .where('id', '=', id)
    .execute()
  const after = await searchAs(dutch.client, 'pangolin')
  expect(after.counts).toEqual(before.counts)
  expect([before.channels[0], after.channels[0]]).toMatchObject([
    { id, geo_blocked: false },
    { id, geo_blocked: true },
  ])
})
