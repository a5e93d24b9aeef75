import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { startDyingSites } from '#test/dying-site.ts'
import { fillSeries, makeFilledChannel, outcome } from '#test/channels.ts'
import { createLinkCheckRuns, createLinkedChannels } from '#test/link-checks.ts'
import { createUser } from '#test/people.ts'
import { type Client, startTestServer } from '#test/serve.ts'
import { status } from '#features/channels/rules.ts'
import { playerContract } from '#features/player/contract.ts'
import { linkChecksContract as contract } from '../contract.ts'

const sites = await startDyingSites()
const server = await startTestServer({ OUTBOUND_ALLOW: sites.places.join() })
const { db, guest } = server
const { register, look } = createLinkCheckRuns(server)
const [ann, bob] = await Promise.all([createUser(server), createUser(server)])
const { channelOf, statesOf } = createLinkedChannels(db, ann)
beforeEach(async () => {
  sites.reset()
  for (const table of ['video', 'link_check', 'link_check_host', 'rate_limit', 'rate_count', 'job'] as const)
    await sql`delete from ${sql.table(table)}`.execute(db)
})

const report = (client: Client, id: string, playlist_id?: string) =>
  client(playerContract.reportPlaybackFailure, { params: { id }, body: { ...(playlist_id && { playlist_id }) } })

test('a player’s report only brings the next check forward, at most once an hour', async () => {
  const { videoIds } = await channelOf([sites.film('film'), sites.film('other', 1)])
  const id = videoIds[0]!
  await register()
  await look()
  sites.requests.length = 0
  // The link was just checked, so it isn't checked again within the hour.
  for (let n = 0; n < 6; n++) expect(await report(guest, id)).toEqual({})
  await look()
  expect(sites.requests).toEqual([])
  const due = () => sql`update link_check set due_at = now() + interval '3 days', looked_at = looked_at - interval '2 hours'`.execute(db)
  await due()
  await Promise.all(Array.from({ length: 6 }, () => report(bob.client, id)))
  await look()
  expect(sites.requests).toEqual([sites.film('film')])
  expect(await statesOf([id])).toEqual(['well'])
})

test('only visible videos can be reported, and unknown addresses are checked, too', async () => {
  const secret = await channelOf([sites.film('secret')], ann.client, { status_id: status.private })
  const linked = await channelOf([sites.film('linked')], ann.client, { status_id: status.privateLink })
  expect(await outcome(report(guest, secret.videoIds[0]!))).toBe('404 not_found')
  expect(await outcome(report(guest, linked.videoIds[0]!))).toBe('404 not_found')
  expect(await outcome(report(guest, 'nowhere0000'))).toBe('404 not_found')
  expect(await outcome(guest(playerContract.reportPlaybackFailure, { params: { id: 'x' }, body: {} }))).toMatch(/^4(?:04|22)/)
  expect(await outcome(report(guest, linked.videoIds[0]!, linked.playlistId))).toBe('done')
  await look()
  expect(sites.requests).toEqual([sites.film('linked')])
})

test('a report about an address that is too long to be checked is accepted', async () => {
  // Its path is short once the browser has removed the folder.
  const { videoIds } = await channelOf([sites.film(`${'é'.repeat(1500)}/../film`)])
  expect(await outcome(report(guest, videoIds[0]!))).toBe('done')
  expect(await db.selectFrom('link_check').select('address').execute()).toEqual([])
})

test('when disabled, links are only checked by their owners', async () => {
  const off = await startTestServer({ LINK_CHECKS: 'off', OUTBOUND_ALLOW: sites.places.join() })
  const runs = createLinkCheckRuns(off)
  const { client } = await createUser(off)
  const { seriesId } = await makeFilledChannel(off.db, client, [])
  const [id] = await fillSeries(off.db, seriesId, ['Film'], { src: sites.film('film') })
  await runs.register()
  await report(off.guest, id!)
  await runs.look()
  expect([sites.requests, await client(contract.checkDeadLinks, {})]).toEqual([[], { asked: 0 }])
  expect(await client(contract.checkLink, { params: { id: id! } })).toMatchObject({ is_gone: false })
  expect(sites.requests).toHaveLength(1)
})

test('an address may send thirty reports a minute', async () => {
  const { videoIds } = await channelOf([sites.film('film')])
  const outcomes = await Promise.all(Array.from({ length: 40 }, () => outcome(report(guest, videoIds[0]!))))
  expect(outcomes.filter((outcome) => outcome === '429 too_many').length).toBeGreaterThanOrEqual(10)
})
