import fc from 'fast-check'
import { expect, test } from 'vitest'
import { measureUndisturbedMs } from '#test/busy-machine.ts'
import type { ImportProblem } from './problems.ts'
import { programmeLine } from './programme-rows.ts'
import { parseXmltvTime } from './xmltv-time.ts'
import { GuideReader } from './xmltv.ts'

interface Row extends Record<string, unknown> {
  channel: string
  starts: number
  stops: number | null
  id: string
  title: string
  hash: string
}

function readAll(text: string, pieceLength = text.length || 1) {
  const rows: Row[] = []
  const problems: ImportProblem[] = []
  const guide = new GuideReader({
    sourceId: 'So8Kd3VxN6w',
    storedProgrammes: new Map(),
    from: 0,
    to: 4_000_000_000,
    onProgramme: (programme) => {
      const { channel, start, id, content } = programme
      rows.push({ ...content, channel: channel.key, starts: start, id, hash: programmeLine(programme).trimEnd().split('\t').at(-1)! })
    },
    onProblem: (problem) => problems.push(problem),
  })
  for (let offset = 0; offset < text.length; offset += pieceLength) if (!guide.write(text.slice(offset, offset + pieceLength))) break
  guide.end()
  return { rows, problems: problems.map(({ line, code }) => `${line} ${code}`), channels: [...guide.channels.rows()], guide }
}
const programme = (inside: string, attributes = 'start="20261123200000 +0100" stop="20261123210000 +0100" channel="one"') =>
  `<programme ${attributes}>${inside}</programme>`
const tv = (inside: string) => `<?xml version="1.0"?>\n<!DOCTYPE tv SYSTEM "xmltv.dtd">\n<tv>${inside}</tv>`
const firstRow = (inside: string, attributes?: string) => readAll(tv(programme(inside, attributes))).rows[0]
const toSeconds = (text: string) => Date.parse(text) / 1000

test.each([
  ['20261123203000 +0100', '2026-11-23T19:30:00Z'],
  ['20261123203000', '2026-11-23T20:30:00Z'],
  ['20261123203000 Z', '2026-11-23T20:30:00Z'],
  ['20261123203000 -0330', '2026-11-24T00:00:00Z'],
  ['20261123203000 +01:00', '2026-11-23T19:30:00Z'],
  ['20261123203000+0100', '2026-11-23T19:30:00Z'],
  ['202611232030 CET', '2026-11-23T19:30:00Z'],
  ['20260728173300 BST', '2026-07-28T16:33:00Z'],
  ['20261123', '2026-11-23T00:00:00Z'],
  ['2026112320 UTC', '2026-11-23T20:00:00Z'],
  ['20261123203000 Europe/Brussels', '2026-11-23T19:30:00Z'],
  ['20260701203000 Europe/Brussels', '2026-07-01T18:30:00Z'],
  ['2026-11-23T20:30:00Z', '2026-11-23T20:30:00Z'],
  ['2026-11-23T20:30:00.000+01:00', '2026-11-23T19:30:00Z'],
  ['2026-11-23 20:30', '2026-11-23T20:30:00Z'],
  ['2026-11-23', '2026-11-23T00:00:00Z'],
  ['20261123T203000Z', '2026-11-23T20:30:00Z'],
  // The nights in which clocks go back and forward.
  ['20261025033000 Europe/Brussels', '2026-10-25T02:30:00Z'],
  ['20260329033000 Europe/Brussels', '2026-03-29T01:30:00Z'],
  ['20261123240000 +0000', '2026-11-24T00:00:00Z'],
])('the time %s is %s', (text, expected) => {
  expect(parseXmltvTime(text)).toBe(toSeconds(expected))
})

test.each([
  ['2026', 'vague'],
  ['202611', 'vague'],
  ['', 'bad'],
  ['tomorrow', 'bad'],
  ['20261323000000', 'bad'],
  ['20260231000000', 'bad'],
  ['20261123990000', 'bad'],
  ['2026-11-31T20:30:00Z', 'bad'],
  ['2026-11-23T25:30:00Z', 'bad'],
  ['20261123203000 Nowhere', 'bad'],
  ['20261123203000 +9900', 'bad'],
  ['20261123203000 Europe/Atlantis', 'bad'],
])('the incomplete or invalid time %s is %s', (text, expected) => {
  expect(parseXmltvTime(text)).toBe(expected)
})

test('a programme contains all data of its guide', () => {
  const inside = `<title lang="en-GB">Film</title><title lang="nl">De film</title><sub-title lang="en-GB">Pilot</sub-title>
    <desc lang="en-GB">One &amp; two.\nThree.</desc><desc lang="nl">Een.</desc><credits><actor>Ann</actor></credits><date>20080711</date>
    <category lang="en-GB">Drama</category><category lang="nl">Toneel</category><category>Series</category><category/>
    <icon src="https://a.example/i.jpg"/><episode-num system="xmltv_ns">1 . 4/10 . 0/1</episode-num>
    <episode-num system="onscreen">S2 E5</episode-num><rating system="BBFC"><value>15</value></rating><premiere/><new/>`
  expect(firstRow(inside)).toMatchObject({
    channel: 'one',
    starts: toSeconds('2026-11-23T19:00:00Z'),
    stops: toSeconds('2026-11-23T20:00:00Z'),
    title: 'Film',
    sub_title: 'Pilot',
    description: 'One & two.\nThree.',
    language: 'en',
    translations: { nl: { title: 'De film', description: 'Een.' } },
    categories: ['Drama', 'Series'],
    season: 2,
    episode: 5,
    episode_text: 'S2 E5',
    icon_url: 'https://a.example/i.jpg',
    rating: '15',
    year: 2008,
    is_new: true,
    is_repeat: false,
  })
})

test.each<[string, string, object]>([
  ['only a season', '<episode-num system="xmltv_ns">5..</episode-num>', { season: 6, episode: null }],
  ['only an episode', '<episode-num system="xmltv_ns">.427.</episode-num>', { season: null, episode: 428 }],
  ['an invalid number', '<episode-num system="xmltv_ns">x.y.</episode-num>', { season: null, episode: null }],
  ['a number on the screen', '<episode-num system="onscreen">427</episode-num>', { episode: null, episode_text: '427' }],
  ['season x episode', '<episode-num system="onscreen">3x07</episode-num>', { season: 3, episode: 7 }],
  ['a season and episode of their own system', '<episode-num system="SxxExx">S03E112</episode-num>', { season: 3, episode: 112 }],
  [
    'a season and an episode apart',
    '<episode-num system="season">14</episode-num><episode-num system="episode">3</episode-num>',
    { season: 14, episode: 3, episode_text: null },
  ],
  ['an episode in words', '<episode-num system="onscreen">Season 4, Episode 9 of 12</episode-num>', { season: 4, episode: 9 }],
  ['an episode alone', '<episode-num>Ep. 7/8</episode-num>', { season: null, episode: 7, episode_text: 'Ep. 7/8' }],
  ['small letters', '<episode-num system="Onscreen">s04 e06</episode-num>', { season: 4, episode: 6 }],
  ['a day', '<episode-num system="original-air-date">2024-05-06</episode-num>', { season: null, episode: null, episode_text: null }],
  [
    'a number of somebody’s own',
    '<episode-num system="dd_progid">EP01.0028</episode-num>',
    { season: null, episode: null, episode_text: null },
  ],
  ['a picture without a URL', '<icon src="Logo_1"/>', { icon_url: null }],
  ['a picture in its newer form', '<image type="still">https://a.example/i.jpg</image>', { icon_url: 'https://a.example/i.jpg' }],
  ['a picture of a player', '<image type="person">https://a.example/i.jpg</image>', { icon_url: null }],
  ['a script in the newer form', '<image>javascript:alert(1)</image>', { icon_url: null }],
  ['a script for a picture', '<icon src="javascript:alert(1)"/>', { icon_url: null }],
  ['a category in no language of its title', '<category lang="es">Cine</category>', { categories: ['Cine'] }],
  ['a repeat', '<previously-shown/>', { is_repeat: true }],
  ['an empty description', '<desc/><desc>  </desc>', { description: null }],
  ['CDATA', '<desc><![CDATA[<b>&]]></desc>', { description: '<b>&' }],
])('%s is read', (_, inside, expected) => {
  expect(firstRow(`<title lang="en">A</title>${inside}`)).toMatchObject(expected)
})

test('an implausible end is unknown, with any number of digits in its year', () => {
  const ending = (stop: string) => readAll(tv(programme('<title>A</title>', `start="20261123200000 Z" stop="${stop}" channel="one"`)))
  expect(ending('20261130200000 Z').rows[0]).toMatchObject({ stops: toSeconds('2026-11-30T20:00:00Z') })
  for (const stop of ['20261130200001 Z', '99991231235959 Z', '99991231235959 -1400'])
    expect([stop, ending(stop).rows[0], ending(stop).problems]).toEqual([stop, expect.objectContaining({ stops: null }), []])
})

test('an end at the start is unknown', () => {
  const { rows, problems } = readAll(tv(programme('<title>A</title>', 'start="20261123200000" stop="20261123200000" channel="one"')))
  expect([rows[0]!.stops, problems]).toEqual([null, []])
})

test('programmes that share a time span each get a part of it', () => {
  const slot = 'start="20261123200000 Z" stop="20261123210000 Z" channel="one"'
  const { rows } = readAll(
    tv(programme('<title>News</title>', `${slot} clumpidx="0/2"`) + programme('<title>Weather</title>', `${slot} clumpidx="1/2"`)),
  )
  expect(rows.map(({ title, starts, stops }) => [title, starts, stops])).toEqual([
    ['News', toSeconds('2026-11-23T20:00:00Z'), toSeconds('2026-11-23T20:30:00Z')],
    ['Weather', toSeconds('2026-11-23T20:30:00Z'), toSeconds('2026-11-23T21:00:00Z')],
  ])
})

test.each([
  ['no title', '', undefined, 'no_title'],
  ['an empty title', '<title> </title>', undefined, 'no_title'],
  ['no start', '<title>A</title>', 'channel="one"', 'no_start'],
  ['no channel', '<title>A</title>', 'start="20261123200000"', 'no_channel'],
  ['half a date', '<title>A</title>', 'start="202611" channel="one"', 'vague_time'],
  ['an invalid start', '<title>A</title>', 'start="soon" channel="one"', 'bad_time'],
  ['an end before its start', '<title>A</title>', 'start="20261123200000" stop="20261123190000" channel="one"', 'stop_before_start'],
])('a programme with %s is reported by its line, and the next one is read', (_, inside, attributes, code) => {
  const { rows, problems } = readAll(tv(`\n${programme(inside, attributes)}\n${programme('<title>Next</title>')}`))
  expect(problems).toEqual([`4 ${code}`])
  expect(rows.map(({ title }) => title)).toEqual(['Next'])
})

test('a programme without an end stays without one, and a channel that occurs three times is one channel', () => {
  const channel = (name: string) => `<channel id="one"><display-name>${name}</display-name></channel>`
  const { rows, channels } = readAll(
    tv(`${channel('One')}${channel('One HD')}${channel('Eén')}${programme('<title>A</title>', 'start="20261123200000" channel="one"')}`),
  )
  expect(rows[0]!.stops).toBeNull()
  expect(channels).toEqual([
    { key: 'one', name: 'One', match_names: ['one', 'een'], icon_url: null, hash: expect.any(String), first: rows[0]!.starts },
  ])
})

test('ids and hashes are stable, and other starts have other ids', () => {
  const [once, twice] = [firstRow('<title>A</title>')!, firstRow('<title>A</title>')!]
  expect([once.id, once.hash]).toEqual([twice.id, twice.hash])
  expect(once.id).toMatch(/^[0-9A-Za-z]{11}$/)
  expect(firstRow('<title>B</title>')!.id).toBe(once.id)
  expect(firstRow('<title>B</title>')!.hash).not.toBe(once.hash)
  expect(firstRow('<title>A</title>', 'start="20261123200100 +0100" channel="one"')!.id).not.toBe(once.id)
})

test("a guide's own entities are never expanded, and files are never read", () => {
  const bomb = Array.from({ length: 9 }, (_, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`).join('')
  const text = `<?xml version="1.0"?><!DOCTYPE tv [<!ENTITY l0 "lol">${bomb}<!ENTITY f SYSTEM "file:///etc/passwd">]><tv>${programme(
    '<title>A &l9; &f;</title>',
  )}</tv>`
  const clock = measureUndisturbedMs()
  const { rows, problems } = readAll(text)
  expect(rows[0]!.title).toBe('A &l9; &f;')
  expect(problems).toEqual(['1 read_as_text'])
  expect(clock()).toBeLessThan(5000)
})

test('a truncated guide is read up to its end, and reported', () => {
  const whole = tv(programme('<title>A</title>') + programme('<title>B</title>', 'start="20261124200000" channel="one"'))
  const { rows, problems, guide } = readAll(whole.slice(0, -30))
  expect(rows.map(({ title }) => title)).toEqual(['A'])
  expect(problems.map((problem) => problem.split(' ')[1])).toEqual(['cut_short'])
  expect(guide.isComplete).toBe(false)
})

test('a broken part is reported, and the rest is read', () => {
  const { rows, problems } = readAll(
    tv(`${programme('<title>A</title>')}<desc>5 < 6 & 7</desc>${programme('<title>B</title>', 'start="20261124200000" channel="one"')}`),
  )
  expect(rows.map(({ title }) => title)).toContain('A')
  expect(problems.length).toBeGreaterThan(0)
})

test('other documents are not guides', () => {
  expect(readAll('<html><body>Not found</body></html>').guide.isGuide).toBe(false)
  expect(readAll('{"a": 1}').guide.isGuide).toBe(false)
})

const parts = fc.oneof(
  fc.constantFrom(
    '<tv>',
    '</tv>',
    '<programme start="20261123200000" channel="a">',
    '</programme>',
    '<title>',
    '</title>',
    '<channel id="a">',
    '</channel>',
  ),
  fc.constantFrom('<![CDATA[', ']]>', '<!DOCTYPE tv [', '&amp;', '&x;', '<!--', '-->', '<?xml version="1.0"?>', '<a b="c"/>'),
  fc.string({ unit: 'binary', maxLength: 20 }),
)
test('no text makes the reader throw, however it is split, and the database can store its rows', () => {
  fc.assert(
    fc.property(fc.array(parts, { maxLength: 40 }), fc.integer({ min: 1, max: 30 }), (texts, pieceLength) => {
      for (const { title, id, ...row } of readAll(`<tv>${texts.join('')}</tv>`, pieceLength).rows) {
        expect(title.length).toBeGreaterThan(0)
        expect(title.length).toBeLessThanOrEqual(255)
        expect(id).toMatch(/^[0-9A-Za-z]{11}$/)
        expect(JSON.stringify([title, row]).isWellFormed()).toBe(true)
        expect(JSON.stringify([title, row])).not.toContain('\\u0000')
      }
    }),
    { numRuns: 500 },
  )
})
