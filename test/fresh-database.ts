import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { createDb, type Db } from '#kit/server/db/db.ts'
import { cleanUp } from './clean-up.ts'
import { createDatabase, databaseUrl } from './database.ts'

export interface FreshDatabase {
  name: string
  url: string
  /** Creates a pool as another server instance would have. The pool closes after the tests. */
  connect: () => Db
  /** Ends all connections at once, and refuses new ones until {@link FreshDatabase.open}. */
  shut: () => Promise<void>
  open: () => Promise<void>
}

/** Creates a migrated database for a test file. It is dropped after the file's tests. */
export async function createFreshDatabase(): Promise<FreshDatabase> {
  const { adminUrl, template } = inject('database')
  const name = `choice_test_${randomBytes(6).toString('hex')}`
  const admin = new pg.Client({ connectionString: adminUrl })
  await admin.connect()
  await createDatabase(admin, name, template)
  const url = databaseUrl(adminUrl, name)
  const pools: Db[] = []
  cleanUp(async () => {
    await Promise.all(pools.map((db) => db.destroy()))
    await admin.query(`drop database if exists ${name} with (force)`)
    await admin.end()
  })
  return {
    name,
    url,
    connect() {
      const db = createDb({ connection: url, onError: () => undefined })
      pools.push(db)
      return db
    },
    async shut() {
      await admin.query(`alter database ${name} allow_connections false`)
      await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name])
    },
    async open() {
      await admin.query(`alter database ${name} allow_connections true`)
    },
  }
}
