import { expect, test, vi } from 'vitest'
import { sql } from 'kysely'
import { accountsContract } from '#features/accounts/contract.ts'
import { channelsContract, channelSearchContract } from '#features/channels/contract.ts'
import { reportsContract } from '#features/reports/contract.ts'
import { socialContract } from '#features/social/contract.ts'
import { personalData } from '#server/features.ts'
import { updateSearchIndex } from '#test/search.ts'
import { followChannel, makeChannel, makeFilledChannel, makeSeries, makeTeam, outcome } from '#test/channels.ts'
import { solveCaptchaFor, linkIn, password, createUser, type Person } from '#test/people.ts'
import { startTestServer } from '#test/serve.ts'
import { dataRightsContract } from '../contract.ts'
import { deleteDueAccounts, removePersonalData } from './deletion.ts'

const server = await startTestServer({ RATE_LIMITS: 'off' })
const { db, clientFor, guest, services, mailsTo } = server
const { askDeletion, cancelDeletion } = dataRightsContract
const requestDeletion = (user: Person) => user.client(askDeletion, { body: { password } })
const warnings: unknown[][] = []
const log = { warn: (...about: unknown[]) => void warnings.push(about) }
const tools = { db: services.backgroundDb, mailer: services.mailer, personalData, log }
const run = () => deleteDueAccounts(tools, new AbortController().signal)
const makeDue = (user: Person) => sql`update account set deletion_due_at = now() - interval '1 second' where id = ${user.id}`.execute(db)
const userExists = async (user: Person) =>
  (await db.selectFrom('account').select('id').where('id', '=', user.id).executeTakeFirst()) !== undefined
const countWaiting = async () =>
  (await sql<{ waiting: number }>`select count(*)::int as waiting from pg_locks where not granted`.execute(services.backgroundDb)).rows[0]!
    .waiting
const open = (client: Person['client'], id: string) => outcome(client(channelsContract.getPlaylist, { params: { id } }))

test('an account is scheduled for deletion in a week: sends an email, ends other sessions, and is idempotent', async () => {
  const ann = await createUser(server, { language: 'nl' })
  const otherPerson = await createUser(server)
  await db.updateTable('session').set({ account_id: ann.id }).where('id', '=', otherPerson.sessionId).execute()
  const first = await requestDeletion(ann)
  const days = (Date.parse(first.deletion_at!) - Date.now()) / 86_400_000
  expect(days).toBeCloseTo(7, 2)
  expect(await requestDeletion(ann)).toEqual(first)
  expect(await ann.client(accountsContract.getProfile, {})).toMatchObject({ deletion_at: first.deletion_at })
  expect(await outcome(otherPerson.client(accountsContract.getProfile, {}))).toMatch(/^401/)
  const [mail, ...others] = await mailsTo(ann.email)
  expect([others.length, mail]).toEqual([0, expect.stringContaining('Je account wordt verwijderd')])
  expect(linkIn(mail!).pathname + linkIn(mail!).search).toBe('/nl/settings?view=data')
})

test('deletion requires a login and the password', async () => {
  const ann = await createUser(server)
  expect(await outcome(ann.client(askDeletion, { body: { password: 'not mine' } }))).toBe('422 old_password_wrong password')
  expect(await outcome(ann.client(askDeletion, { body: { password: '' } }))).toMatch(/^422 \S+ password$/)
  expect(await outcome(ann.client(askDeletion, { body: { password: ['a'] } as never }))).toMatch(/^422 \S+ password$/)
  expect(await outcome(guest(askDeletion, { body: { password } }))).toMatch(/^401/)
  expect(await outcome(guest(cancelDeletion, {}))).toMatch(/^401/)
  expect((await ann.client(accountsContract.getProfile, {})).deletion_at).toBeNull()
  // Without a planned deletion, cancelling changes nothing.
  expect(await ann.client(cancelDeletion, {})).toEqual({ deletion_at: null })
})

test('before its deletion an account’s content is hidden from others, and cancelling restores all of it', async () => {
  const [ann, bob] = [await createUser(server, { is_public: true }), await createUser(server)]
  const { playlistId, videoIds } = await makeFilledChannel(db, ann.client, ['One'], { name: 'Vanishing trains' })
  const { id: byLink } = await makeChannel(ann.client, { status_id: 2 })
  await ann.client(channelsContract.updatePlaylist, { params: { id: playlistId }, body: { slug: 'vanishing' } })
  await followChannel(db, bob, playlistId)
  const readOutcomes = async (client: Person['client']) => [
    await open(client, playlistId),
    await open(client, byLink),
    await outcome(client(channelsContract.getVideo, { params: { id: videoIds[0]! } })),
    await outcome(client(accountsContract.getPublicProfile, { params: { id: ann.id } })),
    (await server.app.inject({ url: `/feeds/${playlistId}.xml` })).statusCode,
    await updateSearchIndex(server.db).then(() => client(channelSearchContract.searchPlaylists, { body: { keyword: 'Vanishing' } })),
  ]
  const before = await readOutcomes(bob.client)
  expect(before.slice(0, 5)).toEqual(['done', 'done', 'done', 'done', 200])
  await requestDeletion(ann)
  const hidden = await readOutcomes(bob.client)
  expect(hidden.slice(0, 5)).toEqual(['404 not_found', '404 not_found', '404 not_found', '404 not_found', 404])
  expect(JSON.stringify(hidden[5])).not.toContain(playlistId)
  expect((await bob.client(socialContract.listFollowing, {})).followed).toEqual([])
  expect(await open(guest, playlistId)).toBe('404 not_found')
  expect(await open(ann.client, playlistId)).toBe('done')
  // Things that are created before the deletion are hidden, too.
  const { id: laterId } = await makeChannel(ann.client)
  expect(await open(bob.client, laterId)).toBe('404 not_found')

  expect(await ann.client(cancelDeletion, {})).toEqual({ deletion_at: null })
  expect(await readOutcomes(bob.client)).toEqual(before)
  expect(await open(bob.client, laterId)).toBe('done')
  expect((await bob.client(socialContract.listFollowing, {})).followed.length).toBe(1)
  expect((await mailsTo(ann.email, 2)).length).toBe(2)
})

test('after a week all data is deleted permanently; others keep their content', async () => {
  const [ann, bob] = [await createUser(server), await createUser(server)]
  const { playlistId, videoIds } = await makeFilledChannel(db, ann.client, ['One', 'Two'])
  const others = await makeFilledChannel(db, bob.client, ['Three'])
  const copy = await bob.client(channelsContract.copyPlaylist, { body: { playlist_id: playlistId } })
  const url = 'https://choice.example/en'
  const body = { url, report_type_id: 4, reportable_type: 'playlist' as const, reportable_id: others.playlistId, message: 'Spam' }
  const { id: report } = await ann.client(reportsContract.report, { body })
  await followChannel(db, ann, others.playlistId)
  await requestDeletion(ann)
  await run()
  expect(await userExists(ann)).toBe(true)
  await makeDue(ann)
  expect(await outcome(ann.client(cancelDeletion, {}))).toBe('409 deletion_begun')
  await Promise.all([run(), run()])
  await run()
  expect(await userExists(ann)).toBe(false)
  expect(await outcome(ann.client(accountsContract.getProfile, {}))).toMatch(/^401/)
  const login = { grant_type: 'password' as const, user: ann.email, password, captcha: await solveCaptchaFor(guest) }
  expect(await outcome(guest(accountsContract.createToken, { body: login }))).toBe('422 login_wrong password')
  const remainingVideos = await db.selectFrom('video').select('id').where('id', 'in', videoIds).execute()
  expect(remainingVideos).toEqual([])
  expect(await open(bob.client, copy.id)).toBe('done')
  expect(await open(bob.client, others.playlistId)).toBe('done')
  expect(await db.selectFrom('report').select(['reporter_id', 'message']).where('id', '=', report).executeTakeFirst()).toEqual({
    reporter_id: null,
    message: 'Spam',
  })
  const mails = await mailsTo(ann.email, 2)
  expect([mails.length, mails.filter((mail) => mail.includes('Your account was deleted')).length]).toEqual([2, 1])
})

test('team content stays with the team and an admin; channels of a team without members go to the placeholder account', async () => {
  const [ann, bob, cas] = [await createUser(server), await createUser(server), await createUser(server)]
  const team = await makeTeam(db, { members: [ann, bob, cas] })
  await db.updateTable('team_member').set({ is_admin: true }).where('user_id', '=', ann.id).execute()
  await db
    .updateTable('team_member')
    .set({ accepted_at: new Date(0) })
    .where('user_id', '=', cas.id)
    .execute()
  const alone = await makeTeam(db, { members: [ann] })
  const { id: shared } = await makeChannel(clientFor({ token: ann.token, teamId: team }))
  await makeSeries(clientFor({ token: ann.token, teamId: team }), shared)
  const { id: orphan } = await makeChannel(clientFor({ token: ann.token, teamId: alone }))
  await requestDeletion(ann)
  expect(await open(guest, shared)).toBe('done')
  await makeDue(ann)
  await run()
  expect(await userExists(ann)).toBe(false)
  const admins = await db.selectFrom('team_member').select('user_id').where('team_id', '=', team).where('is_admin', '=', true).execute()
  expect(admins).toEqual([{ user_id: cas.id }])
  expect(await cas.client(channelsContract.getPlaylist, { params: { id: shared } })).toMatchObject({ user_id: cas.id, may_edit: true })
  expect(await guest(channelsContract.getPlaylist, { params: { id: orphan } })).toMatchObject({ nickname: null, maker_is_public: false })
})

test('when two admins are deleted concurrently, the second leaves the team to another member', async () => {
  const [ann, bob, cas] = [await createUser(server), await createUser(server), await createUser(server)]
  const team = await makeTeam(db, { members: [ann, bob, cas] })
  await db
    .updateTable('team_member')
    .set({ is_admin: sql<boolean>`user_id <> ${cas.id}` })
    .where('team_id', '=', team)
    .execute()
  const leave = (tx: typeof db, { id }: Person) =>
    tx.deleteFrom('team_member').where('team_id', '=', team).where('user_id', '=', id).execute()
  let second: Promise<unknown> | undefined
  await db.transaction().execute(async (tx) => {
    await leave(tx, ann)
    second = leave(db, bob)
    // Waits until the second deletion is done or waits for a lock.
    await Promise.race([second, vi.waitFor(async () => expect(await countWaiting()).toBeGreaterThan(0), 20_000)])
  })
  await second
  const members = await db.selectFrom('team_member').select(['user_id', 'is_admin']).where('team_id', '=', team).execute()
  expect(members).toEqual([{ user_id: cas.id, is_admin: true }])
})

test('an interrupted deletion resumes, and a failing one doesn’t delay others', async () => {
  const [ann, bob] = [await createUser(server), await createUser(server)]
  for (let count = 0; count < 12; count++) await makeFilledChannel(db, ann.client, ['One'])
  await Promise.all([requestDeletion(ann), requestDeletion(bob)])
  await Promise.all([makeDue(ann), makeDue(bob)])
  let calls = 0
  const stopping = {
    remove: (_: unknown, id: string) => (id === ann.id && calls++ === 0 ? Promise.reject(new Error('cut off')) : Promise.resolve()),
  }
  const failing = [stopping, ...personalData]
  await expect(deleteDueAccounts({ ...tools, personalData: failing }, new AbortController().signal)).rejects.toThrow('1 accounts')
  expect([await userExists(ann), await userExists(bob)]).toEqual([true, false])
  expect((await db.selectFrom('playlist').select('id').where('user_id', '=', ann.id).execute()).length).toBe(0)
  await deleteDueAccounts({ ...tools, personalData: failing }, new AbortController().signal)
  expect(await userExists(ann)).toBe(false)
  // Running again has no effect.
  await removePersonalData(db, personalData, ann.id)
})

test('the account of the only operator is kept and logged, and doesn’t delay others', async () => {
  const [ann, bob] = [await createUser(server, { is_operator: true }), await createUser(server)]
  await makeFilledChannel(db, ann.client, ['One'])
  await requestDeletion(bob)
  await makeDue(bob)
  // Turns triggers off, because they refuse this request. An earlier version accepted it.
  await db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`update account set deletion_due_at = now() - interval '1 hour' where id = ${ann.id}`.execute(tx)
  })
  await run()
  expect([await userExists(ann), await userExists(bob)]).toEqual([true, false])
  expect(await db.selectFrom('playlist').select('id').where('user_id', '=', ann.id).where('kind', '=', 'channel').execute()).toHaveLength(1)
  expect(warnings).toEqual([[{ account: ann.id }, expect.stringContaining('no operator would be left')]])
  await createUser(server, { is_operator: true })
  await run()
  expect(await userExists(ann)).toBe(false)
})

/** Columns that reference an account, read from the database catalogue so that new tables are tested too. */
test('no table has a row of a deleted account', async () => {
  const { rows } = await sql<{ table: string; column: string }>`
    select reference.conrelid::regclass::text as table, attribute.attname as column from pg_constraint reference
    join pg_attribute attribute on attribute.attrelid = reference.conrelid and attribute.attnum = reference.conkey[1]
    where reference.contype = 'f' and reference.confrelid = 'account'::regclass`.execute(db)
  expect(rows.length).toBeGreaterThan(15)
  const remainingIds = (await db.selectFrom('account').select('id').execute()).map(({ id }) => id)
  for (const { table, column } of rows) {
    const lost =
      await sql`select from ${sql.table(table)} where ${sql.ref(column)} is not null and not ${sql.ref(column)} = any(${remainingIds}::text[])`.execute(
        db,
      )
    expect([table, column, lost.rows.length]).toEqual([table, column, 0])
  }
})
