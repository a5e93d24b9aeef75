import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { outcome } from '#test/channels.ts'
import { createUser } from '#test/people.ts'
import { startTestServer } from '#test/serve.ts'
import { xmltvGuide, waitForImport, importText, m3uList, startListSite } from '#test/tv-imports.ts'
import { tvSourcesContract as contract } from '../contract.ts'
import { freshHours, nextRefreshMs } from '../rules.ts'

const lists = await startListSite()
const server = await startTestServer({ OUTBOUND_ALLOW: lists.host, RATE_LIMITS: 'off' })
const { db, guest } = server
const [boss, ann] = await Promise.all([createUser(server, { is_operator: true }), createUser(server)])
const { client } = boss

async function importAddress(kind: 'm3u' | 'xmltv', url: string) {
  const { id } = await client(contract.startTvImport, { body: { kind, url } })
  return waitForImport(client, id)
}
const sourceOf = async (id: string) => (await client(contract.listTvSources, {})).find((item) => item.id === id)!
const channelsOf = async (source_id: string) => (await client(contract.listOperatorChannels, { query: { source_id, limit: 100 } })).data

test('an unchanged source is not read again, which is reported; after a day, or when data is missing, everything is read', async () => {
  lists.files.set('/same.m3u', m3uList([{ name: 'Same', id: 'same' }, { name: 'Other' }]))
  const first = await importAddress('m3u', lists.at('/same.m3u'))
  expect(first).toMatchObject({ status: 'done', written: 2, is_same: false })
  const same = { status: 'done', is_same: true, read: 0, written: 0, unchanged: 0, source_id: first.source_id, failure: null }
  expect(await importAddress('m3u', lists.at('/same.m3u'))).toMatchObject(same)
  expect(await sourceOf(first.source_id)).toMatchObject({ last_import: { is_same: true, status: 'done' }, channels: 2, failures: 0 })

  // A channel deleted by an operator returns with the import, because the list contains it.
  const [channel] = await channelsOf(first.source_id)
  await client(contract.deleteTvChannel, { params: { id: channel!.id } })
  expect(await importAddress('m3u', lists.at('/same.m3u'))).toMatchObject({ is_same: false, written: 1, unchanged: 1 })
  expect(await importAddress('m3u', lists.at('/same.m3u'))).toMatchObject(same)

  await sql`update tv_source set imported_at = now() - interval '25 hours' where id = ${first.source_id}`.execute(db)
  expect(await importAddress('m3u', lists.at('/same.m3u'))).toMatchObject({ is_same: false, unchanged: 2 })
  lists.files.set('/same.m3u', m3uList([{ name: 'Same', id: 'same' }]))
  expect(await importAddress('m3u', lists.at('/same.m3u'))).toMatchObject({ is_same: false, removed: 1 })
})

test('a truncated guide is read wholly the next time, although its host reports no change', async () => {
  const guide = xmltvGuide({ 'cut.example': ['A', 'B'] })
  lists.files.set('/cut.xml', guide.replace('</tv>', ''))
  expect(await importAddress('xmltv', lists.at('/cut.xml'))).toMatchObject({ status: 'done', written: 2 })
  expect(await importAddress('xmltv', lists.at('/cut.xml'))).toMatchObject({ is_same: false, unchanged: 2 })
})

test('a cancelled import keeps existing data and counts as no failure; a finished one can’t be cancelled', async () => {
  lists.files.set('/slow.m3u', m3uList([{ name: 'Slow' }]))
  const before = await importAddress('m3u', lists.at('/slow.m3u'))
  lists.endless.add('/slow.m3u')
  const { id } = await client(contract.startTvImport, { body: { kind: 'm3u', url: lists.at('/slow.m3u') } })
  await expect.poll(async () => (await client(contract.getTvImport, { params: { id } })).status, { timeout: 20_000 }).toBe('running')
  const cancelled = await client(contract.cancelTvImport, { params: { id } })
  expect(cancelled).toMatchObject({ status: 'failed', failure: 'The import was cancelled.' })
  expect(await outcome(client(contract.cancelTvImport, { params: { id } }))).toBe('409 import_over')
  expect(await outcome(client(contract.cancelTvImport, { params: { id: 'Im8Kd3VxN6w' } }))).toBe('404 not_found')
  expect(await outcome(guest(contract.cancelTvImport, { params: { id } }))).toBe('401 login_required')
  expect(await outcome(ann.client(contract.cancelTvImport, { params: { id } }))).toBe('403 forbidden')
  expect(await sourceOf(before.source_id)).toMatchObject({
    failures: 0,
    channels: 1,
    last_import: { id, failure: 'The import was cancelled.' },
  })
  // The import's download ends too, so that the next download from this host can begin.
  lists.endless.delete('/slow.m3u')
  expect(await importAddress('m3u', lists.at('/slow.m3u'))).toMatchObject({ status: 'done' })
})

test('a redirect into the network is refused by the guard, with the reason', async () => {
  lists.redirects.set('/inside.xml', 'http://127.0.0.1:1/guide.xml')
  expect(await importAddress('xmltv', lists.at('/inside.xml'))).toMatchObject({
    status: 'failed',
    failure: 'This address isn’t allowed. To allow a private host, add it to OUTBOUND_ALLOW.',
  })
})

test("concurrent imports of two guides don't interfere, and a channel in both uses the older guide", async () => {
  const { source_id } = await importText(client, 'm3u', m3uList([{ name: 'Both', id: 'both.example' }]), 'both.m3u')
  await Promise.all([
    importText(client, 'xmltv', xmltvGuide({ 'both.example': ['From one'], 'one.example': ['A', 'B'] }), 'one.xml'),
    importText(client, 'xmltv', xmltvGuide({ 'both.example': ['From two'], 'two.example': ['C', 'D'] }), 'two.xml'),
  ])
  const titles = await sql<{ key: string; titles: string[] }>`
    select name || ' ' || key as key, array_agg(title order by starts_at) as titles
    from programme join guide_channel on guide_channel.id = guide_channel_id join (select id as source, name as of from tv_source) as source
      on source.source = guide_channel.source_id
    where source.of in ('one.xml', 'two.xml') group by 1, source.of order by source.of, 1`.execute(db)
  expect(titles.rows.map((row) => row.titles)).toEqual([['From one'], ['A', 'B'], ['From two'], ['C', 'D']])
  const [mergedChannel] = await channelsOf(source_id)
  const [earlier] = (await client(contract.listTvSources, {})).filter(({ name }) => ['one.xml', 'two.xml'].includes(name))
  expect(mergedChannel!.guide!.source_id).toBe(earlier!.id)
})

test('a source has the time of its next import; a disabled one, or a file, has none', async () => {
  lists.files.set('/next.m3u', m3uList([{ name: 'Next' }]))
  const { source_id } = await importAddress('m3u', lists.at('/next.m3u'))
  const { next_at, imported_at } = await sourceOf(source_id)
  expect(Date.parse(next_at!)).toBe(nextRefreshMs(Date.now(), Date.parse(imported_at!)))
  expect(Date.parse(next_at!) - Date.parse(imported_at!)).toBeGreaterThanOrEqual(freshHours * 3_600_000)
  expect(await client(contract.updateTvSource, { params: { id: source_id }, body: { is_off: true } })).toMatchObject({ next_at: null })
  // A manual import doesn't turn automatic imports on.
  await importAddress('m3u', lists.at('/next.m3u'))
  expect(await sourceOf(source_id)).toMatchObject({ is_off: true, next_at: null })
  const file = await importText(client, 'm3u', m3uList([{ name: 'File' }]), 'never.m3u')
  expect(await sourceOf(file.source_id)).toMatchObject({ next_at: null, last_import: { id: file.id } })
})
