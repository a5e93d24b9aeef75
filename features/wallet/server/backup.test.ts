import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { createDb } from '#kit/server/db/db.ts'
import { openDump } from '#kit/server/db/dump.ts'
import { openDumpLoader } from '#kit/server/db/load-dump.ts'
import { databaseUrl } from '#test/database.ts'
import { createUser } from '#test/people.ts'
import { startTestServer } from '#test/serve.ts'
import { checkLedger, findWallet, postToLedger } from './queries/ledger.ts'

const server = await startTestServer()
const { db } = server

test('a restored backup has the same books, still protected, and posting continues', async () => {
  const { id: userId } = await createUser(server)
  const add = (database: typeof db) =>
    database
      .transaction()
      .execute((tx) =>
        postToLedger(tx, { cause: { type: 'adjustment', id: crypto.randomUUID() }, userId, amount: 500, site: { adjustments: -500 } }),
      )
  await add(db)
  await add(db)

  const { adminUrl } = inject('database')
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db)
  const admin = new pg.Client({ connectionString: adminUrl })
  await admin.connect()
  const copy = `${rows[0]!.name}_copy`
  await admin.query(`create database ${copy}`)
  const dump = await openDump(databaseUrl(adminUrl, rows[0]!.name))
  const loader = await openDumpLoader(databaseUrl(adminUrl, copy), dump.head, 'migrations')
  for (const table of dump.head.tables) await pipeline(Readable.from(dump.copy(table)), loader.copy(table))
  await loader.finish()
  await dump.close()

  const restored = createDb({ connection: databaseUrl(adminUrl, copy), maxConnections: 2, onError: () => undefined })
  expect(await findWallet(restored, userId)).toMatchObject({ balance: 1000 })
  await add(restored)
  expect(await findWallet(restored, userId)).toMatchObject({ balance: 1500 })
  expect(await checkLedger(restored)).toEqual([])
  await expect(sql`delete from ledger_entry`.execute(restored)).rejects.toThrow(/ledger/)
  await restored.destroy()
  await admin.query(`drop database ${copy} with (force)`)
  await admin.end()
})
