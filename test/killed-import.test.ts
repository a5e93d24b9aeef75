// @module-tag slow
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { tvSourcesContract } from '#features/tv-sources/contract.ts'
import { guideContract } from '#features/guide/contract.ts'
import { fetchLogosJob, fetchPicturesJob, importSourceJob } from '#features/tv-sources/server/jobs.ts'
import { recoverJobs } from '#kit/server/jobs/job-store.ts'
import { holdStatements } from './blocked-statements.ts'
import { createUser } from './people.ts'
import { createServerProcesses } from './processes.ts'
import { makeTvChannel } from './television.ts'
import { xmltvGuide, waitForImport, startListSite } from './tv-imports.ts'

const site = await startListSite()
const { db, start } = await createServerProcesses()
const settings = { OUTBOUND_ALLOW: site.host }
type Instance = Awaited<ReturnType<typeof start>>

const titles = (name: string) => Array.from({ length: 600 }, (_, n) => `${name} ${n}`)
const guide = (name: string) => xmltvGuide(Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`channel ${n}`, titles(name)])))
/** Counts programmes by the first word of their titles. */
const countByFirstWord = async () =>
  Object.fromEntries(
    (
      await sql<{ word: string; count: number }>`
        select split_part(title, ' ', 1) as word, count(*)::int as count from programme group by 1 order by 1`.execute(db)
    ).rows.map(({ word, count }) => [word, count]),
  )

const heldStatements = await holdStatements(db)
/** Counts the locks that running imports hold. */
const countHeldLocks = async () =>
  (
    await sql`
      select from pg_locks join pg_stat_activity using (pid)
      where pg_locks.locktype = 'advisory' and classid = hashtext('tv_source')::bit(32)::bigint::oid and datname = current_database()`.execute(
      db,
    )
  ).rows.length
/** Counts unfinished import jobs. */
const countUnfinished = async () =>
  (await sql`select from job where name = ${importSourceJob.name} and finished_at is null`.execute(db)).rows.length

/** Restarts jobs whose process no longer sends heartbeats. */
async function recoverDeadJobs() {
  await sql`update job set heartbeat_at = now() - interval '1 hour' where state = 'active'`.execute(db)
  await recoverJobs(db, 60)
}

async function kill({ child }: Instance) {
  child.kill('SIGKILL')
  await once(child, 'exit')
}
const findReadCount = async (id: string) =>
  (await db.selectFrom('tv_import').select('read').where('id', '=', id).executeTakeFirstOrThrow()).read
const fetchedBy = ({ dataDir }: Instance) => {
  const folder = join(dataDir, 'imports')
  return existsSync(folder) ? readdirSync(folder).filter((name) => existsSync(join(folder, name, 'fetched'))) : []
}

interface KillPoint {
  phase: string
  path: string
  /** Statement that is blocked when the process is killed. Without it, the process is killed when {@link when} returns true. */
  before?: string
  when?: (server: Instance, id: string) => Promise<boolean>
}
const killPoints: readonly KillPoint[] = [
  { phase: 'its file is fetched', path: '/endless.xml', when: async (server) => fetchedBy(server).length > 0 },
  { phase: 'it is read', path: '/read.xml', when: async (_, id) => (await findReadCount(id)) > 0 },
  { phase: 'rows are copied', path: '/copied.xml', before: `insert on guide_programme for each row when (new.title = 'New 300')` },
  { phase: 'its channels are matched', path: '/matched.xml', before: 'update of guide_channel_id on tv_channel for each row' },
  { phase: 'it is about to be committed', path: '/whole.xml', before: `update on tv_import for each row when (new.status = 'done')` },
]

test.each(killPoints)(
  'a process killed while $phase leaves one complete guide, and its import is repeated',
  async (point) => {
    const { path, before, when } = point
    await sql`delete from tv_source`.execute(db)
    const killed = await start('one', settings)
    const boss = await createUser({ db, clientFor: killed.clientFor }, { is_operator: true })
    const startImport = (server: Instance) =>
      server.clientFor({ token: boss.token })(tvSourcesContract.startTvImport, { body: { kind: 'xmltv', url: site.at(path) } })
    site.files.set(path, guide('Old'))
    expect(await waitForImport(killed.clientFor({ token: boss.token }), (await startImport(killed)).id)).toMatchObject({
      status: 'done',
      failure: null,
    })
    await expect.poll(countUnfinished, { timeout: 20_000 }).toBe(0)
    // The import stores 14 of the guide's 25 days, which begin at the next full hour.
    const old = await countByFirstWord()
    expect(old['Old']).toBeGreaterThan(10_000)
    await db.deleteFrom('tv_channel').execute()
    await db
      .insertInto('tv_channel')
      .values({ name: 'Shown', stream_url: 'https://live.test/shown.m3u8', position: 1, tvg_id: 'channel 7' })
      .execute()

    site.files.set(path, guide('New'))
    if (when) site.endless.add('/endless.xml')
    const release = before === undefined ? undefined : await heldStatements.before(before)
    const expected = { New: old['Old'] }
    const { id } = await startImport(killed)
    if (when) {
      while (!(await when(killed, id))) await new Promise(setImmediate)
      await kill(killed)
    } else
      await heldStatements.during(async (untilBlocked) => {
        await untilBlocked()
        await kill(killed)
      })
    await expect.poll(countHeldLocks, { timeout: 20_000 }).toBe(0)
    expect(await countByFirstWord()).toEqual(old)
    site.endless.clear()
    await release?.()

    await recoverDeadJobs()
    const second = await start('one', settings)
    expect(await waitForImport(second.clientFor({ token: boss.token }), id)).toMatchObject({ status: 'done', failure: null })
    expect(await countByFirstWord()).toEqual(expected)
    await expect
      .poll(async () => (await db.selectFrom('tv_channel').select('guide_match').execute())[0]?.guide_match, { timeout: 20_000 })
      .toBe('id')
    expect(await countHeldLocks()).toBe(0)
    // Waits, because a job whose process is killed before the job reports its end would delay the next job.
    await expect.poll(countUnfinished, { timeout: 20_000 }).toBe(0)
    expect(fetchedBy(second)).toEqual([])
    await kill(second)
  },
  120_000,
)

test('a process killed during logo and picture downloads leaves nothing partial, and the next run completes them', async () => {
  const [logo, poster] = ['/logo.png', '/poster.png']
  const killed = await start('one', settings)
  const { programmes } = await makeTvChannel(db, {}, [['Shown', 0, 30, { icon_url: site.at(poster) }]])
  const channelRow = { name: 'With a logo', stream_url: 'https://live.test/logo.m3u8', position: 2, logo_url: site.at(logo) }
  await db
    .insertInto('tv_channel')
    .values({ ...channelRow, picture_due_at: new Date() })
    .execute()
  const send = () =>
    sql`insert into job (name, payload, max_attempts) select name, '{}', 1 from unnest(${[fetchLogosJob.name, fetchPicturesJob.name]}::text[]) as name`.execute(
      db,
    )
  for (const path of [logo, poster]) site.endless.add(path)
  await send()
  await expect.poll(() => [logo, poster].map((path) => site.requests.includes(path)), { timeout: 20_000 }).toEqual([true, true])
  await kill(killed)
  site.endless.clear()
  const image = await readFile('web/icons/icon-192.png')
  for (const path of [logo, poster]) site.files.set(path, image)

  await recoverDeadJobs()
  // Makes pictures due again, because downloaded pictures aren't requested again for an hour.
  await sql`update programme_picture set due_at = due_at - interval '1 hour' where due_at is not null`.execute(db)
  const second = await start('one', settings)
  await send()
  const pictures = async () => [
    (await second.guest(guideContract.getEpgItem, { params: { id: programmes[0]! }, query: {} })).poster,
    (await db.selectFrom('tv_channel').select('picture_id').where('name', '=', channelRow.name).executeTakeFirstOrThrow()).picture_id,
  ]
  await expect.poll(pictures, { timeout: 30_000 }).toEqual([expect.any(String), expect.any(String)])
  await kill(second)
}, 120_000)
