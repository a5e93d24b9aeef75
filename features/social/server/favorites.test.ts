import { expect, test } from 'vitest'
import { makeFilledChannel, outcome } from '#test/channels.ts'
import { createUser } from '#test/people.ts'
import { type Client, startTestServer } from '#test/serve.ts'
import { channelsContract } from '#features/channels/contract.ts'
import { status } from '#features/channels/rules.ts'
import { socialContract as contract } from '../contract.ts'

const server = await startTestServer()
const { db, guest } = server
const ann = await createUser(server)

const like = (client: Client, id: string) => client(contract.like, { body: { liked_type: 'video', liked_id: id } })
async function listAll(client: Client, limit = 2): Promise<string[]> {
  const titles: string[] = []
  let cursor: string | null | undefined
  do {
    const page = await client(contract.listFavorites, { query: { limit, ...(cursor && { cursor }) } })
    titles.push(...page.data.map(({ title }) => title))
    cursor = page.next_cursor
  } while (cursor)
  return titles
}

test('lists all likes, latest first, page by page, beyond those on the user’s home', async () => {
  const eve = await createUser(server)
  const names = Array.from({ length: 60 }, (_, index) => `V${index}`)
  const { playlistId, videoIds } = await makeFilledChannel(db, ann.client, names, { name: 'Liked' })
  for (const id of videoIds) await like(eve.client, id)
  expect(await listAll(eve.client, 7)).toEqual(names.toReversed())
  const { data } = await eve.client(contract.listFavorites, { query: { limit: 1 } })
  expect(data).toMatchObject([{ title: 'V59', playlist_name: 'Liked', pivot: { playlist_id: playlistId } }])
  await eve.client(contract.unlike, { body: { liked_type: 'video', liked_id: videoIds[59]! } })
  expect((await listAll(eve.client, 100))[0]).toBe('V58')
})

test('videos liked at the same moment are each listed once', async () => {
  const eve = await createUser(server)
  const names = ['A', 'B', 'C', 'D', 'E']
  const { videoIds } = await makeFilledChannel(db, ann.client, names)
  for (const id of videoIds) await like(eve.client, id)
  await db
    .updateTable('liking')
    .set({ created_at: new Date('2026-11-01T10:00:00.123Z') })
    .where('user_id', '=', eve.id)
    .execute()
  expect((await listAll(eve.client)).toSorted()).toEqual(names)
})

test('hidden videos immediately disappear; guests and invalid cursors are refused', async () => {
  const eve = await createUser(server)
  const { playlistId, videoIds } = await makeFilledChannel(db, ann.client, ['Open'])
  await like(eve.client, videoIds[0]!)
  expect(await listAll(eve.client)).toEqual(['Open'])
  expect(await listAll(ann.client)).toEqual([])
  await ann.client(channelsContract.updatePlaylist, { params: { id: playlistId }, body: { status_id: status.private } })
  expect(await listAll(eve.client)).toEqual([])
  expect(await outcome(guest(contract.listFavorites, {}))).toMatch(/^401 /)
  expect(await outcome(eve.client(contract.listFavorites, { query: { cursor: 'x' } }))).toMatch(/^422 .*cursor/)
  expect(await outcome(eve.client(contract.listFavorites, { query: { limit: 0 } }))).toMatch(/^422 .*limit/)
})
