import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { accountsContract } from '#features/accounts/contract.ts'
import { channelsContract } from '#features/channels/contract.ts'
import { status } from '#features/channels/rules.ts'
import { fillSeries, makeFilledChannel, outcome } from '#test/channels.ts'
import { createUser } from '#test/people.ts'
import { startTestServer } from '#test/serve.ts'
import { notificationsContract as contract } from '../contract.ts'
import { mailDigests } from './digest.ts'
import { notify } from './notify.ts'
import { deleteOldNotifications } from './queries/due.ts'

const server = await startTestServer()
const { db, app, guest, services, mailsTo } = server
const run = { signal: new AbortController().signal, isLastAttempt: false }
const mail = () => mailDigests(services.backgroundDb, services.mailer, run)

async function channelOf(owner: Awaited<ReturnType<typeof createUser>>, name: string) {
  const { playlistId } = await makeFilledChannel(db, owner.client, ['One'], { name })
  const { key } = await db.selectFrom('playlist').select('key').where('id', '=', playlistId).executeTakeFirstOrThrow()
  return { id: playlistId, subject: { type: 'playlist', key } as const }
}

test('users who want emails get their unread, visible notifications once, in their language, with an unsubscribe link', async () => {
  const owner = await createUser(server)
  const [fog, hidden] = [await channelOf(owner, 'Fog'), await channelOf(owner, 'Hidden')]
  const fields = { following_content_alert: true }
  const [ann, bram, off, read] = [
    await createUser(server, fields),
    await createUser(server, { ...fields, language: 'nl' }),
    await createUser(server),
    await createUser(server, fields),
  ]
  const to = [ann, bram, off, read].map(({ id }) => id)
  await notify(db, { kind: 'new_items', to, subject: fog.subject, count: 3 })
  await notify(db, { kind: 'new_items', to, subject: hidden.subject })
  await notify(db, { kind: 'new_follower', to, actor: owner.id })
  await owner.client(channelsContract.updatePlaylist, { params: { id: hidden.id }, body: { status_id: status.private } })
  await read.client(contract.readNotifications, { body: { all: true } })
  await Promise.all([mail(), mail()])
  const [letter = '', ...more] = await mailsTo(ann.email)
  expect(more).toEqual([])
  expect(letter).toContain('Subject: 3 new videos in Fog')
  expect(letter).not.toMatch(/Hidden|follows you/)
  expect(letter).toContain('http://choice.test/en/settings?view=inbox')
  expect((await mailsTo(bram.email))[0]).toContain('3 nieuwe video’s in Fog')
  await mail()
  expect(await mailsTo(ann.email)).toHaveLength(1)
  for (const { email } of [off, read]) expect(await mailsTo(email, 0)).toEqual([])

  const [, path = ''] = /List-Unsubscribe: <http:\/\/choice\.test(\S+)>/.exec(letter.replaceAll(/\r?\n /g, ' ')) ?? []
  expect(letter).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
  const stop = (url: string) =>
    app.inject({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'List-Unsubscribe=One-Click',
    })
  const wantsMail = async () => (await ann.client(accountsContract.getProfile, {})).following_content_alert
  expect((await stop(path.slice(0, -1) + (path.endsWith('0') ? '1' : '0'))).statusCode).toBe(200)
  expect(await wantsMail()).toBe(true)
  expect((await stop(path)).statusCode).toBe(200)
  expect(await wantsMail()).toBe(false)
  expect(await outcome(guest(contract.stopNotificationDigest, { params: { token: 'x' }, body: {} }))).toMatch(/^4/)
  expect(await outcome(guest(contract.stopNotificationDigest, { params: { token: '0'.repeat(43) }, body: {} }))).toBe('done')
})

test('a subject that is cut within an emoji is sent, and a user whose email fails delays no others', async () => {
  const fields = { following_content_alert: true }
  const [owner, ann, bob] = [await createUser(server), await createUser(server, fields), await createUser(server, fields)]
  // Together longer than a subject may be, which ends within the first or second half of an emoji.
  for (const [index, name] of ['🎬'.repeat(25), `x${'🎬'.repeat(24)}`].entries()) {
    const { playlistId, seriesId } = await makeFilledChannel(db, owner.client, [], { name })
    const [videoId] = await fillSeries(db, seriesId, ['y'.repeat(255)])
    const { key } = await db.selectFrom('playlist').select('key').where('id', '=', playlistId).executeTakeFirstOrThrow()
    await notify(db, { kind: 'new_items', to: ann.id, subject: { type: 'playlist', key, videoId: videoId! } })
    await mail()
    expect(await mailsTo(ann.email, index + 1)).toHaveLength(index + 1)
  }
  await notify(db, { kind: 'new_follower', to: [ann.id, bob.id], actor: owner.id })
  await sql`update notification set is_mail_due = true where account_id in (${ann.id}, ${bob.id})`.execute(db)
  const failing = [ann, bob].toSorted((one, other) => (one.id < other.id ? -1 : 1))[0]!
  const broken = {
    ...services.mailer,
    send: (...[letter, options]: Parameters<typeof services.mailer.send>) =>
      letter.to === failing.email ? Promise.reject(new Error('can’t be written')) : services.mailer.send(letter, options),
  }
  await expect(mailDigests(services.backgroundDb, broken, run)).rejects.toThrow(/^1 emails failed \(/)
  await mail()
  expect([(await mailsTo(ann.email, 3)).length, (await mailsTo(bob.email, 1)).length]).toEqual([3, 1])
  // The last attempt skips the email for good.
  await notify(db, { kind: 'new_follower', to: [ann.id, bob.id], actor: owner.id })
  await sql`update notification set is_mail_due = true where account_id in (${ann.id}, ${bob.id}) and read_at is null`.execute(db)
  await expect(mailDigests(services.backgroundDb, broken, { ...run, isLastAttempt: true })).rejects.toThrow(
    /^1 emails failed, and are not tried again/,
  )
  await mail()
  const counts = failing === ann ? [3, 2] : [4, 1]
  expect([(await mailsTo(ann.email, counts[0])).length, (await mailsTo(bob.email, counts[1])).length]).toEqual(counts)
})

test('a suspended user gets the email after the suspension', async () => {
  const [owner, ann] = [await createUser(server), await createUser(server, { following_content_alert: true })]
  const { subject } = await channelOf(owner, 'Fens')
  await notify(db, { kind: 'new_items', to: [ann.id], subject })
  const suspend = (until: Date) =>
    db.updateTable('account').set({ suspended_until: until, suspended_reason: 'Spam' }).where('id', '=', ann.id).execute()
  const isDue = async () =>
    (await db.selectFrom('notification').select('is_mail_due').where('account_id', '=', ann.id).execute())[0]!.is_mail_due
  await suspend(new Date(Date.now() + 60_000))
  await mail()
  expect(await isDue()).toBe(true)
  await suspend(new Date(Date.now() - 60_000))
  await mail()
  expect(await isDue()).toBe(false)
  expect(await mailsTo(ann.email, 1)).toHaveLength(1)
})

test('the delivery methods of each kind are chosen separately', async () => {
  const [ann, bob] = [await createUser(server), await createUser(server)]
  const of = async ({ client }: typeof ann, kind: string) =>
    (await client(contract.getNotificationSettings, {})).kinds.find((item) => item.kind === kind)
  expect(await of(ann, 'new_follower')).toEqual({ kind: 'new_follower', bell: true, push: true, mail: false })
  const set = (body: object, kind = 'new_follower') =>
    ann.client(contract.setNotificationSetting, { params: { kind: kind as 'new_follower' }, body })
  await Promise.all([set({ bell: false }), set({ mail: '1' }), set({ push: 0 })])
  expect(await of(ann, 'new_follower')).toEqual({ kind: 'new_follower', bell: false, push: false, mail: true })
  expect(await of(bob, 'new_follower')).toEqual({ kind: 'new_follower', bell: true, push: true, mail: false })
  await notify(db, { kind: 'new_follower', to: ann.id, actor: bob.id })
  expect((await ann.client(contract.listNotifications, { query: {} })).data).toEqual([])
  expect(await outcome(set({ bell: 'perhaps' }))).toBe('422 invalid bell')
  expect(await outcome(set({}, 'weather'))).toMatch(/^4(04|22)/)
  for (const call of [
    guest(contract.getNotificationSettings, {}),
    guest(contract.setNotificationSetting, { params: { kind: 'reminder' }, body: {} }),
  ])
    expect(await outcome(call)).toBe('401 login_required')
})

test('read notifications are kept for 90 days, and all for a year', async () => {
  const ann = await createUser(server)
  const days = (count: number) => new Date(Date.now() - count * 86_400_000)
  const row = (created: number, read?: number) => ({
    account_id: ann.id,
    kind: 'reminder',
    in_bell: true,
    created_at: days(created),
    read_at: read === undefined ? null : days(read),
    details: JSON.stringify({ programme: `${created}` }),
  })
  await db
    .insertInto('notification')
    .values([row(366), row(364), row(95, 91), row(95, 89), row(1, 1)])
    .execute()
  await deleteOldNotifications(db, 100)
  const { data } = await ann.client(contract.listNotifications, { query: {} })
  expect(data.map(({ text }) => /\d+/.exec(text)?.[0])).toEqual(['1', '95', '364'])
})
