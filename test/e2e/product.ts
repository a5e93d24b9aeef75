import { randomBytes } from 'node:crypto'
import { cpSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import { databaseTimeouts } from '#kit/server/db/database-timeouts.ts'
import { createDb, type Db } from '#kit/server/db/db.ts'
import { databaseUrl, searchClock } from '../database.ts'
import { findPort, type ServerPlace, type Server, startServer } from './server.ts'

export interface Site extends ServerPlace {
  /** Origin of the fake other sites. */
  fixturesUrl: string
}

const { adminUrl, template, templateDir, templateUrl, folder, fixturesUrl } = inject('seed')
const name = `choice_e2e_${randomBytes(6).toString('hex')}`

/** The product of the current test file. Its address is the same for all files of a worker; its database and data directory are its own. */
export const site: Site = {
  url: `http://localhost:${await findPort()}`,
  dataDir: join(folder, name),
  databaseUrl: databaseUrl(adminUrl, name),
  fixturesUrl,
}

let server: Server | undefined
let starts = 0

/** Starts the product for a test file, with an unchanged demonstration. */
export async function startProduct(file: string): Promise<void> {
  starts++
  await onServer(`create database ${name} template ${template} strategy file_copy`)
  await onServer(searchClock(name))
  await updateStreamUrls()
  cpSync(templateDir, site.dataDir, { recursive: true })
  server = await startServer(site, fixturesUrl, join('.cache', 'e2e', `${basename(file, '.e2e.ts')}.log`))
}

/** Restarts the product with other settings. */
export async function restartProduct(file: string, settings: NodeJS.ProcessEnv): Promise<void> {
  await server?.stop()
  server = await startServer(site, fixturesUrl, join('.cache', 'e2e', `${file}.log`), settings)
}

export async function stopProduct(): Promise<void> {
  await server?.stop()
  server = undefined
  await onServer(`drop database if exists ${name} with (force)`)
  rmSync(site.dataDir, { recursive: true, force: true })
}

/** Caches a value for each product, because files of a worker share these modules. */
export function perProduct<T>(make: () => T): () => T {
  let cached: { start: number; value: T } | undefined
  return () => {
    if (cached?.start !== starts) cached = { start: starts, value: make() }
    return cached.value
  }
}

/** Connects to the product's database. The test file closes the connections. */
export const connect = (): Db =>
  createDb({ connection: site.databaseUrl, maxConnections: 1, timeouts: databaseTimeouts.background, onError: () => undefined })

/** Runs `work` on the product's database. */
export async function withDb<T>(work: (db: Db) => Promise<T>): Promise<T> {
  const db = connect()
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}

const onServer = (statement: string) => query(adminUrl, statement)

/** Changes the addresses of TV streams, which have the template's port. */
async function updateStreamUrls() {
  const move = (column: string) => `${column} = replace(${column}, '${templateUrl}/', '${site.url}/')`
  await query(
    site.databaseUrl,
    `update tv_channel set ${['stream_url', 'list_url', 'catchup_source'].map(move).join()};
     update tv_item set ${['url', 'poster_url'].map(move).join()}`,
  )
}

async function query(connectionString: string, statement: string) {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
