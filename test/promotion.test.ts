/** @module-tag slow */
import { expect, test } from 'vitest'
import { channelsContract } from '#features/channels/contract.ts'
import { createDb } from '#kit/server/db/db.ts'
import { migrate } from '#kit/server/db/migrate.ts'
import { makeChannel } from './channels.ts'
import { createUser } from './people.ts'
import { startPair } from './postgres-pair.ts'
import { createServerProcesses } from './processes.ts'

test('with synchronous commit, a promoted replica has every acknowledged write', async () => {
  const { primary, startReplica, promote } = await startPair()
  await migrate(primary.url, 'migrations')
  const replica = await startReplica('standby')
  for (const setting of [`synchronous_standby_names = 'standby'`, `synchronous_commit = 'on'`])
    await primary.query(`alter system set ${setting}`)
  await primary.query('select pg_reload_conf()')
  await expect
    .poll(() => primary.query<{ sync_state: string }>('select sync_state from pg_stat_replication'))
    .toEqual([{ sync_state: 'sync' }])

  const { start } = await createServerProcesses()
  const before = await start('before', { DATABASE_URL: primary.url, RATE_LIMITS: 'off' })
  const db = createDb({ connection: primary.url, onError: () => undefined })
  const ann = await createUser({ db, clientFor: before.clientFor })
  const { id } = await makeChannel(ann.client)
  const acknowledged: string[] = []
  let isOver = false
  const writing = Promise.all(
    Array.from({ length: 4 }, async (_, writer) => {
      for (let count = 0; !isOver; count++) {
        const name = `${writer}-${count}`
        const { status } = await fetch(`${before.url}/api/series`, {
          method: 'POST',
          headers: { authorization: `Bearer ${ann.token}`, 'content-type': 'application/json' },
          body: JSON.stringify({ playlist_id: id, name }),
        })
        if (status === 200 || status === 201) acknowledged.push(name)
        if (count > 45) return
      }
    }),
  )
  await expect.poll(() => acknowledged.length).toBeGreaterThan(30)
  await primary.kill('SIGKILL')
  isOver = true
  await writing
  promote(replica)

  const after = await start('after', { DATABASE_URL: replica.url, RATE_LIMITS: 'off' })
  const { series } = await after.clientFor({ token: ann.token })(channelsContract.getPlaylist, { params: { id } })
  const storedNames = new Set(series.map(({ name }) => name))
  expect(acknowledged.filter((name) => !storedNames.has(name))).toEqual([])
  await db.destroy()
})
