import { brotliCompressSync, gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { outcome } from '#test/channels.ts'
import { createUser } from '#test/people.ts'
import { startTestServer } from '#test/serve.ts'
import { xmltvGuide, counts, waitForImport, programmesIn, importText, m3uList, startListSite } from '#test/tv-imports.ts'
import { tvSourcesContract as contract } from '../contract.ts'

const lists = await startListSite()
const server = await startTestServer({ OUTBOUND_ALLOW: lists.host })
const { db, guest, clientFor } = server
const [boss, ann] = await Promise.all([createUser(server, { is_operator: true }), createUser(server)])
const { client } = boss

const channelsOf = async (source_id: string) => (await client(contract.listOperatorChannels, { query: { source_id, limit: 100 } })).data
const programmesOf = programmesIn(db)

test('only operators import', async () => {
  const body = { kind: 'm3u', url: 'https://lists.example.com/a.m3u' } as const
  const refusals = { guest: '401 login_required', ann: '403 forbidden' }
  for (const [callerName, caller] of [
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
    expect(new Set(outcomes)).toEqual(new Set([refusals[callerName]]))
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
  const importNamed = async (fileName: string) => (await importText(client, 'm3u', m3uList([{ name: 'Named' }]), fileName)).name
  expect(await importNamed('a\0b.m3u')).toBe('a b.m3u')
  expect(await importNamed('../\u202Ec.m3u')).toBe('c.m3u')
  expect(await importNamed(`${'d'.repeat(254)}🎬.m3u`)).toBe(`${'d'.repeat(254)}\uFFFD`)
  expect(await importNamed('\0')).toBe('m3u')
})

test('importing a list again writes nothing; importing a changed list writes the changes and keeps ids', async () => {
  const entries = ['One', 'Two', 'Three', 'Four'].map((name) => ({ name, id: name.toLowerCase() }))
  const first = await importText(client, 'm3u', m3uList(entries), 'changing.m3u')
  expect(first).toMatchObject({ status: 'done', failure: null, problems: [], name: 'changing.m3u', kind: 'm3u' })
  expect(counts(first)).toEqual({ read: 4, written: 4, unchanged: 0, skipped: 0, removed: 0 })
  const before = await channelsOf(first.source_id)
  expect(before.map(({ name }) => name)).toEqual(['One', 'Two', 'Three', 'Four'])

  expect(counts(await importText(client, 'm3u', m3uList(entries), 'changing.m3u'))).toEqual({
    read: 4,
    written: 0,
    unchanged: 4,
    skipped: 0,
    removed: 0,
  })

  // Channel One has another URL, Two another name, Three is missing, and Five comes first.
  const changed = [
    { name: 'Five', id: 'five' },
    { name: 'One', id: 'one', path: 'moved' },
    { name: 'Two HD', id: 'two', path: 'Two' },
    entries[3]!,
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

  // A channel that is in the list again has its former state.
  await importText(client, 'm3u', m3uList(entries), 'changing.m3u')
  expect((await channelsOf(first.source_id)).find(({ name }) => name === 'Three')).toMatchObject({ id: idOf('Three'), is_gone: false })
})

test('unreadable lines are reported by number, in the reader’s language, and the rest is imported', async () => {
  const text = `${m3uList([{ name: 'Good' }])}\n#EXTINF:-1,Bad\nrtmp://a.example/b\n#EXTINF:-1,Good\nhttps://live.example.com/Good/index.m3u8\nremark`
  const result = await importText(client, 'm3u', text, 'problems.m3u')
  expect(result.problems).toEqual([
    { line: 5, text: 'Browsers can’t play the address of “Bad”.' },
    { line: 6, text: '“Good” is a duplicate and was skipped.' },
    { line: 8, text: 'Not recognised as an entry or address: remark' },
  ])
  expect(counts(result)).toEqual({ read: 3, written: 1, unchanged: 0, skipped: 2, removed: 0 })
  const dutch = await clientFor({ token: boss.token, language: 'nl' })(contract.getTvImport, { params: { id: result.id } })
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
      (attributes, index) => [`#EXTINF:-1 ${attributes},Film ${index}`, `https://films.example.com/${index}.mp4`],
    ),
    '#EXTINF:-1 tvg-id="night" group-title="Adultos",Film 4',
    'https://films.example.com/movie/u/p/4.mp4',
  ].join('\n')
  const result = await importText(client, 'm3u', text, 'films.m3u')
  expect(counts(result)).toEqual({ read: 8, written: 6, unchanged: 0, skipped: 2, removed: 0 })
  expect(result.problems.map(({ line }) => line)).toEqual([12, 14])
  const channels = await channelsOf(result.source_id)
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
  await client(contract.deleteTvSource, { params: { id: result.source_id } })
})

test('a channel has at most 2,000 films; each further one is reported by its line', async () => {
  const films = Array.from({ length: 2003 }, (_, n) => `#EXTINF:-1 tvg-id="many",Film ${n}\nhttps://films.example.com/${n}.mp4`)
  const result = await importText(client, 'm3u', [m3uList([{ name: 'Many', id: 'many' }]), ...films].join('\n'), 'films.m3u')
  expect(counts(result)).toEqual({ read: 2004, written: 2001, unchanged: 0, skipped: 3, removed: 0 })
  expect(result.problems[0]).toEqual({ line: 4004, text: '“Film 2000” was skipped: the limit is reached.' })
  await client(contract.deleteTvSource, { params: { id: result.source_id } })
})

test.each([
  ['gzip', 'packed.xml.gz', gzipSync],
  ['brotli', 'packed.xml.br', brotliCompressSync],
  ['brotli without a matching file name', 'packed-otherwise.xml', brotliCompressSync],
  ['UTF-16', 'utf16.xml', (text: string) => Buffer.from(`\uFEFF${text.replace('UTF-8', 'UTF-16')}`, 'utf16le')],
  ['ISO-8859-1', 'latin1.xml', (text: string) => Buffer.from(text.replace('UTF-8', 'ISO-8859-1'), 'latin1')],
])('a guide in %s is read', async (kind, name, pack) => {
  const result = await importText(client, 'xmltv', pack(xmltvGuide({ [`in ${kind}`]: ['Café'] })), name)
  expect(result).toMatchObject({ status: 'done', written: 1 })
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
  const result = await waitForImport(client, id)
  expect(result).toMatchObject({ status: 'done', written: 1, name: `${lists.host}/tv.m3u` })
  expect((await channelsOf(result.source_id))[0]?.liveStreamUrl).toBe(lists.at('/Relative/index.m3u8'))
  const source = async () => (await client(contract.listTvSources, {})).find((item) => item.id === result.source_id)!
  expect(await source()).toMatchObject({ guides: ['https://guides.example.com/all.xml.gz'], channels: 1, failures: 0, is_off: false })
  expect(await client(contract.updateTvSource, { params: { id: result.source_id }, body: { name: 'Ours', is_off: true } })).toMatchObject({
    name: 'Ours',
    is_off: true,
  })
  await client(contract.deleteTvSource, { params: { id: result.source_id } })
  expect(await channelsOf(result.source_id)).toEqual([])
  expect(await outcome(client(contract.getTvImport, { params: { id } }))).toBe('404 not_found')
})

test.each([
  ['inside the network', 'http://10.0.0.1/a.m3u', 'This address isn’t allowed. To allow a private host, add it to OUTBOUND_ALLOW.'],
  ['of a missing file', lists.at('/nothing'), 'This address isn’t responding.'],
])('an address %s fails', async (_, url, failure) => {
  const { id } = await client(contract.startTvImport, { body: { kind: 'm3u', url } })
  expect(await waitForImport(client, id)).toMatchObject({ status: 'failed', failure })
})

test('two concurrent imports of one source take turns: the second has nothing to write', async () => {
  const text = xmltvGuide({ twice: Array.from({ length: 200 }, (_, n) => `Programme ${n}`) })
  const outcomes = await Promise.all([importText(client, 'xmltv', text, 'twice.xml'), importText(client, 'xmltv', text, 'twice.xml')])
  expect(outcomes.map(({ written }) => written).toSorted((a, b) => a - b)).toEqual([0, 200])
  expect(await programmesOf('twice')).toHaveLength(200)
})

test('a first list of thousands is read as fast as one with as many known channels', async () => {
  const list = (attributes: string) =>
    m3uList(Array.from({ length: 6000 }, (_, n) => ({ name: `Many ${n}`, id: `many-${n}`, more: attributes })))
  async function importMs(attributes: string) {
    const startedMs = performance.now()
    expect(await importText(client, 'm3u', list(attributes), 'many.m3u')).toMatchObject({ status: 'done', written: 6000 })
    return performance.now() - startedMs
  }
  const first = await importMs('')
  expect(first).toBeLessThan(4 * (await importMs('group-title="Changed"')))
}, 60_000)

test('imports are listed page by page, the latest first', async () => {
  const first = await client(contract.listTvImports, { query: { limit: 2 } })
  const second = await client(contract.listTvImports, { query: { limit: 2, cursor: first.next_cursor! } })
  const importRuns = [...first.data, ...second.data]
  expect(new Set(importRuns.map(({ id }) => id)).size).toBe(4)
  expect(importRuns.map(({ created_at }) => created_at)).toEqual(
    importRuns
      .map(({ created_at }) => created_at)
      .toSorted()
      .toReversed(),
  )
  expect(await outcome(client(contract.listTvImports, { query: { cursor: 'x' } }))).toBe('422 cursor_outdated cursor')
})

test('an import leaves no staged data behind', async () => {
  await expect.poll(async () => (await db.selectFrom('tv_list_stage').select('line').execute()).length).toBe(0)
})
