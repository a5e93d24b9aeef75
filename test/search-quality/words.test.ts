import { expect, test } from 'vitest'
import { searchContract, type SearchResults } from '#features/search/contract.ts'
import { status } from '#features/channels/rules.ts'
import { makeChannel, outcome } from '#test/channels.ts'
import { createUser } from '#test/people.ts'
import { updateSearchIndex } from '#test/search.ts'
import { type Client, startTestServer } from '#test/serve.ts'

const server = await startTestServer({ RATE_LIMITS: 'off' })
const { db, guest } = server
const [owner, other] = [await createUser(server), await createUser(server)]

/** Creates public channels with these names, and indexes them. */
async function publish(...names: string[]): Promise<void> {
  for (const name of names) await makeChannel(owner.client, { name })
  await updateSearchIndex(db)
}
const search = async (keyword: string) => (await guest(searchContract.search, { query: { keyword } })) as SearchResults
const searchAs = async (client: Client, keyword: string) =>
  (await client(searchContract.searchAsUser, { query: { keyword, type: 'all' } })) as SearchResults
const findNames = async (keyword: string) => (await search(keyword)).playlists.map(({ name }) => name)

const resultsOf = (keywords: readonly string[]) =>
  Promise.all(keywords.map(async (keyword) => [keyword, await findNames(keyword)] as const))
/** Returns the keywords that don't find the name, with what they find instead. */
const findMissingKeywords = async (name: string, keywords: readonly string[]) =>
  (await resultsOf(keywords)).filter(([, names]) => !names.includes(name))
/** Returns the keywords of which the name is not the first result, with what they find instead. */
const findNotFirst = async (name: string, keywords: readonly string[]) =>
  (await resultsOf(keywords)).filter(([, names]) => names[0] !== name)
/** Returns the contents of the input field while a name is typed, from three characters on. */
const whileTyping = (name: string) => Array.from({ length: name.length - 2 }, (_, index) => name.slice(0, index + 3))

test('Spider-Man is found by spiderman, spider man and spider-man', async () => {
  await publish('Spider-Man')
  expect(await findMissingKeywords('Spider-Man', ['spiderman', 'spider man', 'spider-man', 'SPIDERMAN'])).toEqual([])
})

test('C++ and C# come first for their names, before C', async () => {
  await publish('Programming in C', 'Programming in C#', 'Programming in C++')
  expect(await findNotFirst('Programming in C++', ['c++', 'programming in c++', 'programming c++'])).toEqual([])
  expect(await findNotFirst('Programming in C#', ['programming in c#', 'c# programming'])).toEqual([])
  expect(await findNames('c++')).toEqual(['Programming in C++'])
})

test('R.E.M. is found by rem and r.e.m.', async () => {
  await publish('R.E.M.', 'Remington Typewriters')
  expect(await findNotFirst('R.E.M.', ['rem', 'r.e.m.', 'R.E.M'])).toEqual([])
})

test('AC/DC and 24/7 are found with and without their slash', async () => {
  await publish('AC/DC', 'Open 24/7')
  expect(await findNotFirst('AC/DC', ['ac/dc', 'acdc', 'ac dc', 'ac-dc'])).toEqual([])
  expect(await findNotFirst('Open 24/7', ['24/7', 'open 24/7', '24 7'])).toEqual([])
})

test('letters match with and without accents, composed or combining, in keywords and names', async () => {
  await publish('Rückkehr', 'Łódź', 'Cafe\u0301 Noir', 'Creme brulee')
  expect(await findMissingKeywords('Rückkehr', ['ruckkehr', 'rückkehr', 'RÜCKKEHR', 'ru\u0308ckkehr'])).toEqual([])
  expect(await findMissingKeywords('Łódź', ['lodz', 'łódź', 'Lódz'])).toEqual([])
  expect(await findMissingKeywords('Cafe\u0301 Noir', ['cafe noir', 'café noir', 'cafe\u0301 noir'])).toEqual([])
  expect(await findMissingKeywords('Creme brulee', ['crème brûlée', 'creme bru\u0302le\u0301e'])).toEqual([])
})

test('names of common words are found by them', async () => {
  await publish('The Who', 'Het', 'It (1990)', 'Wie is de Mol?', 'What is this')
  expect(await findNotFirst('The Who', ['the who'])).toEqual([])
  expect(await findNotFirst('Het', ['het'])).toEqual([])
  expect(await findNotFirst('Wie is de Mol?', ['wie is de mol', 'wie is de mol?'])).toEqual([])
  expect(await findNotFirst('It (1990)', ['it 1990', 'it (1990)'])).toEqual([])
})

test('a name is found at each letter from the third one on', async () => {
  await publish('Universities of the North')
  expect(await findMissingKeywords('Universities of the North', whileTyping('universities'))).toEqual([])
})

test('a name of several words is found at each letter from the third one on', async () => {
  await publish('Heel Holland Bakt')
  expect(await findMissingKeywords('Heel Holland Bakt', whileTyping('heel holland bakt'))).toEqual([])
})

test('symbols alone neither match everything nor fail', async () => {
  await publish('Quiet Harbour')
  const symbols = [
    '*',
    '+',
    '/',
    '🎬',
    '""',
    ':*',
    '* + /',
    '***',
    '+++',
    '///',
    '🎬🎬🎬',
    '" " "',
    ':*:*:*',
    '&&&',
    '|||',
    '!!!',
    '\\\\\\',
    '%%%',
  ]
  for (const keyword of symbols) {
    const result = await search(keyword).catch((error: { status: number }) => error.status)
    const answer = typeof result === 'number' ? result : result.playlists.length
    expect([keyword, answer]).toEqual([keyword, expect.toBeOneOf([0, 422])])
  }
})

test('similar words are not found while exact ones exist', async () => {
  await publish('Greece', 'Greener', 'Ballet', 'Gallery')
  expect([await findNames('greece'), await findNames('ballet')]).toEqual([['Greece'], ['Ballet']])
  expect([await findNames('greener'), await findNames('gallery')]).toEqual([['Greener'], ['Gallery']])
})

test('words far apart in a name are found together, in any order', async () => {
  await publish('Otters on the long and winding rivers of Norway', 'Otters in the zoo')
  for (const keyword of ['otters norway', 'norway otters'])
    expect(await findNames(keyword)).toEqual(['Otters on the long and winding rivers of Norway'])
})

test('Law & Order and Fast n’ Loud are found with and without their signs', async () => {
  await publish('Law & Order', 'Fast n’ Loud')
  expect(await findMissingKeywords('Law & Order', ['law & order', 'law order', 'law&order'])).toEqual([])
  expect(await findMissingKeywords('Fast n’ Loud', ['fast n’ loud', "fast n' loud", 'fast n loud', "fast 'n' loud"])).toEqual([])
})

test('“and” and & find each other', async () => {
  await publish('Rise & Fall', 'Pride and Prejudice')
  expect(await findMissingKeywords('Rise & Fall', ['rise and fall'])).toEqual([])
  expect(await findMissingKeywords('Pride and Prejudice', ['pride & prejudice'])).toEqual([])
})

test('operators and open quotes are plain words, and more words never find more', async () => {
  await publish('Zebra', 'Zebra crossing', 'Lion', 'Crossing the desert')
  for (const keyword of ['"zebra', 'zebra"', "zebra'", 'zebra or', 'zebra or lion', 'zebra not', 'zebra -lion', '(zebra', 'zebra & | !'])
    expect([keyword, await outcome(search(keyword))]).toEqual([keyword, 'done'])
  const zebras = await findNames('zebra')
  expect([zebras.toSorted(), await findNames('zebra '), await findNames(' zebra')]).toEqual([['Zebra', 'Zebra crossing'], zebras, zebras])
  for (const keyword of ['zebra or lion', 'zebra lion', 'zebra crossing', 'zebra crosing', 'zebra the', 'zebra -lion', '"zebra lion"'])
    for (const name of await findNames(keyword)) expect([keyword, zebras]).toEqual([keyword, expect.arrayContaining([name])])
})

test('counts include only results that the viewer may open', async () => {
  await publish('Narwhal')
  const before = JSON.stringify([await search('narwhal'), await search('narwahl')])
  await makeChannel(other.client, { name: 'Narwhal in private', status_id: status.private })
  await updateSearchIndex(db)
  expect(JSON.stringify([await search('narwhal'), await search('narwahl')])).toBe(before)
  const counts = async (result: Promise<SearchResults>) => [(await result).counts.playlists, (await result).playlists.length]
  expect(await Promise.all([search('narwhal'), searchAs(owner.client, 'narwhal'), searchAs(other.client, 'narwhal')].map(counts))).toEqual([
    [1, 1],
    [1, 1],
    [2, 2],
  ])
})

test.each([
  ['fiets', 'fietsen'],
  ['koe', 'koeien'],
  ['huis', 'huizen'],
  ['serie', 'series'],
  ['kind', 'kinderen'],
])('%s and %s find each other', async (singular, plural) => {
  // Each name has only one of the two forms, so that only the stemming of the keyword can find it.
  await publish(`Oude ${singular} te koop`, `Nieuwe ${plural} gezocht`)
  expect(await findMissingKeywords(`Nieuwe ${plural} gezocht`, [`nieuwe ${singular}`])).toEqual([])
  expect(await findMissingKeywords(`Oude ${singular} te koop`, [`oude ${plural}`])).toEqual([])
})

test('Japanese and Chinese names are found by parts of them', async () => {
  await publish('東京タワー', '北京烤鸭', '大阪')
  expect([(await findNames('京')).toSorted(), await findNames('東京'), await findNames('烤鸭'), await findNames('タワー')]).toEqual([
    ['北京烤鸭', '東京タワー'].toSorted(),
    ['東京タワー'],
    ['北京烤鸭'],
    ['東京タワー'],
  ])
})
