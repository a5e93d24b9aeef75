import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { guestReader } from '#kit/server/reader.ts'
import { makeFilledChannel } from '#test/channels.ts'
import { countPagesRead } from '#test/count-pages-read.ts'
import { createUser } from '#test/people.ts'
import { updateSearchIndex } from '#test/search.ts'
import { startTestServer } from '#test/serve.ts'
import { addProgrammes, fixReferenceMinute, makeTvChannel, minuteFromNow } from '#test/television.ts'
import { deleteUnusedTitles } from '#features/tv-sources/server/queries/guide-writes.ts'
import { searchContract as contract, type FoundVideo, type SearchPage, type SearchResults } from '../contract.ts'
import { searchVideos } from './videos.ts'
import { prepareSearch } from './search.ts'

fixReferenceMinute()
const server = await startTestServer({ RATE_LIMITS: 'off' })
const { db, bulkDb, guest } = server
const ann = await createUser(server)
const adultUser = await createUser(server, { adult_content: true, adult_passed_at: new Date(), birthday: new Date('1980-01-01') })

fixReferenceMinute()
const day = 24 * 60
const searchPage = async (keyword: string, parameters: object = {}) =>
  (await guest(contract.search, { query: { keyword, category: 'videos', ...parameters } })) as Omit<SearchPage, 'data'> & {
    data: FoundVideo[]
  }
const searchTitles = async (keyword: string, parameters: object = {}) => {
  const { count, data } = await searchPage(keyword, parameters)
  return [count, ...data.map(({ title }) => title)]
}

test('a title is found with its running or next broadcast, else the latest one available by catch-up', async () => {
  const tv = await makeTvChannel(db, { catchup_mode: 'default', catchup_days: 3 }, [
    ['Capercaillie live', -30, 60],
    ['Capercaillie live', 120, 60],
    ['Capercaillie soon', 3 * 60, 30],
    ['Capercaillie past', -2 * day, 60],
    ['Capercaillie past', -day, 60],
    ['Capercaillie long past', -5 * day, 60],
  ])
  const without = await makeTvChannel(db, {}, [['Capercaillie missed', -day, 60]])
  await updateSearchIndex(db)
  const { data, count } = await searchPage('capercaillie')
  expect(count).toBe(3)
  expect(Object.fromEntries(data.map(({ title, id }) => [title, id]))).toEqual({
    'Capercaillie live': tv.programmes[0],
    'Capercaillie soon': tv.programmes[2],
    'Capercaillie past': tv.programmes[4],
  })
  expect(data[0]).toMatchObject({ type: 'epg', channel_id: tv.id, playlist_id: null, match: { field: 'name', how: 'exact' } })
  expect(data.find(({ title }) => title === 'Capercaillie soon')?.start).toBe(minuteFromNow(3 * 60).toISOString())
  await addProgrammes(db, without.guideChannelId, [['Capercaillie missed', day, 60]])
  expect((await searchPage('capercaillie')).count).toBe(4)
})

test('programmes of channels that the viewer may not see change no figures', async () => {
  await makeTvChannel(db, {}, [['Marmots', 60, 60]])
  await updateSearchIndex(db)
  const readAll = async () =>
    JSON.stringify([await searchPage('marmosts'), await searchPage('marmo'), await searchPage('marmoset'), await searchPage('marmots')])
  const before = await readAll()
  const off = await makeTvChannel(db, { is_off: true }, [['Marmosts and marmosets', 60, 60]])
  await makeTvChannel(db, { adult: true }, [['Marmosts at night', 60, 60]])
  await updateSearchIndex(db)
  expect(await readAll()).toBe(before)
  const seen = (await adultUser.client(contract.searchAsUser, { query: { keyword: 'marmosts' } })) as SearchResults
  // Users with access to a title find it and similar titles, even by a word without results for guests.
  expect(seen.videos.map(({ title }) => title)).toEqual(['Marmosts at night', 'Marmots'])
  await db.updateTable('tv_channel').set({ is_off: false }).where('id', '=', off.id).execute()
  expect(await searchTitles('marmosts')).toEqual([2, 'Marmosts and marmosets', 'Marmots'])
})

test('titles are found by beginnings and with typing errors, until no programme has them', async () => {
  const { guideChannelId } = await makeTvChannel(db, {}, [['De Kwikstaart', 60, 60]])
  await updateSearchIndex(db)
  for (const keyword of ['kwikstaart', 'kwikst', 'de kwik', 'kwikstart', 'kwikstaarten'])
    expect([keyword, await searchTitles(keyword)]).toEqual([keyword, [1, 'De Kwikstaart']])
  await sql`delete from guide_programme where guide_channel_id = ${guideChannelId}`.execute(bulkDb)
  expect(await searchTitles('kwikstaart')).toEqual([0])
  await deleteUnusedTitles(db)
  const documents = await db.selectFrom('search_document').select('key').where('name', '=', 'de kwikstaart').execute()
  expect(documents).toEqual([])
})

test('videos and programmes are paged together, in each order, with one cursor', async () => {
  const { videoIds } = await makeFilledChannel(db, ann.client, ['Turnstone 1', 'Turnstone 2', 'Turnstone 3'])
  const tv = await makeTvChannel(
    db,
    {},
    [1, 2, 3, 4].map((at) => [`Turnstone on TV ${at}`, at * 60, 60] as const),
  )
  await updateSearchIndex(db)
  for (const sort of ['relevance', 'added_desc', 'added_asc', 'popular', 'published_desc', 'published_asc']) {
    const ids: string[] = []
    for (let cursor: string | undefined, isLast = false; !isLast;) {
      const { data, count, next_cursor: next } = await searchPage('turnstone', { limit: 2, sort, ...(cursor && { cursor }) })
      expect(count).toBe(7)
      ids.push(...data.map(({ id }) => id))
      cursor = next ?? undefined
      isLast = cursor === undefined
    }
    expect([sort, ids.toSorted()]).toEqual([sort, [...videoIds, ...tv.programmes].toSorted()])
    if (sort === 'relevance') expect(new Set(ids.slice(0, 3))).toEqual(new Set(videoIds))
    if (sort === 'published_desc') expect(ids.slice(0, 4)).toEqual(tv.programmes.toReversed())
    if (sort === 'published_asc') expect(ids.slice(3)).toEqual(tv.programmes)
  }
})

test('the first page has room for both videos and programmes', async () => {
  await makeFilledChannel(
    db,
    ann.client,
    Array.from({ length: 30 }, (_, index) => `Dunlin ${index}`),
  )
  await makeTvChannel(
    db,
    {},
    Array.from({ length: 10 }, (_, index) => [`Dunlin on TV ${index}`, index * 60, 60] as const),
  )
  await updateSearchIndex(db)
  const { counts, videos } = (await guest(contract.search, { query: { keyword: 'dunlin' } })) as SearchResults
  expect([counts.videos, videos.length, videos.filter(({ type }) => type === 'epg').length]).toEqual([40, 20, 5])
})

test('a search reads a limited part of very many titles and broadcasts', async () => {
  const { guideChannelId } = await makeTvChannel(db, { name: 'Many' })
  // Adds half of the titles to a guide channel that no TV channel uses.
  await sql`insert into guide_programme (guide_channel_id, id, title, starts_at, stops_at, hash)
    select ${guideChannelId} + (i % 2) * 1000000, lpad(i::text, 11, '0'), 'Sandpiper ' || i % 4000, now() + (i - 20000) * interval '1 minute',
      now() + (i - 19999) * interval '1 minute', 1 from generate_series(1, 40000) i`.execute(bulkDb)
  await sql`insert into programme_title (title) select distinct title from guide_programme where title like 'Sandpiper %'`.execute(bulkDb)
  await updateSearchIndex(db)
  await sql`analyze`.execute(bulkDb)
  for (const keyword of ['sandpiper', 'sandp', 'sandpiper 3999', 'sandpiepr', 'nothing sandpiper']) {
    const read = await countPagesRead(db, async (counting) => {
      const query = { sort: 'relevance', isOwn: false, limit: 20 } as const
      const search = await prepareSearch(counting, guestReader, keyword)
      await searchVideos({ db: counting, reader: guestReader, language: 'en' }, search, query)
    })
    expect([keyword, read < 60_000 || read]).toEqual([keyword, true])
  }
  expect((await searchPage('sandpiper')).count).toBeGreaterThan(400)
})
