import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { tvSourcesContract } from '#features/tv-sources/contract.ts'
import { packagesContract } from '#features/packages/contract.ts'
import { guideContract } from '#features/guide/contract.ts'
import { tvWatchingContract } from '#features/tv-watching/contract.ts'
import { createUser } from '#test/people.ts'
import { startTestServer } from '#test/serve.ts'
import { loadDemo } from '../load.ts'
import { channels } from './channels.ts'
import { refreshDemoTelevision, refreshStaleDemoTelevision } from './refresh.ts'

const server = await startTestServer({ DEMO: 'on' })
const { db, guest, services, config } = server
const assetsDir = join(import.meta.dirname, '..', 'assets')

/** Runs an import of all lists. @returns the imports that it made */
async function refresh(client: typeof guest) {
  const { data: before } = await client(tvSourcesContract.listTvImports, { query: { limit: 100 } })
  await refreshDemoTelevision(services.jobs)
  return vi.waitFor(
    async () => {
      const { data } = await client(tvSourcesContract.listTvImports, { query: { limit: 100 } })
      const news = data.filter(({ id }) => before.every((item) => item.id !== id))
      expect(news.map(({ status }) => status)).toEqual(['done', 'done'])
      return news
    },
    { timeout: 20_000, interval: 100 },
  )
}

test('the demonstration’s channels and guide are imported; a repetition writes nothing', async () => {
  await loadDemo({ db, storage: services.storage, config, assetsDir })
  const { client: operator } = await createUser(server, { is_operator: true })
  for (const { skipped, failure } of await refresh(operator)) {
    expect(failure).toBeNull()
    // Programmes that end between the writing and the import of the guide are skipped.
    expect(skipped).toBeLessThan(10)
  }

  const open = channels.filter(({ adult }) => !adult)
  const list = () => guest(guideContract.listTvChannels, { query: { limit: 100 } })
  await vi.waitFor(async () => {
    const { data } = await list()
    expect(data.map(({ name }) => name).toSorted()).toEqual(open.map(({ name }) => name).toSorted())
    for (const { now, next, logoId } of data) expect([now?.title, next?.title, logoId].every(Boolean)).toBe(true)
  })
  for (const { onDemand = [], name } of open) {
    const { data: promotions } = await list()
    const { items } = await guest(tvWatchingContract.getTvChannel, { params: { id: promotions.find((item) => item.name === name)!.id } })
    expect(items.map(({ title, group }) => ({ title, group }))).toEqual(onDemand.map(({ title, group }) => ({ title, group })))
  }
  // The job adds channels to packages after their import, so wait for the job's end.
  await vi.waitFor(async () => {
    const packages = await guest(packagesContract.listTiers, {})
    expect(packages.map(({ name, channels }) => [name, channels.map((channel) => [channel.name, channel.is_locked])])).toEqual([
      ['Open Atelier', [['Klus', false]]],
      ['Atelier', [['Keuken', true]]],
      [
        'Atelier Plus',
        [
          ['Keuken', true],
          ['Beton', true],
        ],
      ],
    ])
  })
  // Guests see the pictures of programmes.
  const { data: listed } = await list()
  await vi.waitFor(async () => {
    const { series } = await guest(guideContract.getEpg, { params: { id: listed[0]!.id }, query: {} })
    const [poster] = series.flatMap(({ epg }) => epg.flatMap((item) => item.poster ?? []))
    expect(poster).toMatch(/^\/media\/pictures\//)
    expect((await server.app.inject({ url: poster! })).statusCode).toBe(200)
  })

  const { data } = await operator(tvSourcesContract.listOperatorChannels, { query: { limit: 100 } })
  for (const { key, adult, blockedCountries } of channels) {
    const item = data.find(({ tvg_id }) => tvg_id === key)!
    expect(item).toMatchObject({ adult: adult ?? false, blocked_countries: blockedCountries ?? [], guide_match: 'id' })
  }

  // Things that operators have removed aren't added again.
  const promotions = () => operator(tvSourcesContract.listPromotions, {})
  const before = await vi.waitFor(async () => {
    const channelPromotions = await promotions()
    expect(channelPromotions.map(({ type, state }) => [type, state])).toEqual(
      Array.from({ length: 8 }, (_, index) => [index % 2 ? 'playlist' : 'channel', 'shown']),
    )
    return channelPromotions
  })
  await operator(tvSourcesContract.endPromotion, { params: { id: before[0]!.id } })

  const second = await refresh(operator)
  // Between the imports, one programme may have entered the guide's period, and one left it.
  for (const { written, removed } of second) expect(Math.max(written, removed)).toBeLessThan(10)
  // No job remains, as completed jobs are deleted.
  const jobs = () => db.selectFrom('job').select('id').where('name', '=', 'demo-television').execute()
  await vi.waitFor(async () => expect(await jobs()).toEqual([]), { timeout: 10_000 })
  expect(await promotions()).toEqual(before.slice(1))

  // A start refreshes old data, and streams whose address isn't this site's.
  const sendJob = vi.fn<() => Promise<null>>(() => Promise.resolve(null))
  await refreshStaleDemoTelevision(db, { send: sendJob }, config.publicUrl)
  expect(sendJob).not.toHaveBeenCalled()
  await refreshStaleDemoTelevision(db, { send: sendJob }, 'https://elsewhere.example')
  expect(sendJob).toHaveBeenCalledTimes(1)
  await sql`update tv_source set imported_at = imported_at - interval '7 hours'`.execute(db)
  await refreshStaleDemoTelevision(db, { send: sendJob }, config.publicUrl)
  expect(sendJob).toHaveBeenCalledTimes(2)
}, 60_000)

test('an installation without the demonstration gets no channels', async () => {
  const other = await startTestServer({ DEMO: 'on' })
  const { client: operator } = await createUser(other, { is_operator: true })
  await refreshDemoTelevision(other.services.jobs)
  // No job remains, as completed jobs are deleted.
  const left = other.db.selectFrom('job').select('id').where('name', '=', 'demo-television')
  await vi.waitFor(async () => expect(await left.execute()).toEqual([]), { timeout: 20_000 })
  expect(await operator(tvSourcesContract.listTvSources, {})).toEqual([])
})
