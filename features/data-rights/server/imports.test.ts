import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { channelsContract } from '#features/channels/contract.ts'
import { measureUndisturbedMs } from '#test/busy-machine.ts'
import { makeChannel, makeTeam, outcome } from '#test/channels.ts'
import { createUser } from '#test/people.ts'
import { startTestServer } from '#test/serve.ts'
import { dataRightsContract } from '../contract.ts'
import { deleteOldPreviews } from './queries/imports.ts'

const server = await startTestServer({ RATE_LIMITS: 'off' })
const { clientFor, db, guest } = server
const { readImport, makeImport } = dataRightsContract
const m3u =
  '#EXTM3U\n#PLAYLIST:Stations\n#EXTINF:-1 group-title="News",One\nhttps://live.test/1.m3u8\n#EXTINF:9,Two\nhttps://live.test/2.mp4\nftp://live.test/3\n'
const fileOf = (content: string, name = 'list.m3u') => new File([content], name)

test('previews a file and creates private channels from it, idempotently', async () => {
  const ann = await createUser(server)
  const preview = await ann.client(readImport, { body: { file: fileOf(m3u) } })
  expect(preview).toEqual({
    id: expect.any(String) as string,
    kind: 'm3u',
    product: null,
    channels: [
      {
        name: 'Stations',
        videos: 2,
        series: [
          { name: 'News', videos: 1 },
          { name: 'Videos', videos: 1 },
        ],
      },
    ],
    pictures: 0,
    follows: 0,
    likes: 0,
    skipped: [{ line: 7, text: 'ftp://live.test/3', reason: 'no_address' }],
    skipped_count: 1,
    room: 500,
  })
  const make = () => ann.client(makeImport, { params: { id: preview.id }, body: { channels: [{ index: 0, name: 'My stations' }] } })
  const [made, again] = await Promise.all([make(), make()])
  expect(again).toEqual(made)
  expect(await make()).toEqual(made)
  const channel = await ann.client(channelsContract.getPlaylist, { params: { id: made.playlists[0]! } })
  expect(channel).toMatchObject({ name: 'My stations', status: 'Private' })
  expect(channel.series.map(({ name, videos }) => [name, ...videos.map(({ title, src }) => `${title} ${src}`)])).toEqual([
    ['News', 'One https://live.test/1.m3u8'],
    ['Videos', 'Two https://live.test/2.mp4'],
  ])
  const myPlaylists = await ann.client(channelsContract.listMyPlaylists, {})
  expect(myPlaylists.other.map(({ name }) => name)).toEqual(['My stations'])
  const pendingVideos = await db.selectFrom('video').select('pending_user_id').where('pending_user_id', '=', ann.id).execute()
  expect(pendingVideos.length).toBe(2)
})

test('imports pasted links in the reader’s language, and for the user even with a team header', async () => {
  const ann = await createUser(server, {}, { language: 'nl' })
  const team = await makeTeam(db, { members: [ann] })
  const teamClient = clientFor({ token: ann.token, teamId: team, language: 'nl' })
  const preview = await teamClient(readImport, { body: { text: 'https://a.test/1\nhttps://a.test/2' } })
  expect(preview.channels).toEqual([{ name: 'Geïmporteerd', videos: 2, series: [{ name: 'Video’s', videos: 2 }] }])
  const { playlists } = await teamClient(makeImport, { params: { id: preview.id }, body: { channels: [{ index: 0 }], status_id: 3 } })
  expect(await guest(channelsContract.getPlaylist, { params: { id: playlists[0]! } })).toMatchObject({ team_id: null, user_id: ann.id })
})

test('refuses empty, unreadable and too large files and unknown choices, in the reader’s language', async () => {
  const ann = await createUser(server)
  const read = (body: object) => outcome(ann.client(readImport, { body }))
  expect(await read({})).toBe('422 import_missing text')
  expect(await read({ text: ' \n ' })).toBe('422 import_missing text')
  expect(await read({ text: 'no links here' })).toBe('422 import_empty text')
  expect(await read({ file: fileOf('') })).toBe('422 import_empty file')
  expect(await read({ file: new File([new Uint8Array([0x50, 0x4b, 3, 4, 0, 0, 9])], 'a.zip') })).toBe('422 import_unreadable file')
  expect(await read({ file: new File([new Uint8Array(16 * 1024 * 1024 + 1)], 'a.txt') })).toBe('422 invalid file')
  expect(await read({ text: 7 })).toMatch(/^422 \S+ text$/)
  const { id } = await ann.client(readImport, { body: { text: 'https://a.test/1' } })
  const make = (body: object) => outcome(ann.client(makeImport, { params: { id }, body: body as never }))
  expect(await make({ channels: [{ index: 1 }] })).toBe('422 import_choice channels')
  expect(await make({ channels: [{ index: 0 }, { index: 0 }] })).toBe('422 import_choice channels')
  expect(await make({ channels: [] })).toMatch(/^422 \S+ channels$/)
  expect(await make({ channels: [{ index: 0, name: ' ' }] })).toMatch(/^422 \S+ channels\.0\.name channels$/)
  expect(await make({ channels: [{ index: 0, name: 'x'.repeat(51) }] })).toMatch(/^422/)
  expect(await make({ channels: [{ index: 0 }], status_id: 4 })).toMatch(/^422 \S+ status_id$/)
  expect(await make({ channels: [{ index: 0 }] })).toBe('done')
})

test('refuses guests, strangers, and choices after an hour', async () => {
  const [ann, bob] = [await createUser(server), await createUser(server)]
  expect(await outcome(guest(readImport, { body: { text: 'https://a.test/1' } }))).toMatch(/^401/)
  const { id } = await ann.client(readImport, { body: { text: 'https://a.test/1' } })
  const input = { params: { id }, body: { channels: [{ index: 0 }] } }
  expect(await outcome(guest(makeImport, input))).toMatch(/^401/)
  expect(await outcome(bob.client(makeImport, input))).toBe('404 not_found')
  expect(await outcome(bob.client(makeImport, { ...input, params: { id: 'nothing0000' } }))).toBe('404 not_found')
  await sql`update import_preview set created_at = created_at - interval '61 minutes' where id = ${id}`.execute(db)
  expect(await outcome(ann.client(makeImport, input))).toBe('404 not_found')
  await deleteOldPreviews(db)
  expect(await db.selectFrom('import_preview').select('id').where('id', '=', id).execute()).toEqual([])
  for (let count = 0; count < 7; count++) await ann.client(readImport, { body: { text: 'https://a.test/1' } })
  expect((await db.selectFrom('import_preview').select('id').where('account_id', '=', ann.id).execute()).length).toBe(5)
})

test('creates all within the limits, or nothing', async () => {
  const ann = await createUser(server)
  await sql`insert into playlist (id, user_id, name, status_id, position)
    select random_id(), ${ann.id}, 'Channel ' || number, 1, number from generate_series(1, 499) number`.execute(db)
  const { id, room, channels } = await ann.client(readImport, {
    body: { text: Array.from({ length: 1500 }, (_, index) => `https://a.test/${index}`).join('\n') },
  })
  expect([room, channels.map(({ videos }) => videos)]).toEqual([1, [1000, 500]])
  const make = (indexes: number[]) =>
    outcome(ann.client(makeImport, { params: { id }, body: { channels: indexes.map((index) => ({ index })) } }))
  expect(await make([0, 1])).toBe('422 playlist_limit name')
  expect(await make([1])).toBe('done')
  expect(await outcome(makeChannel(ann.client))).toBe('422 playlist_limit name')
})

test('creates channels of twenty thousand links within a request', async () => {
  const ann = await createUser(server)
  const text = Array.from({ length: 20_000 }, (_, index) => `Video ${index} https://a.test/${index}`).join('\n')
  const { id, channels } = await ann.client(readImport, { body: { text } })
  expect(channels.length).toBe(20)
  const clock = measureUndisturbedMs()
  await ann.client(makeImport, { params: { id }, body: { channels: channels.map((_, index) => ({ index })) } })
  expect(clock()).toBeLessThan(30_000)
}, 90_000)
