import { sql } from 'kysely'
import sharp from 'sharp'
import { beforeEach, expect, test, vi } from 'vitest'
import { cookieNames } from '#kit/contract/cookies.ts'
import { commonErrors } from '#kit/contract/problems.ts'
import { fail } from '#kit/server/http/fail.ts'
import { StorageError } from '#kit/server/storage/storage-error.ts'
import type { Storage } from '#kit/server/storage/storage-types.ts'
import { channelsContract } from '#features/channels/contract.ts'
import { parsePictureAddress } from '#features/media/picture-addresses.ts'
import { socialContract } from '#features/social/contract.ts'
import { notifyOwners } from '#features/social/server/new-followers.ts'
import { archivedId as idOf, archiveOf, colouredPicture } from '#test/archives.ts'
import { followChannel, makeChannel, makeFilledChannel, outcome } from '#test/channels.ts'
import { createUser, type Person } from '#test/people.ts'
import { createProductSandbox } from '#test/sandbox.ts'
import { startTestServer } from '#test/serve.ts'
import { makeTvChannel } from '#test/television.ts'
import { dataRightsContract } from '../contract.ts'
import { maxImportedPictures } from '../rules.ts'
import { deleteImportFiles, addImportedPictures, importKey, type PictureImportOptions } from './import-pictures.ts'
import { deleteOldPreviews } from './queries/imports.ts'

const server = await startTestServer({ RATE_LIMITS: 'off' })
const { app, db, guest, services } = server
const sandbox = createProductSandbox()
const { getExport, getImport, makeImport, readImport, startExport } = dataRightsContract

// Clears a recorded storage failure, which would delay the next test, or a retry of the same test.
beforeEach(() => sql`update import_preview set pictures_held_at = null`.execute(db))

const redPicture = await colouredPicture('#cc0000')
const bluePicture = await colouredPicture('#0000cc')
const fileOf = (bytes: Buffer) => new File([Uint8Array.from(bytes)], 'picture.webp', { type: 'image/webp' })
const waitForPictures = (ann: Person, id: string) =>
  vi.waitFor(
    async () => {
      const { pictures } = await ann.client(getImport, { params: { id } })
      expect(pictures.waiting).toBe(0)
      return pictures
    },
    { timeout: 30_000, interval: 100 },
  )
async function importFile(ann: Person, file: File) {
  const preview = await ann.client(readImport, { body: { file } })
  const make = () =>
    ann.client(makeImport, { params: { id: preview.id }, body: { channels: preview.channels.map((_, index) => ({ index })) } })
  const result = await make()
  return { preview, made: result, make, pictures: await waitForPictures(ann, preview.id) }
}
async function shownBy(ann: Person, playlist: string) {
  const channel = await ann.client(channelsContract.getPlaylist, { params: { id: playlist } })
  return [channel.icon, ...channel.series.flatMap(({ videos }) => videos.map(({ image }) => image))]
}

test('an archive of this site brings pictures, follows and likes to another account, and is idempotent', async () => {
  const [ann, bob, cem] = [await createUser(server), await createUser(server, { is_public: true }), await createUser(server)]
  const { playlistId, videoIds } = await makeFilledChannel(db, ann.client, ['One', 'Two'], { name: 'Trains' })
  const change = (body: object, id: string) => ann.client(channelsContract.updateVideo, { params: { id }, body })
  await ann.client(channelsContract.updatePlaylist, {
    params: { id: playlistId },
    body: { icon: fileOf(redPicture) },
  })
  await change({ image: fileOf(bluePicture) }, videoIds[0]!)
  const { playlistId: followed, videoIds: theirs } = await makeFilledChannel(db, bob.client, ['Theirs'], { name: 'Bob’s own' })
  const deletedChannel = await makeFilledChannel(db, bob.client, ['Gone'], { name: 'Soon private' })
  await followChannel(db, ann, followed)
  await followChannel(db, ann, deletedChannel.playlistId)
  const tv = await makeTvChannel(db)
  for (const [following_type, following_id] of [
    ['user', bob.id],
    ['channel', tv.id],
  ] as const)
    await ann.client(socialContract.follow, { body: { following_type, following_id } })
  await ann.client(socialContract.like, { body: { liked_type: 'video', liked_id: theirs[0]! } })
  await ann.client(startExport, {})
  const url = await vi.waitFor(async () => {
    const { export: latest } = await ann.client(getExport, {})
    expect(latest?.state).toBe('done')
    return latest!.url!
  }, 20_000)
  const { rawPayload } = await app.inject({ url, headers: { cookie: `${cookieNames.media}=${ann.cookie}` } })
  await sql`update playlist set status_id = 1, public_since = null where id = ${deletedChannel.playlistId}`.execute(db)
  await notifyOwners(db, new AbortController().signal)

  const { preview, made, make, pictures } = await importFile(cem, new File([Uint8Array.from(rawPayload)], 'choice.zip'))
  expect(preview).toMatchObject({ pictures: 2, follows: 4, likes: 1 })
  expect(pictures).toEqual({ waiting: 0, kept: 2, unreadable: 0, too_many: 0, held: null })
  expect(made).toMatchObject({ follows: { restored: 3, missing: 1 }, likes: { restored: 1, missing: 0 } })
  const before = await shownBy(ann, playlistId)
  const trains = (await cem.client(channelsContract.listMyPlaylists, {})).other.find(({ name }) => name === 'Trains')!
  const after = await shownBy(cem, trains.id)
  const coloursOf = (images: typeof after) => images.map((image) => image && parsePictureAddress(image)?.colour.replaceAll(/#?(.)./g, '$1'))
  expect([coloursOf(after), after[2]]).toEqual([coloursOf(before), null])
  // The imported pictures are new files, which their owner can see.
  expect(after.slice(0, 2).some((image) => before.includes(image))).toBe(false)
  for (const image of after.slice(0, 2)) {
    const response = await app.inject({ url: image!, headers: { cookie: `${cookieNames.media}=${cem.cookie}` } })
    expect([response.statusCode, (await sharp(response.rawPayload).metadata()).format]).toEqual([200, 'webp'])
  }
  const follows = () =>
    db
      .selectFrom('follow')
      .select(['playlist_key', 'followed_user_id', 'tv_channel_id'])
      .where('user_id', '=', cem.id)
      .orderBy('position')
      .execute()
  const first = await follows()
  expect(first.map(({ tv_channel_id, followed_user_id }) => tv_channel_id ?? followed_user_id ?? 'playlist')).toEqual([
    tv.id,
    bob.id,
    'playlist',
  ])
  const second = await make()
  expect(second).toEqual({ ...made, pictures })
  await importFile(cem, new File([Uint8Array.from(rawPayload)], 'choice.zip'))
  expect(await follows()).toEqual(first)
  expect((await db.selectFrom('liking').select('video_id').where('user_id', '=', cem.id).execute()).length).toBe(1)
  await notifyOwners(db, new AbortController().signal)
  const notificationsOf = (user: Person) =>
    sql`select id from notification where ${user.id} = any(actor_ids) or actor_id = ${user.id}`.execute(db).then(({ rows }) => rows.length)
  expect([(await notificationsOf(ann)) > 0, await notificationsOf(cem)]).toEqual([true, 0])
  await vi.waitFor(async () => expect(await services.storage.sizeOf(importKey(preview.id))).toBeUndefined(), 20_000)
}, 60_000)

test('hostile pictures and foreign names are skipped one by one, and the rest is imported', async () => {
  const ann = await createUser(server)
  const [good, huge, text, missing, twice] = [1, 2, 3, 4, 5].map(idOf) as [string, string, string, string, string]
  const file = await archiveOf({ picture: good, videos: [huge, text, missing, twice, '../../etc/passwd', `../${good}`, undefined] }, [
    [good, redPicture],
    [huge, Buffer.alloc(100 * 1024 * 1024)],
    [text, Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    [twice, bluePicture],
    [twice, Buffer.from('second of its name')],
    ['elsewhere/x.webp', redPicture],
  ])
  const { preview, made, pictures } = await importFile(ann, file)
  expect(preview.pictures).toBe(4)
  expect(pictures).toEqual({ waiting: 0, kept: 2, unreadable: 2, too_many: 0, held: null })
  const images = await shownBy(ann, made.playlists[0]!)
  expect(images.map((image) => image !== null)).toEqual([true, false, false, false, true, false, false, false])
  expect(parsePictureAddress(images[4]!)!.colour).toMatch(/^#0.0.[b-d]/)
}, 60_000)

test('the maximum of pictures per import is imported out of ten thousand, and the rest is reported', { tags: ['slow'] }, async () => {
  const ann = await createUser(server)
  const names = Array.from({ length: 10_000 }, (_, index) => idOf(index))
  const file = await archiveOf(
    { videos: names },
    names.map((name) => [name, Buffer.from('none')] as const),
  )
  const preview = await ann.client(readImport, { body: { file } })
  expect(preview.pictures).toBe(10_000)
  const { pictures } = await ann.client(makeImport, {
    params: { id: preview.id },
    body: { channels: preview.channels.map((_, index) => ({ index })) },
  })
  expect([pictures.waiting + pictures.unreadable, pictures.too_many]).toEqual([maxImportedPictures, 10_000 - maxImportedPictures])
  await db.deleteFrom('import_preview').where('id', '=', preview.id).execute()
})

/** Creates an import with waiting pictures, but without a job, so that only the test adds the pictures. */
async function listWaitingPictures(ann: Person) {
  const ids = [1, 2, 3].map(idOf)
  const { id } = await makeChannel(ann.client)
  const preview = await db
    .insertInto('import_preview')
    .values({ account_id: ann.id, channels: '[]', made: [id] })
    .returning('id')
    .executeTakeFirstOrThrow()
  const videos = await makeFilledChannel(db, ann.client, ['A', 'B', 'C'])
  const rows = ids.map((name, index) => ({ import_id: preview.id, name, playlist_ids: [], video_ids: [videos.videoIds[index]!] }))
  await db.insertInto('import_picture').values(rows).execute()
  const file = await archiveOf(
    { videos: ids },
    ids.map((name) => [name, redPicture] as const),
  )
  await services.storage.put(importKey(preview.id), new Uint8Array(await file.arrayBuffer()), 'application/zip')
  const count = async () => (await shownBy(ann, videos.playlistId)).filter((image) => image !== null).length
  /** Delays of the retries in seconds, and the number of reads of the file. */
  const seen = { waits: [] as unknown[], reads: 0 }
  const storage: Storage = { ...services.storage, get: (key) => (seen.reads++, services.storage.get(key)) }
  const jobs: PictureImportOptions['jobs'] = { send: (_, __, options) => (seen.waits.push(options?.startAfter), Promise.resolve(null)) }
  const run = (storePicture: PictureImportOptions['pictures']['storePicture']) =>
    addImportedPictures({ db, storage, sandbox, jobs, log: services.log, pictures: { storePicture } }, preview.id, {
      signal: new AbortController().signal,
      isLast: false,
    })
  const pictures = async () => (await ann.client(getImport, { params: { id: preview.id } })).pictures
  return { id: preview.id, count, run, seen, pictures }
}
let stored = 0
async function insertPicture(): Promise<string> {
  const id = `${String(++stored).padStart(16, 's')}-64x36-cc0000`
  await db.insertInto('picture').values({ id, bytes: 7 }).execute()
  return id
}

test('an interrupted import resumes without repeating work', async () => {
  const ann = await createUser(server)
  const { id, count, run } = await listWaitingPictures(ann)
  let calls = 0
  await expect(run(() => (++calls === 2 ? Promise.reject(new Error('the process ends')) : insertPicture()))).rejects.toThrow('ends')
  expect([await count(), (await ann.client(getImport, { params: { id } })).pictures]).toEqual([
    1,
    { waiting: 2, kept: 1, unreadable: 0, too_many: 0, held: null },
  ])
  await sql`update import_preview set created_at = created_at - interval '2 hours' where id = ${id}`.execute(db)
  await deleteOldPreviews(db)
  await deleteImportFiles(db, services.storage)
  calls = 0
  await run(() => (calls++, insertPicture()))
  expect([calls, await count()]).toEqual([2, 3])
  await run(insertPicture)
  expect(await services.storage.sizeOf(importKey(id))).toBeUndefined()
})

test('failed storage is retried with growing delays up to an hour, and a failure applies to all imports for a minute', async () => {
  const [ann, bob] = [await createUser(server), await createUser(server)]
  const [first, second] = [await listWaitingPictures(ann), await listWaitingPictures(bob)]
  const full = () => Promise.reject(new StorageError('full', 'no room'))
  const age = (id: string, interval: string) =>
    sql`update import_preview set created_at = now() - ${interval}::interval where id = ${id}`.execute(db)
  await first.run(full)
  for (const waited of ['20 minutes', '5 days']) {
    await age(first.id, waited)
    await first.run(full)
  }
  const [atOnce, later, most] = first.seen.waits as [number, number, number]
  expect([atOnce, Math.round(later / 60), most]).toEqual([60, 20, 3600])
  expect(first.seen.reads).toBe(3)

  await age(second.id, '20 minutes')
  await second.run(insertPicture)
  expect([second.seen.reads, await second.count()]).toEqual([0, 0])
  expect(await second.pictures()).toMatchObject({ waiting: 3, held: 'full' })
  expect(Math.round((second.seen.waits[0] as number) / 60)).toBe(20)
  await sql`update import_preview set pictures_held_at = pictures_held_at - interval '1 minute'`.execute(db)
  await second.run(insertPicture)
  expect(await second.pictures()).toMatchObject({ waiting: 0, kept: 3, held: null })
  await first.run(insertPicture)
  expect(await first.pictures()).toMatchObject({ waiting: 0, kept: 3, held: null })
})

test('an import with waiting pictures is kept; with five of them, only imports without pictures are accepted', async () => {
  const ann = await createUser(server)
  const waitings: Awaited<ReturnType<typeof listWaitingPictures>>[] = []
  for (let count = 0; count < 4; count++) waitings.push(await listWaitingPictures(ann))
  const file = await archiveOf({ videos: [idOf(1)] }, [[idOf(1), redPicture]])
  const read = (body: { file?: File; text?: string }) => ann.client(readImport, { body })
  for (let count = 0; count < 6; count++) await read({ file })
  const outcomes = async () => (await Promise.all(waitings.map(({ id }) => outcome(ann.client(getImport, { params: { id } }))))).join()
  expect(await outcomes()).toBe('done,done,done,done')
  const previews = await db.selectFrom('import_preview').select('id').where('account_id', '=', ann.id).execute()
  expect(previews).toHaveLength(5)

  waitings.push(await listWaitingPictures(ann))
  expect(await outcome(read({ file }))).toBe('422 import_pictures_wait file')
  expect(await outcome(read({ text: 'https://example.com/one' }))).toBe('done')
  expect(await outcomes()).toBe('done,done,done,done,done')
  await waitings[0]!.run(insertPicture)
  expect(await outcome(read({ file }))).toBe('done')
})

test('pictures above the daily limit are skipped and reported', async () => {
  const ann = await createUser(server)
  const { id, count, run } = await listWaitingPictures(ann)
  let calls = 0
  await run(async () => (++calls === 2 ? fail(commonErrors.too_many, { retryAfter: 60 }) : insertPicture()))
  expect([calls, await count()]).toEqual([2, 1])
  expect((await ann.client(getImport, { params: { id } })).pictures).toEqual({
    waiting: 0,
    kept: 1,
    unreadable: 0,
    too_many: 2,
    held: null,
  })
})

test('guests and strangers are refused, files of deleted users are deleted, and follows are optional', async () => {
  const [ann, bob] = [await createUser(server), await createUser(server, { is_public: true })]
  const file = await archiveOf({ picture: idOf(1), videos: [] }, [[idOf(1), redPicture]], {
    follows: [{ type: 'user', id: bob.id }, { type: 'user', id: ann.id }, { type: 'user', id: 7 }, { type: 'user', id: bob.id }, 'x'],
    likes: 'none',
  })
  const { id, follows, channels } = await ann.client(readImport, { body: { file } })
  expect([follows, channels]).toEqual([2, []])
  expect(await outcome(guest(getImport, { params: { id } }))).toMatch(/^401/)
  expect(await outcome(bob.client(getImport, { params: { id } }))).toBe('404 not_found')
  expect(await outcome(ann.client(getImport, { params: { id: 'nothing0000' } }))).toBe('404 not_found')
  const make = (body: { with_follows?: boolean }) => ann.client(makeImport, { params: { id }, body: { channels: [], ...body } })
  expect(await outcome(make({ with_follows: false }))).toBe('422 import_choice channels')
  expect((await make({})).follows).toEqual({ restored: 1, missing: 1 })
  const orphan = importKey('orphan00000')
  await services.storage.put(orphan, Buffer.from('x'), 'application/zip')
  await deleteImportFiles(db, services.storage)
  expect(await services.storage.sizeOf(orphan)).toBeUndefined()
})
