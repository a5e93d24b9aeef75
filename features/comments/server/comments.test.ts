import { afterAll, expect, test } from 'vitest'
import { cookieNames } from '#kit/contract/cookies.ts'
import { makeFilledChannel, makeTeam, outcome } from '#test/channels.ts'
import { followEvents } from '#test/events.ts'
import { type Person, createUser } from '#test/people.ts'
import { startTestServer } from '#test/serve.ts'
import { teamCalls } from '#test/teams.ts'
import { channelsContract } from '#features/channels/contract.ts'
import { notificationsContract } from '#features/notifications/contract.ts'
import { commentsContract as contract } from '../contract.ts'
import { limits } from '../rules.ts'
import { commentsPersonalData } from './queries/personal-data.ts'

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

const [ann, bob, invited, stranger] = await Promise.all([createUser(server), createUser(server), createUser(server), createUser(server)])
const teamId = await makeTeam(db, { members: [ann, bob], invited: [invited] })
const channel = (titles = ['A', 'B'], team = teamId) =>
  makeFilledChannel(db, clientFor({ token: ann.token, teamId: team }), titles, { status_id: 1 })
type Caller = Pick<Person, 'client'>
const add = ({ client }: Caller, item_id: string, text = 'Is this the long version?', item_type: 'video' | 'serie' = 'video') =>
  client(contract.addComment, { body: { item_type, item_id, text } })
const list = ({ client }: Caller, item_id: string, query = {}, item_type: 'video' | 'serie' = 'video') =>
  client(contract.listComments, { params: { item_type, item_id }, query })
const listTexts = async (caller: Caller, id: string) => (await list(caller, id)).data.map(({ text }) => text)
const update = ({ client }: Caller, id: string, body: { text?: string; is_resolved?: boolean }) =>
  client(contract.updateComment, { params: { id }, body })
const remove = ({ client }: Caller, id: string) => client(contract.deleteComment, { params: { id } })
const read = ({ client }: Caller, id: string) => client(contract.readComments, { params: { id } })
const readCounts = async ({ client }: Caller, id: string) => (await client(contract.countComments, { params: { id } })).items
const listMentions = async ({ client }: Caller) =>
  (await client(notificationsContract.listNotifications, {})).data.filter(({ kind }) => kind === 'mention')
const addMember = async (user: Person, team = teamId) => {
  await db.insertInto('team_member').values({ user_id: user.id, team_id: team }).execute()
}

test('members write, edit, resolve, reopen and delete comments on videos and series', async () => {
  const { playlistId, seriesId, videoIds } = await channel()
  const one = await add(ann, videoIds[0]!)
  expect(one).toMatchObject({ is_own: true, may_delete: true, edited_at: null, resolved_at: null, playlist_id: playlistId })
  expect(one.author).toEqual({ id: ann.id, nickname: ann.nickname })
  await add(bob, videoIds[0]!, 'No')
  await add(bob, seriesId, 'A fine row', 'serie')
  expect(await listTexts(ann, videoIds[0]!)).toEqual(['No', 'Is this the long version?'])
  expect((await list(ann, seriesId, {}, 'serie')).data).toMatchObject([{ text: 'A fine row', is_own: false, may_delete: true }])
  expect((await update(bob, one.id, { is_resolved: true })).resolved_at).not.toBeNull()
  expect((await update(bob, one.id, { is_resolved: false })).resolved_at).toBeNull()
  expect(await update(ann, one.id, { text: 'Is it long?' })).toMatchObject({ text: 'Is it long?', edited_at: expect.any(String) })
  expect(await outcome(update(bob, one.id, { text: 'Mine' }))).toBe('403 not_author')
  expect(await outcome(remove(bob, one.id))).toBe('403 not_author')
  const { id } = await add(bob, videoIds[0]!, 'Third')
  expect(await outcome(remove(ann, id))).toBe('done')
  expect(await outcome(remove(ann, one.id))).toBe('done')
  expect(await outcome(remove(ann, one.id))).toBe('404 not_found')
  expect(await listTexts(bob, videoIds[0]!)).toEqual(['No'])
})

test('comments don’t exist for guests, strangers, the invited and removed members, nor on users’ own channels', async () => {
  const removed = await createUser(server)
  await addMember(removed)
  const { playlistId, videoIds } = await makeFilledChannel(db, clientFor({ token: ann.token, teamId }), ['A'], { status_id: 3 })
  const { id } = await add(removed, videoIds[0]!)
  await db.deleteFrom('team_member').where('user_id', '=', removed.id).execute()
  const calls = (caller: Caller) => [
    list(caller, videoIds[0]!),
    add(caller, videoIds[0]!),
    update(caller, id, { is_resolved: true }),
    remove(caller, id),
    read(caller, id),
    caller.client(contract.countComments, { params: { id: playlistId } }),
  ]
  for (const other of [invited, removed, stranger])
    expect(new Set(await Promise.all(calls(other).map(outcome)))).toEqual(new Set(['404 not_found']))
  expect(new Set(await Promise.all(calls({ client: guest }).map(outcome)))).toEqual(new Set(['401 login_required']))
  expect((await list(ann, videoIds[0]!)).data).toMatchObject([{ author: null, is_own: false }])
  const ownChannel = await makeFilledChannel(db, ann.client, ['A'])
  expect(await outcome(add(ann, ownChannel.videoIds[0]!))).toBe('404 not_found')
  expect(await outcome(readCounts(ann, ownChannel.playlistId))).toBe('404 not_found')
  expect(await outcome(add(ann, videoIds[0]!, 'A', 'serie'))).toBe('404 not_found')
})

test('invalid types and texts are refused; hostile texts are stored unchanged', async () => {
  const { videoIds } = await channel()
  const id = videoIds[0]!
  for (const text of ['', '  \n ', '\u200b\u200b', 'x'.repeat(1001), '😀'.repeat(1001)])
    expect(await outcome(add(ann, id, text))).toBe('422 invalid text')
  expect(await outcome(add(ann, id, ['x'] as never))).toBe('422 invalid text')
  expect(await outcome(add(ann, 'short'))).toBe('422 invalid item_id')
  expect(await outcome(add(ann, id, 'A', 'playlist' as never))).toBe('422 invalid item_type')
  expect(await outcome(list(ann, id, { cursor: 'x' }))).toBe('422 cursor_outdated cursor')
  for (const text of ['\u202eevil\u202c', '<img src=x onerror=alert(1)>', '😀'.repeat(1000), 'x'.repeat(1000)]) {
    await add(ann, id, text)
    expect((await listTexts(bob, id))[0]).toBe(text)
  }
})

test('lists are read in pages, without gaps when one is added', async () => {
  const { videoIds } = await channel()
  const id = videoIds[0]!
  for (const text of ['1', '2', '3', '4', '5']) await add(ann, id, text)
  const first = await list(bob, id, { limit: 2 })
  await add(ann, id, '6')
  const second = await list(bob, id, { limit: 2, cursor: first.next_cursor! })
  const last = await list(bob, id, { limit: 2, cursor: second.next_cursor! })
  expect([first, second, last].map(({ data }) => data.map(({ text }) => text).join())).toEqual(['5,4', '3,2', '1'])
  expect(last.next_cursor).toBeNull()
})

test('an item has at most 500 comments, even with concurrent calls; a user writes at most 30 a minute', async () => {
  const { videoIds } = await channel()
  const id = videoIds[0]!
  const rateLimited = await createUser(server)
  await addMember(rateLimited)
  for (let count = 0; count < limits.perMinute; count++) await add(rateLimited, id, String(count))
  expect(await outcome(add(rateLimited, id))).toBe('429 too_many')
  const { key } = await db.selectFrom('comment_thread').select('key').where('video_id', '=', id).executeTakeFirstOrThrow()
  const missing = limits.comments - limits.perMinute - 2
  const rows = Array.from({ length: missing }, (_, index) => ({
    id: `Filled${String(index).padStart(5, '0')}`,
    thread_key: key,
    text: 'x',
  }))
  await db.insertInto('item_comment').values(rows).execute()
  const results = await Promise.all([ann, bob, ann, bob].map((caller) => outcome(add(caller, id))))
  expect(results.toSorted()).toEqual(['422 comment_limit text', '422 comment_limit text', 'done', 'done'])
})

test('unread comments are counted per item until they are read', async () => {
  const { playlistId, seriesId, videoIds } = await channel()
  const [one, two] = videoIds as [string, string]
  const first = await add(ann, one)
  const second = await add(ann, one)
  await add(bob, two)
  await add(ann, seriesId, 'A', 'serie')
  const item = (item_type: string, item_id: string, comments: number, unread: number) => ({ item_type, item_id, open: comments, unread })
  expect(await readCounts(bob, playlistId)).toEqual([item('video', one, 2, 2), item('video', two, 1, 0), item('serie', seriesId, 1, 1)])
  await read(bob, first.id)
  expect((await readCounts(bob, playlistId))[0]).toEqual(item('video', one, 2, 1))
  await read(bob, second.id)
  await read(bob, first.id)
  await update(bob, first.id, { is_resolved: true })
  expect((await readCounts(bob, playlistId))[0]).toEqual(item('video', one, 1, 0))
  const latecomer = await createUser(server)
  await addMember(latecomer)
  expect((await readCounts(latecomer, playlistId))[0]).toEqual(item('video', one, 1, 0))
})

test('mentions notify members once, by their settings, but neither the author nor other users', async () => {
  const { videoIds } = await channel()
  const { id } = await add(ann, videoIds[0]!, `@${bob.nickname} and @${ann.nickname} and @${stranger.nickname}, mail@${bob.nickname}`)
  // Members see each other's names, even without a public profile.
  expect((await listMentions(bob)).map(({ text }) => text)).toEqual([expect.stringContaining(`${ann.nickname} mentioned you`)])
  expect(await listMentions(ann)).toEqual([])
  expect(await listMentions(stranger)).toEqual([])
  await bob.client(notificationsContract.readNotifications, { body: { all: true } })
  await update(ann, id, { text: `@${bob.nickname}, please` })
  expect(await listMentions(bob)).toHaveLength(1)
  await bob.client(notificationsContract.setNotificationSetting, {
    params: { kind: 'mention' },
    body: { bell: false, push: false, mail: false },
  })
  await add(ann, videoIds[1]!, `@${bob.nickname}`)
  expect(await listMentions(bob)).toHaveLength(1)
})

test('the pages of members, not of removed members, get comments immediately', async () => {
  const deletedUser = await createUser(server)
  await addMember(deletedUser)
  const { playlistId, videoIds } = await channel()
  const [theirs, left] = [await openEventStream(bob), await openEventStream(deletedUser)]
  await db.deleteFrom('team_member').where('user_id', '=', deletedUser.id).execute()
  await add(ann, videoIds[0]!)
  await theirs.waitFor(({ data }) => data.topics?.includes(`comments:${videoIds[0]}`) === true)
  expect(theirs.events.flatMap(({ data }) => data.topics ?? [])).toContain(`comment-counts:${playlistId}`)
  expect(left.events.flatMap(({ data }) => data.topics ?? []).filter((topic) => topic.startsWith('comment'))).toEqual([])
})

test('comments stay with their team when the channel is returned, moved to another team and back, or deleted', async () => {
  const other = await makeTeam(db, { members: [ann] })
  const { playlistId, seriesId, videoIds } = await channel()
  const theirs = await channel(['C'], other)
  const [first, second] = videoIds as [string, string]
  const { id } = await add(ann, first)
  await add(ann, second)
  const move = (series_id: string) => ann.client(channelsContract.moveVideos, { body: { videos: [first], series_id, index: 0 } })
  await move(theirs.seriesId)
  expect(await listTexts(ann, first)).toEqual([])
  expect(await outcome(update(ann, id, { is_resolved: true }))).toBe('404 not_found')
  await move(seriesId)
  expect(await listTexts(ann, first)).toHaveLength(1)
  await ann.client(channelsContract.deleteVideo, { params: { id: second } })
  expect(await outcome(list(ann, second))).toBe('404 was_deleted')
  await teamCalls(ann.client).giveBack(teamId, playlistId)
  expect(await outcome(list(ann, first))).toBe('404 not_found')
  await teamCalls(ann.client).update(teamId, { playlists: [playlistId] })
  expect(await listTexts(bob, first)).toHaveLength(1)
})

test('comments of a deleted account stay without a name; the export contains the user’s own comments', async () => {
  const deletedUser = await createUser(server)
  await addMember(deletedUser)
  const { videoIds } = await channel()
  await add(deletedUser, videoIds[0]!, 'Of mine')
  await add(ann, videoIds[0]!, 'Of Ann')
  expect(await commentsPersonalData.exports!['comments']!(db, deletedUser.id)).toMatchObject([{ text: 'Of mine', item_id: videoIds[0] }])
  await db.deleteFrom('team_member').where('user_id', '=', deletedUser.id).execute()
  await db.deleteFrom('account').where('id', '=', deletedUser.id).execute()
  expect((await list(bob, videoIds[0]!)).data[1]).toMatchObject({ text: 'Of mine', author: null })
})

test('writing during the deletion of the item, the member or the channel has one defined outcome', async () => {
  for (let round = 0; round < 5; round++) {
    const member = await createUser(server)
    await addMember(member)
    const { videoIds } = await channel()
    const results = await Promise.all([
      ...['1', '2', '3'].map((text) => outcome(add(member, videoIds[0]!, `${text} @${bob.nickname}`))),
      outcome(add(ann, videoIds[0]!)),
      round % 2
        ? outcome(ann.client(channelsContract.deleteVideo, { params: { id: videoIds[0]! } }))
        : outcome(teamCalls(ann.client).removeMember(teamId, member.id)),
    ])
    expect(
      results.filter((result) => !['done', '404 not_found', '404 lost_removed', '404 was_deleted', '404 was_deleted_by'].includes(result)),
    ).toEqual([])
  }
})
