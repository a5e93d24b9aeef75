/** @module-tag slow */
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { channelsContract } from '#features/channels/contract.ts'
import { createDb } from '#kit/server/db/db.ts'
import { migrate } from '#kit/server/db/migrate.ts'
import { makeFilledChannel } from './channels.ts'
import { createUser } from './people.ts'
import { type Node, startPair } from './postgres-pair.ts'
import { createServerProcesses } from './processes.ts'
import { updateSearchIndex } from './search.ts'

const { primary, startReplica } = await startPair()
await migrate(primary.url, 'migrations')
const replica = await startReplica('first')
const { start } = await createServerProcesses()
const settings = { DATABASE_URL: primary.url, DATABASE_READ_URL: replica.url, RATE_LIMITS: 'off' }
const [first, other] = [await start('one', settings), await start('other', settings)]
const db = createDb({ connection: primary.url, onError: () => undefined })
const ann = await createUser({ db, clientFor: first.clientFor })
const pause = (node: Node, isPaused: boolean) => node.query(`select pg_wal_replay_${isPaused ? 'pause' : 'resume'}()`)

const read = async (base: string, id: string, headers: Record<string, string> = {}) => {
  const response = await fetch(`${base}/api/playlists/${id}`, { headers })
  const body = (await response.json()) as { name?: string }
  return { status: response.status, name: body.name }
}
const patch = (base: string, id: string, body: object) =>
  fetch(`${base}/api/playlists/${id}`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${ann.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

/** Waits until a process reads from the replica: the replica is paused, so that a name changed on the primary stays old there. */
async function isRead(base: string, id: string): Promise<boolean> {
  await pause(replica, true)
  const name = `Name ${Math.random()}`
  const previousName = (await read(base, id)).name
  await primary.query(`update playlist set name = '${name}' where id = '${id}'`)
  const result = (await read(base, id)).name
  await pause(replica, false)
  await expect.poll(async () => (await read(base, id)).name).toBe(name)
  return result === previousName
}

const { playlistId: id } = await makeFilledChannel(db, ann.client, ['A', 'B'], { status_id: 3 })
const expectRead = async () => {
  for (const { url } of [first, other]) await expect.poll(() => isRead(url, id), { interval: 300 }).toBe(true)
}

test('guests read the replica', async () => {
  await expectRead()
  expect(await read(first.url, id)).toMatchObject({ status: 200 })
})

test('a caller who has written something reads it at any process, while others may read the replica', async () => {
  await pause(replica, true)
  try {
    const response = await patch(first.url, id, { name: 'Written' })
    expect(response.status).toBe(200)
    const position = response.headers.get('log-position')!
    const cookie = response.headers.getSetCookie().find((item) => item.startsWith('last_change='))!
    expect(cookie).toMatch(/HttpOnly; SameSite=Lax/)
    expect(await read(other.url, id, { 'log-position': position })).toMatchObject({ name: 'Written' })
    expect(await read(other.url, id, { cookie: cookie.split(';')[0]! })).toMatchObject({ name: 'Written' })
    expect((await read(other.url, id)).name).not.toBe('Written')
  } finally {
    await pause(replica, false)
  }
})

test('reads with an unknown or invalid position still get a response', async () => {
  for (const position of ['FFFFFFFF/FFFFFFFF', 'x', '0/', "0/0' or 1=1"])
    expect(await read(other.url, id, { 'log-position': position })).toMatchObject({ status: 200 })
})

test('a channel that becomes private is hidden at once, at all processes', async () => {
  const { playlistId } = await makeFilledChannel(db, ann.client, ['A'], { status_id: 3 })
  await expectRead()
  await pause(replica, true)
  try {
    expect((await patch(first.url, playlistId, { status_id: 1 })).status).toBe(200)
    for (const { url } of [first, other]) expect((await read(url, playlistId)).status).toBe(404)
    const [removed] = await primary.query<{ id: string }>(`update playlist set removed_alone_at = now() where id = '${id}' returning id`)
    expect(removed).toBeDefined()
    // Gives the servers time to be notified, because neither of them made the change.
    await sleep(100)
    for (const { url } of [first, other]) expect((await read(url, id)).status).toBe(404)
    await primary.query(`update playlist set removed_alone_at = null where id = '${id}'`)
  } finally {
    await pause(replica, false)
  }
})

test('feeds, embedded players and searches of users read the replica', async () => {
  const { playlistId } = await makeFilledChannel(db, ann.client, ['Zebrafinch'], { status_id: 3, name: 'Zebrafinches' })
  const texts = {
    feed: async () => (await fetch(`${first.url}/feeds/${playlistId}.xml`)).text(),
    embed: async () => (await fetch(`${first.url}/embed/channel/${playlistId}`)).text(),
    search: async () =>
      (await fetch(`${first.url}/api/search/auth?keyword=zebrafinches`, { headers: { authorization: `Bearer ${ann.token}` } })).text(),
  }
  await updateSearchIndex(db)
  await expect.poll(texts.search).toContain('Zebrafinches')
  await expectRead()
  await pause(replica, true)
  try {
    await primary.query(`update playlist set name = 'Goldfinches' where id = '${playlistId}'`)
    for (const [name, read] of Object.entries(texts)) expect([name, await read()]).toEqual([name, expect.stringContaining('Zebrafinches')])
  } finally {
    await pause(replica, false)
  }
  for (const read of [texts.feed, texts.embed]) await expect.poll(read).toContain('Goldfinches')
  // The former name finds the channel only until the search index has the new one.
  await expect.poll(texts.search).not.toContain('Zebrafinches')
})

test('a replica that is 2 s behind is left out, and read again once it has caught up', async () => {
  await expectRead()
  await pause(replica, true)
  try {
    await primary.query(`update playlist set name = 'Later' where id = '${id}'`)
    await sleep(2600)
    expect(await read(first.url, id)).toMatchObject({ name: 'Later' })
  } finally {
    await pause(replica, false)
  }
  await expectRead()
})

test('a replica that fails during reads loses no response', async () => {
  const statuses: number[] = []
  let isOver = false
  const reading = Promise.all(
    Array.from({ length: 5 }, async () => {
      while (!isOver) statuses.push((await read(first.url, id)).status)
    }),
  )
  const countResponses = () => statuses.length
  await expect.poll(countResponses).toBeGreaterThan(10)
  await replica.kill('SIGKILL')
  await sleep(1500)
  await expect.poll(countResponses).toBeGreaterThan(50)
  isOver = true
  await reading
  expect(statuses.filter((status) => status !== 200)).toEqual([])
  expect((await first.clientFor()(channelsContract.getPlaylist, { params: { id } })).id).toBe(id)
})
