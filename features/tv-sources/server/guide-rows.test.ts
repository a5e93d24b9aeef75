import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { outcome } from '#test/channels.ts'
import { createUser } from '#test/people.ts'
import { startTestServer } from '#test/serve.ts'
import { makeTvChannel } from '#test/television.ts'
import { xmltvGuide, importText, m3uList, xmltvTime } from '#test/tv-imports.ts'
import { tvSourcesContract as contract } from '../contract.ts'
import { programmeColumns } from './programme-rows.ts'
import { createStage, deleteOldProgrammes, deleteUnusedTitles, lockTitles, lockSource, stageProgrammes } from './queries/guide-writes.ts'

const server = await startTestServer({ RATE_LIMITS: 'off' })
const { db } = server
const { client } = await createUser(server, { is_operator: true })

const programme = (channel: string, start: number, stop: number | null, inside: string) =>
  `<programme start="${xmltvTime(start)}"${stop === null ? '' : ` stop="${xmltvTime(stop)}"`} channel="${channel}">${inside}</programme>`
const tv = (programmes: readonly string[]) => `<tv>\n${programmes.join('\n')}\n</tv>`
const durationsOf = async (key: string) =>
  (
    await sql<{ title: string; minutes: number }>`
      select title, (extract(epoch from stops_at - starts_at) / 60)::int as minutes
      from programme join guide_channel on guide_channel.id = guide_channel_id where key = ${key} order by starts_at, title`.execute(db)
  ).rows.map(({ title, minutes }) => `${title} ${minutes}`)

test('all characters of a guide are stored unchanged', async () => {
  const hostile = String.raw`\N \. \\ {"a",b} 'x' "y" \t`
  const text = `${hostile}\tA\nB`
  const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
  const textsWith = (of: (text: string) => string) =>
    `<title lang="en">${of(hostile)}</title><title lang="nl">${of(hostile)} nl</title><desc lang="en">${of(text)}</desc>` +
    `<category lang="en">${of(hostile)}</category><category lang="en">Two, three</category><category lang="en">null</category>`
  const simple = programme('signs', 0, 60, textsWith(escape))
  const parsed = programme(
    'signs',
    60,
    120,
    textsWith((text) => `<![CDATA[${text}]]>`),
  )
  expect(await importText(client, 'xmltv', tv([simple, parsed, programme('signs', 120, 180, '<title>\\.</title>')]))).toMatchObject({
    status: 'done',
    written: 3,
    problems: [],
  })
  const { rows } = await sql`
    select title, description, language, translations, categories, sub_title from programme join guide_channel on guide_channel.id = guide_channel_id
    where key = 'signs' order by starts_at`.execute(db)
  const row = {
    title: hostile,
    description: text,
    language: 'en',
    translations: { nl: { title: `${hostile} nl` } },
    categories: [hostile, 'Two, three', 'null'],
    sub_title: null,
  }
  expect(rows.slice(0, 2)).toEqual([row, row])
  expect(rows[2]).toMatchObject({ title: '\\.', language: null, translations: null, categories: [] })
})

test('the database refuses an end before the start', async () => {
  await importText(client, 'xmltv', tv([programme('ended', 0, 60, '<title>Ended</title>')]))
  const setEnd = (end: string) =>
    sql`update guide_programme set guide_stops_at = ${end}::timestamptz where title = 'Ended' returning title`.execute(db)
  for (const end of ['-infinity', '2000-01-01']) await expect(setEnd(end)).rejects.toMatchObject({ code: '23514' })
  expect((await setEnd(new Date(Date.now() + 5 * 3_600_000).toISOString())).rows).toHaveLength(1)
})

test.each([
  ['a foreign id', { id: '12345678901; x' }],
  ['no start', { starts_at: undefined }],
  ['a start before the kept days', { starts_at: '2026-01-01Z' }],
  ['a start after the kept days', { starts_at: '2026-12-01Z' }],
  ['an infinite end', { guide_stops_at: 'infinity' }],
])('the database refuses a staged programme with %s', async (_, mistake) => {
  const fields: Partial<Record<string, string>> = { id: '1234567890A', starts_at: '2026-11-27Z', ...mistake }
  const line = `${['key', ...programmeColumns.map((column) => fields[column] ?? String.raw`\N`)].join('\t')}\n`
  const staging = db.transaction().execute(async (tx) => {
    await createStage(tx, { from: Date.parse('2026-11-20') / 1000, to: Date.parse('2026-11-30') / 1000 })
    await stageProgrammes(tx, Buffer.from(line))
  })
  await expect(staging).rejects.toMatchObject({ code: '23514' })
})

test('an import with a slow commit succeeds, and matches its channels', async () => {
  await importText(client, 'm3u', m3uList([{ name: 'Held', id: 'held' }]), 'held.m3u')
  await sql`create function hold_commit() returns trigger language plpgsql as
    $$ begin perform pg_advisory_xact_lock_shared(4712); return null; end $$`.execute(db)
  await sql`create constraint trigger hold_commit after update on tv_import deferrable initially deferred for each row
    when (new.status = 'done') execute function hold_commit()`.execute(db)
  const countWaiting = async () =>
    (
      await sql`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like 'update tv_import set seen_at%'`.execute(db)
    ).rows.length
  const { done } = await db.transaction().execute(async (tx) => {
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx)
    await sql`select pg_advisory_xact_lock(4712)`.execute(tx)
    const imported = importText(client, 'xmltv', xmltvGuide({ held: ['A'] }), 'held.xml')
    await expect.poll(countWaiting).toBe(1)
    return { done: imported }
  })
  expect(await done).toMatchObject({ status: 'done', failure: null, written: 1 })
  const match = async () =>
    (await db.selectFrom('tv_channel').select('guide_match').where('tvg_id', '=', 'held').executeTakeFirst())?.guide_match
  expect(await match()).toBe('id')
  await sql`drop trigger hold_commit on tv_import`.execute(db)
})

test('an import is done only after its channels are matched', async () => {
  await importText(client, 'm3u', m3uList([{ name: 'Matched', id: 'matched' }]), 'matched.m3u')
  const countWaiting = async () =>
    (
      await sql`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like '%with guide as (%'`.execute(db)
    ).rows.length
  const { done, statuses } = await db.transaction().execute(async (tx) => {
    await tx.selectFrom('tv_channel').select('id').where('tvg_id', '=', 'matched').forUpdate().execute()
    const imported = importText(client, 'xmltv', xmltvGuide({ matched: ['A'] }), 'matched.xml')
    await expect.poll(countWaiting).toBe(1)
    const imports = await db.selectFrom('tv_import').select('status').where('finished_at', 'is', null).execute()
    return { done: imported, statuses: imports.map(({ status }) => status) }
  })
  expect(statuses).toEqual(['running'])
  expect(await done).toMatchObject({ status: 'done', written: 1 })
})

test('programmes end in order, in any order of the file', async () => {
  const ordered = (channel: string) => [
    programme(channel, 0, 90, '<title>Runs into the next</title>'),
    programme(channel, 60, null, '<title>Until the next</title>'),
    programme(channel, 180, null, '<title>Twelve hours at most</title>'),
    programme(channel, 180 + 13 * 60, 1000, '<title>As it says</title>'),
    programme(channel, 1100, null, '<title>Last</title>'),
  ]
  const expected = ['Runs into the next 60', 'Until the next 120', 'Twelve hours at most 720', 'As it says 40', 'Last 60']
  const interleaved = ordered('left').flatMap((item, index) => [item, ordered('right')[index]!])
  for (const [name, guide, channels] of [
    ['in order', ordered('ordered'), ['ordered']],
    ['reversed', ordered('reversed').toReversed(), ['reversed']],
    ['interleaved', interleaved, ['left', 'right']],
  ] as const) {
    const result = await importText(client, 'xmltv', tv(guide), `${name}.xml`)
    expect(result).toMatchObject({ written: guide.length, unchanged: 0 })
    for (const channel of channels) expect([name, await durationsOf(channel)]).toEqual([name, expected])
    expect(await importText(client, 'xmltv', tv(guide), `${name}.xml`)).toMatchObject({ written: 0, unchanged: guide.length })
  }
})

test('a guide with impossible ends is imported', async () => {
  const endless = (start: number) =>
    programme('endless', start, null, '<title>A</title>').replace(' channel', ' stop="99991231235959 -1400" channel')
  expect(await importText(client, 'xmltv', tv([endless(0), endless(60)]), 'endless.xml')).toMatchObject({ status: 'done', written: 2 })
  expect(await durationsOf('endless')).toEqual(['A 60', 'A 60'])
})

test("a change in the middle is written alone, and its neighbours' ends follow", async () => {
  const guide = (stop: number, title: string) =>
    tv([
      programme('middle', 0, null, '<title>First</title>'),
      programme('middle', 60, stop, `<title>${title}</title>`),
      programme('middle', 120, 180, '<title>Last</title>'),
    ])
  await importText(client, 'xmltv', guide(120, 'Second'), 'middle.xml')
  expect(await importText(client, 'xmltv', guide(90, 'Second'), 'middle.xml')).toMatchObject({ written: 1, unchanged: 2, removed: 0 })
  expect(await durationsOf('middle')).toEqual(['First 60', 'Second 30', 'Last 60'])
  const without = tv([programme('middle', 0, null, '<title>First</title>'), programme('middle', 120, 180, '<title>Last</title>')])
  expect(await importText(client, 'xmltv', without, 'middle.xml')).toMatchObject({ written: 1, unchanged: 1, removed: 1 })
  expect(await durationsOf('middle')).toEqual(['First 120', 'Last 60'])
})

test('the next file of a rolling guide ends the last stored programme where its first one begins', async () => {
  const rolling = (...programmes: string[]) => importText(client, 'xmltv', tv(programmes), 'rolling.xml')
  await rolling(programme('rolling', 0, 60, '<title>A</title>'))
  const next = programme('rolling', 30, 90, '<title>B</title>')
  expect(await rolling(next)).toMatchObject({ status: 'done', read: 1, written: 1, unchanged: 0, removed: 0 })
  expect(await durationsOf('rolling')).toEqual(['A 30', 'B 60'])
  // The same applies if another channel is unchanged, and if the file is truncated.
  const other = programme('other', 0, 60, '<title>Other</title>')
  await rolling(next, other)
  expect(await rolling(programme('rolling', 60, 120, '<title>C</title>'), other)).toMatchObject({ read: 2, written: 1, unchanged: 1 })
  expect(await durationsOf('rolling')).toEqual(['A 30', 'B 30', 'C 60'])
  const early = programme('rolling', 10, 20, '<title>Early</title>')
  const cut = await importText(client, 'xmltv', `<tv>${early}${programme('rolling', 100, 120, '<title>D</title>')}`, 'rolling.xml')
  expect(cut).toMatchObject({ status: 'done', read: 2, written: 2, unchanged: 0, removed: 0 })
  expect(await durationsOf('rolling')).toEqual(['A 10', 'Early 10', 'B 30', 'C 40', 'D 20'])
})

test('a guide with an unclosed element is imported, and deletes nothing that is missing from it', async () => {
  const storedProgrammes = [0, 60, 120, 180].map((start, index) =>
    programme('unclosed', start, start + 60, `<title>${'ABCD'[index]}</title>`),
  )
  const isImported = (programmes: readonly string[]) => importText(client, 'xmltv', tv(programmes), 'unclosed.xml')
  await isImported(storedProgrammes)
  const damaged = await isImported([storedProgrammes[0]!, storedProgrammes[1]!.replace('</programme>', ''), storedProgrammes[2]!])
  expect(damaged).toMatchObject({ status: 'done', read: 3, skipped: 0, removed: 0 })
  expect(damaged.problems).toEqual([
    { line: 0, text: 'The guide has unmatched tags: programmes missing from it were not deleted.' },
    { line: 4, text: '“<programme>” has no end tag: it was closed where the next part begins.' },
  ])
  expect(await durationsOf('unclosed')).toEqual(['A 60', 'B 60', 'C 60', 'D 60'])
  expect(await isImported(storedProgrammes.slice(0, 3))).toMatchObject({ removed: 1, problems: [] })
})

test('a problem whose detail is cut within a character is stored', async () => {
  const title = `${'a'.repeat(199)}🎬`
  const result = await importText(client, 'xmltv', tv([programme('sign', 60, 0, `<title>${title}</title>`)]), 'sign.xml')
  expect(result).toMatchObject({ status: 'done', skipped: 1 })
  expect(result.problems[0]!.text).toContain('a'.repeat(199))
})

test('titles are committed with their programmes, and not deleted during an import', async () => {
  await importText(client, 'xmltv', xmltvGuide({ titles: ['Kept title', 'Kept title', 'Other title'] }), 'titles.xml')
  const storedTitles = async () =>
    (await sql<{ title: string }>`select title from programme_title where title like '%title' order by 1`.execute(db)).rows.map(
      ({ title }) => title,
    )
  expect(await storedTitles()).toEqual(['Kept title', 'Other title'])
  await db.insertInto('programme_title').values({ title: 'Coming title' }).execute()
  await db.transaction().execute(async (tx) => {
    await lockTitles(tx)
    await deleteUnusedTitles(db)
    expect(await storedTitles()).toEqual(['Coming title', 'Kept title', 'Other title'])
  })
  await deleteUnusedTitles(db)
  expect(await storedTitles()).toEqual(['Kept title', 'Other title'])
})

test('a channel missing from its guide is deleted with its last programme, unless a TV channel uses it', async () => {
  const keys = async () =>
    (
      await sql<{ key: string }>`
        select key from guide_channel join tv_source on tv_source.id = source_id where tv_source.name = 'daily.xml' order by key`.execute(
        db,
      )
    ).rows.map(({ key }) => key)
  await importText(client, 'xmltv', xmltvGuide({ monday: ['A'], pointed: ['A'], lasting: ['A'] }), 'daily.xml')
  const ended = await db.selectFrom('guide_channel').select('id').where('key', 'in', ['monday', 'pointed']).orderBy('key').execute()
  await db
    .deleteFrom('programme')
    .where(
      'guide_channel_id',
      'in',
      ended.map(({ id }) => id),
    )
    .execute()
  await makeTvChannel(db, { guide_channel_id: ended[1]!.id })
  const next = xmltvGuide({ tuesday: ['A'] })
  await importText(client, 'xmltv', next.replace('</tv>', ''), 'daily.xml')
  expect(await keys()).toEqual(['lasting', 'monday', 'pointed', 'tuesday'])
  expect(await importText(client, 'xmltv', next, 'daily.xml')).toMatchObject({ status: 'done', written: 0, unchanged: 1, removed: 0 })
  expect(await keys()).toEqual(['lasting', 'pointed', 'tuesday'])
})

test('old programmes are deleted during an import, except those it has locked, which are deleted later', async () => {
  const { guideChannelId, programmes } = await makeTvChannel(db, {}, [
    ['Old', -30 * 24 * 60, 30],
    ['Old and at hand', -29 * 24 * 60, 30],
  ])
  const countRemaining = async () =>
    (await db.selectFrom('programme').select('title').where('guide_channel_id', '=', guideChannelId).execute()).length
  await db.transaction().execute(async (tx) => {
    await tx.deleteFrom('programme').where('id', '=', programmes[1]!).execute()
    expect(await deleteOldProgrammes(db, 14)).toBe(1)
    expect(await countRemaining()).toBe(1)
  })
  expect(await countRemaining()).toBe(0)
})

test('a source is deleted with its channels and programmes; a running import is cancelled first', async () => {
  const { source_id } = await importText(client, 'xmltv', xmltvGuide({ leaving: ['A', 'B'] }), 'leaving.xml')
  const { id } = await db.insertInto('tv_import').values({ source_id, status: 'running' }).returning('id').executeTakeFirstOrThrow()
  let hasLock = false
  /** Acts like an import: locks the source until the import turns out to be cancelled. */
  const importing = db.transaction().execute(async (tx) => {
    hasLock = await lockSource(tx, source_id)
    for (;;) {
      const row = await db.selectFrom('tv_import').select('status').where('id', '=', id).executeTakeFirst()
      if (row?.status !== 'running') return row?.status
      await sleep(20)
    }
  })
  await expect.poll(() => hasLock).toBe(true)
  expect(await outcome(client(contract.deleteTvSource, { params: { id: source_id } }))).toBe('done')
  expect(await importing).toBe('failed')
  expect(await durationsOf('leaving')).toEqual([])
  expect((await sql`select from programme where guide_channel_id not in (select id from guide_channel)`.execute(db)).rows).toEqual([])
  expect(await db.transaction().execute((tx) => lockSource(tx, source_id))).toBe(false)
})
