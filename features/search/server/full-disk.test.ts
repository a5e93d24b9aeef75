// @module-tag slow
import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, chownSync, mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { makeFilledChannel } from '#test/channels.ts'
import { createUser } from '#test/people.ts'
import { updateSearchIndex } from '#test/search.ts'
import { startTestServer } from '#test/serve.ts'
import { searchContract, type SearchPage } from '../contract.ts'
import { indexChanges } from './index-changes.ts'

const server = await startTestServer({ RATE_LIMITS: 'off', WORKER: 'off' })
const { db, bulkDb, config, guest } = server
const ann = await createUser(server)

/** Mounts a small disk. Without permission to mount, the test is skipped. */
function mount(folder: string): boolean {
  try {
    mkdirSync(folder, { recursive: true })
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=512k,mode=700', 'none', folder], { stdio: 'ignore' })
  } catch {
    return false
  }
  afterAll(() => void execFileSync('umount', ['-l', folder]))
  return true
}
const folder = join(config.dataDir, 'tablespace')

const count = async (keyword: string) =>
  ((await guest(searchContract.search, { query: { keyword, category: 'videos' } })) as SearchPage).count
const countWaiting = async () =>
  (
    await sql<{ all: number; failed: number }>`
    select count(*)::integer as all, count(*) filter (where failures > 0)::integer as failed from search_change`.execute(db)
  ).rows[0]!

describe.runIf(mount(folder))('a full disk', () => {
  test('stops indexing with that error, but not searching; with space, indexing continues', async () => {
    await makeFilledChannel(db, ann.client, ['Godwit before'])
    await updateSearchIndex(db)
    const { rows } = await sql<{ data_directory: string }>`show data_directory`.execute(db)
    const { uid, gid } = statSync(rows[0]!.data_directory)
    chownSync(folder, uid, gid)
    chmodSync(config.dataDir, 0o711)
    const tablespace = `small_${randomBytes(6).toString('hex')}`
    await sql.raw(`create tablespace ${tablespace} location '${folder}'`).execute(db)
    await sql.raw(`alter table search_document set tablespace ${tablespace}`).execute(bulkDb)
    try {
      const words = Array.from({ length: 20 }, () => randomBytes(9).toString('hex')).join(' ')
      const titles = Array.from({ length: 900 }, (_, index) => `Godwit ${index}`)
      const { videoIds } = await makeFilledChannel(db, ann.client, titles)
      await db.updateTable('video').set({ description: words }).where('id', 'in', videoIds).execute()
      await expect(indexChanges(db)).rejects.toThrow('could not extend file')
      const { all, failed } = await countWaiting()
      expect([all > 0, failed]).toEqual([true, 0])
      expect(await count('godwit before')).toBe(1)
      execFileSync('mount', ['-o', 'remount,size=64m', folder])
      await updateSearchIndex(db)
      expect([await count('godwit'), await countWaiting()]).toEqual([901, { all: 0, failed: 0 }])
    } finally {
      await sql`alter table search_document set tablespace pg_default`.execute(bulkDb)
      await sql.raw(`drop tablespace ${tablespace}`).execute(db)
    }
  }, 120_000)
})
