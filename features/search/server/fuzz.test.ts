// Searches for random and hostile keywords. No search fails, signs alone find nothing, and more words never find more.
import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { newId } from '#kit/server/ids.ts'
import { makeFilledChannel } from '#test/channels.ts'
import { countPagesRead } from '#test/count-pages-read.ts'
import { createUser } from '#test/people.ts'
import { updateSearchIndex } from '#test/search.ts'
import { startTestServer } from '#test/serve.ts'
import { makeTvChannel } from '#test/television.ts'
import { guestReader } from '#kit/server/reader.ts'
import { status } from '#features/channels/rules.ts'
import type { SearchPage, SearchResults } from '../contract.ts'
import { categories, sorts } from '../rules.ts'
import { tokenize } from '../tokens.ts'
import { prepareSearch, searchCategory } from './search.ts'

const server = await startTestServer({ RATE_LIMITS: 'off' })
const { app, db } = server
const ann = await createUser(server, { nickname: 'garden-ann' })

/** Words of the things in the index, frequent words first. */
const frequentWords = (
  'the garden river night train kitchen music news tower light record paper planet harbour field gardens records universities university Het Łódź straße ' +
  "C++ F# R.E.M. AC/DC Spider-Man don't 24/7 2026 東京タワー مرحبا กรุงเทพ 🎬"
).split(' ')
/** Names of one to four words. */
const names = Array.from({ length: 120 }, (_, index) =>
  Array.from(
    { length: 1 + (index % 4) },
    (_, place) => frequentWords[Math.floor(frequentWords.length * ((index * 0.618 + place * 0.414) % 1) ** 2)],
  ).join(' '),
)

beforeAll(async () => {
  await makeFilledChannel(db, ann.client, names, { name: 'The garden channel', status_id: status.public, tags: ['music', 'night'] })
  await makeFilledChannel(db, ann.client, names.slice(60), { name: 'Night train', status_id: status.private })
  await makeTvChannel(db, { name: 'Garden TV' }, [
    ['The night news', 60, 60],
    ['Het 8-uur journaal', 120, 30],
  ])
  const tier = { name: 'River Plus', package_name: 'Music', price: 499, is_free: false, position: 1 }
  await db
    .insertInto('tier')
    .values({ id: newId(), ...tier })
    .execute()
  await db.updateTable('account').set({ is_public: true }).where('id', '=', ann.id).execute()
  await updateSearchIndex(db)
  await sql`analyze`.execute(db)
})

const hostileText = [
  '* + / 🎬 "" :* \' \\ % _ "open ((( [[[ $1 $$ {} <> ?? - -- --- .-. -\'- &&& ### +++ @$% c++ ++c #f 1e999 NaN null ٣٤٥ ⅷⅷⅷ ½½½'.split(
    ' ',
  ),
  "the:* !the !(the) :A' the:ABCD* <2> '':* or or|or the&night the<->night 'or''=' /**/ ;;; \\x00\\u0000 .*.*.*=.*".split(' '),
  ["it's 'open", 'a "quote', 'not the', "' OR 1=1; --", "'; drop table account; --", "x' union select id from account --"],
  ['\0', 'the\0night', '\uFEFFthe', 'the\u200Bnight', 'the\u00A0night', '\u202Ethgin\u202C', '\r\n\t', '\u001B[31m', '\uFFFF\uFFFE'],
  ['\ud83d', '\ude00\ud83d', 'the \ud83d', 'مرحبا בעולם the', `e${'\u0301'.repeat(500)}`, 'Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚', '\u0301\u0302\u0303'],
  ['a'.repeat(100), 'a'.repeat(10_000), 'ab '.repeat(3000), 'the '.repeat(25), frequentWords.join(' '), `${'x '.repeat(49)}y`],
  ['京'.repeat(300), '東京タワー'.repeat(10), '한국어'.repeat(9), 'ﷺ'.repeat(99), '\u0915\u094D\u0937'.repeat(20)],
  ['(a+)+$'.repeat(10), '^(([a-z])+.)+[A-Z]([a-z])+$'],
].flat()
const changed = fc.tuple(fc.constantFrom(...frequentWords), fc.nat(8), fc.string({ unit: 'grapheme', maxLength: 1 }))
const word = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...frequentWords) },
  changed.map(([text, at, letter]) => text.slice(0, at) + letter + text.slice(at + 1)),
  fc.tuple(fc.constantFrom(...frequentWords), fc.integer({ min: 1, max: 5 })).map(([text, length]) => text.slice(0, length)),
)
const keyword = fc.oneof(
  { weight: 3, arbitrary: fc.array(word, { minLength: 1, maxLength: 6 }).map((list) => list.join(' ')) },
  fc.array(fc.oneof(word, fc.constantFrom(...hostileText)), { minLength: 1, maxLength: 4 }).map((list) => list.join('')),
  fc.constantFrom(...hostileText),
  fc.string({ unit: 'binary', maxLength: 120 }),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
)

/** Encodes a keyword like browsers, and a lone surrogate like broken clients. */
const encode = (text: string) =>
  Array.from(text, (character) => (character.isWellFormed() ? encodeURIComponent(character) : '%ED%A0%BD')).join('')
const cursor = fc.oneof(
  fc.array(fc.oneof(fc.integer(), fc.double(), fc.string({ maxLength: 3 })), { maxLength: 5 }).map((key) => JSON.stringify(key)),
  fc.string({ maxLength: 9 }),
)
const otherParameters = fc.record(
  {
    category: fc.constantFrom(...categories),
    sort: fc.constantFrom(...sorts),
    limit: fc.integer({ min: 1, max: 50 }),
    cursor: cursor.map((text) => Buffer.from(text).toString('base64url')),
  },
  { requiredKeys: [] },
)
const call = fc.constantFrom({ path: '/api/search' }, { path: '/api/search/auth' }, { path: '/api/search/auth', type: 'my' })

interface FuzzCall {
  call: { path: string; type?: string }
  keyword: string
  more?: object
}
const times: { ms: number; keyword: string }[] = []
async function runCall({ call: { path, type }, keyword, more = {} }: FuzzCall) {
  const query = new URLSearchParams({ ...(type && { type }), ...more } as Record<string, string>)
  const startMs = performance.now()
  const { statusCode, body } = await app.inject({
    url: `${path}?keyword=${encode(keyword)}&${query.toString()}`,
    headers: { authorization: `Bearer ${ann.token}` },
  })
  times.push({ ms: performance.now() - startMs, keyword })
  return { status: statusCode, body: JSON.parse(body) as Partial<SearchResults & SearchPage> }
}
const total = ({ counts, count = 0 }: Partial<SearchResults & SearchPage>) =>
  counts ? Object.values(counts).reduce((sum, count) => sum + count, 0) : count

test('2,000 random and hostile keywords cause no failure, and signs alone find nothing', { tags: ['slow'] }, async () => {
  const all = total((await runCall({ call: { path: '/api/search/auth' }, keyword: 'the' })).body)
  expect(all).toBeGreaterThan(10)
  await fc.assert(
    fc.asyncProperty(fc.array(fc.record({ call, keyword, more: otherParameters }), { minLength: 4, maxLength: 4 }), async (fuzzCalls) => {
      for (const [index, { status: code, body }] of (await Promise.all(fuzzCalls.map(runCall))).entries()) {
        const { keyword } = fuzzCalls[index]!
        expect([200, 400, 422]).toContain(code)
        if (code === 200 && tokenize(keyword.trim().slice(0, 100)).length === 0) expect(total(body)).toBe(0)
      }
    }),
    { numRuns: 500 },
  )
  const slowest = times.toSorted((a, b) => b.ms - a.ms)
  process.stdout.write(
    `${times.length} searches, slowest: ${slowest
      .slice(0, 3)
      .map(({ ms, keyword }) => `${Math.round(ms)} ms ${JSON.stringify(keyword.slice(0, 40))}`)
      .join(', ')}\n`,
  )
})

test('every hostile keyword is answered by both calls', async () => {
  for (const keyword of hostileText)
    for (const path of ['/api/search', '/api/search/auth'])
      expect([keyword, [200, 400, 422].includes((await runCall({ call: { path }, keyword })).status)]).toEqual([keyword, true])
})

test('additional words never find more results', { tags: ['slow'] }, async () => {
  await fc.assert(
    fc.asyncProperty(call, fc.array(word, { minLength: 2, maxLength: 5 }), async (call, list) => {
      const [fewer, more] = await Promise.all([
        runCall({ call, keyword: list.slice(0, -1).join(' ') }),
        runCall({ call, keyword: list.join(' ') }),
      ])
      if (fewer.status !== 200 || more.status !== 200) return
      expect([list, total(more.body) <= total(fewer.body)]).toEqual([list, true])
    }),
    { numRuns: 300 },
  )
})

test('a hostile keyword reads a limited number of rows', async () => {
  // HTTP requests with NUL are refused.
  for (const keyword of hostileText.filter((item) => !item.includes('\0'))) {
    const read = await countPagesRead(db, async (counting) => {
      const search = await prepareSearch(counting, guestReader, keyword.slice(0, 100))
      await searchCategory({ db: counting, reader: guestReader, language: 'en' }, search, {
        subject: 'video',
        sort: 'relevance',
        isOwn: false,
        limit: 20,
      })
    })
    expect([keyword, read < 5000]).toEqual([keyword, true])
  }
})
