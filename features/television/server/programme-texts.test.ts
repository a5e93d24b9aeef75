import fc from 'fast-check'
import { expect, test } from 'vitest'
import { KnownProgrammes } from './known-programmes.ts'
import type { ImportProblem } from './problems.ts'
import { GuideReader } from './xmltv.ts'

interface Row {
  channel: string
  starts: number
  title: string
  hash: string
}

function read(text: string, known: readonly Row[] = [], pieceLength = text.length || 1) {
  const rows: Row[] = []
  const problems: ImportProblem[] = []
  const packed = known.map(({ channel, starts, hash }) => {
    const bytes = Buffer.alloc(16)
    bytes.writeBigInt64BE(BigInt(starts))
    bytes.writeBigInt64BE(BigInt(hash), 8)
    return { id: 1, channel, rows: bytes }
  })
  const guide = new GuideReader({
    sourceId: 'So8Kd3VxN6w',
    known: new KnownProgrammes(packed),
    from: 0,
    to: 4_000_000_000,
    onProgramme: ({ channel, start, hash, content: { title } }) =>
      rows.push({ channel: channel.key, starts: start, title, hash: hash.toString() }),
    onProblem: (problem) => problems.push(problem),
  })
  for (let at = 0; at < text.length; at += pieceLength) guide.write(text.slice(at, at + pieceLength))
  guide.end()
  const { read, unchanged, isComplete } = guide
  return { rows, problems, read, unchanged, isComplete, channels: [...guide.channels.rows()] }
}

const programme = (hour: number, inside = '<title>A</title>', more = '') =>
  `<programme start="202611230${hour}0000" channel="one"${more}>${inside}</programme>`
const tv = (...parts: string[]) => `<?xml version="1.0"?>\n<tv>\n${parts.join('\n')}\n</tv>`

/** What is told of a guide by itself, and of the same one when it is known. */
const guides: Record<string, string> = {
  'plain ones': tv(programme(1), programme(2), programme(3)),
  'channels between them': tv(programme(1), '<channel id="two"><display-name>Two</display-name></channel>', programme(2)),
  'one in a comment': tv(programme(1), `<!-- ${programme(2)} -->`, programme(3), '<!-- <programme -->'),
  'one in CDATA': tv(programme(1, `<title>A</title><desc><![CDATA[${programme(2)}]]></desc>`), programme(3)),
  'an end in a comment in one': tv(programme(1, '<title>A</title><!-- </programme> -->'), programme(2)),
  'an empty one before it': tv('<programme start="20261123010000" channel="one"/>', programme(1), programme(2)),
  'one in another': tv(programme(1, `<title>A</title>${programme(2)}`), programme(3)),
  'the same one twice': tv(programme(1), programme(1), programme(2)),
  'one with an error': tv(programme(1, '<title>A &nothing; B</title>'), programme(2), programme(3, '<title>B</title', '')),
  'one whose attributes stand otherwise': tv(`<programme channel='one' start='20261123010000'><title>A</title></programme>`, programme(2)),
  'a start within another attribute': tv(programme(1, '<title>A</title>', ` clumpidx="0/1" x=' start="20261123020000"'`), programme(2)),
  'a part of a slot': tv(programme(1, '<title>A</title>', ' stop="20261123020000" clumpidx="1/2"'), programme(2)),
  'no title': tv(programme(1, ''), programme(2)),
  'the end missing': tv(programme(1), programme(2)).slice(0, -5),
  'the end missing within one': tv(programme(1), programme(2)).slice(0, -15),
  'ends of lines of another system': tv(programme(1), programme(2), programme(3, '')).replaceAll('\n', '\r\n'),
}

test.each(Object.entries(guides))('a guide that is known is told of as it was, in pieces of whatever length: %s', (_, text) => {
  const first = read(text)
  expect(first.rows.length).toBeGreaterThan(0)
  for (const pieceLength of [1, 7, 64, text.length]) {
    expect(read(text, [], pieceLength)).toEqual(first)
    expect(read(text, first.rows, pieceLength)).toEqual({ ...first, rows: [], unchanged: first.rows.length })
  }
})

/** The parser tells of text outside of the guide where the piece ends in which it stands. */
const withoutLines = (told: ReturnType<typeof read>) => ({ ...told, problems: told.problems.map(({ code }) => code) })

test('whatever a guide is made of, and wherever it is cut, it is told of as it was', () => {
  const tokens = `<programme| start="20261123040000" channel="one">|</programme>|<!--|-->|<![CDATA[|]]>|<title>C</title>|<channel id="one"/>|\n|  |&|</tv>|<tv>|"|>|<`
  const part = fc.constantFrom(programme(1), programme(2), programme(3, '<title>B</title>'), ...tokens.split('|'))
  fc.assert(
    fc.property(fc.array(part, { maxLength: 14 }), fc.integer({ min: 1, max: 40 }), (parts, pieceLength) => {
      const text = tv(...parts)
      const first = withoutLines(read(text))
      expect(withoutLines(read(text, [], pieceLength))).toEqual(first)
      expect(withoutLines(read(text, first.rows, pieceLength))).toEqual({ ...first, rows: [], unchanged: first.rows.length })
    }),
    { numRuns: 2000 },
  )
})

test('what differs by one letter is read', () => {
  const text = tv(programme(1), programme(2), programme(3))
  const { rows } = read(text)
  const again = read(text.replace('>A<', '>B<'), rows)
  expect(again.rows.map(({ title }) => title)).toEqual(['B'])
  expect(again.unchanged).toBe(2)
})

test('one of megabytes is read as any other, and what is without an end does not wait for ever', () => {
  const long = programme(1, `<title>A</title><desc>${'long '.repeat(500_000)}</desc>`)
  const text = tv(long, programme(2))
  const first = read(text, [], 65_536)
  expect(first.rows.map(({ title }) => title)).toEqual(['A', 'A'])
  expect(read(text, first.rows, 65_536).unchanged).toBe(2)
})

test('the hash of a programme is of its text, whether that is simple or not', () => {
  const hashesOf = (...insides: string[]) => insides.map((inside) => read(tv(programme(1), programme(2, inside))).rows[1]!.hash)
  const [simple, spaced, parsed, parsedSpaced] = hashesOf(
    '<title>A</title>',
    '<title>A</title> ',
    '<title><![CDATA[A]]></title>',
    '<title><![CDATA[A]]></title> ',
  )
  expect(new Set([simple, spaced, parsed, parsedSpaced]).size).toBe(4)
})
