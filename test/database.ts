import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startCluster } from '../kit/server/postgres/cluster.ts'
import { migrate } from '../kit/server/db/migrate.ts'
import { installClock } from './clock/install-clock.ts'
import { runOffsetMs } from './clock/offset-date.mjs'
import { fastBase, makeFolder } from './folders.ts'

export interface TestDatabase {
  /** Connection for creating and dropping databases. */
  adminUrl: string
  /** A migrated database; each test server starts from a copy of it. */
  template: string
}
declare module 'vitest' {
  export interface ProvidedContext {
    database: TestDatabase
  }
}

/** Returns the connection string of another database on the same server. @param options of its sessions: `-c name=value` */
export function databaseUrl(adminUrl: string, name: string, options?: string): string {
  const url = new URL(adminUrl)
  url.pathname = `/${name}`
  if (options !== undefined) url.searchParams.set('options', options)
  return url.href
}

/** Makes sessions of this database search the clock's schema first. */
export const searchClock = (name: string) => `alter database ${name} set search_path = test_clock, public, pg_catalog`

/**
 * Creates a database from the template. Its sessions first search the schema `test_clock`, in which `createTestClock` (test/clock.ts) overrides
 * `now()` and similar functions. Only databases with a clock have this schema.
 */
export async function createDatabase(admin: pg.Client, name: string, template: string): Promise<void> {
  await admin.query(`create database ${name} template ${template} strategy file_copy`)
  await admin.query(searchClock(name))
}

/** Migrates the template database, whose clock is shifted by TEST_OFFSET_MS like the run's. */
export async function migrateTemplate(url: string): Promise<void> {
  await migrate(url, 'migrations')
  if (!runOffsetMs) return
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(installClock)
  await client.end()
}

/**
 * Runs once per run: provides a PostgreSQL (that of `DATABASE_URL`, else an embedded one that persists nothing) and a migrated template.
 */
export default async function setup(project: TestProject) {
  const configured = process.env['DATABASE_URL']
  // In memory: nearly every test file copies the template, which is a thousand small files. On a disk, a copy takes half a second more of
  // processor time.
  const dir = makeFolder('choice-test', fastBase(3 * 1024 ** 3))
  const cluster = configured ? undefined : await startCluster({ dir, durable: false, connections: 250 })
  const adminUrl = configured ?? cluster!.url
  const template = `choice_template_${randomBytes(6).toString('hex')}`
  const admin = new pg.Client({ connectionString: adminUrl })
  await admin.connect()
  const teardown = async () => {
    await admin.query(`drop database if exists ${template} with (force)`)
    await admin.end()
    await cluster?.stop()
    rmSync(dir, { recursive: true, force: true })
  }
  try {
    await admin.query(`create database ${template}`)
    await migrateTemplate(databaseUrl(adminUrl, template))
  } catch (error) {
    await teardown()
    throw error
  }
  project.provide('database', { adminUrl, template })
  return teardown
}
