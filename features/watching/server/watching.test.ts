import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { newId } from '#kit/server/ids.ts'
import { makeChannel, makeFilledChannel, outcome } from '#test/channels.ts'
import { createUser } from '#test/people.ts'
import { type Client, startTestServer } from '#test/serve.ts'
import { channelsContract } from '#features/channels/contract.ts'
import { status } from '#features/channels/rules.ts'
import { watchingContract as contract } from '../contract.ts'
import { deleteOldPositions } from './queries/positions.ts'
import { countAllViews } from './jobs.ts'
import { deleteOldPlaybacks, endSilentPlaybacks } from './queries/playbacks.ts'
import { deleteOldSalts } from './queries/views.ts'

const server = await startTestServer()
const { db, guest, clientFor } = server
const [ann, bob] = await Promise.all([createUser(server), createUser(server)])

const view = (client: Client, id: string, fields: { viewable_type?: 'video' | 'playlist'; playlist_id?: string } = {}) =>
  client(contract.createView, { body: { viewable_type: 'video', viewable_id: id, ...fields } })
const begin = async (client: Client, id: string) => {
  const { viewActionId } = await view(client, id)
  return (await client(contract.startView, { body: { viewActionId } })).viewProcessId
}
const report = (client: Client, viewProcessId: string, position: number, duration?: number) =>
  client(contract.reportProgress, { body: { viewProcessId, position, ...(duration !== undefined && { duration }) } })
const endView = (client: Client, viewProcessId: string, position?: number, duration?: number) =>
  client(contract.endView, {
    body: { viewProcessId, ...(position !== undefined && { position }), ...(duration !== undefined && { duration }) },
  })
const watch = async (client: Client, id: string, position: number, duration = 1000) =>
  report(client, await begin(client, id), position, duration)
const listToContinue = async (client: Client) =>
  (await client(contract.listVideosToContinue, {})).data.map(({ title, position }) => [title, position])
const positionIn = async (client: Client, id: string) => (await client(contract.listPositions, { query: { ids: id } })).data[0]
const count = () => countAllViews(db, new AbortController().signal)
const viewsOf = async (id: string) => (await ann.client(channelsContract.getVideo, { params: { id } })).views
const makeOlder = (table: 'view_action' | 'view_process', column: string, span: string) =>
  sql`update ${sql.table(table)} set ${sql.ref(column)} = ${sql.ref(column)} - ${span}::interval
    ${table === 'view_action' ? sql`, half_hour = half_hour(viewed_at - ${span}::interval)` : sql``}`.execute(db)

test('a view counts once in 30 minutes, for users and guests, also simultaneously', async () => {
  const { playlistId, videoIds } = await makeFilledChannel(db, ann.client)
  const id = videoIds[0]!
  const second = await Promise.all(Array.from({ length: 8 }, () => view(bob.client, id)))
  expect(new Set(second.map(({ viewActionId }) => viewActionId)).size).toBe(1)
  await Promise.all(Array.from({ length: 4 }, () => view(guest, id)))
  await view(clientFor({ headers: { 'user-agent': 'Another browser' } }), id)
  await view(bob.client, playlistId, { viewable_type: 'playlist' })
  await count()
  await count()
  expect(await viewsOf(id)).toBe(3)
  expect((await ann.client(channelsContract.getPlaylist, { params: { id: playlistId } })).views).toBe(3)
  await makeOlder('view_action', 'viewed_at', '31 minutes')
  await view(bob.client, id)
  await count()
  expect(await viewsOf(id)).toBe(4)
})

test('of thirty guests behind one address, twenty count in half an hour', async () => {
  const { videoIds } = await makeFilledChannel(db, ann.client)
  const outcomes: string[] = []
  for (let guests = 0; guests < 30; guests += 1)
    outcomes.push(await outcome(view(clientFor({ headers: { 'user-agent': `Browser ${guests}` } }), videoIds[0]!)))
  await count()
  expect([outcomes.filter((result) => result === 'done').length, await viewsOf(videoIds[0]!)]).toEqual([20, 20])
})

test('guests are stored as a hash only, whose salt is deleted after the day', async () => {
  const { videoIds } = await makeFilledChannel(db, ann.client)
  await view(guest, videoIds[0]!)
  const rows = await db.selectFrom('view_action').selectAll().where('video_id', '=', videoIds[0]!).execute()
  expect(rows.map(({ user_id, visitor }) => [user_id, visitor?.length])).toEqual([[null, 16]])
  await sql`insert into visitor_salt (day, salt) values ('2020-01-01', 'x')`.execute(db)
  await deleteOldSalts(db)
  expect(await db.selectFrom('visitor_salt').selectAll().execute()).toHaveLength(1)
})

test('the position is stored during playback and listed under continue watching, latest first', async () => {
  const { playlistId, seriesId, videoIds } = await makeFilledChannel(db, ann.client, ['First', 'Second'])
  const eve = await createUser(server)
  expect(await watch(eve.client, videoIds[0]!, 754, 2530)).toEqual({ position: 754, duration: 2530, watched: false })
  const second = await begin(eve.client, videoIds[1]!)
  for (let n = 1; n <= 100; n++) await report(eve.client, second, n * 2, 1000)
  const { data, next_cursor } = await eve.client(contract.listVideosToContinue, { query: { limit: 1 } })
  expect(data).toMatchObject([{ title: 'Second', position: 200, series_id: seriesId, playlist: { id: playlistId } }])
  const secondPage = await eve.client(contract.listVideosToContinue, { query: { limit: 1, cursor: next_cursor! } })
  expect([secondPage.data.map(({ title }) => title), secondPage.next_cursor]).toEqual([['First'], null])
  expect((await eve.client(contract.listPositions, {})).data).toEqual([
    { viewable_type: 'video', id: videoIds[1], position: 200, duration: 1000, watched: false },
    { viewable_type: 'video', id: videoIds[0], position: 754, duration: 2530, watched: false },
  ])
  expect(await listToContinue(bob.client)).toEqual([])
})

test('a video counts as watched near its end, and resumes when watched again', async () => {
  const { videoIds } = await makeFilledChannel(db, ann.client, ['Film'])
  const eve = await createUser(server)
  const process = await begin(eve.client, videoIds[0]!)
  await report(eve.client, process, 940, 1000)
  expect(await listToContinue(eve.client)).toEqual([['Film', 940]])
  await endView(eve.client, process, 1000)
  expect(await positionIn(eve.client, videoIds[0]!)).toEqual({
    viewable_type: 'video',
    id: videoIds[0],
    position: 1000,
    duration: 1000,
    watched: true,
  })
  expect(await listToContinue(eve.client)).toEqual([])
  await report(eve.client, process, 30)
  expect(await listToContinue(eve.client)).toEqual([['Film', 30]])
  await endView(eve.client, process)
  await endView(eve.client, process)
  expect(await listToContinue(eve.client)).toEqual([['Film', 30]])
})

test('a position is limited to the duration, and invalid ones are refused on their field', async () => {
  const { videoIds } = await makeFilledChannel(db, ann.client, ['Film'])
  const process = await begin(bob.client, videoIds[0]!)
  expect(await report(bob.client, process, 900_000, 60)).toEqual({ position: 60, duration: 60, watched: true })
  for (const position of [-1, 1_000_001, 1e300, Number.NaN, Number.POSITIVE_INFINITY, '12', null, [], {}])
    for (const call of [contract.reportProgress, contract.endView])
      expect(await outcome(bob.client(call, { body: { viewProcessId: process, position: position as number } }))).toBe(
        '422 invalid position',
      )
  for (const duration of [0, -5, 1e9, 'long'])
    expect(
      await outcome(bob.client(contract.reportProgress, { body: { viewProcessId: process, position: 1, duration: duration as number } })),
    ).toBe('422 invalid duration')
})

test('invented views and playbacks, and other users’, are not found', async () => {
  const { videoIds } = await makeFilledChannel(db, ann.client, ['Film'])
  const { viewActionId } = await view(bob.client, videoIds[0]!)
  const process = await begin(bob.client, videoIds[0]!)
  const guests = await begin(guest, videoIds[0]!)
  for (const client of [ann.client, guest]) {
    expect(await outcome(client(contract.startView, { body: { viewActionId } }))).toBe('404 not_found')
    expect(await outcome(report(client, process, 5))).toBe('404 not_found')
    expect(await outcome(endView(client, process, 5))).toBe('404 not_found')
  }
  expect(await outcome(report(ann.client, guests, 5))).toBe('404 not_found')
  expect(await outcome(report(bob.client, newId(), 5))).toBe('404 not_found')
  await makeOlder('view_action', 'viewed_at', '25 hours')
  expect(await outcome(bob.client(contract.startView, { body: { viewActionId } }))).toBe('404 not_found')
})

test('guests can watch too, without a stored position', async () => {
  const { videoIds } = await makeFilledChannel(db, ann.client, ['Film'])
  const process = await begin(guest, videoIds[0]!)
  expect(await report(guest, process, 50, 100)).toEqual({ position: 50, duration: 100, watched: false })
  await endView(guest, process, 60)
  expect(await db.selectFrom('watch_position').selectAll().where('video_id', '=', videoIds[0]!).execute()).toEqual([])
  for (const call of [
    guest(contract.listVideosToContinue, {}),
    guest(contract.listPositions, {}),
    guest(contract.setPosition, { params: { id: videoIds[0]! }, body: { watched: true } }),
    guest(contract.forgetPosition, { params: { id: videoIds[0]! } }),
  ])
    expect(await outcome(call)).toMatch(/^401 /)
})

test('hidden things can be neither viewed nor marked, and leave continue watching at once', async () => {
  const open = await makeFilledChannel(db, ann.client, ['Open'])
  const secret = await makeFilledChannel(db, ann.client, ['Secret'], { status_id: status.private })
  const linked = await makeFilledChannel(db, ann.client, ['Linked'], { status_id: status.privateLink })
  const adult = await makeFilledChannel(db, ann.client, ['Adult'], { adult: true })
  const eve = await createUser(server)
  expect(await outcome(view(eve.client, secret.videoIds[0]!))).toBe('404 not_found')
  expect(await outcome(view(eve.client, linked.videoIds[0]!))).toBe('404 not_found')
  expect(await outcome(view(eve.client, adult.videoIds[0]!))).toBe('403 adult_only')
  expect(await outcome(eve.client(contract.setPosition, { params: { id: secret.videoIds[0]! }, body: { watched: true } }))).toBe(
    '404 not_found',
  )
  // A private link opens with the channel's current id, and appears in no list.
  const { viewActionId } = await view(eve.client, linked.videoIds[0]!, { playlist_id: linked.playlistId })
  const { viewProcessId } = await eve.client(contract.startView, { body: { viewActionId } })
  await report(eve.client, viewProcessId, 50, 100)
  await watch(eve.client, open.videoIds[0]!, 40)
  await watch(ann.client, secret.videoIds[0]!, 30)
  expect(await listToContinue(eve.client)).toEqual([['Open', 40]])
  expect(await listToContinue(ann.client)).toEqual([['Secret', 30]])
  await ann.client(channelsContract.updatePlaylist, { params: { id: open.playlistId }, body: { status_id: status.private } })
  expect(await listToContinue(eve.client)).toEqual([])
  await ann.client(channelsContract.deleteVideo, { params: { id: secret.videoIds[0]! } })
  expect(await listToContinue(ann.client)).toEqual([])
})

test('users mark videos as watched or unwatched, and delete and restore their position', async () => {
  const { videoIds } = await makeFilledChannel(db, ann.client, ['Film'])
  const [id] = videoIds as [string]
  const eve = await createUser(server)
  const set = (body: { watched?: boolean; position?: number; duration?: number }) =>
    eve.client(contract.setPosition, { params: { id }, body })
  await watch(eve.client, id, 300, 1000)
  expect(await set({ watched: true })).toEqual({ viewable_type: 'video', id, position: 300, duration: 1000, watched: true })
  expect(await listToContinue(eve.client)).toEqual([])
  expect(await set({ watched: false })).toEqual({ viewable_type: 'video', id, position: 300, duration: 1000, watched: false })
  expect(await listToContinue(eve.client)).toEqual([['Film', 300]])
  await eve.client(contract.forgetPosition, { params: { id } })
  await eve.client(contract.forgetPosition, { params: { id } })
  expect([await listToContinue(eve.client), await positionIn(eve.client, id)]).toEqual([[], undefined])
  expect(await set({ position: 300, duration: 1000, watched: false })).toMatchObject({ position: 300, watched: false })
  await set({ position: 1000 })
  expect(await set({ watched: false })).toMatchObject({ position: 0, watched: false })
  expect(await outcome(set({ watched: 'perhaps' as unknown as boolean }))).toBe('422 invalid watched')
  expect(await outcome(eve.client(contract.listPositions, { query: { ids: 'no id' } }))).toMatch(/^422 /)
})

test('a playback without an end ends at its last report, and a later report reopens it', async () => {
  const { videoIds } = await makeFilledChannel(db, ann.client, ['Film'])
  const process = await begin(bob.client, videoIds[0]!)
  const read = () => db.selectFrom('view_process').selectAll().where('id', '=', process).executeTakeFirst()
  await endSilentPlaybacks(db, 1800)
  expect((await read())?.ended_at).toBeNull()
  await makeOlder('view_process', 'reported_at', '31 minutes')
  await endSilentPlaybacks(db, 1800)
  const ended = await read()
  expect(ended?.ended_at).toEqual(ended?.reported_at)
  await report(bob.client, process, 9, 100)
  expect((await read())?.ended_at).toBeNull()
  await endView(bob.client, process)
  await makeOlder('view_process', 'ended_at', '31 days')
  await deleteOldPlaybacks(db, 30)
  expect(await read()).toBeUndefined()
})

test('only the latest positions of each user are kept', async () => {
  const titles = ['A', 'B', 'C']
  const { videoIds } = await makeFilledChannel(db, ann.client, titles)
  const [eve, dan] = await Promise.all([createUser(server), createUser(server)])
  for (const id of videoIds) await watch(eve.client, id, 10)
  await watch(dan.client, videoIds[0]!, 10)
  await deleteOldPositions(db, 2)
  expect((await listToContinue(eve.client)).map(([title]) => title)).toEqual(['C', 'B'])
  expect((await listToContinue(dan.client)).map(([title]) => title)).toEqual(['A'])
})

test('a guest who reports too often gets a retry time, and others do not', async () => {
  const { videoIds } = await makeFilledChannel(db, ann.client, ['Film'])
  const outcomes = []
  for (let n = 0; n < 25; n++) outcomes.push(await outcome(view(clientFor({ headers: { 'user-agent': `Browser ${n}` } }), videoIds[0]!)))
  expect(outcomes.filter((outcome) => outcome === 'done').length).toBeLessThanOrEqual(20)
  expect(outcomes.at(-1)).toMatch(/^429 /)
  expect(await outcome(view(bob.client, videoIds[0]!))).toBe('done')
})

test('a channel can be viewed and played, and has no position', async () => {
  const { id } = await makeChannel(ann.client)
  const { viewActionId } = await view(bob.client, id, { viewable_type: 'playlist' })
  const { viewProcessId } = await bob.client(contract.startView, { body: { viewActionId } })
  expect(await report(bob.client, viewProcessId, 5)).toEqual({ position: 5, duration: null, watched: false })
  await endView(bob.client, viewProcessId, 6)
  expect(await outcome(view(bob.client, newId(), { viewable_type: 'playlist' }))).toBe('404 not_found')
  expect(await outcome(view(bob.client, id, { viewable_type: 'team' as 'playlist' }))).toMatch(/^422 .*viewable_type/)
})
