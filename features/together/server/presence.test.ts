import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { cookieNames } from '#kit/contract/cookies.ts'
import { makeChannel, makeFilledChannel, makeTeam, outcome } from '#test/channels.ts'
import { followEvents } from '#test/events.ts'
import { type Person, createUser } from '#test/people.ts'
import { startTestServer } from '#test/serve.ts'
import { recordStatements } from '#test/statement-texts.ts'
import { togetherContract as contract } from '../contract.ts'
import { deleteOldPresence } from './queries/presence.ts'

const server = await startTestServer()
const { db, app, clientFor, guest } = server
const serverUrl = await app.listen({ host: '127.0.0.1', port: 0 })
const open: { leave: () => void; ended: Promise<void> }[] = []
afterAll(async () => {
  for (const { leave } of open) leave()
  await Promise.all(open.map(({ ended }) => ended))
})
async function openEventStream({ cookie }: Person) {
  const page = await followEvents(`${serverUrl}/api/events`, { cookie: `${cookieNames.media}=${cookie}` })
  open.push(page)
  await page.waitFor(({ id }) => id !== undefined)
  return page
}
const [ann, bob, eve] = [await createUser(server), await createUser(server), await createUser(server)]
const teamId = await makeTeam(db, { members: [ann, bob], invited: [eve] })
const channel = (fields = {}) => makeFilledChannel(db, clientFor({ token: ann.token, teamId }), ['A', 'B'], { status_id: 1, ...fields })
const post = (user: Pick<Person, 'client'>, playlist_id: string, body: object = {}) =>
  user.client(contract.notePresence, { body: { playlist_id, ...body } })
const makeOlder = (seconds: number) => sql`update presence set seen_at = seen_at - make_interval(secs => ${seconds})`.execute(db)

test('members see who has the channel open and what they drag, for 45 seconds', async () => {
  const { playlistId, videoIds } = await channel()
  expect(await post(ann, playlistId)).toEqual({ people: [] })
  const annIs = (dragging: string | null, seconds = 45) => ({ people: [{ user_id: ann.id, nickname: ann.nickname, dragging, seconds }] })
  expect(await post(bob, playlistId)).toEqual(annIs(null))
  await post(ann, playlistId, { dragging: videoIds[0] })
  await post(ann, playlistId)
  expect(await post(bob, playlistId)).toEqual(annIs(videoIds[0]!))
  await makeOlder(40)
  expect(await post(bob, playlistId)).toEqual(annIs(videoIds[0]!, 5))
  await makeOlder(6)
  expect(await post(bob, playlistId)).toEqual({ people: [] })
  // A drag expires if its end is never reported.
  await post(ann, playlistId)
  expect(await post(bob, playlistId)).toEqual(annIs(null))
})

test('refreshes, heartbeats and hidden tabs send no events; arriving, dragging and returning do, only to members', async () => {
  const { playlistId, videoIds } = await channel({ status_id: 3 })
  const [theirs, invited] = await Promise.all([openEventStream(bob), openEventStream(eve)])
  const events = () => theirs.events.flatMap(({ name, data }) => (name === 'presence' ? [data.presence!] : []))
  for (let refresh = 0; refresh < 5; refresh++) await post(ann, playlistId)
  await post(ann, playlistId, { dragging: videoIds[1] })
  await post(ann, playlistId, { dragging: videoIds[1] })
  await post(ann, playlistId, { dragging: null })
  await makeOlder(600)
  await post(ann, playlistId)
  await theirs.waitFor(() => events().length >= 4)
  expect(events().map(({ dragging }) => dragging)).toEqual([null, videoIds[1], null, null])
  expect(events()[0]).toEqual({ playlist_id: playlistId, user_id: ann.id, nickname: ann.nickname, dragging: null, seconds: 45 })
  expect(invited.events.filter(({ name }) => name === 'presence')).toEqual([])
})

test('extending the presence takes one statement', async () => {
  const { playlistId } = await channel()
  await post(ann, playlistId)
  const texts = await recordStatements(() => post(ann, playlistId, { dragging: null }))
  expect(texts.filter((text) => text.includes('presence'))).toHaveLength(1)
  expect(texts.filter((text) => text.includes('playlist'))).toHaveLength(1)
})

test('a removed member is not listed and gets no events', async () => {
  const gus = await createUser(server)
  await db.insertInto('team_member').values({ user_id: gus.id, team_id: teamId, accepted_at: new Date() }).execute()
  const { playlistId } = await channel()
  await post(gus, playlistId)
  const [page, other] = [await openEventStream(gus), await openEventStream(ann)]
  await db.deleteFrom('team_member').where('user_id', '=', gus.id).execute()
  expect(await post(bob, playlistId)).toEqual({ people: [] })
  await other.waitFor(({ name }) => name === 'presence')
  expect(page.events.filter(({ name }) => name === 'presence')).toEqual([])
  expect(await outcome(post(gus, playlistId))).toBe('404 not_found')
})

test('channels of users have no presence; other users are refused', async () => {
  const { id } = await makeChannel(ann.client)
  expect(await post(ann, id)).toEqual({ people: [] })
  expect(
    await db
      .selectFrom('presence')
      .innerJoin('playlist', 'playlist.key', 'presence.playlist_key')
      .select('id')
      .where('id', '=', id)
      .execute(),
  ).toEqual([])
  const { playlistId } = await channel()
  expect(await outcome(post({ client: guest }, playlistId))).toBe('401 login_required')
  expect(await outcome(post(eve, playlistId))).toBe('404 not_found')
  expect(await outcome(post(eve, id))).toBe('403 forbidden')
  expect(await outcome(post(ann, playlistId, { dragging: 'x' }))).toBe('422 invalid dragging')
})

test('presence is deleted from the database after an hour', async () => {
  const { playlistId } = await channel()
  await post(ann, playlistId)
  await makeOlder(3700)
  await deleteOldPresence(db)
  expect(await db.selectFrom('presence').select('user_id').execute()).toEqual([])
})
