import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Job } from '#kit/server/jobs/job.ts'
import type { Schema } from '#kit/contract/endpoint.ts'
import { createUser } from '#test/people.ts'
import { startTestServer } from '#test/serve.ts'
import { addProgrammes, makeTvChannel } from '#test/television.ts'
import { xmltvGuide, waitForImport, importText, m3uList, startListSite } from '#test/tv-imports.ts'
import { tvSourcesContract as contract } from '../contract.ts'
import { cleanTelevisionJob, fetchLogosJob, importSourceJob, refreshSourcesJob } from './jobs.ts'

const lists = await startListSite()
const server = await startTestServer({ OUTBOUND_ALLOW: lists.host, RATE_LIMITS: 'off' })
const { db, services } = server
const { client } = await createUser(server, { is_operator: true })

/** Runs a job to its end. */
async function run<S extends Schema>(job: Job<S>, payload: object = {}) {
  const id = await services.jobs.send(job, payload as never)
  await expect
    .poll(
      async () =>
        // Counts only jobs of this kind, because jobs of other kinds may run on schedule.
        (await services.jobs.listActive()).filter((active) => active.job === job.name).length +
        (await sql`select from job where id = ${id} and finished_at is null`.execute(db)).rows.length,
      {
        timeout: 20_000,
      },
    )
    .toBe(0)
}
async function importAddress(kind: 'm3u' | 'xmltv', path: string) {
  const { id } = await client(contract.startTvImport, { body: { kind, url: lists.at(path) } })
  return waitForImport(client, id)
}
const importsOf = async (source_id: string) => (await client(contract.listTvImports, { query: { source_id } })).data
const channelsOf = async (source_id: string) => (await client(contract.listOperatorChannels, { query: { source_id, limit: 100 } })).data

test('every 6 hours due addresses are imported: not recent, disabled or running ones, nor files', async () => {
  const due = ['/due.m3u', '/due.xml']
  lists.files.set('/due.m3u', m3uList([{ name: 'Due' }]))
  lists.files.set('/due.xml', xmltvGuide({ due: ['A'] }))
  for (const path of ['/fresh.m3u', '/off.m3u', '/busy.m3u']) lists.files.set(path, m3uList([{ name: path }]))
  const [list, guide] = [await importAddress('m3u', due[0]!), await importAddress('xmltv', due[1]!)]
  const [fresh, off, busy] = [
    await importAddress('m3u', '/fresh.m3u'),
    await importAddress('m3u', '/off.m3u'),
    await importAddress('m3u', '/busy.m3u'),
  ]
  const file = await importText(client, 'm3u', m3uList([{ name: 'File' }]), 'due-file.m3u')
  await client(contract.updateTvSource, { params: { id: off.source_id }, body: { is_off: true } })
  await sql`update tv_source set imported_at = now() - interval '6 hours' where id <> ${fresh.source_id}`.execute(db)
  await db.insertInto('tv_import').values({ source_id: busy.source_id }).execute()

  lists.files.set('/due.m3u', m3uList([{ name: 'Due' }, { name: 'New' }]))
  await run(refreshSourcesJob)
  for (const { source_id } of [list, guide])
    await expect.poll(async () => (await importsOf(source_id)).filter(({ finished_at }) => finished_at).length, { timeout: 10_000 }).toBe(2)
  expect((await channelsOf(list.source_id)).map(({ name }) => name)).toEqual(['Due', 'New'])
  expect(await importsOf(guide.source_id)).toMatchObject([{ is_same: true }, { is_same: false }])
  for (const { source_id } of [fresh, off, file]) expect(await importsOf(source_id)).toHaveLength(1)
  expect(await importsOf(busy.source_id)).toHaveLength(2)
})

test('logos are fetched and stored as pictures; a missing one is requested again in a week', async () => {
  lists.files.set('/logo.png', await readFile('web/icons/icon-192.png'))
  lists.files.set('/none.png', 'no picture')
  const entry = (name: string, path: string) => ({ name, more: `tvg-logo="${lists.at(path)}"` })
  const { source_id } = await importText(
    client,
    'm3u',
    m3uList([entry('Has one', '/logo.png'), entry('Has none', '/none.png')]),
    'logos.m3u',
  )
  await run(fetchLogosJob)
  const [withLogo, withoutLogo] = await channelsOf(source_id)
  expect(withLogo!.logo).toMatch(/^\/media\/pictures\//)
  expect(withoutLogo!.logo).toBeNull()
  const due = await sql<{ name: string; days: number }>`
    select name, round(extract(epoch from picture_due_at - now()) / 86400)::int as days from tv_channel
    where source_id = ${source_id} and picture_due_at is not null`.execute(db)
  expect(due.rows).toEqual([{ name: 'Has none', days: 7 }])
  // An operator's choice of no logo is kept, even if the list names a logo.
  await client(contract.updateTvChannel, { params: { id: withLogo!.id }, body: { logo: '' } })
  await sql`update tv_channel set picture_due_at = now() where id = ${withLogo!.id}`.execute(db)
  await run(fetchLogosJob)
  expect((await channelsOf(source_id))[0]!.logo).toBeNull()
})

test('programmes that ended 14 days ago are deleted, with unused titles; channels missing from their list are deleted after 30 days', async () => {
  const tv = await makeTvChannel(db, { name: 'Kept' }, [['Shown now', -10, 60]])
  const { guide_channel_id: guide } = await db
    .selectFrom('tv_channel')
    .select('guide_channel_id')
    .where('id', '=', tv.id)
    .executeTakeFirstOrThrow()
  const day = 24 * 60
  await addProgrammes(db, guide!, [
    ['Long past', -15 * day, 60],
    ['Just kept', -13 * day, 60],
  ])
  const { source_id } = await importText(
    client,
    'm3u',
    m3uList([{ name: 'Gone long' }, { name: 'Gone lately' }, { name: 'There' }]),
    'gone.m3u',
  )
  await importText(client, 'm3u', m3uList([{ name: 'There' }]), 'gone.m3u')
  await sql`update tv_channel set gone_at = now() - interval '31 days' where name = 'Gone long'`.execute(db)
  await sql`update tv_channel set gone_at = now() - interval '29 days' where name = 'Gone lately'`.execute(db)
  await run(cleanTelevisionJob)
  const titles = await sql<{ title: string }>`select title from programme where guide_channel_id = ${guide} order by starts_at`.execute(db)
  expect(titles.rows.map(({ title }) => title)).toEqual(['Just kept', 'Shown now'])
  const storedCounts = await sql<{
    title: string
  }>`select title from programme_title where title in ('Long past', 'Just kept', 'Shown now') order by 1`.execute(db)
  expect(storedCounts.rows.map(({ title }) => title)).toEqual(['Just kept', 'Shown now'])
  expect((await channelsOf(source_id)).map(({ name }) => name)).toEqual(['Gone lately', 'There'])
})

test('an import whose process was killed restarts with its job; after a long silence it is reported as failed', async () => {
  lists.files.set('/killed.m3u', m3uList([{ name: 'Killed' }]))
  const { source_id } = await importAddress('m3u', '/killed.m3u')
  const insertRunning = async (lastSeenAt: string) => {
    const values = { source_id, status: 'running', read: 5, seen_at: sql<Date>`now() - ${lastSeenAt}::interval` }
    const { id } = await db.insertInto('tv_import').values(values).returning('id').executeTakeFirstOrThrow()
    return id
  }
  lists.files.set('/killed.m3u', m3uList([{ name: 'Killed' }, { name: 'Anew' }]))
  const restarted = await insertRunning('20 seconds')
  await run(importSourceJob, { id: restarted })
  expect(await client(contract.getTvImport, { params: { id: restarted } })).toMatchObject({
    status: 'done',
    read: 2,
    written: 1,
    unchanged: 1,
  })

  const silent = await insertRunning('4 minutes')
  await run(cleanTelevisionJob)
  const failure = { status: 'failed', failure: 'The import was interrupted.' }
  expect(await client(contract.getTvImport, { params: { id: silent } })).toMatchObject(failure)
  // The source's job runs later and finds no import to run.
  await run(importSourceJob, { id: silent })
  expect(await client(contract.getTvImport, { params: { id: silent } })).toMatchObject(failure)
})

test('a waiting import whose job was cancelled is reported as failed, and its source refreshed again', async () => {
  lists.files.set('/cancelled.m3u', m3uList([{ name: 'Cancelled' }]))
  const { source_id } = await importAddress('m3u', '/cancelled.m3u')
  const countWaiting = async () => {
    const values = { source_id, created_at: sql<Date>`now() - interval '4 minutes'` }
    return (await db.insertInto('tv_import').values(values).returning('id').executeTakeFirstOrThrow()).id
  }
  const [lost, queued] = [await countWaiting(), await countWaiting()]
  await sql`insert into job (name, payload, max_attempts, run_after)
    values (${importSourceJob.name}, ${JSON.stringify({ id: queued })}, 3, now() + interval '1 hour')`.execute(db)
  await run(cleanTelevisionJob)
  const statusOf = async (id: string) => (await client(contract.getTvImport, { params: { id } })).status
  expect([await statusOf(lost), await statusOf(queued)]).toEqual(['failed', 'waiting'])
})

test('an import that was killed after reading its file reports that the file is gone', async () => {
  const { source_id } = await importText(client, 'm3u', m3uList([{ name: 'Sent' }]), 'sent.m3u')
  const { id } = await db.insertInto('tv_import').values({ source_id, status: 'running' }).returning('id').executeTakeFirstOrThrow()
  await run(importSourceJob, { id })
  expect(await client(contract.getTvImport, { params: { id } })).toMatchObject({
    status: 'failed',
    failure: 'The file no longer exists.',
  })
  expect(await channelsOf(source_id)).toHaveLength(1)
})
