import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startCluster } from '#kit/server/postgres/cluster.ts'
import { build } from '../../scripts/build.mjs'
import { databaseUrl, migrateTemplate, searchClock } from '../database.ts'
import { fastBase, makeFolder } from '../folders.ts'
import { serveFixtures } from './fixtures.ts'
import { findPort, type ServerPlace, startServer } from './server.ts'

/** The template from which each test file copies its product. */
export interface Seed {
  /** Connection for creating and dropping databases. */
  adminUrl: string
  /** A database with the demonstration, and its data directory. */
  template: string
  templateDir: string
  /** Address of the demonstration's TV streams. */
  templateUrl: string
  /** Folder in which files create their data directories. */
  folder: string
  /** Origin of the fake other sites. */
  fixturesUrl: string
}
declare module 'vitest' {
  export interface ProvidedContext {
    seed: Seed
  }
}

/**
 * Called once per test run. Starts the fake other sites and a PostgreSQL (that of `DATABASE_URL`, or an embedded one), and makes a template
 * with the demonstration.
 */
export default async function setup(project: TestProject) {
  await build()
  const configured = process.env['DATABASE_URL']
  // In memory, because each test file copies the template's database and files.
  const folder = makeFolder('choice-e2e', fastBase(3 * 1024 ** 3))
  const cluster = configured ? undefined : await startCluster({ dir: folder, durable: false, connections: 150 })
  const adminUrl = configured || cluster!.url
  const fixturesUrl = await serveFixtures()
  const template = `choice_e2e_${process.pid}`
  const admin = new pg.Client({ connectionString: adminUrl })
  await admin.connect()
  const teardown = async () => {
    await admin.query(`drop database if exists ${template} with (force)`)
    await admin.end()
    await cluster?.stop()
    await fixturesUrl.close()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    const templateDir = join(folder, 'template')
    const templateUrl = `http://localhost:${await findPort()}`
    await admin.query(`create database ${template}`)
    await migrateTemplate(databaseUrl(adminUrl, template))
    await admin.query(searchClock(template))
    await seed({ url: templateUrl, dataDir: templateDir, databaseUrl: databaseUrl(adminUrl, template) }, fixturesUrl.url)
    project.provide('seed', { adminUrl, template, templateDir, templateUrl, folder, fixturesUrl: fixturesUrl.url })
  } catch (error) {
    await teardown()
    throw error
  }
  return teardown
}

/** Runs the product until the demonstration is complete. */
async function seed(place: ServerPlace, fixturesUrl: string) {
  const server = await startServer(place, fixturesUrl, join('.cache', 'e2e', 'seed.log'))
  const db = new pg.Client({ connectionString: place.databaseUrl })
  await db.connect()
  try {
    // Doesn't wait for the search index, whose job always runs.
    const isBusy = async () =>
      (
        await db.query(
          `select from job where state in ('waiting', 'active') and name <> 'search-index' union all select from search_change`,
        )
      ).rowCount
    while (await isBusy()) await sleep(100)
    const { rowCount } = await db.query('select from programme limit 1')
    if (!rowCount) throw new Error('The television of the demonstration was not imported')
  } finally {
    await server.stop()
  }
  // Analyzes the template, so that PostgreSQL doesn't analyze each copy.
  await db.query('vacuum analyze')
  await db.end()
}
