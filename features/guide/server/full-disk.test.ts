// @module-tag slow
import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, chownSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { assertDatabaseResponds } from '#kit/server/db/db.ts'
import { createUser } from '#test/people.ts'
import { startTestServer } from '#test/serve.ts'
import { makeTvChannel } from '#test/television.ts'
import { xmltvGuide, waitForImport, importText, m3uList, startListSite } from '#test/tv-imports.ts'
import { tvSourcesContract } from '#features/tv-sources/contract.ts'
import { guideContract } from '../contract.ts'
import { permanentFailure } from '#features/tv-sources/server/read-source.ts'
import { fetchLogosJob, fetchPicturesJob } from '#features/tv-sources/server/jobs.ts'

const site = await startListSite()
const server = await startTestServer({ OUTBOUND_ALLOW: site.host, RATE_LIMITS: 'off' })
const { db, config, guest, services } = server
const { client } = await createUser(server, { is_operator: true })

/** Mounts a disk of this size at a folder. Returns false without the right to mount; the tests are then skipped. */
function mountDisk(folder: string, size: string): boolean {
  try {
    mkdirSync(folder, { recursive: true })
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=700`, 'none', folder], { stdio: 'ignore' })
  } catch {
    return false
  }
  afterAll(() => void execFileSync('umount', ['-l', folder]))
  return true
}
const enlargeDisk = (folder: string) => execFileSync('mount', ['-o', 'remount,size=8m', folder])
const databaseFolder = join(config.dataDir, 'tablespace')
const canMount = mountDisk(config.importsDir, '1m') && mountDisk(config.filesDir, '4k') && mountDisk(databaseFolder, '4m')

async function importGuide(path: string) {
  const { id } = await client(tvSourcesContract.startTvImport, { body: { kind: 'xmltv', url: site.at(path) } })
  return waitForImport(client, id)
}
const channelOf = (key: string) => db.selectFrom('guide_channel').select('id').where('key', '=', key).executeTakeFirstOrThrow()
const listTitles = async () => (await db.selectFrom('programme').select('title').orderBy('starts_at').execute()).map(({ title }) => title)

describe.runIf(canMount)('a full disk', () => {
  test('keeps the old guide and asks the operator to free space; with space, the import succeeds', async () => {
    site.files.set('/guide.xml', xmltvGuide({ disk: ['Old one', 'Old two'] }))
    expect(await importGuide('/guide.xml')).toMatchObject({ status: 'done', written: 2 })

    const longer = xmltvGuide({ disk: ['New one', 'New two'] }).replace(
      '</tv>',
      `<!-- ${randomBytes(1024 * 1024).toString('hex')} --></tv>`,
    )
    site.files.set('/guide.xml', longer)
    expect(await importGuide('/guide.xml')).toMatchObject({
      status: 'failed',
      failure: 'The server is full. Free up space and import again.',
    })
    expect(await listTitles()).toEqual(['Old one', 'Old two'])
    // Deleting the incomplete download frees space.
    await expect.poll(() => readdirSync(config.importsDir)).toEqual([])

    enlargeDisk(config.importsDir)
    expect(await importGuide('/guide.xml')).toMatchObject({ status: 'done', written: 2 })
    expect(await listTitles()).toEqual(['New one', 'New two'])
  })

  test('fails the jobs of pictures and logos with the reason and leaves no file; with space, both are stored', async () => {
    const image = await readFile('web/icons/icon-192.png')
    for (const path of ['/logo.png', '/poster.png']) site.files.set(path, image)
    const { source_id } = await importText(client, 'm3u', m3uList([{ name: 'Shown', more: `tvg-logo="${site.at('/logo.png')}"` }]))
    const { programmes } = await makeTvChannel(db, {}, [['Shown', 0, 30, { icon_url: site.at('/poster.png') }]])
    /** Runs both jobs. @returns their errors */
    async function fetchBoth() {
      const ids = [await services.jobs.send(fetchLogosJob, {}), await services.jobs.send(fetchPicturesJob, {})]
      const unfinishedJobs = () => sql`select from job where id = any(${ids}::uuid[]) and finished_at is null`.execute(db)
      await expect.poll(async () => (await unfinishedJobs()).rows.length, { timeout: 20_000 }).toBe(0)
      const dead = await sql<{ error: string }>`select error from job where id = any(${ids}::uuid[])`.execute(db)
      return dead.rows.map(({ error }) => /ENOSPC/.exec(error)?.[0] ?? error)
    }
    const storedState = async () => [
      (await client(tvSourcesContract.listOperatorChannels, { query: { source_id } })).data[0]!.logo,
      (await guest(guideContract.getEpgItem, { params: { id: programmes[0]! }, query: {} })).poster,
    ]
    expect(await fetchBoth()).toEqual(['ENOSPC', 'ENOSPC'])
    expect(await storedState()).toEqual([null, null])
    const files = readdirSync(config.filesDir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    expect(files.map(({ name }) => name)).toEqual([])

    enlargeDisk(config.filesDir)
    // Skips the hour after which a failed request is repeated.
    await sql`update programme_picture set due_at = due_at - interval '1 hour'`.execute(db)
    expect(await fetchBoth()).toEqual([])
    expect(await storedState()).toEqual([expect.stringContaining('/media/pictures/'), expect.stringContaining('/media/pictures/')])
  }, 60_000)
})

describe.runIf(canMount)('a full database disk', () => {
  test('keeps the old guide, answers reads, and asks the operator to free space; with space, the import succeeds', async () => {
    const { rows } = await sql<{ data_directory: string }>`show data_directory`.execute(db)
    const { uid, gid } = statSync(rows[0]!.data_directory)
    chownSync(databaseFolder, uid, gid)
    chmodSync(config.dataDir, 0o711)
    const tablespace = `small_${randomBytes(6).toString('hex')}`
    await sql.raw(`create tablespace ${tablespace} location '${databaseFolder}'`).execute(db)
    await sql.raw(`alter table guide_programme set tablespace ${tablespace}`).execute(db)
    try {
      site.files.set('/many.xml', xmltvGuide({ many: ['Old one', 'Old two'] }))
      expect(await importGuide('/many.xml')).toMatchObject({ status: 'done', written: 2 })
      const { id } = await makeTvChannel(db, { guide_channel_id: (await channelOf('many')).id })
      const before = await listTitles()
      // Returns a title with a long description. Even compressed, all descriptions together don't fit on the disk.
      const long = () => `Many</title><desc>${randomBytes(1200).toString('base64url')}</desc><title>`
      const names = Object.fromEntries(Array.from({ length: 10 }, (_, n) => [`many ${n}`, Array.from({ length: 300 }, long)]))
      site.files.set('/many.xml', xmltvGuide(names))
      let isOver = false
      const reading = (async () => {
        while (!isOver) {
          expect((await guest(guideContract.getEpg, { params: { id } })).series.map(({ name }) => name)).toEqual(['Old one', 'Old two'])
          await assertDatabaseResponds(db)
        }
      })()
      expect(await importGuide('/many.xml')).toMatchObject({
        status: 'failed',
        failure: 'The server is full. Free up space and import again.',
      })
      isOver = true
      await reading
      expect(await listTitles()).toEqual(before)

      execFileSync('mount', ['-o', 'remount,size=64m', databaseFolder])
      expect(await importGuide('/many.xml')).toMatchObject({ status: 'done', failure: null })
      expect((await listTitles()).filter((title) => title === 'Many').length).toBeGreaterThan(2000)
    } finally {
      await sql`alter table guide_programme set tablespace pg_default`.execute(db)
      await sql.raw(`drop tablespace ${tablespace}`).execute(db)
    }
  }, 60_000)
})

test("a full database is reported as a full disk, refused data as unreadable, and temporary errors aren't reported", () => {
  expect(permanentFailure(Object.assign(new Error('could not extend file'), { code: '53100' }))).toBe('disk_full')
  expect(permanentFailure(new Error('wrapped', { cause: Object.assign(new Error('write'), { code: 'ENOSPC' }) }))).toBe('disk_full')
  expect(permanentFailure(Object.assign(new Error('invalid input syntax for type timestamp with time zone'), { code: '22007' }))).toBe(
    'unreadable',
  )
  expect(permanentFailure(new Error('anything else'))).toBeUndefined()
})
