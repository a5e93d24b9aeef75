import { sql } from 'kysely'
import { buffer } from 'node:stream/consumers'
import { PassThrough } from 'node:stream'
import { expect, test, vi } from 'vitest'
import { ZipFile } from 'yazl'
import { accountsContract } from '#features/accounts/contract.ts'
import { channelsContract } from '#features/channels/contract.ts'
import { status } from '#features/channels/rules.ts'
import { watchingContract } from '#features/watching/contract.ts'
import { personalData } from '#server/features.ts'
import { cookieNames } from '#kit/contract/cookies.ts'
import { makeFilledChannel, outcome } from '#test/channels.ts'
import { solveCaptchaFor, password, createUser, type Person } from '#test/people.ts'
import { startTestServer } from '#test/serve.ts'
import { countryId, makeTvChannel } from '#test/television.ts'
import { unzipTexts } from '#test/unzip.ts'
import { dataRightsContract } from '../contract.ts'
import { removePersonalData } from './deletion.ts'
import { exportKey } from './exports.ts'
import { importTask } from './import-task.ts'

const server = await startTestServer()
const { app, db, guest, services, mailsTo } = server
const { askDeletion, cancelDeletion, getExport, makeImport, readImport, startExport } = dataRightsContract

async function exportData(user: Person) {
  await user.client(startExport, {})
  return vi.waitFor(async () => {
    const { export: latest } = await user.client(getExport, {})
    expect(latest?.state).toBe('done')
    return latest!
  }, 20_000)
}
const fetchAs = (cookie: string, address: string, method: 'GET' | 'HEAD' = 'GET', headers = {}) =>
  app.inject({ method, url: address, headers: { cookie: `${cookieNames.media}=${cookie}`, ...headers } })
const filesOf = async (user: Person) => unzipTexts((await fetchAs(user.cookie, (await exportData(user)).url!)).rawPayload)

test('an archive reveals neither the new address nor the new name of viewed things that are hidden now', async () => {
  const [ann, bob] = [await createUser(server), await createUser(server)]
  const linked = await makeFilledChannel(db, bob.client, ['Video behind a link'], { name: 'Soon behind a link' })
  const removed = await makeFilledChannel(db, bob.client, ['Video that was removed'], { name: 'Soon removed' })
  for (const { playlistId, videoIds } of [linked, removed]) {
    await ann.client(watchingContract.createView, { body: { viewable_type: 'playlist', viewable_id: playlistId } })
    await ann.client(watchingContract.createView, { body: { viewable_type: 'video', viewable_id: videoIds[0]! } })
  }
  const change = { params: { id: linked.playlistId }, body: { status_id: status.privateLink } }
  const { id: secret } = await bob.client(channelsContract.updatePlaylist, change)
  expect(secret).not.toBe(linked.playlistId)
  await sql`update playlist set removed_alone_at = now() where id = ${removed.playlistId}`.execute(db)
  const data = (await filesOf(ann))['data.json']!
  expect((JSON.parse(data) as { history: unknown[] }).history.length).toBe(4)
  for (const hidden of [secret, 'behind a link', 'Soon removed', 'was removed'])
    expect([hidden, data.includes(hidden)]).toEqual([hidden, false])
})

test('an archive reveals no address of things blocked in some countries', async () => {
  const ann = await createUser(server)
  const { videoIds } = await makeFilledChannel(db, ann.client, ['Match', 'Film'])
  const tv = await makeTvChannel(db, { blocked_countries: [await countryId(db, 'BE')] })
  await db
    .updateTable('video')
    .set({ src: 'https://rights.test/match.m3u8', tv_channel_id: tv.id, blocked_countries: [await countryId(db, 'BE')] })
    .where('id', '=', videoIds[0]!)
    .execute()
  const files = await filesOf(ann)
  expect(JSON.stringify(files)).not.toContain('rights.test')
  expect(files['channels.m3u']).toContain('https://films.test/1.mp4')
})

test('only its owner can download an archive, until the owner logs out or gets a newer archive', async () => {
  const [ann, bob] = [await createUser(server), await createUser(server)]
  const { id, url } = await exportData(ann)
  for (const method of ['GET', 'HEAD'] as const)
    for (const headers of [{}, { range: 'bytes=0-9' }, { 'if-none-match': `"${id}"` }])
      expect((await fetchAs(bob.cookie, url!, method, headers)).statusCode).toBe(404)
  expect((await fetchAs(ann.cookie, url!, 'GET', { range: 'bytes=0-1' })).body).toBe('PK')
  // A new archive replaces the earlier one, so that many archives can't fill the disk.
  const next = await exportData(ann)
  expect((await fetchAs(ann.cookie, url!)).statusCode).toBe(404)
  await expect.poll(() => services.storage.sizeOf(exportKey(id))).toBeUndefined()
  expect((await fetchAs(ann.cookie, next.url!)).statusCode).toBe(200)
  await db.deleteFrom('session').where('id', '=', ann.sessionId).execute()
  expect((await fetchAs(ann.cookie, next.url!)).statusCode).toBe(404)
})

test('a stolen session can neither guess the password nor flood a mailbox with deletion requests', async () => {
  const ann = await createUser(server)
  const guess = () => outcome(ann.client(askDeletion, { body: { password: 'a guess' } }))
  const answers: string[] = []
  for (let attempt = 0; attempt < 12; attempt++) answers.push(await guess())
  expect(answers.filter((item) => item.startsWith('422'))).toHaveLength(10)
  expect(await outcome(ann.client(askDeletion, { body: { password } }))).toMatch(/^429/)

  const bob = await createUser(server)
  const turns: string[] = []
  for (let turn = 0; turn < 12; turn++) {
    turns.push(await outcome(bob.client(askDeletion, { body: { password } })))
    await bob.client(cancelDeletion, {})
  }
  expect(turns.filter((turn) => turn === 'done').length).toBeLessThan(8)
  expect(turns.at(-1)).toMatch(/^429/)
  expect((await bob.client(accountsContract.getProfile, {})).deletion_at).toBeNull()
  expect((await mailsTo(bob.email, 2)).length).toBeLessThan(16)
})

test('the placeholder user cannot log in', async () => {
  const ann = await createUser(server)
  const { playlistId } = await makeFilledChannel(db, ann.client)
  const team = await db.insertInto('team').values({ id: 'teamofnone0', name: 'Gone' }).returning('id').executeTakeFirstOrThrow()
  await db.updateTable('playlist').set({ team_id: team.id }).where('id', '=', playlistId).execute()
  await removePersonalData(db, personalData, ann.id)
  const login = { grant_type: 'password' as const, user: 'nobody@deleted.invalid', password, captcha: await solveCaptchaFor(guest) }
  expect(await outcome(guest(accountsContract.createToken, { body: login }))).toBe('422 login_wrong password')
})

async function zipOf(files: Record<string, string>): Promise<File> {
  const zip = new ZipFile()
  for (const [name, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content), name)
  zip.end()
  return new File([await buffer(zip.outputStream.pipe(new PassThrough()))], 'data.zip')
}

test('unusual texts fail no import: forbidden characters, lone surrogates, addresses of this site, endless texts', async () => {
  const ann = await createUser(server)
  const video = {
    src: 'https://a.test/1',
    title: 'Name\u0000 with \u202Egnirts',
    description: `words\u0000 \ud800 ${'😀'.repeat(6000)}`,
    duration: 1e300,
  }
  const data = {
    format: 'choice-data',
    channels: [
      {
        name: 'Signs\u0000\u2066',
        description: `half \udc00\u0000${'😀'.repeat(6000)}`,
        series: [
          {
            name: '\u0000',
            videos: [
              video,
              { src: `https://a.test/${'é'.repeat(900)}\u0000x` },
              { src: 'http://127.0.0.1:1/x' },
              { src: 'javascript:alert(1)' },
              { src: '/media/x.mp4' },
            ],
          },
        ],
      },
    ],
  }
  const { id, channels, skipped_count } = await ann.client(readImport, {
    body: { file: await zipOf({ 'data.json': JSON.stringify(data) }) },
  })
  expect([channels.length, skipped_count]).toEqual([1, 3])
  const { playlists } = await ann.client(makeImport, { params: { id }, body: { channels: [{ index: 0 }] } })
  const channel = await ann.client(channelsContract.getPlaylist, { params: { id: playlists[0]! } })
  const channelText = JSON.stringify(channel)
  expect(channelText).not.toMatch(/\\u0000|\\ud800|\\udc00|\u202E|\u2066|javascript:/i)
  expect(channel.series[0]!.videos).toHaveLength(2)
})

test('the server responds to others while one user sends an import a hundred times', { tags: ['slow'] }, async () => {
  const [ann, bob] = [await createUser(server), await createUser(server)]
  const text = Array.from({ length: 10_000 }, (_, index) => `https://a.test/${index}`).join('\n')
  const { id, channels } = await ann.client(readImport, { body: { text } })
  const body = { channels: channels.map((_, index) => ({ index })) }
  const manyRequests = Promise.all(Array.from({ length: 100 }, () => outcome(ann.client(makeImport, { params: { id }, body }))))
  const small = await bob.client(readImport, { body: { text: 'https://a.test/1' } })
  await bob.client(makeImport, { params: { id: small.id }, body: { channels: [{ index: 0 }] } })
  expect(new Set(await manyRequests)).toEqual(new Set(['done']))
  const made = await db.selectFrom('playlist').select('id').where('user_id', '=', ann.id).where('kind', '=', 'channel').execute()
  expect(made).toHaveLength(channels.length)
})

test('fifty users with large files delay neither small imports nor other reads', { tags: ['slow'] }, async () => {
  const [bob, ...otherUsers] = await Promise.all(Array.from({ length: 51 }, () => createUser(server)))
  const text = Array.from({ length: 20_000 }, (_, index) => `Video ${index} https://a.test/${index}`).join('\n')
  let ended = 0
  const importData = async ({ client }: Person) => {
    const { id, channels } = await client(readImport, { body: { text } })
    const { playlists } = await client(makeImport, { params: { id }, body: { channels: [{ index: 0 }, { index: 1 }] } })
    ended++
    return [channels.length, playlists.length]
  }
  const manyRequests = Promise.all(otherUsers.map(importData))
  // Once the first import is read, all other requests are running or queued.
  await vi.waitFor(async () => expect(await db.selectFrom('import_preview').select('id').execute()).not.toEqual([]), 30_000)
  const reading = services.sandboxes.texts.run(importTask, {
    bytes: new TextEncoder().encode('https://b.test/1'),
    names: { channel: 'C', series: 'S' },
  })
  expect((await reading).channels).toHaveLength(1)
  for (let turn = 0; turn < 3; turn++) {
    const { id } = await bob!.client(readImport, { body: { text: 'https://b.test/1' } })
    await bob!.client(makeImport, { params: { id }, body: { channels: [{ index: 0 }] } })
  }
  expect(ended).toBeLessThan(25)
  expect(await manyRequests).toEqual(otherUsers.map(() => [20, 2]))
})
