import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createMedia } from '#features/media/server/media.ts'
import { hasPicture } from '#features/media/server/queries.ts'
import { makeFilledChannel } from '#test/channels.ts'
import { createUser } from '#test/people.ts'
import { startTestServer } from '#test/serve.ts'
import { type Broadcast, makeTvChannel } from '#test/television.ts'
import { importText, m3uList, startListSite, xmltvTime } from '#test/tv-imports.ts'
import { tvSourcesContract } from '#features/tv-sources/contract.ts'
import { guideContract } from '#features/guide/contract.ts'
import { tvWatchingContract } from '../contract.ts'
import { fetchPicturesJob } from '#features/tv-sources/server/jobs.ts'
import { fetchProgrammePictures, cleanProgrammePictures } from '#features/tv-sources/server/programme-pictures.ts'
import { tvPictures } from '#features/tv-sources/server/queries/picture-uses.ts'

const [site, other] = [await startListSite(), await startListSite()]
const server = await startTestServer({ OUTBOUND_ALLOW: `${site.host},${other.host}`, RATE_LIMITS: 'off' })
const { app, bulkDb, db, guest, services } = server
const { client: operator } = await createUser(server, { is_operator: true })
const picture = await readFile('web/icons/icon-192.png')

const { pictures } = createMedia({ ...services, uses: [tvPictures], publicUrl: services.config.publicUrl })
const fetchNow = (limits: Parameters<typeof fetchProgrammePictures>[2] = {}) =>
  fetchProgrammePictures({ db, pictures }, AbortSignal.timeout(20_000), limits)
const tidyNow = (limits = {}) => cleanProgrammePictures({ db, pictures }, AbortSignal.timeout(20_000), limits)

let count = 0
/** Adds a picture at a new address. */
function newPicture(on = site): string {
  const path = `/picture-${++count}.png`
  on.files.set(path, picture)
  return on.at(path)
}
/** A programme with a picture, this many minutes from now. */
const programmeWith = (address: string, start: number, minutes = 30): Broadcast => [`At ${start}`, start, minutes, { icon_url: address }]
const posterOf = async (id: string) => (await guest(guideContract.getEpgItem, { params: { id }, query: {} })).poster
const countRequests = (address: string) =>
  [site, other].flatMap(({ requests, at }) => requests.filter((path) => at(path) === address)).length
const statusOf = async (poster: string | null) => (await app.inject({ url: poster! })).statusCode
const readStoredAddress = async (address: string) =>
  (
    await sql<{ picture_id: string | null; days: number | null }>`
      select picture_id, round(extract(epoch from due_at - now()) / 86400)::int as days from programme_picture where address = ${address}`.execute(
      db,
    )
  ).rows

test('a picture is fetched once for all programmes that name it, and visible to guests; another run writes nothing', async () => {
  const [first, second] = [newPicture(), newPicture()]
  const guide = (addresses: readonly string[]) =>
    `<tv>${addresses
      .map(
        (src, index) =>
          `<programme start="${xmltvTime(60 * index)}" stop="${xmltvTime(60 * index + 60)}" channel="shows"><title>Part ${index}</title><icon src="${src}"/></programme>`,
      )
      .join('\n')}</tv>`
  await importText(operator, 'm3u', m3uList([{ name: 'Shows', id: 'shows' }]), 'shows.m3u')
  await importText(operator, 'xmltv', guide([first, first, first]), 'shows.xml')
  const ids = (await sql<{ id: string }>`select id from programme order by starts_at`.execute(db)).rows.map(({ id }) => id)
  expect(await posterOf(ids[0]!)).toBeNull()
  const run = async () => {
    const id = await services.jobs.send(fetchPicturesJob, {})
    const left = db.selectFrom('job').select('id').where('id', '=', id).where('finished_at', 'is', null)
    await expect.poll(() => left.execute(), { timeout: 20_000 }).toEqual([])
  }
  await run()
  const posters = await Promise.all(ids.map(posterOf))
  expect(posters[0]).toMatch(/^\/media\/pictures\//)
  expect(new Set(posters).size).toBe(1)
  expect(await statusOf(posters[0]!)).toBe(200)

  expect(await importText(operator, 'xmltv', guide([first, first, first]), 'shows.xml')).toMatchObject({ written: 0, unchanged: 3 })
  await run()
  expect([await Promise.all(ids.map(posterOf)), countRequests(first)]).toEqual([posters, 1])

  expect(await importText(operator, 'xmltv', guide([first, second, first]), 'shows.xml')).toMatchObject({ written: 1, unchanged: 2 })
  expect(await posterOf(ids[1]!)).toBeNull()
  await run()
  const changed = await posterOf(ids[1]!)
  expect(changed).toMatch(/^\/media\/pictures\//)
  expect(changed).not.toBe(posters[1])
})

test('two concurrent processes request each address once', async () => {
  const addresses = Array.from({ length: 6 }, () => newPicture())
  const { programmes } = await makeTvChannel(
    db,
    {},
    addresses.map((address, index) => programmeWith(address, 30 * index)),
  )
  await Promise.all([fetchNow(), fetchNow()])
  expect(addresses.map(countRequests)).toEqual(addresses.map(() => 1))
  for (const id of programmes) expect(await posterOf(id)).toMatch(/^\/media\/pictures\//)
})

test('private addresses, drawings with scripts, other data and missing pictures are requested again in a week', async () => {
  site.files.set('/drawing.svg', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>')
  site.files.set('/page.html', '<html></html>')
  const refusals = [
    'http://10.0.0.1/a.png',
    'http://127.0.0.1:9/a.png',
    site.at('/drawing.svg'),
    site.at('/page.html'),
    site.at('/late.png'),
  ]
  const { programmes } = await makeTvChannel(
    db,
    {},
    refusals.map((address, index) => programmeWith(address, 30 * index)),
  )
  await fetchNow()
  for (const address of refusals) expect(await readStoredAddress(address)).toEqual([{ picture_id: null, days: 7 }])
  for (const id of programmes) expect(await posterOf(id)).toBeNull()

  site.files.set('/late.png', picture)
  await fetchNow()
  expect(countRequests(site.at('/late.png'))).toBe(1)
  await sql`update programme_picture set due_at = now() where address = ${site.at('/late.png')}`.execute(db)
  await fetchNow()
  expect(countRequests(site.at('/late.png'))).toBe(2)
  expect(await posterOf(programmes.at(-1)!)).toMatch(/^\/media\/pictures\//)
})

test('only pictures of programmes within 48 hours, or with catch-up, are requested, on visible channels', async () => {
  const [now, soon, late, over] = [newPicture(), newPicture(), newPicture(), newPicture()]
  const [again, tooLong, off] = [newPicture(), newPicture(), newPicture()]
  const day = 24 * 60
  await makeTvChannel(db, {}, [
    programmeWith(over, -90),
    programmeWith(now, -10),
    programmeWith(soon, 47 * 60),
    programmeWith(late, 49 * 60),
  ])
  await makeTvChannel(db, { catchup_mode: 'shift', catchup_days: 2 }, [programmeWith(tooLong, -3 * day), programmeWith(again, -day)])
  await makeTvChannel(db, { is_off: true }, [programmeWith(off, -10)])
  await fetchNow()
  expect([now, soon, again].map(countRequests)).toEqual([1, 1, 1])
  expect([late, over, tooLong, off].map(countRequests)).toEqual([0, 0, 0, 0])
})

test('a run requests a limited number, the nearest first, with a quota per host; none beyond the storage limit', async () => {
  const near = Array.from({ length: 5 }, () => newPicture())
  const far = Array.from({ length: 2 }, () => newPicture(other))
  await makeTvChannel(
    db,
    {},
    [...near, ...far].map((address, index) => programmeWith(address, 30 * index)),
  )
  await fetchNow({ keptBytes: 1 })
  expect([...near, ...far].map(countRequests)).toEqual([0, 0, 0, 0, 0, 0, 0])
  await fetchNow({ limit: 2 })
  expect([...near, ...far].map(countRequests)).toEqual([1, 1, 0, 0, 0, 0, 0])
  await fetchNow({ limit: 3, limitPerHost: 1 })
  expect([...near, ...far].map(countRequests)).toEqual([1, 1, 1, 0, 0, 1, 0])
  await fetchNow()
  expect([...near, ...far].map(countRequests)).toEqual([1, 1, 1, 1, 1, 1, 1])
})

test('for a guide with 20,000 addresses, a run requests its share, and writes nothing about the others', async () => {
  const { guideChannelId } = await makeTvChannel(db)
  await sql`
    insert into programme (guide_channel_id, id, title, starts_at, stops_at, hash, icon_url)
    select ${guideChannelId}, 'M' || lpad(number::text, 10, '0'), 'Many', now() + make_interval(secs => number), now() + make_interval(secs => number + 1), 1,
      ${site.at('/many-')}::text || number from generate_series(1, 20000) as number`.execute(bulkDb)
  const before = await sql<{ count: number }>`select count(*)::int as count from programme_picture`.execute(db)
  await fetchNow({ limit: 10 })
  const after = await sql<{ count: number }>`select count(*)::int as count from programme_picture`.execute(db)
  expect(after.rows[0]!.count - before.rows[0]!.count).toBe(10)
  await sql`delete from programme where guide_channel_id = ${guideChannelId}`.execute(db)
})

test('unused pictures are deleted and invisible; if space is short, also those of past programmes', async () => {
  const [ended, over, on] = [newPicture(), newPicture(), newPicture()]
  const tv = await makeTvChannel(db, { catchup_mode: 'shift', catchup_days: 3 }, [
    programmeWith(over, -90),
    programmeWith(on, -10),
    programmeWith(ended, 60),
  ])
  await fetchNow()
  const [overPoster, onPoster, deletedPoster] = await Promise.all(tv.programmes.map(posterOf))
  for (const poster of [overPoster!, onPoster!, deletedPoster!]) expect(await statusOf(poster)).toBe(200)

  await sql`delete from programme where id = ${tv.programmes[2]!}`.execute(db)
  await tidyNow()
  expect([(await readStoredAddress(ended)).length, (await readStoredAddress(over)).length, (await readStoredAddress(on)).length]).toEqual([
    0, 1, 1,
  ])
  expect([await statusOf(deletedPoster!), await statusOf(overPoster!)]).toEqual([404, 200])
  const idOf = (poster: string | null) => poster!.split('/')[3]!
  expect(await hasPicture(db, idOf(deletedPoster!))).toBe(false)

  // A TV channel uses one of the pictures, which is then not deleted with its address.
  await sql`update tv_channel set picture_id = ${idOf(overPoster!)} where id = ${tv.id}`.execute(db)
  await tidyNow({ keptBytes: 1 })
  expect([(await readStoredAddress(over)).length, (await readStoredAddress(on)).length]).toEqual([0, 1])
  expect([await statusOf(overPoster!), await statusOf(onPoster!)]).toEqual([200, 200])
})

test('posters of on-demand videos are fetched once, and visible with their channel, until the list drops them', async () => {
  const [poster, offPoster] = [newPicture(), newPicture()]
  const film = (id: string, title: string, address: string) =>
    `#EXTINF:-1 tvg-id="${id}" type="movie" tvg-logo="${address}",${title}\nhttps://films.test/${encodeURIComponent(title)}.mp4\n`
  const channels = m3uList(['films', 'hidden'].map((id) => ({ name: id, id })))
  const list = (films: string) => importText(operator, 'm3u', `${channels}\n${films}${film('hidden', 'Unseen', offPoster)}`, 'films.m3u')
  const { source_id: query } = await list(film('films', 'One', poster) + film('films', 'Two', poster))
  const { data } = await operator(tvSourcesContract.listOperatorChannels, { query: { source_id: query } })
  const idOf = (name: string) => data.find((item) => item.name === name)!.id
  await operator(tvSourcesContract.updateTvChannel, { params: { id: idOf('hidden') }, body: { is_off: true } })
  const items = async () =>
    (await guest(tvWatchingContract.getTvChannel, { params: { id: idOf('films') } })).items.map((item) => item.poster)
  expect(await items()).toEqual([null, null])
  await fetchNow({ limit: 0 })
  expect(countRequests(poster)).toBe(0)
  await Promise.all([fetchNow(), fetchNow()])
  expect([poster, offPoster].map(countRequests)).toEqual([1, 0])
  const [first, second] = await items()
  expect([first, await statusOf(first!)]).toEqual([second, 200])

  await list(film('films', 'One', poster))
  await tidyNow({ keptBytes: 1 })
  expect([await items(), await statusOf(first!)]).toEqual([[first], 200])
  await list('')
  await tidyNow()
  expect([(await readStoredAddress(poster)).length, await statusOf(first!)]).toEqual([0, 404])
})

test('a copy shows the picture of its programme, also after the guide has dropped it', async () => {
  const address = newPicture()
  const { client } = await createUser(server)
  const { seriesId: series_id } = await makeFilledChannel(db, client, ['First'])
  const { programmes } = await makeTvChannel(db, { catchup_mode: 'shift', catchup_days: 3 }, [programmeWith(address, -90)])
  await fetchNow()
  const poster = await posterOf(programmes[0]!)
  const { image } = await client(tvWatchingContract.copyEpgItem, { body: { epg_id: programmes[0]!, series_id } })
  expect([image, typeof image]).toEqual([poster, 'string'])
  await sql`delete from programme where id = ${programmes[0]!}`.execute(db)
  await tidyNow()
  expect([(await readStoredAddress(address)).length, await hasPicture(db, image!.split('/')[3]!)]).toEqual([0, true])
})

test('a picture is visible to readers who can see a programme with it', async () => {
  const address = newPicture()
  const { client } = await createUser(server)
  const { id, programmes } = await makeTvChannel(db, {}, [programmeWith(address, -10)])
  await fetchNow()
  const poster = (await client(guideContract.getEpgItem, { params: { id: programmes[0]! }, query: {} })).poster
  expect(await statusOf(poster)).toBe(200)
  const { data } = await guest(guideContract.listTonight, { query: { limit: 30 } })
  expect(data.find(({ channel }) => channel.id === id)?.now?.poster).toBe(poster)
  await sql`update tv_channel set adult = true where id = ${id}`.execute(db)
  expect(await statusOf(poster)).toBe(404)
  await sql`update tv_channel set adult = false, is_off = true where id = ${id}`.execute(db)
  expect(await statusOf(poster)).toBe(404)
})
