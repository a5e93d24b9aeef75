// @module-tag slow
import { appendFileSync, cpSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { channelsContract } from '#features/channels/contract.ts'
import { build } from '../scripts/build.mjs'
import { createClientFactory, freePort, nginx, startBehindNginx } from './behind-nginx.ts'
import { makeFilledChannel } from './channels.ts'
import { makeFolder } from './folders.ts'
import { createFreshDatabase } from './fresh-database.ts'
import { createUser } from './people.ts'

// SQL of the next release: additions to the tables that requests use, an index, and all functions again. Two releases run side by side on
// one database.
const expansion = `
create table next_release (id bigint generated always as identity primary key, playlist_id text);
alter table playlist add column next_note text;
alter table video add column next_count integer not null default 0;
alter table session add column next_flag boolean not null default false;
alter table account add column next_choice text default 'none';
create index next_series on series (name, id);
`
const folder = makeFolder('choice-rolling')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Copies the build as the next release. @returns the copy's folder */
function makeNextRelease(built: string): string {
  const next = join(folder, 'dist', basename(built))
  mkdirSync(join(folder, 'dist'))
  cpSync(built, next, { recursive: true })
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
  writeFileSync(join(next, 'migrations', '9999_next_release.sql'), expansion)
  const functions = join(next, 'migrations', 'functions')
  for (const name of readdirSync(functions)) appendFileSync(join(functions, name), '\n-- As the next release has it.\n')
  return next
}

const argsOf = (built: string) => [
  '--input-type=module',
  '--eval',
  `const { main } = await import(${JSON.stringify(pathToFileURL(join(built, 'server', 'main.js')).href)})
  await main([], process.env, ${JSON.stringify(resolve('.'))})`,
]

const { startInstance, startNginx, stop } = startBehindNginx()

test.skipIf(nginx === undefined)(
  'two instances are upgraded one after the other under load, and no request fails',
  async () => {
    const database = await createFreshDatabase()
    const db = database.connect()
    const settings = {
      DATABASE_URL: database.url,
      PUBLIC_URL: 'http://choice.test',
      TRUSTED_PROXIES: '127.0.0.1',
      DEMO: 'off',
      RATE_LIMITS: 'off',
      CAPTCHA_COST: '1',
      LOG_LEVEL: 'warn',
      FFMPEG_PATH: '/bin/false',
    }
    const previousBuild = resolve(await build())
    const next = makeNextRelease(previousBuild)
    const ports = [await freePort(), await freePort()]
    const start = (index: number, built: string) => startInstance(String(index), ports[index]!, settings, argsOf(built))
    const instances = [await start(0, previousBuild), await start(1, previousBuild)]
    const url = await startNginx(ports)
    const clientFor = createClientFactory(url)
    const ann = await createUser({ db, clientFor })
    const { playlistId } = await makeFilledChannel(db, ann.client)

    const failures: string[] = []
    const responseCounts = new Map<string, number>()
    let isOver = false
    let stage = 'the beginning'
    const repeat = async (name: string, work: (round: number) => Promise<unknown>) => {
      for (let round = 0; !isOver; round++) {
        try {
          await work(round)
          responseCounts.set(name, (responseCounts.get(name) ?? 0) + 1)
        } catch (error) {
          failures.push(`${name}: ${error instanceof Error ? error.message : String(error)}, at ${stage}`)
        }
        await sleep(20)
      }
    }
    const read = (path: string, token?: string) => async () => {
      const response = await fetch(url + path, { headers: token === undefined ? {} : { authorization: `Bearer ${token}` } })
      await response.arrayBuffer()
      if (response.status !== 200) throw new Error(`${path}: ${response.status}`)
    }
    const load = [
      ...['/en', '/nl', '/api/playlists/default-playlists', '/api/countries'].map((path) => repeat(`guest ${path}`, read(path))),
      ...['/api/playlists', `/api/playlists/${playlistId}`].map((path) => repeat(`user ${path}`, read(path, ann.token))),
      repeat('create and delete a channel', async (round) => {
        const { id } = await ann.client(channelsContract.createPlaylist, { body: { name: `Channel ${round}`, status_id: 1 } })
        await ann.client(channelsContract.deletePlaylist, { params: { id } })
      }),
      repeat('rename a channel', (round) =>
        ann.client(channelsContract.updatePlaylist, { params: { id: playlistId }, body: { name: `Films ${round}` } }),
      ),
      repeat('create and delete a series', async (round) => {
        const { id } = await ann.client(channelsContract.createSeries, { body: { playlist_id: playlistId, name: `Series ${round}` } })
        await ann.client(channelsContract.deleteSeries, { params: { id } })
      }),
    ]
    for (const index of [0, 1]) {
      stage = `the stop of ${index}`
      await stop(instances[index]!.child)
      stage = `the start of ${index}`
      expect(instances[index]!.output()).not.toMatch(/warning/i)
      instances[index] = await start(index, next)
      stage = `the work of ${index}`
      // Both releases serve for a while.
      await sleep(2000)
    }
    isOver = true
    await Promise.all(load)
    expect(failures).toEqual([])
    expect([...responseCounts.values()].every((count) => count > 10)).toBe(true)
    const { rows } = await sql<{ name: string }>`select name from migration order by name desc limit 1`.execute(db)
    expect(rows).toEqual([{ name: 'functions/views.sql' }])
    expect((await sql`select from migration where name = '9999_next_release.sql'`.execute(db)).rows).toHaveLength(1)
  },
  400_000,
)
