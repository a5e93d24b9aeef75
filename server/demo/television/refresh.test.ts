import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { televisionContract } from '#features/television/contract.ts'
import { person } from '#test/people.ts'
import { serve } from '#test/serve.ts'
import { loadDemo } from '../load.ts'
import { channels } from './channels/index.ts'
import { refreshDemoTelevision } from './refresh.ts'

const server = await serve({ DEMO: 'on' })
const { db, guest, services, config } = server
const assetsDir = join(import.meta.dirname, '..', 'assets')

/** Has it all imported. @returns the imports of this time */
async function refresh(client: typeof guest) {
  const { data: before } = await client(televisionContract.listTvImports, { query: { limit: 100 } })
  await refreshDemoTelevision(services.jobs)
  return vi.waitFor(
    async () => {
      const { data } = await client(televisionContract.listTvImports, { query: { limit: 100 } })
      const news = data.filter(({ id }) => before.every((one) => one.id !== id))
      expect(news.map(({ status }) => status)).toEqual(['done', 'done'])
      return news
    },
    { timeout: 15_000, interval: 100 },
  )
}

test('the channels of the demonstration and what is on come through the importer; again, nothing is written', async () => {
  await loadDemo({ db, storage: services.storage, dataDir: config.dataDir, assetsDir })
  const { client: operator } = await person(server, { is_operator: true })
  for (const { skipped, failure } of await refresh(operator)) expect({ skipped, failure }).toEqual({ skipped: 0, failure: null })

  const open = channels.filter(({ adult }) => !adult)
  const list = () => guest(televisionContract.listTvChannels, { query: { limit: 100 } })
  await vi.waitFor(async () => {
    const { data } = await list()
    expect(data.map(({ name }) => name).toSorted()).toEqual(open.map(({ name }) => name).toSorted())
    for (const { now, next, logoId } of data) expect([now?.title, next?.title, logoId].every(Boolean)).toBe(true)
  })
  const { data } = await operator(televisionContract.listOperatorChannels, { query: { limit: 100 } })
  for (const { key, adult, blockedCountries } of channels) {
    const found = data.find(({ tvg_id }) => tvg_id === key)!
    expect(found).toMatchObject({ adult: adult ?? false, blocked_countries: blockedCountries ?? [], guide_match: 'id' })
  }

  const again = await refresh(operator)
  // A programme may have come into the days that are kept, and one left them.
  for (const { written, removed } of again) expect(Math.max(written, removed)).toBeLessThan(10)
}, 60_000)

test('an installation without the demonstration gets no channels', async () => {
  const other = await serve({ DEMO: 'on' })
  const { client: operator } = await person(other, { is_operator: true })
  await refreshDemoTelevision(other.services.jobs)
  // A job that is done is deleted.
  const left = other.db.selectFrom('job').select('id').where('name', '=', 'demo-television')
  await vi.waitFor(async () => expect(await left.execute()).toEqual([]), { timeout: 10_000 })
  expect(await operator(televisionContract.listTvSources, {})).toEqual([])
})
