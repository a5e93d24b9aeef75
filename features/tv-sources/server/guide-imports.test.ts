import { expect, test } from 'vitest'
import { createUser } from '#test/people.ts'
import { startTestServer } from '#test/serve.ts'
import { xmltvGuide, counts, programmesIn, importText, m3uList, startListSite, xmltvTime } from '#test/tv-imports.ts'
import { tvSourcesContract as contract } from '../contract.ts'
import { deleteStaleRemovals, setProgrammeRemoved } from './queries/removals.ts'

const lists = await startListSite()
const server = await startTestServer({ OUTBOUND_ALLOW: lists.host })
const { db } = server
const { client } = await createUser(server, { is_operator: true })

const channelsOf = async (source_id: string) => (await client(contract.listOperatorChannels, { query: { source_id, limit: 100 } })).data
const programmesOf = programmesIn(db)

test("a guide is matched by id, then by the list's name for guides, then by the channel’s own name", async () => {
  const guide = `<tv>${[
    ['by.id', 'Something'],
    ['by.tvg.name', 'Canal Uno'],
    ['by.name', 'Tres'],
  ]
    .map(
      ([id, name]) => `<channel id="${id}"><display-name>${name}</display-name></channel>
    <programme start="${xmltvTime(0)}" stop="${xmltvTime(60)}" channel="${id}"><title>${id}</title></programme>`,
    )
    .join('')}</tv>`
  const importRun = await importText(client, 'xmltv', guide, 'names.xml')
  expect(importRun).toMatchObject({ status: 'done', written: 3 })
  const list = m3uList([
    { name: 'Uno', id: 'By.Id', more: 'tvg-name="Tres" tvg-chno="5.1"' },
    { name: 'Tres', more: 'tvg-name="Canal_Uno_HD"' },
    { name: 'Tres HD', more: 'tvg-name="Nobody"' },
  ])
  const { source_id } = await importText(client, 'm3u', list, 'names.m3u')
  const matched = async () => (await channelsOf(source_id)).map(({ name, number, guide: found }) => [name, number, found?.name])
  const expected = [
    ['Uno', 5.1, 'Something'],
    ['Tres', null, 'Canal Uno'],
    ['Tres HD', null, 'Tres'],
  ]
  await expect.poll(matched).toEqual(expected)
  // Changes only the name for guides, `tvg-name`.
  await importText(client, 'm3u', list.replace('Canal_Uno_HD', 'Canal Dos'), 'names.m3u')
  await expect.poll(async () => (await matched())[1]).toEqual(['Tres', null, 'Tres'])
  for (const id of [source_id, importRun.source_id]) await client(contract.deleteTvSource, { params: { id } })
})

test('a guide that changes three programmes writes three rows, and their ids stay', async () => {
  const titles = Array.from({ length: 30 }, (_, n) => `Programme ${n}`)
  const first = await importText(client, 'xmltv', xmltvGuide({ changing: titles }), 'changing.xml')
  expect(counts(first)).toEqual({ read: 30, written: 30, unchanged: 0, skipped: 0, removed: 0 })
  const before = await programmesOf('changing')
  expect(counts(await importText(client, 'xmltv', xmltvGuide({ changing: titles }), 'changing.xml'))).toMatchObject({
    written: 0,
    unchanged: 30,
  })
  expect(await programmesOf('changing')).toEqual(before)

  const changed = titles.map((title, index) => (index % 10 === 3 ? `${title}, changed` : title))
  expect(counts(await importText(client, 'xmltv', xmltvGuide({ changing: changed }), 'changing.xml'))).toMatchObject({
    written: 3,
    unchanged: 27,
  })
  const after = await programmesOf('changing')
  expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id))
  expect(after.filter(({ xmin }, index) => xmin !== before[index]!.xmin).map(({ title }) => title)).toEqual([
    'Programme 3, changed',
    'Programme 13, changed',
    'Programme 23, changed',
  ])
})

test('a programme removed by an operator stays removed after an import, and returns when restored', async () => {
  const importGuide = () => importText(client, 'xmltv', xmltvGuide({ reported: ['Good', 'Bad', 'Fine'] }), 'reported.xml')
  const titles = async () => (await programmesOf('reported')).map(({ title }) => title)
  await importGuide()
  const { id } = (await programmesOf('reported'))[1]!
  await setProgrammeRemoved(db, id, true)
  expect(await titles()).toEqual(['Good', 'Fine'])
  await importGuide()
  expect(await titles()).toEqual(['Good', 'Fine'])
  // After a month, no guide contains the programme any more, and its removal is deleted.
  await deleteStaleRemovals(db, 30)
  expect(await db.selectFrom('removed_programme').select('programme_id').execute()).toEqual([{ programme_id: id }])
  await setProgrammeRemoved(db, id, false)
  expect((await programmesOf('reported')).map((item) => [item.title, item.id === id])).toEqual([
    ['Good', false],
    ['Bad', true],
    ['Fine', false],
  ])
})

test('programmes missing from a guide are deleted, except those before its beginning, or if it was truncated', async () => {
  await importText(client, 'xmltv', xmltvGuide({ shrinking: ['A', 'B', 'C', 'D'] }), 'shrinking.xml')
  const shorter = xmltvGuide({ shrinking: [null, 'B', null, 'D'] })
  await importText(client, 'xmltv', shorter.slice(0, -10), 'shrinking.xml')
  expect((await programmesOf('shrinking')).map(({ title }) => title)).toEqual(['A', 'B', 'C', 'D'])
  const result = await importText(client, 'xmltv', shorter, 'shrinking.xml')
  expect(result.removed).toBe(1)
  expect((await programmesOf('shrinking')).map(({ title }) => title)).toEqual(['A', 'B', 'D'])
})

test('programmes end at the next start, also without an end; duplicates and those outside the kept days are skipped', async () => {
  const programmeAt = (start: number, stop: number | null, title: string) =>
    `<programme start="${xmltvTime(start)}" ${stop === null ? '' : `stop="${xmltvTime(stop)}"`} channel="over"><title>${title}</title></programme>`
  const text = `<tv>\n${[programmeAt(0, 90, 'A'), programmeAt(60, 120, 'B'), programmeAt(120, null, 'C'), programmeAt(150, null, 'D'), programmeAt(60, 120, 'B again'), programmeAt(60 * 24 * 20, 60 * 24 * 21, 'Late')].join('\n')}\n</tv>`
  const result = await importText(client, 'xmltv', text, 'over.xml')
  expect(counts(result)).toEqual({ read: 6, written: 4, unchanged: 0, skipped: 2, removed: 0 })
  expect(result.problems).toEqual([
    { line: 0, text: 'Programmes outside the stored days: 1.' },
    { line: 6, text: '“B again” is a duplicate and was skipped.' },
  ])
  const rows = await programmesOf('over')
  expect(rows.map(({ title, starts, stops }) => [title, (stops - starts) / 60])).toEqual([
    ['A', 60],
    ['B', 60],
    ['C', 30],
    ['D', 60],
  ])
})

test('the end of an unchanged programme moves with the next one, and returns when that is deleted', async () => {
  const programmeAt = (start: number, stop: number, title: string) =>
    `<programme start="${xmltvTime(start)}" stop="${xmltvTime(stop)}" channel="moving"><title>${title}</title></programme>`
  const guide = (...programmes: string[]) => `<tv>\n${programmes.join('\n')}\n</tv>`
  const readDurations = async () => (await programmesOf('moving')).map(({ title, starts, stops }) => `${title} ${(stops - starts) / 60}`)
  const [first, last] = [programmeAt(0, 90, 'First'), programmeAt(120, 150, 'Last')]
  await importText(client, 'xmltv', guide(first, last), 'moving.xml')
  const { written, unchanged } = await importText(client, 'xmltv', guide(first, programmeAt(60, 120, 'Between'), last), 'moving.xml')
  expect({ written, unchanged }).toEqual({ written: 2, unchanged: 1 })
  expect(await readDurations()).toEqual(['First 60', 'Between 60', 'Last 30'])
  expect(counts(await importText(client, 'xmltv', guide(first, last), 'moving.xml'))).toMatchObject({
    written: 1,
    unchanged: 1,
    removed: 1,
  })
  expect(await readDurations()).toEqual(['First 90', 'Last 30'])
})
