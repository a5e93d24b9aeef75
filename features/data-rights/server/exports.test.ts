import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { accountsContract } from '#features/accounts/contract.ts'
import { channelsContract } from '#features/channels/contract.ts'
import { publishingContract } from '#features/publishing/contract.ts'
import { personalData } from '#server/features.ts'
import { followChannel, makeChannel, makeFilledChannel, makeTeam, outcome } from '#test/channels.ts'
import { pictureKey } from '#features/media/server/picture-files.ts'
import { cookieNames } from '#kit/contract/cookies.ts'
import { linkIn, createUser, type Person } from '#test/people.ts'
import { startTestServer } from '#test/serve.ts'
import { unzipTexts } from '#test/unzip.ts'
import { dataRightsContract } from '../contract.ts'
import { deleteExpiredExports, exportKey } from './exports.ts'
import { exportJob } from './job-kinds.ts'
import { failLostExports } from './queries/exports.ts'

const server = await startTestServer()
const { app, bulkDb, db, guest, services, mailsTo } = server
const { getExport, startExport } = dataRightsContract

/** Requests an archive and returns it when ready. */
async function exportData(user: Person, timeoutMs = 20_000) {
  await user.client(startExport, {})
  return vi.waitFor(async () => {
    const { export: latest } = await user.client(getExport, {})
    expect(latest?.state).toBe('done')
    return latest!
  }, timeoutMs)
}
const fetchAs = (cookie: string | undefined, address: string) =>
  app.inject({ url: address, headers: cookie === undefined ? {} : { cookie: `${cookieNames.media}=${cookie}` } })

test('an archive has all data of its user, is announced by email, and downloads only in the owner’s browser', async () => {
  const [ann, bob] = [await createUser(server, { first_name: 'Ann', city: 'Ghent' }), await createUser(server)]
  await makeFilledChannel(db, ann.client, ['A "quoted", title', 'Two\u2028lines'], { name: 'Trains & <trams>\uFFFE' })
  const { playlistId: followed } = await makeFilledChannel(db, bob.client, ['Theirs'], { name: 'Bob’s own' })
  const hidden = await makeFilledChannel(db, bob.client, ['Secret'], { name: 'Bob’s secret', status_id: 1 })
  await followChannel(db, ann, followed)
  await followChannel(db, ann, hidden.playlistId)
  await sql`insert into dismissed_suggestion (user_id, playlist_key)
    select ${ann.id}, key from playlist where id in (${followed}, ${hidden.playlistId})`.execute(db)
  await ann.client(publishingContract.setWatchLaterChoice, { body: { seen: 'out' } })
  await makeTeam(db, { members: [ann, bob] })
  const latest = await exportData(ann)
  expect(latest).toMatchObject({ bytes: expect.any(Number) as number, url: `/media/exports/${latest.id}.zip` })
  const hours = (Date.parse(latest.expires_at!) - Date.now()) / 3_600_000
  expect(hours).toBeCloseTo(24, 1)
  const [mail] = await mailsTo(ann.email)
  expect(linkIn(mail!).search).toBe('?view=data')
  expect(mail).not.toContain(latest.id)

  for (const outsider of [undefined, bob.cookie]) expect((await fetchAs(outsider, latest.url!)).statusCode).toBe(404)
  const response = await fetchAs(ann.cookie, latest.url!)
  expect([response.statusCode, response.headers['cache-control'], response.headers['content-disposition']]).toEqual([
    200,
    'private, no-store',
    expect.stringMatching(/^attachment; filename="choice-\d{4}-\d\d-\d\d\.zip"/),
  ])
  const files = await unzipTexts(response.rawPayload)
  expect(Object.keys(files)).toEqual(['data.json', 'channels.m3u', 'channels.opml'])
  const data = JSON.parse(files['data.json']!) as Record<string, unknown>
  expect(data).toMatchObject({
    format: 'choice-data',
    profile: { email: ann.email, first_name: 'Ann', city: 'Ghent' },
    teams: [{ name: 'The team' }],
    follows: [{ type: 'playlist', id: followed, name: 'Bob’s own' }],
    dismissed_suggestions: [{ id: followed, name: 'Bob’s own' }],
    watch_later: { seen: 'out' },
    channels: expect.arrayContaining([
      expect.objectContaining({
        name: 'Trains & <trams>\uFFFE',
        series: [
          expect.objectContaining({
            name: 'A series',
            videos: [expect.objectContaining({ title: 'A "quoted", title' }), expect.anything()],
          }),
        ],
      }),
    ]) as unknown,
  })
  expect(files['channels.m3u']).toContain('group-title="Trains & <trams>\uFFFE / A series",A quoted , title\nhttps://films.test/0.mp4\n')
  // XML can't contain the character U+FFFE at the end of the name.
  expect(files['channels.opml']).toContain('text="Trains &#38; &#60;trams&#62;"')
  expect(files['channels.opml']).toContain(`/feeds/${followed}.xml`)

  // The archive contains no data of others, and no secrets.
  const { rows } = await sql<{ secret: string }>`select password_hash as secret from account union all select id from session`.execute(db)
  const secrets = [
    ...rows.map(({ secret }) => secret),
    bob.email,
    'Bob’s secret',
    hidden.playlistId,
    ann.token,
    ann.cookie,
    ann.refreshToken,
  ]
  for (const secret of secrets) expect([secret, JSON.stringify(files).includes(secret)]).toEqual([secret, false])
})

test('a user has one export at a time and three per day; guests have none', async () => {
  const ann = await createUser(server)
  expect(await ann.client(getExport, {})).toEqual({ export: null })
  const [first, second] = await Promise.all([ann.client(startExport, {}), ann.client(startExport, {})])
  expect(first.id).toBe(second.id)
  for (let count = 0; count < 3; count++) await exportData(ann)
  expect(await outcome(ann.client(startExport, {}))).toMatch(/^429/)
  expect(await outcome(guest(startExport, {}))).toMatch(/^401/)
  expect(await outcome(guest(getExport, {}))).toMatch(/^401/)
  expect((await mailsTo(ann.email, 3)).length).toBe(3)
})

test('an export whose job an operator cancelled fails, so that the user can request another', async () => {
  const ann = await createUser(server)
  const { id } = await db.insertInto('data_export').values({ account_id: ann.id }).returning('id').executeTakeFirstOrThrow()
  const age = () => sql`update data_export set created_at = now() - interval '2 minutes' where id = ${id}`.execute(db)
  await age()
  expect((await ann.client(startExport, {})).id).toBe(id)
  const job = await sql<{ id: string }>`insert into job (name, payload, max_attempts, run_after)
    values (${exportJob.name}, ${JSON.stringify({ id })}, 3, now() + interval '1 hour') returning id`.execute(db)
  await failLostExports(db, exportJob.name)
  expect((await ann.client(getExport, {})).export?.state).toBe('waiting')
  await sql`update job set state = 'cancelled', payload = '{}', finished_at = now() where id = ${job.rows[0]!.id}`.execute(db)
  await failLostExports(db, exportJob.name)
  expect((await ann.client(getExport, {})).export?.state).toBe('failed')
  expect((await exportData(ann)).state).toBe('done')
})

test('an archive expires after a day and is deleted, and so are files of deleted users', async () => {
  const ann = await createUser(server)
  const { id, url } = await exportData(ann)
  const orphan = exportKey('orphan00000')
  await services.storage.put(orphan, Buffer.from('x'), 'application/zip')
  await deleteExpiredExports(db, services.storage)
  expect([await services.storage.sizeOf(exportKey(id)), await services.storage.sizeOf(orphan)]).toEqual([expect.any(Number), undefined])
  await sql`update data_export set ended_at = ended_at - interval '25 hours' where id = ${id}`.execute(db)
  expect((await fetchAs(ann.cookie, url!)).statusCode).toBe(404)
  expect(await ann.client(getExport, {})).toEqual({ export: null })
  await deleteExpiredExports(db, services.storage)
  expect(await services.storage.sizeOf(exportKey(id))).toBeUndefined()
  for (const name of ['x.zip', `${id}.zip.exe`, '..%2F..%2Fetc.zip'])
    expect((await fetchAs(ann.cookie, `/media/exports/${name}`)).statusCode).toBe(404)
})

test('the archive contains pictures, and a part of every feature', async () => {
  const ann = await createUser(server)
  const { id } = await makeChannel(ann.client)
  const pictureId = 'abcdefghijklmnop-20x10-a0b0c0'
  await db.insertInto('picture').values({ id: pictureId, bytes: 7 }).execute()
  await services.storage.put(pictureKey(pictureId, 20), Buffer.from('picture'), 'image/webp')
  await db.updateTable('playlist').set({ picture_id: pictureId }).where('id', '=', id).execute()
  const { url } = await exportData(ann)
  const files = await unzipTexts((await fetchAs(ann.cookie, url!)).rawPayload)
  expect(files[`pictures/${pictureId}.webp`]).toBe('picture')
  const names = personalData.flatMap(({ exports = {} }) => Object.keys(exports))
  expect(names.length).toBeGreaterThan(12)
  expect(Object.keys(JSON.parse(files['data.json']!) as object)).toEqual(expect.arrayContaining(names))
})

/** Creates a user with this many channels of a hundred videos each. */
async function createPersonWithChannels(count: number): Promise<Person> {
  const one = await createUser(server)
  const titles = Array.from({ length: 100 }, (_, index) => `Video ${index} ${'of a long title '.repeat(5)}`)
  await sql`insert into playlist (id, user_id, name, status_id, position)
    select random_id(), ${one.id}, 'Channel ' || number, 1, number from generate_series(1, ${count}::int) number`.execute(bulkDb)
  await sql`insert into series (id, playlist_id, name, position) select random_id(), id, 'Series', 1 from playlist where user_id = ${one.id}`.execute(
    bulkDb,
  )
  await sql`insert into video (id, series_id, title, description, src, kind, site, position)
    select random_id(), series.id, title, repeat('words ', 50), 'https://films.test/' || number || '.mp4', 'file', 'films.test', number
    from playlist join series on series.playlist_id = playlist.id cross join unnest(${titles}::text[]) with ordinality titles (title, number)
    where playlist.user_id = ${one.id}`.execute(bulkDb)
  return one
}

test('an archive of fifty thousand videos takes little more memory than one of five thousand', { tags: ['slow'] }, async () => {
  const [few, many] = [await createPersonWithChannels(50), await createPersonWithChannels(500)]
  // Makes an archive first, because the first one needs additional memory.
  await exportData(few)
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const heapMb = () => {
    // Collects garbage twice, because the second collection frees buffers of the first.
    collect()
    collect()
    const { heapUsed, external } = process.memoryUsage()
    return (heapUsed + external) / 1024 / 1024
  }
  const before = heapMb()
  let max = before
  let timer: NodeJS.Timeout
  // Garbage collection is slow after other test files. It gets at most a fifth of the time, so that the archive is completed.
  const sampleMemory = () => {
    const started = performance.now()
    max = Math.max(max, heapMb())
    timer = setTimeout(sampleMemory, Math.max(200, 4 * (performance.now() - started)))
  }
  sampleMemory()
  const { bytes } = await exportData(many, 100_000)
  clearTimeout(timer!)
  expect(bytes).toBeGreaterThan(100_000)
  expect(max - before).toBeLessThan(20)
})

test('the server still responds to the exported user during an export; an account with only a profile can be exported', async () => {
  const ann = await createUser(server, { nickname: null })
  expect(await outcome(ann.client(channelsContract.listMyPlaylists, {}))).toMatch(/^427/)
  expect((await exportData(ann)).state).toBe('done')
  expect((await ann.client(accountsContract.getProfile, {})).nickname).toBeNull()
})
