import { brotliCompressSync, gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { outcome } from '#test/channels.ts'
import { person } from '#test/people.ts'
import { serve } from '#test/serve.ts'
import { xmltvGuide, importEnd, importText, m3uList, listSite, xmltvTime } from '#test/tv-imports.ts'
import { tvSourcesContract as contract } from '../contract.ts'
import { deleteStaleRemovals, setProgrammeRemoved } from './queries/removals.ts'

const lists = await listSite()
const server = await serve({ OUTBOUND_ALLOW: lists.host })
const { db, guest, as } = server
const [boss, ann] = await Promise.all([person(server, { is_operator: true }), person(server)])
const { client } = boss

const counts = ({ read, written, unchanged, skipped, removed }: Awaited<ReturnType<typeof importEnd>>) =>
  ({ read, written, unchanged, skipped, removed }) as const
const channelsOf = async (source_id: string) => (await client(contract.listOperatorChannels, { query: { source_id, limit: 100 } })).data
const programmesOf = async (key: string) =>
  (
    await sql<{ title: string; id: string; starts: number; stops: number; xmin: string }>`
      select title, programme.id, extract(epoch from starts_at)::int as starts, extract(epoch from stops_at)::int as stops,
        (select guide_programme.xmin::text from guide_programme where guide_programme.id = programme.id) as xmin
      from programme join guide_channel on guide_channel.id = guide_channel_id where key = ${key} order by starts_at`.execute(db)
  ).rows

test('only operators import', async () => {
  const body = { kind: 'm3u', url: 'https://lists.example.com/a.m3u' } as const
  const refused = { guest: '401 login_required', ann: '403 forbidden' }
  for (const [who, caller] of [
    ['guest', guest],
    ['ann', ann.client],
  ] as const) {
    const outcomes = await Promise.all(
      [
        caller(contract.startTvImport, { body }),
        caller(contract.listTvImports, {}),
        caller(contract.listTvSources, {}),
        caller(contract.getTvImport, { params: { id: 'Im8Kd3VxN6w' } }),
        caller(contract.updateTvSource, { params: { id: 'So8Kd3VxN6w' }, body: {} }),
        caller(contract.deleteTvSource, { params: { id: 'So8Kd3VxN6w' } }),
      ].map(outcome),
    )
    expect(new Set(outcomes)).toEqual(new Set([refused[who]]))
  }
})

test('neither an address nor a file, both, or an unsupported address are refused by their field', async () => {
  const start = (body: object) => outcome(client(contract.startTvImport, { body: body as { kind: 'm3u' } }))
  expect(await start({ kind: 'm3u' })).toBe('422 one_source url')
  expect(await start({ kind: 'm3u', url: 'https://a.example/', file: new File(['#EXTM3U'], 'a') })).toBe('422 one_source file')
  expect(await start({ kind: 'm3u', url: 'ftp://a.example/a.m3u' })).toBe('422 invalid url')
  expect(await start({ kind: 'm3u', url: ['https://a.example/'] })).toBe('422 invalid url')
  expect(await start({ kind: 'mp3', url: 'https://a.example/' })).toBe('422 invalid kind')
  expect(await outcome(client(contract.getTvImport, { params: { id: 'Im8Kd3VxN6w' } }))).toBe('404 not_found')
})

test("a file's name is kept, on one line, without characters that the database can't store", async () => {
  const named = async (fileName: string) => (await importText(client, 'm3u', m3uList([{ name: 'Named' }]), fileName)).name
  expect(await named('a\0b.m3u')).toBe('a b.m3u')
  expect(await named('../\u202Ec.m3u')).toBe('c.m3u')
  expect(await named(`${'d'.repeat(254)}🎬.m3u`)).toBe(`${'d'.repeat(254)}\uFFFD`)
  expect(await named('\0')).toBe('m3u')
})

test('a list is imported from a file; again, it writes nothing; changed, it writes the changes and keeps ids', async () => {
  const all = ['One', 'Two', 'Three', 'Four'].map((name) => ({ name, id: name.toLowerCase() }))
  const first = await importText(client, 'm3u', m3uList(all), 'changing.m3u')
  expect(first).toMatchObject({ status: 'done', failure: null, problems: [], name: 'changing.m3u', kind: 'm3u' })
  expect(counts(first)).toEqual({ read: 4, written: 4, unchanged: 0, skipped: 0, removed: 0 })
  const before = await channelsOf(first.source_id)
  expect(before.map(({ name }) => name)).toEqual(['One', 'Two', 'Three', 'Four'])

  expect(counts(await importText(client, 'm3u', m3uList(all), 'changing.m3u'))).toEqual({
    read: 4,
    written: 0,
    unchanged: 4,
    skipped: 0,
    removed: 0,
  })

  // One gets another URL, Two another name, Three is deleted, and Five comes first.
  const changed = [
    { name: 'Five', id: 'five' },
    { name: 'One', id: 'one', path: 'moved' },
    { name: 'Two HD', id: 'two', path: 'Two' },
    all[3]!,
  ]
  const second = await importText(client, 'm3u', m3uList(changed), 'changing.m3u')
  expect(second.source_id).toBe(first.source_id)
  expect(counts(second)).toEqual({ read: 4, written: 3, unchanged: 1, skipped: 0, removed: 1 })
  const after = new Map((await channelsOf(first.source_id)).map((channel) => [channel.name, channel]))
  const idOf = (name: string) => before.find((channel) => channel.name === name)!.id
  expect(after.get('One')).toMatchObject({ id: idOf('One'), liveStreamUrl: 'https://live.example.com/moved/index.m3u8' })
  expect(after.get('Two HD')?.id).toBe(idOf('Two'))
  expect(after.get('Three')).toMatchObject({ id: idOf('Three'), is_gone: true })
  expect(after.get('Four')?.id).toBe(idOf('Four'))

  // A channel that returns has its former state.
  await importText(client, 'm3u', m3uList(all), 'changing.m3u')
  expect((await channelsOf(first.source_id)).find(({ name }) => name === 'Three')).toMatchObject({ id: idOf('Three'), is_gone: false })
})

test('unreadable lines are reported by number, in the reader’s language, and the rest is imported', async () => {
  const text = `${m3uList([{ name: 'Good' }])}\n#EXTINF:-1,Bad\nrtmp://a.example/b\n#EXTINF:-1,Good\nhttps://live.example.com/Good/index.m3u8\nremark`
  const done = await importText(client, 'm3u', text, 'problems.m3u')
  expect(done.problems).toEqual([
    { line: 5, text: 'Browsers can’t play the address of “Bad”.' },
    { line: 6, text: '“Good” is a duplicate and was skipped.' },
    { line: 8, text: 'Not recognised as an entry or address: remark' },
  ])
  expect(counts(done)).toEqual({ read: 3, written: 1, unchanged: 0, skipped: 2, removed: 0 })
  const dutch = await as({ token: boss.token, language: 'nl' })(contract.getTvImport, { params: { id: done.id } })
  expect(dutch.problems.map(({ text }) => text)).toContain('“Good” staat er dubbel in en is overgeslagen.')
})

test('films are assigned to the channel of their id, else of their group; adult ones only to adult channels', async () => {
  const text = [
    m3uList([
      { name: 'Films One', id: 'films1', more: 'group-title="Films"' },
      { name: 'Films Two', id: 'films2', more: 'group-title="Films"' },
      { name: 'Night', id: 'night', more: 'group-title="Adultos"' },
    ]),
    ...['tvg-id="FILMS2" group-title="VOD"', 'group-title="Films"', 'group-title="Elsewhere"', 'tvg-id="films1" group-title="XXX"'].flatMap(
      (attributes, at) => [`#EXTINF:-1 ${attributes},Film ${at}`, `https://films.example.com/${at}.mp4`],
    ),
    '#EXTINF:-1 tvg-id="night" group-title="Adultos",Film 4',
    'https://films.example.com/movie/u/p/4.mp4',
  ].join('\n')
  const done = await importText(client, 'm3u', text, 'films.m3u')
  expect(counts(done)).toEqual({ read: 8, written: 6, unchanged: 0, skipped: 2, removed: 0 })
  expect(done.problems.map(({ line }) => line)).toEqual([12, 14])
  const channels = await channelsOf(done.source_id)
  expect(channels.map(({ name, adult }) => [name, adult])).toEqual([
    ['Films One', false],
    ['Films Two', false],
    ['Night', true],
  ])
  const items = await db.selectFrom('tv_item').select(['channel_id', 'title', 'group']).orderBy('position').execute()
  const nameOf = (id: string) => channels.find((channel) => channel.id === id)?.name
  expect(items.map(({ channel_id, title, group }) => [nameOf(channel_id), title, group])).toEqual([
    ['Films Two', 'Film 0', 'VOD'],
    ['Films One', 'Film 1', 'Films'],
    ['Night', 'Film 4', 'Adultos'],
  ])
  expect(counts(await importText(client, 'm3u', text, 'films.m3u'))).toEqual({ read: 8, written: 0, unchanged: 6, skipped: 2, removed: 0 })
  await client(contract.deleteTvSource, { params: { id: done.source_id } })
})

test('a channel has at most 2,000 films; each further one is reported by its line', async () => {
  const films = Array.from({ length: 2003 }, (_, n) => `#EXTINF:-1 tvg-id="many",Film ${n}\nhttps://films.example.com/${n}.mp4`)
  const done = await importText(client, 'm3u', [m3uList([{ name: 'Many', id: 'many' }]), ...films].join('\n'), 'films.m3u')
  expect(counts(done)).toEqual({ read: 2004, written: 2001, unchanged: 0, skipped: 3, removed: 0 })
  expect(done.problems[0]).toEqual({ line: 4004, text: '“Film 2000” was skipped: the limit is reached.' })
  await client(contract.deleteTvSource, { params: { id: done.source_id } })
})

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
  const made = await importText(client, 'xmltv', guide, 'names.xml')
  expect(made).toMatchObject({ status: 'done', written: 3 })
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
  // Only the name for guides changes.
  await importText(client, 'm3u', list.replace('Canal_Uno_HD', 'Canal Dos'), 'names.m3u')
  await expect.poll(async () => (await matched())[1]).toEqual(['Tres', null, 'Tres'])
  for (const id of [source_id, made.source_id]) await client(contract.deleteTvSource, { params: { id } })
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

  const changed = titles.map((title, at) => (at % 10 === 3 ? `${title}, changed` : title))
  expect(counts(await importText(client, 'xmltv', xmltvGuide({ changing: changed }), 'changing.xml'))).toMatchObject({
    written: 3,
    unchanged: 27,
  })
  const after = await programmesOf('changing')
  expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id))
  expect(after.filter(({ xmin }, at) => xmin !== before[at]!.xmin).map(({ title }) => title)).toEqual([
    'Programme 3, changed',
    'Programme 13, changed',
    'Programme 23, changed',
  ])
})

test('a programme removed by an operator stays removed after an import, and returns when restored', async () => {
  const bring = () => importText(client, 'xmltv', xmltvGuide({ reported: ['Good', 'Bad', 'Fine'] }), 'reported.xml')
  const titles = async () => (await programmesOf('reported')).map(({ title }) => title)
  await bring()
  const { id } = (await programmesOf('reported'))[1]!
  await setProgrammeRemoved(db, id, true)
  expect(await titles()).toEqual(['Good', 'Fine'])
  await bring()
  expect(await titles()).toEqual(['Good', 'Fine'])
  // After a month no guide contains it, and its removal is deleted.
  await deleteStaleRemovals(db, 30)
  expect(await db.selectFrom('removed_programme').select('programme_id').execute()).toEqual([{ programme_id: id }])
  await setProgrammeRemoved(db, id, false)
  expect((await programmesOf('reported')).map((one) => [one.title, one.id === id])).toEqual([
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
  const done = await importText(client, 'xmltv', shorter, 'shrinking.xml')
  expect(done.removed).toBe(1)
  expect((await programmesOf('shrinking')).map(({ title }) => title)).toEqual(['A', 'B', 'D'])
})

test('programmes end at the next start, also without an end; duplicates and those outside the kept days are skipped', async () => {
  const at = (start: number, stop: number | null, title: string) =>
    `<programme start="${xmltvTime(start)}" ${stop === null ? '' : `stop="${xmltvTime(stop)}"`} channel="over"><title>${title}</title></programme>`
  const text = `<tv>\n${[at(0, 90, 'A'), at(60, 120, 'B'), at(120, null, 'C'), at(150, null, 'D'), at(60, 120, 'B again'), at(60 * 24 * 20, 60 * 24 * 21, 'Late')].join('\n')}\n</tv>`
  const done = await importText(client, 'xmltv', text, 'over.xml')
  expect(counts(done)).toEqual({ read: 6, written: 4, unchanged: 0, skipped: 2, removed: 0 })
  expect(done.problems).toEqual([
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
  const at = (start: number, stop: number, title: string) =>
    `<programme start="${xmltvTime(start)}" stop="${xmltvTime(stop)}" channel="moving"><title>${title}</title></programme>`
  const guide = (...programmes: string[]) => `<tv>\n${programmes.join('\n')}\n</tv>`
  const lasting = async () => (await programmesOf('moving')).map(({ title, starts, stops }) => `${title} ${(stops - starts) / 60}`)
  const [first, last] = [at(0, 90, 'First'), at(120, 150, 'Last')]
  await importText(client, 'xmltv', guide(first, last), 'moving.xml')
  const { written, unchanged } = await importText(client, 'xmltv', guide(first, at(60, 120, 'Between'), last), 'moving.xml')
  expect({ written, unchanged }).toEqual({ written: 2, unchanged: 1 })
  expect(await lasting()).toEqual(['First 60', 'Between 60', 'Last 30'])
  expect(counts(await importText(client, 'xmltv', guide(first, last), 'moving.xml'))).toMatchObject({
    written: 1,
    unchanged: 1,
    removed: 1,
  })
  expect(await lasting()).toEqual(['First 90', 'Last 30'])
})

test.each([
  ['gzip', 'packed.xml.gz', gzipSync],
  ['brotli', 'packed.xml.br', brotliCompressSync],
  ['brotli that its name does not tell', 'packed-otherwise.xml', brotliCompressSync],
  ['UTF-16', 'utf16.xml', (text: string) => Buffer.from(`\uFEFF${text.replace('UTF-8', 'UTF-16')}`, 'utf16le')],
  ['ISO-8859-1', 'latin1.xml', (text: string) => Buffer.from(text.replace('UTF-8', 'ISO-8859-1'), 'latin1')],
])('a guide in %s is read', async (kind, name, pack) => {
  const done = await importText(client, 'xmltv', pack(xmltvGuide({ [`in ${kind}`]: ['Café'] })), name)
  expect(done).toMatchObject({ status: 'done', written: 1 })
  expect((await programmesOf(`in ${kind}`)).map(({ title }) => title)).toEqual(['Café'])
})

test.each<[about: string, kind: 'm3u' | 'xmltv', content: string | Buffer, failure: string]>([
  ['a page instead of a guide', 'xmltv', '<html><body>Not found</body></html>', 'This isn’t a guide.'],
  ['a page instead of a list', 'm3u', '<html><body>Not found</body></html>', 'This isn’t a list of TV channels.'],
  ['an empty list', 'm3u', '#EXTM3U\n', 'This isn’t a list of TV channels.'],
  ['a list of nothing that plays', 'm3u', '#EXTM3U\n#EXTINF:-1,A\nrtmp://a.example/', 'This list has no usable channels.'],
  [
    'something packed otherwise',
    'xmltv',
    Buffer.from('PK\u0003\u0004zip'),
    'This compression isn’t supported. Use gzip or brotli, or unpack the file.',
  ],
])('%s fails, and existing data is kept', async (about, kind, content, failure) => {
  const name = `${about}.${kind}`
  const good = kind === 'm3u' ? m3uList([{ name: about }]) : xmltvGuide({ [about]: ['A'] })
  const { source_id } = await importText(client, kind, good, name)
  expect(await importText(client, kind, content, name)).toMatchObject({ status: 'failed', failure, written: 0, source_id })
  if (kind === 'm3u') expect((await channelsOf(source_id)).map(({ is_gone }) => is_gone)).toEqual([false])
  else expect(await programmesOf(about)).toHaveLength(1)
  const source = (await client(contract.listTvSources, {})).find(({ id }) => id === source_id)
  expect(source?.failures).toBe(1)
})

test('an address is fetched through the guard, stored as a source, and imported again automatically', async () => {
  lists.files.set(
    '/tv.m3u',
    `#EXTM3U x-tvg-url="https://guides.example.com/all.xml.gz"\n${m3uList([{ name: 'Relative' }]).replace('https://live.example.com', '..')}`,
  )
  const { id } = await client(contract.startTvImport, { body: { kind: 'm3u', url: lists.at('/tv.m3u?password=secret') } })
  const done = await importEnd(client, id)
  expect(done).toMatchObject({ status: 'done', written: 1, name: `${lists.host}/tv.m3u` })
  expect((await channelsOf(done.source_id))[0]?.liveStreamUrl).toBe(lists.at('/Relative/index.m3u8'))
  const source = async () => (await client(contract.listTvSources, {})).find((one) => one.id === done.source_id)!
  expect(await source()).toMatchObject({ guides: ['https://guides.example.com/all.xml.gz'], channels: 1, failures: 0, is_off: false })
  expect(await client(contract.updateTvSource, { params: { id: done.source_id }, body: { name: 'Ours', is_off: true } })).toMatchObject({
    name: 'Ours',
    is_off: true,
  })
  await client(contract.deleteTvSource, { params: { id: done.source_id } })
  expect(await channelsOf(done.source_id)).toEqual([])
  expect(await outcome(client(contract.getTvImport, { params: { id } }))).toBe('404 not_found')
})

test.each([
  ['inside the network', 'http://10.0.0.1/a.m3u', 'This address isn’t allowed. To allow a private host, add it to OUTBOUND_ALLOW.'],
  ['where nothing is', lists.at('/nothing'), 'This address isn’t responding.'],
])('an address %s fails', async (_, url, failure) => {
  const { id } = await client(contract.startTvImport, { body: { kind: 'm3u', url } })
  expect(await importEnd(client, id)).toMatchObject({ status: 'failed', failure })
})

test('two concurrent imports of one source take turns: the second has nothing to write', async () => {
  const text = xmltvGuide({ twice: Array.from({ length: 200 }, (_, n) => `Programme ${n}`) })
  const both = await Promise.all([importText(client, 'xmltv', text, 'twice.xml'), importText(client, 'xmltv', text, 'twice.xml')])
  expect(both.map(({ written }) => written).toSorted((a, b) => a - b)).toEqual([0, 200])
  expect(await programmesOf('twice')).toHaveLength(200)
})

test('a first list of thousands is read as fast as one with as many known channels', async () => {
  const list = (more: string) => m3uList(Array.from({ length: 6000 }, (_, n) => ({ name: `Many ${n}`, id: `many-${n}`, more })))
  async function importMs(more: string) {
    const begun = performance.now()
    expect(await importText(client, 'm3u', list(more), 'many.m3u')).toMatchObject({ status: 'done', written: 6000 })
    return performance.now() - begun
  }
  const first = await importMs('')
  expect(first).toBeLessThan(4 * (await importMs('group-title="Changed"')))
}, 60_000)

test('imports are listed page by page, the latest first', async () => {
  const first = await client(contract.listTvImports, { query: { limit: 2 } })
  const second = await client(contract.listTvImports, { query: { limit: 2, cursor: first.next_cursor! } })
  const all = [...first.data, ...second.data]
  expect(new Set(all.map(({ id }) => id)).size).toBe(4)
  expect(all.map(({ created_at }) => created_at)).toEqual(
    all
      .map(({ created_at }) => created_at)
      .toSorted()
      .toReversed(),
  )
  expect(await outcome(client(contract.listTvImports, { query: { cursor: 'x' } }))).toBe('422 cursor_outdated cursor')
})

test('an import leaves no staged data behind', async () => {
  await expect.poll(async () => (await db.selectFrom('tv_list_stage').select('line').execute()).length).toBe(0)
})
