import { expect, test } from 'vitest'
import { outcome } from '#test/channels.ts'
import { holdStatements } from '#test/blocked-statements.ts'
import { solveCaptchaFor, password, createUser } from '#test/people.ts'
import { startTestServer } from '#test/serve.ts'
import { xmltvGuide, waitForImport, importText, m3uList } from '#test/tv-imports.ts'
import { accountsContract } from '#features/accounts/contract.ts'
import { reportsContract } from '#features/reports/contract.ts'
import { tvSourcesContract } from '#features/tv-sources/contract.ts'
import { guideContract } from '../contract.ts'

const server = await startTestServer({ RATE_LIMITS: 'off' })
const { db, guest } = server
const { client } = await createUser(server, { is_operator: true })
const ann = await createUser(server)
const heldStatements = await holdStatements(db)

/** A call that takes longer than this many ms has waited for a lock. Shorter than PostgreSQL's lock timeout. */
const maxUnblockedMs = 2000

test("changes by operators during an import don't wait, and are kept", async () => {
  const guide = (title: string) => xmltvGuide({ one: [`${title} first`, 'Same', `${title} last`], two: ['Other'] })
  await importText(client, 'xmltv', guide('Old'), 'open.xml')
  const list = m3uList(['one', 'two', 'three', 'four'].map((id) => ({ name: `TV ${id}`, id })))
  const { source_id: sourceId } = await importText(client, 'm3u', list, 'open.m3u')
  const rows = async () => (await client(tvSourcesContract.listOperatorChannels, { query: { source_id: sourceId } })).data
  await expect.poll(async () => (await rows()).filter(({ guide }) => guide).length, { timeout: 20_000 }).toBe(2)
  const [first, second, third, fourth] = await rows()
  const guideOne = (await client(tvSourcesContract.listGuideChannels, { query: { query: 'one' } }))[0]!.id
  const programme = async (title: string) =>
    (await db.selectFrom('guide_programme').select('id').where('title', '=', title).executeTakeFirstOrThrow()).id
  const [changing, same] = [await programme('Old first'), await programme('Same')]
  const report = (reportable_type: 'epg' | 'channel', reportable_id: string) =>
    ann.client(reportsContract.report, { body: { url: 'https://choice.test/en', report_type_id: 1, reportable_type, reportable_id } })
  const reports = [await report('epg', changing), await report('epg', same), await report('channel', first!.id)]

  const drop = await heldStatements.before(`insert on guide_programme for each row when (new.title = 'New last')`)
  const { id } = await heldStatements.during(async (untilHeld) => {
    const file = new File([guide('New')], 'open.xml')
    const importRun = await client(tvSourcesContract.startTvImport, { body: { kind: 'xmltv', file } })
    await untilHeld()
    const calls: (() => Promise<unknown>)[] = [
      ...reports.map((report) => () => client(reportsContract.updateReport, { params: { id: report.id }, body: { state: 'removed' } })),
      () => client(tvSourcesContract.updateTvChannel, { params: { id: second!.id }, body: { name: 'Renamed', number: 7 } }),
      () => client(tvSourcesContract.updateTvChannel, { params: { id: third!.id }, body: { guide_channel_id: guideOne } }),
      () => client(tvSourcesContract.deleteTvChannel, { params: { id: fourth!.id } }),
      () => client(tvSourcesContract.updateTvSource, { params: { id: importRun.source_id }, body: { name: 'Renamed guide' } }),
      () => guest(guideContract.getEpg, { params: { id: second!.id } }),
    ]
    for (const call of calls) {
      const startMs = performance.now()
      expect(await outcome(call())).toBe('done')
      expect(performance.now() - startMs).toBeLessThan(maxUnblockedMs)
    }
    const seen = await Promise.all(
      [changing, same].map((item) => outcome(guest(guideContract.getEpgItem, { params: { id: item }, query: {} }))),
    )
    expect(seen).toEqual(['404 not_found', '404 not_found'])
    return importRun
  })
  expect(await waitForImport(client, id)).toMatchObject({ status: 'done', failure: null, written: 2 })
  await drop()
  // TV three has the same guide as TV one, which is disabled.
  const titles = async (query: string) =>
    (await guest(guideContract.searchGuide, { query: { query } })).map(({ programme: { title } }) => title)
  expect([await titles('New'), await titles('Same')]).toEqual([['New last'], []])
  expect((await rows()).map(({ name, guide }) => [name, guide?.id === guideOne])).toEqual([
    ['TV one', true],
    ['Renamed', false],
    ['TV three', true],
  ])
}, 60_000)

test('a guide is imported during the import of another one', async () => {
  const drop = await heldStatements.before(`insert on guide_programme for each row when (new.title = 'Slow guide')`)
  const slow = await heldStatements.during(async (untilHeld) => {
    const file = new File([xmltvGuide({ slow: ['Slow guide'] })], 'slow.xml')
    const importRun = await client(tvSourcesContract.startTvImport, { body: { kind: 'xmltv', file } })
    await untilHeld()
    expect(await importText(client, 'xmltv', xmltvGuide({ small: ['A'] }), 'small.xml')).toMatchObject({ status: 'done', written: 1 })
    return importRun
  })
  expect(await waitForImport(client, slow.id)).toMatchObject({ status: 'done', written: 1 })
  await drop()
}, 60_000)

test('logins and token refreshes don’t wait for the first import of a guide, which fills all of its tables', async () => {
  const drop = await heldStatements.before(`insert on guide_programme for each row when (new.title = 'Cold last')`)
  const { email } = await ann.client(accountsContract.getProfile, {})
  const programmes = Array.from({ length: 30 }, (_, index) => `Cold ${index}`)
  const cold = await heldStatements.during(async (untilHeld) => {
    const file = new File([xmltvGuide({ cold: [...programmes, 'Cold last'] })], 'cold.xml')
    const importRun = await client(tvSourcesContract.startTvImport, { body: { kind: 'xmltv', file } })
    await untilHeld()
    let { refreshToken } = ann
    for (let index = 0; index < 5; index++) {
      const startMs = performance.now()
      const login = { grant_type: 'password', user: email, password, captcha: await solveCaptchaFor(guest) } as const
      await guest(accountsContract.createToken, { body: login })
      const pair = await guest(accountsContract.createToken, { body: { grant_type: 'refresh_token', refresh_token: refreshToken } })
      refreshToken = pair.refresh_token
      expect(performance.now() - startMs).toBeLessThan(2 * maxUnblockedMs)
    }
    return importRun
  })
  expect(await waitForImport(client, cold.id)).toMatchObject({ status: 'done', written: programmes.length + 1 })
  await drop()
}, 60_000)
