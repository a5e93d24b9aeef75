/** @module-tag slow */
import { expect, test } from 'vitest'
import { createDb } from '#kit/server/db/db.ts'
import { migrate } from '#kit/server/db/migrate.ts'
import { makeFilledChannel } from './channels.ts'
import { createUser } from './people.ts'
import { type Node, startPair } from './postgres-pair.ts'
import { createServerProcesses } from './processes.ts'

const { primary, startReplica } = await startPair()
await migrate(primary.url, 'migrations')
const [first, second] = [await startReplica('first'), await startReplica('second')]
const { start } = await createServerProcesses()
const server = await start('server', {
  DATABASE_URL: primary.url,
  DATABASE_READ_URL: [first, second].map(({ url }) => url).join(),
  RATE_LIMITS: 'off',
})
const db = createDb({ connection: primary.url, onError: () => undefined })
const ann = await createUser({ db, clientFor: server.clientFor })
const { playlistId: id } = await makeFilledChannel(db, ann.client, ['A'], { status_id: 3, name: 'Old' })

const pause = (node: Node, isPaused: boolean) => node.query(`select pg_wal_replay_${isPaused ? 'pause' : 'resume'}()`)
const rename = (name: string) => primary.query(`update playlist set name = '${name}' where id = '${id}'`)
/** Reads several times, because replicas take turns. @returns the names, without duplicates */
async function readNames(): Promise<string[]> {
  const result = new Set<string>()
  for (let read = 0; read < 6; read++) {
    const response = await fetch(`${server.url}/api/playlists/${id}`)
    result.add(response.ok ? ((await response.json()) as { name: string }).name : `status ${response.status}`)
  }
  return [...result].toSorted()
}

test('reads alternate between the replicas', async () => {
  await expect.poll(readNames).toEqual(['Old'])
  await expect
    .poll(async () => {
      await pause(first, true)
      await rename('New')
      await expect.poll(() => second.query(`select from playlist where name = 'New'`)).toHaveLength(1)
      const result = await readNames()
      await pause(first, false)
      await rename('Old')
      await expect.poll(readNames).toEqual(['Old'])
      return result
    })
    .toEqual(['New', 'Old'])
})

test('while one replica is behind, all reads use the other', async () => {
  await pause(first, true)
  try {
    await rename('Later')
    await expect.poll(readNames, { timeout: 10_000 }).toEqual(['Later'])
    // Shows that reads go to a replica: the primary would have the next name at once.
    await pause(second, true)
    await rename('Even later')
    expect(await readNames()).toEqual(['Later'])
  } finally {
    await pause(second, false)
    await pause(first, false)
  }
  await expect.poll(readNames).toEqual(['Even later'])
})

test('if both replicas fail during reads, no read fails', async () => {
  const result = new Set<string>()
  let isOver = false
  const reading = (async () => {
    while (!isOver) for (const name of await readNames()) result.add(name)
  })()
  await first.kill('SIGKILL')
  await second.kill('SIGKILL')
  await rename('At the primary')
  await expect.poll(() => [...result]).toContain('At the primary')
  isOver = true
  await reading
  expect(['At the primary', 'Even later']).toEqual(expect.arrayContaining([...result]))
})
