import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { newId } from '#kit/server/ids.ts'
import { accountsContract } from '#features/accounts/contract.ts'
import { channelsContract } from '#features/channels/contract.ts'
import { insertPlaceholderAccount, placeholderAccountId } from '#features/accounts/server/queries/deletion.ts'
import { teamsContract } from '#features/teams/contract.ts'
import { operatorContract } from '#features/operator/contract.ts'
import { fillSeries, makeChannel, makeSeries, outcome } from '#test/channels.ts'
import { createUser } from '#test/people.ts'
import { startTestServer } from '#test/serve.ts'
import { siteContract as contract } from '../contract.ts'

const server = await startTestServer({ RATE_LIMITS: 'off' })
const { db, guest, mailsTo } = server
const operator = await createUser(server, { is_operator: true })
const otherOperator = await createUser(server, { is_operator: true })

async function setBlockedWords(blocked: string[]) {
  const { version } = (await operator.client(contract.listSettings, {})).names
  return operator.client(contract.changeSetting, { body: { name: 'names', value: { blocked }, version } })
}
const removeNameOf = (thing: string, id: string, extra: object = {}) =>
  operator.client(contract.takeAway, { body: { thing, id, reason: '<b>Not yours</b>', ...extra } as never })

test('blocked words are refused in new names, in any spelling, and existing names stay', async () => {
  const ann = await createUser(server)
  const old = await makeChannel(ann.client, { name: 'The Voldemort show' })
  await setBlockedWords(['voldemort', '=exact', 'волан'])
  expect(await outcome(makeChannel(ann.client, { name: 'V-0-l d é m o r t!' }))).toBe('422 name_blocked name')
  expect(await outcome(makeChannel(ann.client, { name: 'Волан-де-Морт' }))).toBe('422 name_blocked name')
  expect(await outcome(makeChannel(ann.client, { name: 'Exact' }))).toBe('422 name_blocked name')
  const fine = await makeChannel(ann.client, { name: 'Exactly' })
  const update = (id: string, body: object) => ann.client(channelsContract.updatePlaylist, { params: { id }, body })
  expect(await outcome(update(fine.id, { slug: 'vo1demort' }))).toBe('422 name_blocked slug')
  expect(await update(old.id, { name: 'The Voldemort show', description: 'Still there' })).toMatchObject({ name: 'The Voldemort show' })
  const { client } = await createUser(server, { nickname: null })
  const nickname = 'Voldem0rt'
  expect(await outcome(client(accountsContract.setRequiredFields, { body: { nickname } }))).toBe('422 name_blocked nickname')
  const names = await operator.client(contract.listBlockedNames, { query: { kind: 'channel' } })
  expect(names).toEqual({ data: [{ id: old.id, name: 'The Voldemort show', word: 'voldemort' }], next_cursor: null })
  const query = { kind: 'channel', cursor: Buffer.from(JSON.stringify(['\u0000'])).toString('base64url') } as const
  expect(await outcome(operator.client(contract.listBlockedNames, { query }))).toBe('422 cursor_outdated cursor')
  expect(await outcome(setBlockedWords(['a!']))).toBe('422 word_short value.blocked.0 value.blocked')
  await setBlockedWords([])
})

test('a removed username is mailed with its reason, recorded for the user, and can be blocked for others', async () => {
  const bob = await createUser(server, { nickname: 'Famous-Person' })
  await removeNameOf('nickname', bob.id, { block: true })
  expect(await outcome(bob.client(channelsContract.listMyPlaylists, {}))).toMatch(/^427/)
  const [mail] = await mailsTo(bob.email)
  expect(mail).toContain('Famous-Person')
  expect(mail).not.toContain('<b>Not yours</b></')
  const choose = (nickname: string) => bob.client(accountsContract.setRequiredFields, { body: { nickname } })
  expect(await outcome(choose('famous.person'))).toBe('422 name_blocked nickname')
  await choose('Somebody_Else')
  expect(await outcome(removeNameOf('nickname', newId()))).toBe('404 not_found')
  const { data } = await bob.client(operatorContract.listOwnAudit, {})
  expect(data).toMatchObject([{ act: 'name.taken_away', reason: '<b>Not yours</b>' }])
  await setBlockedWords([])
})

test('a removed address is free and leads nowhere; a second operator gets an error', async () => {
  const ann = await createUser(server)
  const { id } = await makeChannel(ann.client)
  await ann.client(channelsContract.updatePlaylist, { params: { id }, body: { slug: 'famous-films' } })
  expect(
    (await Promise.all([outcome(removeNameOf('slug', id)), outcome(removeNameOf('slug', id))])).filter(
      (item) => item === '409 nothing_to_take',
    ),
  ).toHaveLength(1)
  expect(await outcome(guest(channelsContract.findPlaylistBySlug, { params: { slug: 'famous-films' } }))).toBe('404 not_found')
  await mailsTo(ann.email)
  await ann.client(channelsContract.updatePlaylist, { params: { id }, body: { slug: 'famous-films' } })
  expect(await outcome(removeNameOf('channel_picture', id))).toBe('409 nothing_to_take')
})

test('channels of a team without members are handed to a user, with the number that the operator saw', async () => {
  const [bob, team] = [await createUser(server), newId()]
  const { id } = await makeChannel(operator.client, { name: 'Orphan' })
  await db.insertInto('team').values({ id: team, name: '<img src=x onerror=alert(1)>' }).execute()
  await sql`update playlist set team_id = ${team} where id = ${id}`.execute(db)
  const { data } = await operator.client(contract.listOrphans, {})
  expect(data).toEqual([{ id: team, name: '<img src=x onerror=alert(1)>', channels: 1 }])
  const hand = (channels: number) => operator.client(contract.handOver, { params: { id: team }, body: { user_id: bob.id, channels } })
  expect(await outcome(hand(2))).toBe('409 owner_left')
  expect(await outcome(operator.client(contract.handOver, { params: { id: team }, body: { user_id: newId(), channels: 1 } }))).toMatch(
    /^404/,
  )
  expect(await hand(1)).toEqual({ channels: 1 })
  expect(await outcome(hand(1))).toBe('404 not_found')
  expect((await bob.client(channelsContract.getPlaylist, { params: { id } })).may_edit).toBe(true)
})

test('channels without a team or owner are handed to a team, whose members are notified and can edit them', async () => {
  const [admin, member, ghost] = [await createUser(server), await createUser(server), newId()]
  const { id: team } = await admin.client(teamsContract.createTeam, { body: { name: 'Night shift' } })
  await db.insertInto('team_member').values({ team_id: team, user_id: member.id }).execute()
  const channels = [await makeChannel(operator.client, { name: 'A' }), await makeChannel(operator.client, { name: 'B', status_id: 3 })]
  await db.insertInto('team').values({ id: ghost, name: 'Ghosts' }).execute()
  await db
    .updateTable('playlist')
    .set({ team_id: ghost })
    .where(
      'id',
      'in',
      channels.map(({ id }) => id),
    )
    .execute()
  const hand = (body: object) => operator.client(contract.handOver, { params: { id: ghost }, body: { channels: 2, ...body } })
  for (const body of [{}, { user_id: admin.id, team_id: team }]) expect(await outcome(hand(body))).toBe('422 one_recipient user_id')
  for (const team_id of [newId(), ghost]) expect(await outcome(hand({ team_id }))).toBe('404 not_found team_id')
  const outcomes = await Promise.all([outcome(hand({ team_id: team })), outcome(hand({ user_id: member.id }))])
  expect(outcomes.filter((item) => item === 'done')).toHaveLength(1)
  const toTeam = outcomes[0] === 'done'
  const newOwner = toTeam ? admin : member
  expect((await mailsTo(newOwner.email))[0]).toContain('Ghosts')
  for (const { id } of channels) expect((await newOwner.client(channelsContract.getPlaylist, { params: { id } })).may_edit).toBe(true)
})

test('channels handed to a team belong to no member; those of deleted users can be handed to a team, too', async () => {
  const [admin, gone] = [await createUser(server), await createUser(server)]
  const { id: team } = await admin.client(teamsContract.createTeam, { body: { name: 'Archive' } })
  const { id } = await makeChannel(gone.client, { name: 'Left behind', status_id: 3 })
  await db.transaction().execute((tx) => insertPlaceholderAccount(tx))
  await db.updateTable('playlist').set({ user_id: placeholderAccountId }).where('id', '=', id).execute()
  const orphan = (await operator.client(contract.listOrphans, {})).data.find((item) => item.id === placeholderAccountId)!
  const body = { team_id: team, channels: orphan.channels }
  await operator.client(contract.handOver, { params: { id: placeholderAccountId }, body })
  const row = await db.selectFrom('playlist').select(['team_id', 'user_id', 'is_bringer_gone']).where('id', '=', id).executeTakeFirst()
  expect(row).toEqual({ team_id: team, user_id: admin.id, is_bringer_gone: true })
  expect((await mailsTo(admin.email))[0]).toContain('Archive')
})

test('default channels come first for everybody; the second of two concurrent changes is refused', async () => {
  const ann = await createUser(server)
  const [first, second, hidden] = [
    await makeChannel(ann.client, { name: 'One' }),
    await makeChannel(ann.client, { name: 'Two' }),
    await makeChannel(ann.client, { name: 'Hidden', status_id: 1 }),
  ]
  for (const { id } of [first, second]) await fillSeries(db, (await makeSeries(ann.client, id)).id, ['A'])
  const { version } = await operator.client(contract.listDefaultChannels, {})
  const put = (caller: typeof operator, channels: string[], seenVersion = version) =>
    caller.client(contract.setDefaultChannels, { body: { channels, version: seenVersion } })
  expect(await outcome(put(operator, [hidden.id]))).toBe('422 not_public channels')
  expect(await outcome(put(operator, [first.id, first.id]))).toBe('422 named_twice channels')
  const set = await put(operator, [first.id, second.id])
  expect(await outcome(put(otherOperator, []))).toBe('409 defaults_changed')
  expect(set.channels.map(({ name }) => name)).toEqual(['One', 'Two'])
  await put(otherOperator, [second.id, first.id], set.version)
  const listed = await guest(channelsContract.listDefaultPlaylists, {})
  expect(listed.data.slice(0, 2).map(({ name }) => name)).toEqual(['Two', 'One'])
})
