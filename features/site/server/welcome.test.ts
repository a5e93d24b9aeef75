import { sql } from 'kysely'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { pagesContract } from '#features/pages/contract.ts'
import { findShownVersion } from '#features/pages/welcome-content.ts'
import { channelsContract } from '#features/channels/contract.ts'
import { status } from '#features/channels/rules.ts'
import { fillSeries, makeChannel, makeSeries, outcome } from '#test/channels.ts'
import { createUser } from '#test/people.ts'
import { startTestServer } from '#test/serve.ts'
import { siteContract as contract } from '../contract.ts'

const server = await startTestServer({ RATE_LIMITS: 'off' })
const { db, guest, clientFor } = server
const operator = await createUser(server, { is_operator: true })
const otherOperator = await createUser(server, { is_operator: true })

const hostileHtml = '<img src=x onerror=alert(1)>'
const texts = { en: { title: hostileHtml, description: 'Look.' }, nl: { title: 'Kijk', description: 'Kijk eens.' } }
const content = (extra: object = {}) => ({ ...texts, images: [], carousels: [], ...extra })
const params = { page: 'heart' } as const
const get = () => operator.client(contract.getWelcome, { params })
async function save(body: object, caller = operator) {
  return caller.client(contract.saveWelcome, {
    params,
    body: { publish: true, version: (await get()).version, content: content(), ...body },
  })
}
const titleOf = async (client = guest) => (await client(pagesContract.heart, {})).title
const uploadPicture = async () => {
  const bytes = await sharp({ create: { width: 30, height: 20, channels: 3, background: '#06c' } })
    .png()
    .toBuffer()
  const body = { image: new File([new Uint8Array(bytes)], `${hostileHtml}.png`) }
  return operator.client(contract.addWelcomePicture, { body })
}

test('only operators see a draft; once published, everybody sees it in both languages, until it is undone', async () => {
  const before = await titleOf()
  await save({ publish: false })
  expect(await titleOf()).toBe(before)
  await save({})
  expect(await titleOf()).toBe(hostileHtml)
  expect(await titleOf(clientFor({ language: 'nl' }))).toBe('Kijk')
  const { version, versions } = await get()
  expect(versions).toMatchObject([{ state: 'published', is_shown: true, saved_by: operator.nickname }])
  const undone = await operator.client(contract.undoWelcome, { params, body: { version } })
  expect(undone.versions).toMatchObject([{ state: 'undone', is_shown: false }])
  expect(await titleOf()).toBe(before)
  expect(await outcome(operator.client(contract.undoWelcome, { params, body: { version } }))).toBe('409 welcome_changed')
})

test('two operators who undo the same version undo one', async () => {
  await save({ content: content({}) })
  await save({ content: content({}) })
  const { version } = await get()
  const outcomes = await Promise.all([0, 1].map(() => outcome(operator.client(contract.undoWelcome, { params, body: { version } }))))
  expect(outcomes.toSorted()).toEqual(['409 welcome_changed', 'done'])
  expect((await get()).versions.filter(({ state }) => state === 'published')).toHaveLength(1)
  await operator.client(contract.undoWelcome, { params, body: { version: (await get()).version } })
})

test('pictures lead to paths of the site and http(s) addresses only', async () => {
  const { id, image } = await uploadPicture()
  const withUrl = (url: string) => ({ content: content({ images: [{ picture: id, url, en: 'A', nl: 'B' }] }) })
  for (const url of ['javascript:alert(1)', 'data:text/html,x', '//evil.test/', '/\\evil.test', 'ftp://a.test/', ''])
    expect(await outcome(save(withUrl(url)))).toBe('422 invalid content.images.0.url content.images')
  await save(withUrl('https://example.com/a'))
  expect((await guest(pagesContract.heart, {})).images).toEqual([{ title: 'A', image, url: 'https://example.com/a' }])
  const unknown = { content: content({ images: [{ picture: 'Zz3Jw8PdY6t', url: '/', en: 'A', nl: 'B' }] }) }
  expect(await outcome(save(unknown))).toBe('422 picture_unknown content.images.0.picture content.images')
})

test('series appear while their channel is public, then the default ones, and previews are those of guest and user', async () => {
  const ann = await createUser(server)
  const { id } = await makeChannel(ann.client, { name: 'Films' })
  const { id: deletedId } = await makeChannel(ann.client, { name: 'Going' })
  const [series, secret] = [await makeSeries(ann.client, id), await makeSeries(ann.client, deletedId)]
  for (const item of [series, secret]) await fillSeries(db, item.id, ['A', 'B'])
  const usualCarousels = (await guest(pagesContract.heart, {})).carousels
  await save({ content: content({ carousels: [secret.id] }) })
  expect((await guest(pagesContract.heart, {})).carousels).toMatchObject([{ id: secret.id }])
  await ann.client(channelsContract.updatePlaylist, { params: { id: deletedId }, body: { status_id: status.private } })
  expect((await guest(pagesContract.heart, {})).carousels).toEqual(usualCarousels.filter(({ id: one }) => one !== secret.id))
  const carousels = [series.id, secret.id]
  expect(await outcome(save({ content: content({ carousels }) }))).toBe('422 series_not_public content.carousels.1 content.carousels')
  await ann.client(channelsContract.updatePlaylist, { params: { id: deletedId }, body: { status_id: status.public } })
  await save({ content: content({ carousels }) })
  await ann.client(channelsContract.updatePlaylist, { params: { id: deletedId }, body: { status_id: status.private } })
  const shownCarousels = (await guest(pagesContract.heart, {})).carousels
  expect(shownCarousels).toMatchObject([
    { id: series.id, playlist_id: id, playlist_name: 'Films', videos: [{ title: 'A' }, { title: 'B' }] },
  ])
  for (const viewer of ['guest', 'user'] as const) {
    const body = { content: content({ carousels }), language: 'nl' as const, as: viewer }
    const preview = await operator.client(contract.previewWelcome, { params, body })
    expect(preview).toMatchObject({ title: 'Kijk', carousels: [{ id: series.id }] })
  }
})

test('a carousel is a series of a public channel, once', async () => {
  const ann = await createUser(server)
  const [open, hidden] = [await makeChannel(ann.client), await makeChannel(ann.client, { status_id: status.private })]
  const [series, secret] = [await makeSeries(ann.client, open.id), await makeSeries(ann.client, hidden.id)]
  const message = async (carousels: string[], language: 'en' | 'nl') => {
    const body = { content: content({ carousels }), publish: false, version: (await get()).version }
    const { statusCode, body: response } = await server.app.inject({
      method: 'POST',
      url: '/api/operator/welcome/heart',
      headers: { authorization: `Bearer ${operator.token}`, 'accept-language': language },
      payload: body,
    })
    return [statusCode, (JSON.parse(response) as { errors: object }).errors]
  }
  for (const unknown of ['xxxxxxxxxxx', secret.id, open.id]) {
    const en = ['This series isn’t in a public channel. Remove it or choose another one.']
    expect(await message([series.id, unknown], 'en')).toMatchObject([422, { 'content.carousels.1': en }])
    const nl = ['Deze reeks staat niet in een openbaar kanaal. Verwijder de reeks of kies een andere.']
    expect(await message([unknown], 'nl')).toMatchObject([422, { 'content.carousels.0': nl }])
  }
  expect(await outcome(save({ content: content({ carousels: [series.id, series.id] }) }))).toBe('422 invalid content.carousels')
})

test('the second of two concurrent saves is refused', async () => {
  const { version } = await get()
  const body = { publish: true, version, content: content() }
  const outcomes = await Promise.all([operator, otherOperator].map(({ client }) => outcome(client(contract.saveWelcome, { params, body }))))
  expect(outcomes.filter((item) => item === '409 welcome_changed')).toHaveLength(1)
})

test('a version applies during its time, and the version before it returns afterwards', async () => {
  const inMs = (ms: number) => new Date(Date.now() + ms).toISOString()
  await save({ content: content({ en: { title: 'Always', description: 'A.' } }) })
  expect(await outcome(save({ ends_at: inMs(-1000) }))).toBe('422 end_past ends_at')
  expect(await outcome(save({ starts_at: inMs(9000), ends_at: inMs(8000) }))).toBe('422 end_before_start ends_at')
  await save({ content: content({ en: { title: 'Soon', description: 'A.' } }), starts_at: inMs(3_600_000), ends_at: inMs(7_200_000) })
  expect(await titleOf()).toBe('Always')
  const { version } = await get()
  const move = (times: object) =>
    db
      .updateTable('welcome_version')
      .set(times)
      .where(sql<boolean>`id = ${version}::bigint`)
      .execute()
  await move({ starts_at: new Date(Date.now() - 60_000) })
  await expect.poll(() => titleOf(), { timeout: 10_000 }).toBe('Soon')
  await move({ ends_at: new Date(Date.now() - 1000) })
  await expect.poll(() => titleOf(), { timeout: 10_000 }).toBe('Always')
})

test('times are moments: a clock change neither moves nor repeats a version', () => {
  // In Brussels, 02:30 occurs twice on 25 October 2026: the version is for the second one.
  const version = { content: null, starts_at: '2026-10-25T01:30:00.000Z', ends_at: '2026-10-25T02:30:00.000Z' }
  const isShownAt = (time: string) => findShownVersion([version], Date.parse(time)) !== undefined
  expect(isShownAt('2026-10-25T02:30:00+02:00')).toBe(false)
  expect(isShownAt('2026-10-25T02:30:00+01:00')).toBe(true)
  expect(isShownAt('2026-10-25T03:30:00+01:00')).toBe(false)
})
