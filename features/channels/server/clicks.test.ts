import { expect, test } from 'vitest'
import { makeFilledChannel, outcome } from '#test/channels.ts'
import { createUser } from '#test/people.ts'
import { type Client, startTestServer } from '#test/serve.ts'
import type { ClickableType } from '../contract/clicks.ts'
import { channelsContract as contract } from '../contract.ts'
import { status } from '../rules.ts'

const server = await startTestServer()
const { app, db, guest } = server
const [ann, bob] = await Promise.all([createUser(server), createUser(server)])

async function makeLinkedVideo(fields: Parameters<typeof makeFilledChannel>[3] = {}) {
  const { playlistId, videoIds } = await makeFilledChannel(db, ann.client, ['Film', 'Plain'], fields)
  const [id, plain] = videoIds as [string, string]
  await db.updateTable('video').set({ go_to: 'https://shop.test/', more_description: 'More' }).where('id', '=', id).execute()
  return { playlistId, id, plain }
}
const click = (client: Client, clickable_type: ClickableType, video_id: string, playlist_id?: string) =>
  client(contract.recordClick, { body: { clickable_type, video_id, ...(playlist_id && { playlist_id }) } })
const clickFrom = async (userAgent: string, clickable_type: ClickableType, video_id: string) =>
  (await app.inject({ method: 'POST', url: '/api/click', headers: { 'user-agent': userAgent }, payload: { clickable_type, video_id } }))
    .statusCode
/** Returns the number of clicks per button: `go_to 2, more_info 1`. */
async function readClicks(videoId: string) {
  const rows = await db.selectFrom('click_count').select(['clickable_type', 'clicks']).where('video_id', '=', videoId).execute()
  return rows
    .map(({ clickable_type, clicks }) => `${clickable_type} ${clicks}`)
    .toSorted()
    .join(', ')
}

test('clicks are counted per quarter hour; a viewer’s repeated or concurrent clicks within seconds count once', async () => {
  const { id } = await makeLinkedVideo()
  expect(await click(ann.client, 'go_to', id)).toEqual({})
  expect(await Promise.all([click(ann.client, 'go_to', id), click(bob.client, 'go_to', id), click(bob.client, 'go_to', id)])).toEqual([
    {},
    {},
    {},
  ])
  expect(await readClicks(id)).toBe('go_to 2')
  await click(bob.client, 'more_info', id)
  expect(await readClicks(id)).toBe('go_to 2, more_info 1')
})

test('guests count by address and browser', async () => {
  const { id } = await makeLinkedVideo()
  for (const browser of ['one', 'one', 'another']) expect(await clickFrom(browser, 'more_info', id)).toBe(200)
  expect(await readClicks(id)).toBe('more_info 2')
})

test('a click on a missing button is not counted', async () => {
  const { plain } = await makeLinkedVideo()
  expect(await outcome(click(bob.client, 'go_to', plain))).toBe('done')
  expect(await outcome(click(bob.client, 'more_info', plain))).toBe('done')
  expect(await readClicks(plain)).toBe('')
  for (const type of ['share', ['go_to'], null])
    expect(await outcome(click(bob.client, type as never, plain))).toBe('422 invalid clickable_type')
})

test('a click on a hidden video is refused as missing', async () => {
  const secret = await makeLinkedVideo({ status_id: status.private })
  const linked = await makeLinkedVideo({ status_id: status.privateLink })
  const adultOnly = await makeLinkedVideo({ adult: true })
  for (const client of [guest, bob.client]) {
    expect(await outcome(click(client, 'go_to', secret.id, secret.playlistId))).toBe('404 not_found')
    expect(await outcome(click(client, 'go_to', linked.id))).toBe('404 not_found')
    expect(await outcome(click(client, 'go_to', adultOnly.id))).toBe('403 adult_only')
    expect(await outcome(click(client, 'go_to', 'nowhere0000'))).toBe('404 not_found')
  }
  expect(await outcome(click(ann.client, 'go_to', secret.id))).toBe('done')
  expect(await outcome(click(bob.client, 'go_to', linked.id, linked.playlistId))).toBe('done')
  const { id: renewed } = await ann.client(contract.updatePlaylist, { params: { id: linked.playlistId }, body: { new_link: true } })
  expect(await outcome(click(guest, 'go_to', linked.id, linked.playlistId))).toBe('404 not_found')
  expect(await outcome(click(guest, 'go_to', linked.id, renewed))).toBe('done')
  expect(await readClicks(linked.id)).toBe('go_to 2')
})

test.each([
  [{ clickable_type: 'share', video_id: 'Yd5NvK0eJ6g' }, '404 not_found'],
  [{ clickable_type: ['go_to'], video_id: ['x'] }, '422 invalid video_id'],
  [{ clickable_type: 'go_to', video_id: 'short', playlist_id: 5 }, '422 invalid video_id playlist_id'],
  [{}, '422 invalid video_id'],
])('a click with %j is refused', async (body, expected) => {
  expect(await outcome(guest(contract.recordClick, { body: body as never }))).toBe(expected)
})

test('a guest with changing browser names counts a limited number of times, and users still count', async () => {
  const { id } = await makeLinkedVideo()
  for (let count = 0; count < 60; count++) expect(await clickFrom(`browser ${count}`, 'more_info', id)).toBe(200)
  const [, total] = (await readClicks(id)).split(' ')
  // At most 20 count per half hour, and the test may span two half hours.
  expect(Number(total)).toBeLessThanOrEqual(40)
  await click(bob.client, 'more_info', id)
  expect(await readClicks(id)).toBe(`more_info ${Number(total) + 1}`)
})

test('too many clicks from one address are refused', async () => {
  const { id } = await makeLinkedVideo()
  // More clicks than two minutes allow, because the test may span two minutes.
  const statuses = await Promise.all(Array.from({ length: 300 }, (_, index) => clickFrom(`browser ${index}`, 'go_to', id)))
  expect(statuses).toContain(429)
})

test('clicks are deleted with their channel, but not with their video', async () => {
  const { id, playlistId } = await makeLinkedVideo()
  await db
    .insertInto('click_count')
    .columns(['playlist_key', 'video_id', 'clickable_type', 'quarter', 'clicks'])
    .expression((eb) =>
      eb
        .selectFrom('playlist')
        .select((eb) => ['key', eb.val(id).as('v'), eb.val('go_to').as('t'), eb.val(0).as('h'), eb.val(3).as('c')])
        .where('id', '=', playlistId),
    )
    .execute()
  await ann.client(contract.deleteVideo, { params: { id } })
  expect(await readClicks(id)).toContain('go_to 3')
  await ann.client(contract.deletePlaylist, { params: { id: playlistId } })
  expect(await readClicks(id)).toBe('')
})
