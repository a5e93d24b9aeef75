import { expect, test } from 'vitest'
import { outcome } from '#test/channels.ts'
import { createUser } from '#test/people.ts'
import { type Client, startTestServer } from '#test/serve.ts'
import { personalData } from '#server/features.ts'
import { searchContract as contract } from '../contract.ts'
import { limits } from '../rules.ts'

const server = await startTestServer({ RATE_LIMITS: 'off' })
const { app, db, guest, clientFor } = server

const save = (client: Client, search: string) => client(contract.saveSearch, { body: { search } })
const follow = (client: Client, id: string) => client(contract.followSearch, { params: { id } })
const list = (client: Client) => client(contract.listSearchHistory, {})
const listWords = async (client: Client) => {
  const { followed, unfollowed } = await list(client)
  return [followed, unfollowed].map((items) => items.map(({ search }) => search))
}

test('searches are listed newest first, one per folded term, in their latest spelling', async () => {
  const ann = await createUser(server)
  expect(await list(ann.client)).toEqual({ followed: [], unfollowed: [] })
  const first = await save(ann.client, '  Zoë   trains ')
  expect(first).toEqual({
    id: first.id,
    search: 'Zoë   trains',
    is_followed: false,
    new_count: 0,
    created_at: expect.stringMatching(/Z$/) as string,
  })
  await save(ann.client, 'boats')
  expect(await listWords(ann.client)).toEqual([[], ['boats', 'Zoë   trains']])
  const second = await save(ann.client, 'ZOE TRAINS')
  expect([second.id, second.search]).toEqual([first.id, 'ZOE TRAINS'])
  expect(await listWords(ann.client)).toEqual([[], ['ZOE TRAINS', 'boats']])
  expect(await follow(ann.client, first.id)).toMatchObject({ id: first.id, is_followed: true, new_count: 0 })
  expect(await listWords(ann.client)).toEqual([['ZOE TRAINS'], ['boats']])
  expect(await save(ann.client, 'zoë trains')).toMatchObject({ id: first.id, is_followed: true })
  expect(await follow(ann.client, first.id)).toMatchObject({ is_followed: false })
  expect(await listWords(ann.client)).toEqual([[], ['zoë trains', 'boats']])
})

test('searches are deleted one by one or all together, followed ones included', async () => {
  const [ann, bob] = [await createUser(server), await createUser(server)]
  const [first, second] = [await save(ann.client, 'tram one'), await save(ann.client, 'tram two')]
  const other = await save(bob.client, 'tram one')
  await follow(ann.client, first.id)
  await follow(ann.client, second.id)
  expect(await ann.client(contract.deleteSearch, { params: { id: first.id } })).toEqual({})
  expect(await outcome(ann.client(contract.deleteSearch, { params: { id: first.id } }))).toBe('404 not_found')
  expect(await listWords(ann.client)).toEqual([['tram two'], []])
  await save(ann.client, 'tram three')
  expect(await ann.client(contract.clearSearchHistory, {})).toEqual({})
  expect(await listWords(ann.client)).toEqual([[], []])
  expect((await list(bob.client)).unfollowed).toMatchObject([{ id: other.id }])
})

test('guests have no history, and others’ searches are not found', async () => {
  const [ann, bob] = [await createUser(server), await createUser(server)]
  const { id } = await save(ann.client, 'secret wish')
  await follow(ann.client, id)
  const calls = (client: Client, params: { id: string }) => [
    client(contract.deleteSearch, { params }),
    client(contract.followSearch, { params }),
    client(contract.getSearchFeed, { params }),
    client(contract.revokeSearchFeed, { params }),
  ]
  const asGuest = [list(guest), save(guest, 'abc'), guest(contract.clearSearchHistory, {}), ...calls(guest, { id })]
  for (const result of await Promise.all(asGuest.map(outcome))) expect(result).toBe('401 login_required')
  const unknown = [...calls(bob.client, { id }), ...calls(ann.client, { id: 'AAAAAAAAAAA' }), ...calls(ann.client, { id: 'x' })]
  for (const result of await Promise.all(unknown.map(outcome))) expect(result).toBe('404 not_found')
  expect(await listWords(bob.client)).toEqual([[], []])
  expect(await listWords(ann.client)).toEqual([['secret wish'], []])
  expect(await listWords(clientFor({ token: ann.token, teamId: 'AAAAAAAAAAA' }))).toEqual([['secret wish'], []])
})

test('short searches and other types are refused, long ones cut between characters, and hostile ones stored unchanged', async () => {
  const ann = await createUser(server)
  for (const search of ['', '  ', 'ab', ' ab ', '\u0301\u0301\u0301', '\u0301'.repeat(200)])
    expect([search, await outcome(save(ann.client, search))]).toEqual([search, '422 keyword_short search'])
  for (const search of [1, null, ['abc'], {}, undefined, 'abc\0', 'abc \ud83d', 'x'.repeat(10_001)])
    expect(await outcome(save(ann.client, search as string))).toMatch(/^422 \w+ search$/)
  expect((await save(ann.client, 'x'.repeat(5000))).search).toBe('x'.repeat(100))
  expect((await save(ann.client, `${'y'.repeat(99)}🎬`)).search).toBe('y'.repeat(99))
  for (const search of ['京', '🎬🎬🎬', 'C#', "' or 1=1 --", '<b>&amp;', '{keyword}', 'ﷺ'.repeat(100)]) {
    const { id, search: savedText } = await save(ann.client, search)
    expect(savedText).toBe(search)
    expect([search, (await follow(ann.client, id)).is_followed]).toEqual([search, true])
  }
})

test('a search of signs alone is saved and cannot be followed, because nothing matches it', async () => {
  const ann = await createUser(server)
  for (const search of ['***', '" " "', ':* | & !', '%%%', '\\\\\\']) {
    const { id, search: savedText } = await save(ann.client, search)
    expect(savedText).toBe(search)
    expect([search, await outcome(follow(ann.client, id))]).toEqual([search, '422 unsearchable'])
  }
  expect((await list(ann.client)).followed).toEqual([])
})

test('the newest 50 searches are kept, and 200 can be followed', async () => {
  const ann = await createUser(server)
  const saved = await save(ann.client, 'followed long ago')
  await follow(ann.client, saved.id)
  for (let index = 0; index < limits.history.unfollowed + 3; index++) await save(ann.client, `search ${index}`)
  const { followed, unfollowed } = await list(ann.client)
  expect(followed).toMatchObject([{ search: 'followed long ago' }])
  expect(unfollowed.map(({ search }) => search)).toEqual(
    Array.from({ length: limits.history.unfollowed }, (_, index) => `search ${limits.history.unfollowed + 2 - index}`),
  )
  await db
    .insertInto('followed_term')
    .values(Array.from({ length: 199 }, (_, index) => ({ term: `many ${index}` })))
    .execute()
  await db
    .insertInto('search_history')
    .values(
      Array.from({ length: 199 }, (_, index) => ({
        account_id: ann.id,
        search: `many ${index}`,
        term: `many ${index}`,
        followed_term: `many ${index}`,
      })),
    )
    .execute()
  expect(await outcome(follow(ann.client, unfollowed[0]!.id))).toBe('422 too_many_followed')
  // An unfollowed search becomes the newest of the unfollowed searches.
  expect(await follow(ann.client, saved.id)).toMatchObject({ id: saved.id, is_followed: false })
  const others = (await list(ann.client)).unfollowed
  expect([others.length, others[0]!.id]).toEqual([limits.history.unfollowed, saved.id])
  const outcomes = await Promise.all(unfollowed.slice(0, 5).map(({ id }) => outcome(follow(ann.client, id))))
  expect(outcomes.toSorted()).toEqual([...Array.from({ length: 4 }, () => '422 too_many_followed'), 'done'])
  expect((await list(ann.client)).followed).toHaveLength(limits.history.followed)
})

test('concurrent calls for one term keep one search', async () => {
  const ann = await createUser(server)
  const saved = await Promise.all(['Mist', 'mist', 'MIST', ' mist '].map((search) => save(ann.client, search)))
  expect(new Set(saved.map(({ id }) => id)).size).toBe(1)
  const [{ id }] = saved as [(typeof saved)[0]]
  await Promise.all([follow(ann.client, id), follow(ann.client, id), follow(ann.client, id)])
  expect((await list(ann.client)).followed).toHaveLength(1)
  const concurrent = await Promise.all([
    outcome(follow(ann.client, id)),
    outcome(ann.client(contract.deleteSearch, { params: { id } })),
    outcome(save(ann.client, 'mist')),
  ])
  for (const result of concurrent) expect(result).toMatch(/^(done|404 not_found)$/)
})

test('the history is exported and deleted with the account', async () => {
  const ann = await createUser(server)
  await save(ann.client, 'kept words')
  await follow(ann.client, (await save(ann.client, 'Followed words')).id)
  const at = expect.any(String) as string
  const exported = personalData.flatMap(({ exports }) => exports?.['search_history'] ?? [])
  expect(exported).toHaveLength(1)
  expect(await exported[0]!(db, ann.id)).toEqual([
    { search: 'Followed words', is_followed: true, searched_at: at },
    { search: 'kept words', is_followed: false, searched_at: at },
  ])
  await db.deleteFrom('account').where('id', '=', ann.id).execute()
  expect(await db.selectFrom('search_history').select('id').where('account_id', '=', ann.id).execute()).toEqual([])
})

const feedOf = async (client: Client, id: string) => (await client(contract.getSearchFeed, { params: { id } })).url
const read = (url: string, headers = {}) => app.inject({ url: url.replace('http://choice.test', ''), headers })

test('the feed URL is constant until it is revoked, and ends with all logins', async () => {
  const ann = await createUser(server)
  const { id } = await save(ann.client, 'feed words')
  expect(await outcome(feedOf(ann.client, id))).toBe('422 not_followed')
  await follow(ann.client, id)
  const url = await feedOf(ann.client, id)
  expect(url).toMatch(/^http:\/\/choice\.test\/feeds\/search\/\w{43}\.xml$/)
  expect(await feedOf(ann.client, id)).toBe(url)
  expect((await read(url)).statusCode).toBe(200)
  for (const input of [
    url.replace(/.\.xml$/, 'g.xml'),
    url.replace('.xml', '.json'),
    url.replace(/\w{43}/, 'x'),
    `${url}?a=1`.replace('search/', 'search/A'),
  ])
    expect((await read(input)).statusCode).toBe(404)
  expect(await ann.client(contract.revokeSearchFeed, { params: { id } })).toEqual({})
  expect((await read(url)).statusCode).toBe(404)
  const next = await feedOf(ann.client, id)
  expect(next).not.toBe(url)
  expect((await read(next)).statusCode).toBe(200)
  await follow(ann.client, id)
  expect((await read(next)).statusCode).toBe(404)
  await follow(ann.client, id)
  await db.updateTable('account').set({ logins_ended_at: new Date() }).where('id', '=', ann.id).execute()
  expect((await read(next)).statusCode).toBe(404)
  expect(await feedOf(ann.client, id)).not.toBe(next)
})
