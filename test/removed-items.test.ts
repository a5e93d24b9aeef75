import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { outcome } from '#test/channels.ts'
import { type Person, createUser } from '#test/people.ts'
import { serveActivity } from '#test/team-activity.ts'
import { teamCalls } from '#test/teams.ts'
import { activityContract } from '#features/activity/contract.ts'
import { deleteOldActs } from '#features/channels/server/queries/acts.ts'
import { channelsContract } from '#features/channels/contract.ts'
import { removePersonalData } from '#features/data-rights/server/deletion.ts'
import { notificationsContract } from '#features/notifications/contract.ts'
import { personalData } from '#server/features.ts'
import { uploadsContract } from '#features/uploads/contract.ts'
import { commentsContract as contract } from '#features/comments/contract.ts'
import { commentsPersonalData } from '#features/comments/server/queries/personal-data.ts'

const { server, ann, bob, team } = await serveActivity()
const { db, app, guest } = server

type Items = 'video' | 'serie'
const add = ({ client }: Person, item_id: string, text: string, item_type: Items = 'video') =>
  client(contract.addComment, { body: { item_type, item_id, text } })
const list = async (id: string, { client }: Pick<Person, 'client'> = ann, item_type: Items = 'video') =>
  (await client(contract.listComments, { params: { item_type, item_id: id } })).data
const listComments = async (id: string, type: Items = 'video') =>
  (await list(id, ann, type)).map(({ text, author, resolved_at: at }) => `${author?.nickname ?? '-'}: ${text}${at === null ? '' : ' ✓'}`)
const removeVideo = ({ client }: Person, id: string) => client(channelsContract.deleteVideo, { params: { id } })
const caption = (id: string, text: string, language = 'en') =>
  sql`insert into video_captions (video_id, language, vtt) values (${id}, ${language}, ${`WEBVTT\n\n00:01.000 --> 00:02.000\n${text}\n`})`.execute(
    db,
  )
const captionsOf = (id: string) => app.inject({ url: `/media/captions/${id}/en.vtt` })
const join = async (teamId: string, user: Person) => {
  await db.insertInto('team_member').values({ user_id: user.id, team_id: teamId }).execute()
}
const exportComments = async (user: Person) => (await commentsPersonalData.exports!['comments']!(db, user.id)) as { text: string }[]
/** Undoes the latest act of those that can be undone. */
const undoLatest = async ({ list: acts, undo }: Awaited<ReturnType<typeof team>>, user = bob) =>
  undo(
    (await acts()).find(({ undo_url: url }) => url !== null),
    user,
  )

test('a restored video has its captions, and its comments with mentions, resolved state and read marks', async () => {
  const fixture = await team()
  const video = fixture.id('B')
  await ann.client(channelsContract.updatePlaylist, { params: { id: fixture.playlistId }, body: { status_id: 3 } })
  await caption(video, 'Hello')
  await add(ann, video, `@${bob.nickname} is this the long version?`)
  const resolved = await add(bob, video, 'It is')
  await bob.client(contract.updateComment, { params: { id: resolved.id }, body: { is_resolved: true } })
  await ann.client(contract.readComments, { params: { id: resolved.id } })
  const [before, counts] = [await list(video), (await ann.client(contract.countComments, { params: { id: fixture.playlistId } })).items]
  expect(counts).toMatchObject([{ item_id: video, open: 1, unread: 0 }])
  for (let round = 0; round < 2; round++) {
    await removeVideo(bob, video)
    expect([await outcome(list(video)), (await captionsOf(video)).statusCode]).toEqual(['404 was_deleted_by', 404])
    expect(await outcome(bob.client(contract.deleteComment, { params: { id: resolved.id } }))).toBe('404 not_found')
    expect((await ann.client(contract.countComments, { params: { id: fixture.playlistId } })).items).toEqual([])
    await undoLatest(fixture, round ? ann : bob)
    expect(await list(video)).toEqual(before)
    expect((await ann.client(contract.countComments, { params: { id: fixture.playlistId } })).items).toEqual(counts)
    expect((await captionsOf(video)).body).toContain('Hello')
    // Undoing the undo removes the items again, and undoing that restores them.
    await undoLatest(fixture)
    expect(await outcome(list(video))).toMatch(/^404 was_deleted/)
    await undoLatest(fixture)
    expect(await list(video)).toEqual(before)
  }
  expect(await bob.client(uploadsContract.listCaptions, { params: { id: video } })).toMatchObject({ data: [{ language: 'en' }] })
  expect(await outcome(guest(contract.listComments, { params: { item_type: 'video', item_id: video } }))).toBe('401 login_required')
  // A new mention notifies the member as before.
  await add(ann, video, `@${bob.nickname} again`)
  const { data } = await bob.client(notificationsContract.listNotifications, {})
  expect(data.filter(({ kind }) => kind === 'mention')).not.toEqual([])
  for (const table of ['removed_thing', 'removed_captions', 'removed_file'] as const)
    expect(await db.selectFrom(table).selectAll().execute()).toEqual([])
})

test('a restored series has its comments and those of its videos; videos removed by others before have theirs', async () => {
  const fixture = await team()
  const [a, b, c] = ['A', 'B', 'C'].map(fixture.id) as [string, string, string]
  await add(ann, fixture.seriesId, 'A fine row', 'serie')
  for (const id of [a, b, c]) await add(bob, id, `About ${id}`)
  for (const id of [b, c]) await caption(id, `Caption of ${id}`)
  await removeVideo(bob, b)
  const [removedB] = await fixture.list()
  await ann.client(channelsContract.removeVideos, { params: { id: fixture.seriesId }, body: { videos: [c] } })
  const [removedC] = await fixture.list()
  await ann.client(channelsContract.deleteSeries, { params: { id: fixture.seriesId } })
  const [removedSeries] = await fixture.list()
  expect(await outcome(fixture.undo(removedB))).toBe('409 place_gone')
  await fixture.undo(removedSeries)
  expect(await listComments(fixture.seriesId, 'serie')).toEqual([`${ann.nickname}: A fine row`])
  expect(await listComments(a)).toEqual([`${bob.nickname}: About ${a}`])
  expect(await outcome(list(b))).toBe('404 was_deleted_by')
  await fixture.undo(removedC)
  await fixture.undo(removedB)
  for (const id of [b, c]) {
    expect(await listComments(id)).toEqual([`${bob.nickname}: About ${id}`])
    expect((await ann.client(uploadsContract.listCaptions, { params: { id } })).data).toHaveLength(1)
  }
})

test('members removed in the meantime are no longer mentioned, and can read nothing', async () => {
  const fixture = await team()
  const leo = await createUser(server)
  await join(fixture.teamId, leo)
  await add(leo, fixture.id('B'), 'Mine')
  await removeVideo(leo, fixture.id('B'))
  await teamCalls(ann.client).removeMember(fixture.teamId, leo.id)
  await undoLatest(fixture)
  expect(await listComments(fixture.id('B'))).toEqual(['-: Mine'])
  expect(await outcome(list(fixture.id('B'), leo))).toBe('404 lost_removed')
})

test('comments of an account deleted in the meantime don’t return; until then its export contains them', async () => {
  const fixture = await team()
  const leo = await createUser(server)
  await join(fixture.teamId, leo)
  await add(leo, fixture.id('A'), 'It stays')
  await add(leo, fixture.id('B'), 'It goes')
  await add(bob, fixture.id('B'), 'An answer')
  await add(leo, fixture.seriesId, 'The series', 'serie')
  await removeVideo(ann, fixture.id('B'))
  expect(await exportComments(leo)).toMatchObject([
    { text: 'It stays', item_type: 'video', item_id: fixture.id('A') },
    { text: 'It goes', item_type: 'video', item_id: fixture.id('B') },
    { text: 'The series', item_type: 'serie', item_id: fixture.seriesId },
  ])
  await removePersonalData(db, personalData, leo.id)
  await db.deleteFrom('account').where('id', '=', leo.id).execute()
  await undoLatest(fixture)
  expect(await listComments(fixture.id('B'))).toEqual([`${bob.nickname}: An answer`])
  expect(await listComments(fixture.id('A'))).toEqual(['-: It stays'])
})

test('stored captions and comments are deleted with the act after 14 days, with the team, and for reported videos at once', async () => {
  const fixture = await team()
  const count = async () =>
    (
      await sql<{ comments: number; captions: number }>`
        select (select count(*)::int from item_comment join comment_thread thread on thread.key = thread_key where team_id = ${fixture.teamId}) as comments,
          (select count(*)::int from removed_captions) as captions`.execute(db)
    ).rows[0]
  for (const letter of ['A', 'B', 'C']) {
    await add(ann, fixture.id(letter), letter)
    await caption(fixture.id(letter), letter)
  }
  await sql`insert into report (reporter_id, report_type_id, video_id, url) values (${bob.id}, 1, ${fixture.id('A')}, '')`.execute(db)
  await removeVideo(ann, fixture.id('A'))
  expect(await count()).toEqual({ comments: 2, captions: 0 })
  await removeVideo(ann, fixture.id('B'))
  expect(await count()).toEqual({ comments: 2, captions: 1 })
  await sql`update team_act set made_at = now() - interval '15 days' where team_id = ${fixture.teamId}`.execute(db)
  await deleteOldActs(db)
  expect(await count()).toEqual({ comments: 1, captions: 0 })
  await removeVideo(ann, fixture.id('C'))
  expect(await count()).toEqual({ comments: 1, captions: 1 })
  await teamCalls(ann.client).remove(fixture.teamId)
  expect(await count()).toEqual({ comments: 0, captions: 0 })
})

test('a comment written while its video is removed is refused, or returns with the video', async () => {
  for (let round = 0; round < 8; round++) {
    const fixture = await team()
    const [written] = await Promise.all([outcome(add(bob, fixture.id('B'), 'At once')), removeVideo(ann, fixture.id('B'))])
    expect(written).toMatch(/^(done|404 (not_found|was_deleted|was_deleted_by))$/)
    await undoLatest(fixture)
    expect(await listComments(fixture.id('B'))).toEqual(written === 'done' ? [`${bob.nickname}: At once`] : [])
  }
})

test('a channel that left the team takes no stored comments along, and they don’t return without it', async () => {
  const fixture = await team()
  await add(ann, fixture.id('B'), 'Ours')
  await removeVideo(ann, fixture.id('B'))
  const [removed] = await fixture.list()
  await teamCalls(ann.client).giveBack(fixture.teamId, fixture.playlistId)
  expect(await outcome(bob.client(activityContract.undoAct, { params: { id: fixture.teamId, act_id: removed!.id } }))).toBe('409 left_team')
  expect(await outcome(list(fixture.id('B')))).toBe('404 was_deleted')
})
