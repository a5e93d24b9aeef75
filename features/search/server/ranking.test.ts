import { expect, test } from 'vitest'
import { makeChannel } from '#test/channels.ts'
import { createUser } from '#test/people.ts'
import { updateSearchIndex } from '#test/search.ts'
import { startTestServer } from '#test/serve.ts'
import { status } from '#features/channels/rules.ts'
import { searchContract as contract, type SearchPage } from '../contract.ts'

const server = await startTestServer({ RATE_LIMITS: 'off' })
const { db, guest } = server
const ann = await createUser(server)

const publicChannel = (name: string, fields: object = {}) => makeChannel(ann.client, { name, status_id: status.public, ...fields })
const searchPage = async (keyword: string) =>
  (await guest(contract.search, { query: { keyword, category: 'playlists', limit: 50 } })) as SearchPage
const searchNames = async (keyword: string) => (await searchPage(keyword)).data.map((item) => (item as { name: string }).name)
const searchMatches = async (keyword: string) =>
  (await searchPage(keyword)).data.map((item) => [(item as { name: string }).name, `${item.match.field} ${item.match.how}`])

test('exact matches precede prefix, part, typing error and stem; name matches precede tags and description', async () => {
  await publicChannel('Lantern')
  await publicChannel('A lantern at night')
  await publicChannel('Tagged', { tags: ['lantern'] })
  await publicChannel('Described', { description: 'With a lantern' })
  await publicChannel('Lanternfish')
  await publicChannel('Moonlantern')
  await publicChannel('Lantarn')
  await publicChannel('Lanternen')
  await updateSearchIndex(db)
  expect(await searchMatches('lantern')).toEqual([
    ['Lantern', 'name exact'],
    ['A lantern at night', 'name exact'],
    ['Tagged', 'tags exact'],
    ['Described', 'description exact'],
    ['Lanternen', 'name prefix'],
    ['Lanternfish', 'name prefix'],
    ['Moonlantern', 'name prefix'],
    ['Lantarn', 'name typo'],
  ])
  expect((await searchMatches('lanternen by night')).slice(0, 1)).toEqual([])
  expect(await searchMatches('lanternen at')).toEqual([['A lantern at night', 'name stem']])
})

test('popularity and age break ties', async () => {
  const ids: string[] = []
  for (const name of ['Gannet old', 'Gannet young', 'Gannet seen']) ids.push((await publicChannel(name)).id)
  const set = (fields: object, id: string) => db.updateTable('playlist').set(fields).where('id', '=', id).execute()
  await set({ created_at: new Date('2019-01-01'), public_since: new Date('2019-01-01') }, ids[0]!)
  await set({ views: 1000, created_at: new Date('2019-01-01') }, ids[2]!)
  await updateSearchIndex(db)
  expect(await searchNames('gannet')).toEqual(['Gannet seen', 'Gannet young', 'Gannet old'])
})

test('typing errors count only for words that few public things have', async () => {
  for (let offset = 1; offset <= 9; offset += 1) await publicChannel(`Plover ${offset}`)
  await publicChannel('Plaver')
  await publicChannel('Lover')
  await updateSearchIndex(db)
  expect((await searchNames('plover')).at(-1)).toBe('Plaver')
  expect(await searchNames('plover')).not.toContain('Lover')
  expect(await searchNames('pluver')).toEqual(expect.arrayContaining(['Plaver', 'Plover 1']))
  // Words with two errors match only if no word with one error does.
  expect(await searchNames('pluver')).not.toContain('Lover')
  expect(await searchNames('plufer')).toEqual(expect.arrayContaining(['Plaver', 'Plover 1']))
  await publicChannel('Plover 10')
  await updateSearchIndex(db)
  expect(await searchNames('plover')).not.toContain('Plaver')
  expect(await searchNames('plover')).toHaveLength(10)
})

test('numbers are never corrected', async () => {
  await publicChannel('Route 16640')
  await updateSearchIndex(db)
  expect([await searchNames('16640'), await searchNames('16650'), await searchNames('route 16650')]).toEqual([['Route 16640'], [], []])
})

test('additional words never find more results', async () => {
  for (const name of ['Water mills', 'Winter mills', 'Waiter mill', 'Later mills', 'Waterways']) await publicChannel(name)
  await updateSearchIndex(db)
  for (const word of ['water', 'wate', 'watre', 'mills', 'mill', 'milsl', 'wintr'])
    for (const more of ['mills', 'mill', 'water', 'wintre', 'late', 'x']) {
      const [less, all] = [await searchNames(`${word} ${more}`), await searchNames(word)]
      expect([word, more, less.filter((name) => !all.includes(name))]).toEqual([word, more, []])
    }
  expect(await searchNames('water mills')).toEqual(['Water mills', 'Waiter mill'])
  expect((await searchNames('watr milsl'))[0]).toBe('Water mills')
})

test('names that begin with several typed words come first; single words precede longer ones', async () => {
  for (const name of ['A dunlin of the hill', 'The dunlin hillside', 'The dunlin in a hill']) await publicChannel(name)
  await updateSearchIndex(db)
  expect(await searchNames('the dunlin hill')).toEqual(['The dunlin hillside', 'The dunlin in a hill', 'A dunlin of the hill'])
  await publicChannel('Knotted')
  await publicChannel('A knot')
  await updateSearchIndex(db)
  const ownResults = await ann.client(contract.searchAsUser, { query: { keyword: 'knot', type: 'my', category: 'playlists' } })
  expect((ownResults as SearchPage).data.map((item) => (item as { name: string }).name)).toEqual(['A knot', 'Knotted'])
})
