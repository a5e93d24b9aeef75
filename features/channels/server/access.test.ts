import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { newId } from '#kit/server/ids.ts'
import { createSelect } from '#kit/server/select.ts'
import { guestReader, type Reader, createReader } from '#kit/server/reader.ts'
import { type RestrictionRules, setRestrictions } from '#kit/server/restrictions.ts'
import { makeFilledChannel, makeSeries, makeTeam, outcome } from '#test/channels.ts'
import { createUser } from '#test/people.ts'
import { type Client, startTestServer } from '#test/serve.ts'
import { createUserFinder } from '#features/accounts/server/users.ts'
import { restrictions, subjects } from '#server/features.ts'
import { channelsContract as contract } from '../contract.ts'
import { status } from '../rules.ts'
import { firstListedRestriction, firstRestriction, isOmittedFromLists } from './queries/restrictions.ts'
import { insertGroups } from './queries/groups.ts'

const server = await startTestServer()
const { db, guest } = server
const [owner, member, invited, stranger] = await Promise.all([
  createUser(server),
  createUser(server),
  createUser(server),
  createUser(server),
])
const adultUser = await createUser(server, { adult_content: true, adult_passed_at: new Date(), birthday: new Date('1980-01-01') })
const teamId = await makeTeam(db, { members: [owner, member], invited: [invited] })
const teamClient = server.clientFor({ token: owner.token, teamId })

interface Ids {
  playlistId: string
  seriesId: string
  videoIds: string[]
}
const reads = ({ playlistId, seriesId, videoIds: [videoId] }: Ids, client: Client) =>
  Promise.all([
    outcome(client(contract.getPlaylist, { params: { id: playlistId } })),
    outcome(client(contract.getSeries, { params: { id: seriesId }, query: { playlist: playlistId } })),
    outcome(client(contract.getVideo, { params: { id: videoId! }, query: { playlist: playlistId } })),
  ])
/** Sends write calls with empty bodies: they check the right to edit, and change nothing. */
const writes = ({ playlistId, seriesId, videoIds: [videoId] }: Ids, client: Client) =>
  Promise.all([
    outcome(client(contract.updatePlaylist, { params: { id: playlistId }, body: {} })),
    outcome(client(contract.updateSeries, { params: { id: seriesId }, body: {} })),
    outcome(client(contract.updateVideo, { params: { id: videoId! }, body: {} })),
  ])
const all = (response: string, times: number) => Array.from({ length: times }, () => response)

test.each([
  ['private', status.private, '404 not_found', all('404 not_found', 3)],
  // The channel's id is its private link, so the channel is known to exist. The ids of its content reveal nothing.
  ['private link', status.privateLink, 'done', ['403 forbidden', '404 not_found', '404 not_found']],
  ['public', status.public, 'done', all('403 forbidden', 3)],
])('a %s channel can be edited by its owner and read by others according to its status', async (_, status_id, othersRead, othersWrite) => {
  const ids = await makeFilledChannel(db, owner.client, ['A'], { status_id })
  expect(await reads(ids, owner.client)).toEqual(all('done', 3))
  expect(await writes(ids, owner.client)).toEqual(all('done', 3))
  for (const other of [stranger, member, adultUser]) {
    expect(await reads(ids, other.client)).toEqual(all(othersRead, 3))
    expect(await writes(ids, other.client)).toEqual(othersWrite)
  }
  expect(await reads(ids, guest)).toEqual(all(othersRead, 3))
  expect(await writes(ids, guest)).toEqual(all('401 login_required', 3))
})

test('a private channel is refused like one that doesn’t exist', async () => {
  const { playlistId } = await makeFilledChannel(db, owner.client, ['A'], { status_id: status.private })
  const refusalOf = (id: string) => guest(contract.getPlaylist, { params: { id } }).catch((error: unknown) => error)
  expect(await refusalOf(playlistId)).toEqual(await refusalOf(newId()))
  expect(await refusalOf(playlistId)).toMatchObject({ status: 404 })
})

test('accepted members of a team can edit its channels in any mode, others can’t', async () => {
  const ids = await makeFilledChannel(db, teamClient, ['A'], { status_id: status.private })
  expect(await owner.client(contract.getPlaylist, { params: { id: ids.playlistId } })).toMatchObject({
    team_id: teamId,
    user_id: owner.id,
    may_edit: true,
  })
  expect([...(await reads(ids, member.client)), ...(await writes(ids, member.client))]).toEqual(all('done', 6))
  expect([...(await reads(ids, invited.client)), ...(await writes(ids, invited.client))]).toEqual(all('404 not_found', 6))
  expect(await reads(ids, stranger.client)).toEqual(all('404 not_found', 3))
})

test('a user who leaves a team loses access to channels they created there', async () => {
  const leaver = await createUser(server)
  const team = await makeTeam(db, { members: [leaver, member] })
  const ids = await makeFilledChannel(db, server.clientFor({ token: leaver.token, teamId: team }), ['A'], { status_id: status.private })
  await db.deleteFrom('team_member').where('user_id', '=', leaver.id).execute()
  expect(await reads(ids, leaver.client)).toEqual(all('404 not_found', 3))
  expect(await reads(ids, member.client)).toEqual(all('done', 3))
})

test('adult channels open for their owner and for users who passed the age check', async () => {
  const ids = await makeFilledChannel(db, owner.client, ['A'], { adult: true })
  expect(await reads(ids, owner.client)).toEqual(all('done', 3))
  expect(await reads(ids, adultUser.client)).toEqual(all('done', 3))
  for (const client of [guest, stranger.client]) expect(await reads(ids, client)).toEqual(all('403 adult_only', 3))
  expect(await writes(ids, stranger.client)).toEqual(all('403 adult_only', 3))
  await expect(guest(contract.getPlaylist, { params: { id: ids.playlistId } })).rejects.toMatchObject({ body: { errors: {} } })
})

test('adult videos are hidden from a channel and refused by id before the age check', async () => {
  const { playlistId, videoIds } = await makeFilledChannel(db, owner.client, ['Mild', 'Strong'])
  await owner.client(contract.updateVideo, { params: { id: videoIds[1]! }, body: { adult: true } })
  const titles = async (client: Client) =>
    (await client(contract.getPlaylist, { params: { id: playlistId } })).series.flatMap(({ videos }) => videos.map(({ title }) => title))
  for (const client of [guest, stranger.client]) {
    expect(await titles(client)).toEqual(['Mild'])
    expect(await outcome(client(contract.getVideo, { params: { id: videoIds[1]! } }))).toBe('403 adult_only')
  }
  for (const client of [owner.client, adultUser.client]) expect(await titles(client)).toEqual(['Mild', 'Strong'])
})

test('series and videos have the restrictions of their own channel, even if the address names another', async () => {
  const ownChannel = await makeFilledChannel(db, stranger.client)
  const theirs = await makeFilledChannel(db, owner.client, ['A'], { status_id: status.private })
  const other = await makeSeries(stranger.client, ownChannel.playlistId)
  const move = (videoId: string, seriesId: string, destId: string) =>
    outcome(stranger.client(contract.moveVideo, { params: { videoId, seriesId, destId }, body: { index: 0 } }))
  expect(await move(theirs.videoIds[0]!, theirs.seriesId, ownChannel.seriesId)).toBe('404 not_found')
  expect(await move(ownChannel.videoIds[0]!, ownChannel.seriesId, theirs.seriesId)).toBe('404 not_found')
  expect(await move(ownChannel.videoIds[0]!, other.id, ownChannel.seriesId)).toBe('404 not_found')
  expect(await move(ownChannel.videoIds[0]!, ownChannel.seriesId, other.id)).toBe('done')
})

test('a cached reader is revalidated: changes and a deleted session take effect on the next read', async () => {
  const reader = await createUser(server, { birthday: new Date('1980-01-01') })
  const strong = await makeFilledChannel(db, owner.client, ['A'], { adult: true })
  const open = await makeFilledChannel(db, owner.client)
  // The second read uses the cached reader of the first.
  const readTwice = async (ids: Ids, client: Client) => new Set([...(await reads(ids, client)), ...(await reads(ids, client))])
  expect(await readTwice(strong, reader.client)).toEqual(new Set(['403 adult_only']))
  await db.updateTable('account').set({ adult_content: true, adult_passed_at: new Date() }).where('id', '=', reader.id).execute()
  expect(await readTwice(strong, reader.client)).toEqual(new Set(['done']))
  await db.updateTable('account').set({ adult_content: false }).where('id', '=', reader.id).execute()
  expect(await readTwice(strong, reader.client)).toEqual(new Set(['403 adult_only']))

  const missing = { playlistId: newId(), seriesId: newId(), videoIds: [newId()] }
  expect(await readTwice(missing, reader.client)).toEqual(new Set(['404 not_found']))
  expect(await outcome(reader.client(contract.listDefaultPlaylists, { query: { cursor: 'x' } }))).toBe('422 cursor_outdated cursor')
  await db.deleteFrom('session').where('id', '=', reader.sessionId).execute()
  expect(await readTwice(open, reader.client)).toEqual(new Set(['401 token_invalid']))
  expect(await readTwice(missing, reader.client)).toEqual(new Set(['401 token_invalid']))
  expect(await outcome(reader.client(contract.listDefaultPlaylists, { query: { cursor: 'x' } }))).toBe('401 token_invalid')
})

test('a read reports the first restriction, lists show a lock or omit the thing, and expired rules have no effect', async () => {
  const of = async (tags: string[], isAdult = false) =>
    (await makeFilledChannel(db, owner.client, ['A'], { tags, adult: isAdult })).playlistId
  const ids = await Promise.all([of([]), of(['BE']), of(['BE', 'paid']), of(['paid'], true), of(['paid'])])
  const twoHoursAgo = new Date(Date.now() - 7_200_000)
  await db.updateTable('playlist').set({ created_at: twoHoursAgo }).where('id', '=', ids[4]).execute()
  const otherFeatureRules: RestrictionRules = {
    playlist: {
      tier_required: () => sql<boolean>`('paid' = any(playlist.tags) and playlist.created_at > now() - interval '1 hour')`,
      geo_blocked: ({ country }) => (country === null ? undefined : sql<boolean>`${country} = any(playlist.tags)`),
    },
  }
  setRestrictions([...restrictions, otherFeatureRules])
  onTestFinished(() => setRestrictions(restrictions))
  const resultsFor = async (reader: Reader) => {
    const rows = await db
      .selectFrom('playlist')
      .select(['id', firstRestriction(['playlist'], reader).as('first'), firstListedRestriction(['playlist'], reader).as('lock')])
      .select(isOmittedFromLists(['playlist'], reader).as('out'))
      .where('id', 'in', ids)
      .execute()
    return ids.map((id) => rows.find((row) => row.id === id)).map((row) => [row?.first, row?.lock, row?.out])
  }
  expect(await resultsFor({ user: null, country: 'BE' })).toEqual([
    [null, null, false],
    ['geo_blocked', 'geo_blocked', false],
    ['geo_blocked', 'geo_blocked', false],
    ['adult_only', 'tier_required', true],
    [null, null, false],
  ])
  // An unknown country restricts nothing.
  expect(await resultsFor(guestReader)).toEqual([
    [null, null, false],
    [null, null, false],
    ['tier_required', 'tier_required', false],
    ['adult_only', 'tier_required', true],
    [null, null, false],
  ])
})

test('reads fail until the restrictions are registered', () => {
  setRestrictions(undefined)
  onTestFinished(() => setRestrictions(restrictions))
  expect(() => firstRestriction(['playlist'], guestReader)).toThrow('not set')
})

test('a subject is found by readers who may open it; errors equal those of its own endpoint', async () => {
  const readers = new Map<string, Reader>([['guest', guestReader]])
  for (const [name, { token }] of Object.entries({ owner, member, stranger }))
    readers.set(name, createReader(await createUserFinder(db, db)(db, token, undefined), null))
  const result = (name: string, type: (typeof subjects.types)[number], id: string, within?: string) =>
    subjects.find(createSelect(db, readers.get(name)!), { type, id, within }).then(
      ({ mayEdit }) => (mayEdit ? 'edits' : 'sees'),
      ({ problem }: { problem: { status: number; code: string } }) => `${problem.status} ${problem.code}`,
    )
  const answersFor = async (name: string, { playlistId, seriesId, videoIds }: Ids, within?: string) => [
    await result(name, 'playlist', playlistId),
    await result(name, 'serie', seriesId, within),
    await result(name, 'video', videoIds[0]!, within),
  ]
  const of = (fields: { status_id?: number; adult?: boolean }) => makeFilledChannel(db, owner.client, ['A'], fields)
  const [open, link, shut, strong] = [
    await of({}),
    await of({ status_id: status.privateLink }),
    await of({ status_id: status.private }),
    await of({ adult: true }),
  ]
  for (const ids of [open, link, shut, strong]) expect(await answersFor('owner', ids)).toEqual(all('edits', 3))
  for (const name of ['guest', 'stranger']) {
    expect(await answersFor(name, open)).toEqual(all('sees', 3))
    expect(await answersFor(name, link)).toEqual(['sees', ...all('404 not_found', 2)])
    expect(await answersFor(name, link, link.playlistId)).toEqual(all('sees', 3))
    expect(await answersFor(name, shut, shut.playlistId)).toEqual(all('404 not_found', 3))
    expect(await answersFor(name, strong)).toEqual(all('403 adult_only', 3))
  }
  // References to a channel remain valid when its link is replaced.
  const keyOf = async (id: string) => (await subjects.find(createSelect(db, readers.get('owner')!), { type: 'playlist', id })).key
  const before = await keyOf(link.playlistId)
  const { id } = await owner.client(contract.updatePlaylist, { params: { id: link.playlistId }, body: { new_link: true } })
  expect(await keyOf(id)).toBe(before)

  const [own, ofTeam] = [newId(), newId()]
  const group = { user_id: owner.id, name: 'Group', status_id: status.public, position: 1 }
  await insertGroups(db, [
    { ...group, id: own },
    { ...group, id: ofTeam, team_id: teamId },
  ])
  const groups = async (name: string) => [await result(name, 'group', own), await result(name, 'group', ofTeam)]
  expect(await groups('owner')).toEqual(all('edits', 2))
  expect(await groups('member')).toEqual(['404 not_found', 'edits'])
  for (const name of ['guest', 'stranger']) expect(await groups(name)).toEqual(all('404 not_found', 2))
})

test('a membership or session deleted by another process is invalid from the next call on', async () => {
  const guestMember = await createUser(server)
  const team = await makeTeam(db, { members: [guestMember] })
  for (const [client, taken, refusal] of [
    [
      server.clientFor({ token: guestMember.token, teamId: team }),
      sql`delete from team_member where user_id = ${guestMember.id}`,
      '404 not_found',
    ],
    [guestMember.client, sql`delete from session where id = ${guestMember.sessionId}`, '401 token_invalid'],
  ] as const) {
    const { id } = await client(contract.createPlaylist, { body: { name: 'Channel', status_id: status.private } })
    await makeSeries(client, id)
    await taken.execute(db)
    expect(await outcome(makeSeries(client, id))).toBe(refusal)
    const { rows } = await sql<{ name: string }>`select name from series where playlist_id = ${id}`.execute(db)
    expect(rows).toHaveLength(1)
  }
})

test('only editors read the full description of a channel from its own endpoint', async () => {
  const description = 'Long. '.repeat(300).trim()
  const { playlistId } = await makeFilledChannel(db, owner.client, ['A'], { status_id: status.public })
  await owner.client(contract.updatePlaylist, { params: { id: playlistId }, body: { description } })
  const read = (client: Client, id = playlistId) => client(contract.getPlaylistDescription, { params: { id } })
  expect(await read(owner.client)).toEqual({ description })
  expect(await outcome(read(server.guest))).toMatch(/^401/)
  expect(await outcome(read(invited.client))).toBe('403 forbidden')
  expect(await outcome(read(owner.client, 'Zz9Zz9Zz9Zz'))).toBe('404 not_found')
})
