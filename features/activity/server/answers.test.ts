import { expect, test } from 'vitest'
import { fillSeries, makeSeries, outcome } from '#test/channels.ts'
import { type Person } from '#test/people.ts'
import { readNotificationTexts, serveSuggestions, suggestedOutcome } from '#test/team-suggestions.ts'
import { teamCalls } from '#test/teams.ts'
import { channelsContract } from '#features/channels/contract.ts'
import { activityContract as contract } from '../contract.ts'

const { films, server, ann, bob, sue, eve, team } = await serveSuggestions()
const { db, guest } = server

test('an approval is refused if the same things were changed since, and leaves the suggestion open', async () => {
  const { id, move, open, approve, refuse, acts, seriesId } = await team()
  await outcome(move(sue, 'E', { index: 0 }))
  await move(bob, 'E', { index: 1 })
  const [suggestion] = await open()
  expect(await outcome(approve(suggestion!.id))).toBe('409 since_moved')
  await ann.client(contract.undoAct, { params: { id: (await acts())[0]!.undo_url!.split('/')[3]!, act_id: (await acts())[0]!.id } })
  await approve(suggestion!.id)
  await outcome(sue.client(channelsContract.updateVideo, { params: { id: id('A') }, body: { title: 'Z' } }))
  await bob.client(channelsContract.updateVideo, { params: { id: id('A') }, body: { title: 'Y' } })
  const [renaming] = await open()
  expect(await outcome(approve(renaming!.id))).toBe('409 since_renamed')
  await refuse(renaming!.id, 'Too late')
  expect(await readNotificationTexts(sue)).toContain('Your suggestion for “A” was refused: Too late')
  await outcome(move(sue, 'B', { index: 0 }))
  await bob.client(channelsContract.deleteSeries, { params: { id: seriesId } })
  expect(await outcome(approve((await open())[0]!.id))).toBe('409 since_removed')
})

test('answers are final, also for two concurrent admins', async () => {
  const { teamId, move, open, approve, refuse, order, acts } = await team()
  await db.updateTable('team_member').set({ is_admin: true }).where('team_id', '=', teamId).where('user_id', '=', bob.id).execute()
  await outcome(move(sue, 'E', { index: 0 }))
  const [first] = await open()
  await Promise.all([approve(first!.id, ann), approve(first!.id, bob), approve(first!.id, ann)])
  expect(await order()).toBe('A series: EABCD')
  expect((await acts()).filter(({ kind }) => kind === 'moved')).toHaveLength(1)
  expect(await outcome(refuse(first!.id))).toBe('409 already_answered')
  await outcome(move(sue, 'D', { index: 0 }))
  const [second] = await open()
  const outcomes = await Promise.all([outcome(approve(second!.id, ann)), outcome(refuse(second!.id, undefined, bob))])
  expect(outcomes.toSorted()).toEqual(['409 already_answered', 'done'])
  expect(await open()).toEqual([])
})

test('only admins answer suggestions; suggesters withdraw their own', async () => {
  const { teamId, move, open, approve, refuse, withdraw } = await team()
  await outcome(move(sue, 'E', { index: 0 }))
  const [one] = await open(sue)
  for (const other of [bob, sue]) {
    expect(await outcome(approve(one!.id, other))).toBe('403 admins_only')
    expect(await outcome(refuse(one!.id, undefined, other))).toBe('403 admins_only')
  }
  expect(await outcome(withdraw(one!.id, bob))).toBe('404 not_found')
  const outsider = { client: guest } as Person
  for (const [call, user, expected] of [
    [open, eve, '404 not_found'],
    [open, outsider, '401 login_required'],
    [(user: Person) => approve(one!.id, user), eve, '404 not_found'],
    [(user: Person) => refuse(one!.id, undefined, user), eve, '404 not_found'],
    [(user: Person) => withdraw(one!.id, user), eve, '404 not_found'],
    [(user: Person) => approve(one!.id, user), outsider, '401 login_required'],
    [(user: Person) => refuse(one!.id, undefined, user), outsider, '401 login_required'],
    [(user: Person) => withdraw(one!.id, user), outsider, '401 login_required'],
    [() => approve('AAAAAAAAAAA'), ann, '404 not_found'],
    [() => refuse('AAAAAAAAAAA'), ann, '404 not_found'],
    [() => refuse(one!.id, 'x'.repeat(501)), ann, '422 invalid reason'],
  ] as const)
    expect(await outcome(call(user))).toBe(expected)
  await withdraw(one!.id)
  expect(await open()).toEqual([])
  expect(await outcome(approve(one!.id))).toBe('404 not_found')
  // Removing a suggester from the team ends the suggester's open suggestions.
  await outcome(move(sue, 'D', { index: 0 }))
  await teamCalls(ann.client).removeMember(teamId, sue.id)
  expect(await open()).toEqual([])
})

test('an approved link with an empty title gets the title of its page address', async () => {
  const { seriesId, approveNext } = await team()
  const body = { videos: [{ src: films.page('Six'), title: '' }] }
  expect(await outcome(sue.client(channelsContract.addVideos, { params: { id: seriesId }, body }))).toBe(suggestedOutcome)
  expect(await approveNext()).toMatch(/^A series: ABCDE.+/)
})

test('an approval doesn’t remove a series that has got other videos since', async () => {
  const { seriesId, playlistId, open, approve, order } = await team()
  const remove = (query = {}) => outcome(sue.client(channelsContract.deleteSeries, { params: { id: seriesId }, query }))
  expect(await remove({ only_empty: true })).toBe('403 only_suggests')
  expect(await remove()).toBe(suggestedOutcome)
  const other = await makeSeries(bob.client, playlistId, 'Other')
  const [late] = await fillSeries(db, other.id, ['F'])
  await bob.client(channelsContract.moveVideos, { body: { videos: [late!], series_id: seriesId } })
  expect(await outcome(approve((await open())[0]!.id))).toBe('409 series_grown')
  expect(await order()).toBe('A series: ABCDEF | Other: ')
})
