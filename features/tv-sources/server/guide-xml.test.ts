import fc from 'fast-check'
import { expect, test } from 'vitest'
import { measureUndisturbedMs } from '#test/busy-machine.ts'
import type { ImportProblem } from './problems.ts'
import type { ReadProgramme } from './xmltv.ts'
import { GuideReader } from './xmltv.ts'

function read(text: string, pieceLength = text.length) {
  const programmes: ReadProgramme[] = []
  const problems: ImportProblem[] = []
  const guide = new GuideReader({
    sourceId: 'Qm4Zt8LxB2c',
    storedProgrammes: new Map(),
    from: 0,
    to: 4_000_000_000,
    onProgramme: (programme) => programmes.push(programme),
    onProblem: (problem) => problems.push(problem),
  })
  for (let offset = 0; offset < text.length; offset += pieceLength) guide.write(text.slice(offset, offset + pieceLength))
  guide.end()
  return {
    titles: programmes.map(({ content }) => content.title),
    contents: programmes.map(({ content }) => content),
    problems: problems.map(({ line, code, detail }) => `${line} ${code} ${detail}`.trim()),
    channels: [...guide.channels.rows()].map(({ key, name, icon_url }) => [key, name, icon_url]),
    isWhole: guide.isWhole,
  }
}

const programmeStart = (hour: number, channel = 'k') => `<programme start="202611241${hour}0000" channel="${channel}">`
const wholeProgramme = (hour: number, inside: string, channel?: string) => `${programmeStart(hour, channel)}${inside}</programme>`
const tv = (...lines: string[]) => ['<tv>', ...lines, '</tv>'].join('\n')

/** Reads a text in pieces of several lengths, with the same result. */
function readWithRepairs(text: string) {
  const once = read(text)
  for (const pieceLength of [1, 5, 33]) expect(read(text, pieceLength)).toEqual(once)
  return once
}

test('an & that begins no reference is parsed as text, in texts and attributes, and reported with its line', () => {
  const { channels, contents, problems, isWhole } = readWithRepairs(
    tv(
      '<channel id="q&a.tv"><display-name>Rock & Roll</display-name><icon src="https://p.example/i?w=2&h=3"/></channel>',
      wholeProgramme(
        1,
        '<title>Salt & Pepper</title><desc>R&D, &; and &c</desc><icon src="https://p.example/j?w=2&h=3&copy=1"/>',
        'q&a.tv',
      ),
      wholeProgramme(2, '<title>Next</title>', 'q&amp;a.tv'),
      wholeProgramme(3, '<title>Plain</title>', 'q&amp;a.tv'),
      wholeProgramme(4, '<title>This & that</title>', 'q&amp;a.tv'),
    ),
  )
  expect(channels).toEqual([['q&a.tv', 'Rock & Roll', 'https://p.example/i?w=2&h=3']])
  expect(contents).toMatchObject([
    { title: 'Salt & Pepper', description: 'R&D, &; and &c', icon_url: 'https://p.example/j?w=2&h=3&copy=1' },
    { title: 'Next' },
    { title: 'Plain' },
    { title: 'This & that' },
  ])
  expect(problems).toEqual(['2 read_as_text &', '3 read_as_text &', '6 read_as_text &'])
  expect(isWhole).toBe(true)
})

test('references of HTML are decoded, unknown ones are kept', () => {
  const { titles, problems } = readWithRepairs(
    tv(
      wholeProgramme(1, '<title>Caf&eacute;&nbsp;&ndash; &hellip;</title>'),
      wholeProgramme(2, '<title>&Uuml;ber &#8364;&#x20ac; &lt;&nosuch;</title>'),
    ),
  )
  expect(titles).toEqual(['Café – …', 'Über €€ <&nosuch;'])
  expect(problems).toEqual(['3 read_as_text &nosuch;'])
})

test('a < that begins no tag is text', () => {
  const { contents, problems, isWhole } = readWithRepairs(
    tv(wholeProgramme(1, '<title>3 < 4</title><desc>I <3 it << so</desc>'), wholeProgramme(2, '<title>B</title>')),
  )
  expect(contents).toMatchObject([{ title: '3 < 4', description: 'I <3 it << so' }, { title: 'B' }])
  expect([problems, isWhole]).toEqual([['2 read_as_text <'], true])
})

test.each<[string, string[], string[], string[]]>([
  ['a programme', [`${programmeStart(1)}<title>A</title>`, wholeProgramme(2, '<title>B</title>')], ['A', 'B'], ['3 unclosed <programme>']],
  [
    'every programme',
    [`${programmeStart(1)}<title>A</title>`, `${programmeStart(2)}<title>B</title>`, `${programmeStart(3)}<title>C</title>`],
    ['A', 'B', 'C'],
    ['3 unclosed <programme>', '4 unclosed <programme>', '5 unclosed <programme>'],
  ],
  [
    'a description',
    [wholeProgramme(1, '<title>A</title><desc>One'), wholeProgramme(2, '<title>B</title>')],
    ['A', 'B'],
    ['2 unclosed <desc>'],
  ],
  [
    'a title before others',
    [wholeProgramme(1, '<title>A<desc>One</desc>'), wholeProgramme(2, '<title>B</title>')],
    ['A', 'B'],
    ['2 unclosed <title>'],
  ],
  [
    'a channel',
    [
      '<channel id="k"><display-name>K</display-name>',
      '<channel id="l"><display-name>L</display-name></channel>',
      wholeProgramme(1, '<title>A</title>'),
    ],
    ['A'],
    ['3 unclosed <channel>'],
  ],
  [
    'credits',
    [wholeProgramme(1, '<title>A</title><credits><actor>Ann'), wholeProgramme(2, '<title>B</title>')],
    ['A', 'B'],
    ['2 unclosed <actor>', '2 unclosed <credits>'],
  ],
])('%s without its end is closed where the next part begins, and nothing is lost', (_, lines, titles, problems) => {
  expect(readWithRepairs(tv(...lines))).toMatchObject({
    titles,
    problems: [...problems.slice(0), '0 not_deleted'],
    isWhole: false,
  })
})

test.each<[string, string]>([
  ['twice', '<title>A</title></title>'],
  ['of another one', '<title>A</title></wrong>'],
  ['without a name', '<title>A</title></>'],
  ['of a programme', '<title>A</title></programme>'],
])('an unmatched end tag %s is skipped, and the rest is read', (_, inside) => {
  const { titles, problems, isWhole } = readWithRepairs(tv(wholeProgramme(1, inside), wholeProgramme(2, '<title>B</title>')))
  expect([titles, isWhole]).toEqual([['A', 'B'], false])
  expect(problems).toEqual([expect.stringMatching(/^2 unopened /), '0 not_deleted'])
})

test.each<[string, string]>([
  ['without quotes', '<icon src=https://p.example/i.png>'],
  ['twice', '<icon src="https://p.example/i.png" src="x"/>'],
  ['without its last quote', '<icon src="https://p.example/i.png/>'],
  ['without a value', '<icon new src="https://p.example/i.png"/>'],
])('an attribute %s is repaired and reported', (_, icon) => {
  const { contents, problems } = readWithRepairs(tv(wholeProgramme(1, `<title>A</title>${icon}`), wholeProgramme(2, '<title>B</title>')))
  expect(contents).toMatchObject([{ title: 'A', icon_url: 'https://p.example/i.png' }, { title: 'B' }])
  expect(problems[0]).toMatch(/^2 repaired <icon/)
})

test('a text includes the contents of tags within it', () => {
  const { contents } = readWithRepairs(tv(wholeProgramme(1, '<title>A <i>film</i> again</title><desc>One<br/>two <b>three</b></desc>')))
  expect(contents).toMatchObject([{ title: 'A film again', description: 'One\ntwo three' }])
})

test('concatenated guides are read, and so is a guide that is closed too early', () => {
  const twoProgrammes = tv(wholeProgramme(1, '<title>A</title>')) + tv(wholeProgramme(2, '<title>B</title>'))
  expect(readWithRepairs(twoProgrammes)).toMatchObject({ titles: ['A', 'B'], isWhole: true })
  expect(readWithRepairs(twoProgrammes.slice(0, -6))).toMatchObject({ titles: ['A', 'B'], isWhole: false })
  const early = tv(wholeProgramme(1, '<title>A</title>'), '</tv>', wholeProgramme(2, '<title>B</title>'))
  expect(readWithRepairs(early)).toMatchObject({ titles: ['A', 'B'], problems: ['4 repaired <programme>'] })
})

const programmeWith = (hour: number, inside: string) => `<programme start="202611231${hour}0000" channel="one">${inside}</programme>`
test('a guide gives the same result however it is split into pieces', () => {
  const tokens = `<programme| start="20261123040000" channel="one">|</programme>|<!--|-->|<![CDATA[|]]>|<title>C</title>|<channel id="one"/>|\n|  |&|</tv>|<tv>|"|>|<`
  const part = fc.constantFrom(
    programmeWith(1, '<title>A</title>'),
    programmeWith(2, '<title>A</title>'),
    programmeWith(3, '<title>B</title>'),
    ...tokens.split('|'),
  )
  const inOrder = ({ problems, ...rest }: ReturnType<typeof read>) => ({ ...rest, problems: problems.toSorted() })
  fc.assert(
    fc.property(fc.array(part, { maxLength: 14 }), fc.integer({ min: 1, max: 40 }), (texts, pieceLength) => {
      const text = tv(...texts)
      expect(inOrder(read(text, pieceLength))).toEqual(inOrder(read(text)))
    }),
    { numRuns: 2000 },
  )
})

test('a programme of several megabytes is parsed like any other', () => {
  const text = tv(wholeProgramme(1, `<title>A</title><desc>${'long '.repeat(500_000)}</desc>`), wholeProgramme(2, '<title>B</title>'))
  expect(read(text, 65_536)).toMatchObject({ titles: ['A', 'B'], problems: [], isWhole: true })
})

test('thousands of missing end tags take no extra memory', () => {
  const programmes = Array.from({ length: 5000 }, (_, n) =>
    wholeProgramme(n % 9, `<title>A & ${n}</title>`, `k${n}`).replace('</programme>', ''),
  )
  expect(read(tv(...programmes), 4096).titles).toHaveLength(5000)
})

test.each([
  ['an end tag', '<title>A</title', '<desc>B</desc>'],
  ['a start tag', '<title>A</title>', '<category <desc>B</desc>'],
  ['a document type in small letters', '<!doctype tv><title>A</title', '<desc>B</desc>'],
  ['an unknown declaration', '<title>A</title><!X>', '<desc>B</desc>'],
])('a truncated %s is repaired and reported, and the rest is read', (_, ...inside) => {
  const { contents, problems } = readWithRepairs(tv(wholeProgramme(1, inside.join('')), wholeProgramme(2, '<title>C</title>')))
  expect(contents).toMatchObject([{ title: 'A', description: 'B' }, { title: 'C' }])
  expect(problems[0]).toMatch(/^2 (?:repaired|read_as_text) </)
})

test('hostile guides take time proportional to their length', () => {
  const attributes = Array.from({ length: 100_000 }, (_, n) => `a${n}="1"`).join(' ')
  const count = 200_000
  const clock = measureUndisturbedMs()
  for (const hostile of [
    `<programme ${attributes}>`,
    `<programme ${'a=" '.repeat(count)}`,
    `<programme ${'a=\'" b="\' '.repeat(60_000)}>`,
    '<a>'.repeat(count),
    `${'<a>'.repeat(count)}${'</b>'.repeat(count)}`,
    '</programme>'.repeat(count),
    `<!--${'</programme>'.repeat(60_000)}`,
    `<!DOCTYPE [${'</programme>'.repeat(60_000)}`,
    `<title>${'&'.repeat(count)}`,
    '<'.repeat(count),
    `<![CDATA[${']]'.repeat(count)}`,
  ])
    read(`<tv>${hostile}${wholeProgramme(1, '<title>A</title>')}</tv>`, 262_144)
  expect(clock()).toBeLessThan(10_000)
}, 60_000)
