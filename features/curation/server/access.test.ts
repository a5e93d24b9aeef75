import { expect, test } from 'vitest'
import { newId } from '#kit/server/ids.ts'
import { makeFilledChannel, makeSeries, makeTeam, outcome } from '#test/channels.ts'
import { person } from '#test/people.ts'
import { type Client, serve } from '#test/serve.ts'
import { curationContract as contract } from '../contract.ts'
import { status } from '../rules.ts'

const server = await serve()
const { db, guest } = server
const [owner, member, invited, stranger] = await Promise.all([person(server), person(server), person(server), person(server)])
const adult = await person(server, { adult_content: true, adult_passed_at: new Date(), birthday: new Date('1980-01-01') })
const teamId = await makeTeam(db, { members: [owner, member], invited: [invited] })
const inTeam = server.as({ token: owner.token, teamId })

interface Ids {
  playlistId: string
  seriesId: string
  videoIds: string[]
}
const reads = ({ playlistId, videoIds: [videoId] }: Ids, client: Client) =>
  Promise.all([
    outcome(client(contract.getPlaylist, { params: { id: playlistId } })),
    outcome(client(contract.getVideo, { params: { id: videoId! }, query: { playlist: playlistId } })),
  ])
/** Calls that change something and here change nothing: for whoever may not, and for whoever may. */
const writes = ({ playlistId, seriesId, videoIds: [videoId] }: Ids, client: Client) =>
  Promise.all([
    outcome(client(contract.updatePlaylist, { params: { id: playlistId }, body: {} })),
    outcome(client(contract.updateSeries, { params: { id: seriesId }, body: {} })),
    outcome(client(contract.updateVideo, { params: { id: videoId! }, body: {} })),
  ])
const all = (answer: string, times: number) => Array.from({ length: times }, () => answer)

test.each([
  ['private', status.private, '404 not_found', all('404 not_found', 3)],
  // Who has the link knows the channel; the ids of what is in it open nothing without it.
  ['private link', status.privateLink, 'done', ['403 forbidden', '404 not_found', '404 not_found']],
  ['public', status.public, 'done', all('403 forbidden', 3)],
])('a %s channel: its owner does as they like, others may what its status says', async (_, status_id, othersRead, othersWrite) => {
  const ids = await makeFilledChannel(db, owner.client, ['A'], { status_id })
  expect(await reads(ids, owner.client)).toEqual(all('done', 2))
  expect(await writes(ids, owner.client)).toEqual(all('done', 3))
  for (const other of [stranger, member, adult]) {
    expect(await reads(ids, other.client)).toEqual(all(othersRead, 2))
    expect(await writes(ids, other.client)).toEqual(othersWrite)
  }
  expect(await reads(ids, guest)).toEqual(all(othersRead, 2))
  expect(await writes(ids, guest)).toEqual(all('401 login_required', 3))
})

test('a private thing is refused exactly as one that does not exist', async () => {
  const { playlistId } = await makeFilledChannel(db, owner.client, ['A'], { status_id: status.private })
  const refusalOf = (id: string) => guest(contract.getPlaylist, { params: { id } }).catch((error: unknown) => error)
  expect(await refusalOf(playlistId)).toEqual(await refusalOf(newId()))
  expect(await refusalOf(playlistId)).toMatchObject({ status: 404 })
})

test('what a team owns belongs to all who accepted, in whatever mode they are, and to nobody else', async () => {
  const ids = await makeFilledChannel(db, inTeam, ['A'], { status_id: status.private })
  expect(await owner.client(contract.getPlaylist, { params: { id: ids.playlistId } })).toMatchObject({
    team_id: teamId,
    user_id: owner.id,
    may_edit: true,
  })
  expect([...(await reads(ids, member.client)), ...(await writes(ids, member.client))]).toEqual(all('done', 5))
  expect([...(await reads(ids, invited.client)), ...(await writes(ids, invited.client))]).toEqual(all('404 not_found', 5))
  expect(await reads(ids, stranger.client)).toEqual(all('404 not_found', 2))
})

test('who leaves a team loses what they made there', async () => {
  const leaver = await person(server)
  const team = await makeTeam(db, { members: [leaver, member] })
  const ids = await makeFilledChannel(db, server.as({ token: leaver.token, teamId: team }), ['A'], { status_id: status.private })
  await db.deleteFrom('team_member').where('user_id', '=', leaver.id).execute()
  expect(await reads(ids, leaver.client)).toEqual(all('404 not_found', 2))
  expect(await reads(ids, member.client)).toEqual(all('done', 2))
})

test('adult channels open for their owner and for whoever has passed the age check', async () => {
  const ids = await makeFilledChannel(db, owner.client, ['A'], { adult: true })
  expect(await reads(ids, owner.client)).toEqual(all('done', 2))
  expect(await reads(ids, adult.client)).toEqual(all('done', 2))
  for (const client of [guest, stranger.client]) expect(await reads(ids, client)).toEqual(all('403 adult_only', 2))
  expect(await writes(ids, stranger.client)).toEqual(all('403 adult_only', 3))
  await expect(guest(contract.getPlaylist, { params: { id: ids.playlistId } })).rejects.toMatchObject({ body: { errors: {} } })
})

test('adult videos are left out of a channel, and refused by id, until one has passed the age check', async () => {
  const { playlistId, videoIds } = await makeFilledChannel(db, owner.client, ['Mild', 'Strong'])
  await owner.client(contract.updateVideo, { params: { id: videoIds[1]! }, body: { adult: true } })
  const titles = async (client: Client) =>
    (await client(contract.getPlaylist, { params: { id: playlistId } })).series.flatMap(({ videos }) => videos.map(({ title }) => title))
  for (const client of [guest, stranger.client]) {
    expect(await titles(client)).toEqual(['Mild'])
    expect(await outcome(client(contract.getVideo, { params: { id: videoIds[1]! } }))).toBe('403 adult_only')
  }
  for (const client of [owner.client, adult.client]) expect(await titles(client)).toEqual(['Mild', 'Strong'])
})

test('one series and one video lie behind the gate of their own channel, whatever else the address says', async () => {
  const mine = await makeFilledChannel(db, stranger.client)
  const theirs = await makeFilledChannel(db, owner.client, ['A'], { status_id: status.private })
  const other = await makeSeries(stranger.client, mine.playlistId)
  const move = (videoId: string, seriesId: string, destId: string) =>
    outcome(stranger.client(contract.moveVideo, { params: { videoId, seriesId, destId }, body: { index: 0 } }))
  expect(await move(theirs.videoIds[0]!, theirs.seriesId, mine.seriesId)).toBe('404 not_found')
  expect(await move(mine.videoIds[0]!, mine.seriesId, theirs.seriesId)).toBe('404 not_found')
  expect(await move(mine.videoIds[0]!, other.id, mine.seriesId)).toBe('404 not_found')
  expect(await move(mine.videoIds[0]!, mine.seriesId, other.id)).toBe('done')
})

test('who was found before is proven by the very next read: a change and an end hold from that moment on', async () => {
  const reader = await person(server, { birthday: new Date('1980-01-01') })
  const strong = await makeFilledChannel(db, owner.client, ['A'], { adult: true })
  const open = await makeFilledChannel(db, owner.client)
  // The second of each is answered for the reader that the first one found.
  const twice = async (ids: Ids, client: Client) => new Set([...(await reads(ids, client)), ...(await reads(ids, client))])
  expect(await twice(strong, reader.client)).toEqual(new Set(['403 adult_only']))
  await db.updateTable('account').set({ adult_content: true, adult_passed_at: new Date() }).where('id', '=', reader.id).execute()
  expect(await twice(strong, reader.client)).toEqual(new Set(['done']))
  await db.updateTable('account').set({ adult_content: false }).where('id', '=', reader.id).execute()
  expect(await twice(strong, reader.client)).toEqual(new Set(['403 adult_only']))

  const missing = { ...open, playlistId: newId(), videoIds: [newId()] }
  expect(await twice(missing, reader.client)).toEqual(new Set(['404 not_found']))
  expect(await outcome(reader.client(contract.listDefaultPlaylists, { query: { cursor: 'x' } }))).toBe('422 wrong_format cursor')
  await db.deleteFrom('session').where('id', '=', reader.sessionId).execute()
  expect(await twice(open, reader.client)).toEqual(new Set(['401 token_invalid']))
  expect(await twice(missing, reader.client)).toEqual(new Set(['401 token_invalid']))
  expect(await outcome(reader.client(contract.listDefaultPlaylists, { query: { cursor: 'x' } }))).toBe('401 token_invalid')
})
