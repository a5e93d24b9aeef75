import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { ApiError } from '#kit/contract/client.ts'
import { makeFilledChannel, outcome } from '#test/channels.ts'
import { readNotificationTexts, serveSuggestions, suggestedOutcome } from '#test/team-suggestions.ts'
import { channelsContract } from '#features/channels/contract.ts'
import { maxOpenSuggestions } from '#features/channels/suggestions.ts'
import { activityContract as contract } from '../contract.ts'

const { films, server, ann, bob, sue, team } = await serveSuggestions()
const { db } = server

test('a suggestion changes nothing until an admin approves it, as the suggester’s act', async () => {
  const { id, order, move, open, approveNext, acts, playlistId } = await team()
  const refusal = await move(sue, 'E', { index: 0 }).then(
    () => undefined,
    (error: ApiError) => error,
  )
  expect(refusal).toMatchObject({
    status: 202,
    body: {
      code: 'suggested',
      message: 'Suggested. An admin of the team decides.',
      suggestion: { kind: 'moved', type: 'video', name: 'E', ids: [id('E')], playlist_id: playlistId },
    },
  })
  expect(await order()).toBe('A series: ABCDE')
  expect(await open(bob)).toMatchObject([
    {
      kind: 'moved',
      type: 'video',
      thing: { id: id('E'), name: 'E' },
      count: 1,
      playlist: { id: playlistId, name: 'Films' },
      actor: { id: sue.id },
    },
  ])
  expect(await approveNext()).toBe('A series: EABCD')
  expect(await open()).toEqual([])
  expect((await acts())[0]).toMatchObject({ kind: 'moved', actor: { id: sue.id }, approved_by: { id: ann.id } })
  expect(await readNotificationTexts(sue)).toContain('Your suggestion for “E” was approved')
})

test('each kind of change can be suggested and approved', async () => {
  const { id, open, approveNext, seriesId, playlistId, read, acts } = await team()
  const { client } = sue
  const outcomes = async (call: Promise<unknown>) => [await outcome(call), await approveNext()]
  const input = { params: { id: seriesId } }
  expect(await outcomes(client(channelsContract.updateVideo, { params: { id: id('A') }, body: { title: 'Z' } }))).toEqual([
    suggestedOutcome,
    'A series: ZBCDE',
  ])
  expect(await outcomes(client(channelsContract.updateSeries, { ...input, body: { name: 'Best' } }))).toEqual([
    suggestedOutcome,
    'Best: ZBCDE',
  ])
  expect(await outcomes(client(channelsContract.deleteVideo, { params: { id: id('B') } }))).toEqual([suggestedOutcome, 'Best: ZCDE'])
  expect(await outcomes(client(channelsContract.removeVideos, { ...input, body: { videos: [id('C'), id('D')] } }))).toEqual([
    suggestedOutcome,
    'Best: ZE',
  ])
  expect(await outcomes(client(channelsContract.createSeries, { body: { playlist_id: playlistId, name: 'New' } }))).toEqual([
    suggestedOutcome,
    'Best: ZE | New: ',
  ])
  const added = (await read()).series[1]!.id
  expect(await outcomes(client(channelsContract.moveSeries, { body: { series: [added], playlist_id: playlistId, index: 0 } }))).toEqual([
    suggestedOutcome,
    'New:  | Best: ZE',
  ])
  expect(await outcomes(client(channelsContract.updateSeries, { params: { id: added }, body: { position: 1 } }))).toEqual([
    suggestedOutcome,
    'Best: ZE | New: ',
  ])
  expect(await outcomes(client(channelsContract.moveVideos, { body: { videos: [id('E')], series_id: added, index: 0 } }))).toEqual([
    suggestedOutcome,
    'Best: Z | New: E',
  ])
  expect(await outcomes(client(channelsContract.deleteSeries, { params: { id: added } }))).toEqual([suggestedOutcome, 'Best: Z'])
  expect(await outcomes(client(channelsContract.updatePlaylist, { params: { id: playlistId }, body: { name: 'Movies' } }))).toEqual([
    suggestedOutcome,
    'Best: Z',
  ])
  expect((await read()).name).toBe('Movies')
  const link = films.page('One')
  expect(await outcomes(client(channelsContract.addVideos, { ...input, body: { videos: [{ src: link, title: 'Y', order: 0 }] } }))).toEqual(
    [suggestedOutcome, 'Best: YZ'],
  )
  expect(
    (
      await outcomes(
        client(channelsContract.insertLinks, { params: { playlist: playlistId, series: seriesId, index: 2 }, body: [films.page('Two')] }),
      )
    )[0],
  ).toBe(suggestedOutcome)
  expect((await outcomes(client(channelsContract.addLinks, { params: { id: playlistId }, body: [films.page('Three')] })))[0]).toBe(
    suggestedOutcome,
  )
  expect((await read()).series[0]!.videos).toHaveLength(4)
  expect(await open()).toEqual([])
  expect((await acts()).filter(({ approved_by: by }) => by !== null)).toHaveLength(13)
})

test('changes that can’t be suggested, and moves to or from other owners’ channels, are refused', async () => {
  const { id, move, playlistId, seriesId, order, open } = await team()
  const { client } = sue
  const ownChannel = await makeFilledChannel(db, client, ['X'])
  const before = await order()
  const outcomes = [
    client(channelsContract.updateVideo, { params: { id: id('A') }, body: { title: 'Z', description: 'New' } }),
    client(channelsContract.updateVideo, { params: { id: id('A') }, body: { description: 'New' } }),
    client(channelsContract.updateVideo, { params: { id: id('A') }, body: { is_home: true } }),
    client(channelsContract.updateSeries, { params: { id: seriesId }, body: { name: 'Z', position: 0 } }),
    client(channelsContract.updatePlaylist, { params: { id: playlistId }, body: { status_id: 3 } }),
    client(channelsContract.createSeries, { body: { playlist_id: playlistId, name: 'Z', type: 'header' } }),
    client(channelsContract.deletePlaylist, { params: { id: playlistId } }),
    client(channelsContract.movePlaylists, { body: { playlists: [playlistId], section: 'archive' } }),
    move(sue, 'A', { index: 1, is_home: true }),
    // Moves between the team's channel and the suggester's own channel.
    client(channelsContract.moveVideos, { body: { videos: [id('A')], series_id: ownChannel.seriesId } }),
    client(channelsContract.moveVideos, { body: { videos: ownChannel.videoIds, series_id: seriesId } }),
    client(channelsContract.moveSeries, { body: { series: [seriesId], playlist_id: ownChannel.playlistId } }),
    client(channelsContract.updateSeries, { params: { id: seriesId }, body: { playlist_id: ownChannel.playlistId } }),
  ].map(outcome)
  expect(new Set(await Promise.all(outcomes))).toEqual(new Set(['403 only_suggests']))
  expect([await order(), await open()]).toEqual([before, []])
  expect(await outcome(client(channelsContract.removeVideos, { params: { id: seriesId }, body: { videos: ownChannel.videoIds } }))).toBe(
    '422 not_in_series videos',
  )
})

test('a repeated suggestion is stored once; a user has at most 200 open ones', async () => {
  const { teamId, move, open } = await team()
  expect([await outcome(move(sue, 'E', { index: 0 })), await outcome(move(sue, 'E', { index: 0 }))]).toEqual([
    suggestedOutcome,
    suggestedOutcome,
  ])
  await Promise.all([outcome(move(sue, 'D', { index: 0 })), outcome(move(sue, 'D', { index: 0 }))])
  expect(await open()).toHaveLength(2)
  await sql`insert into team_suggestion (team_id, user_id, playlist_key, kind, thing_type, thing_ids, thing_name, count, change, digest, act_seq)
    select team_id, user_id, playlist_key, kind, thing_type, thing_ids, thing_name, count, change, n::text, act_seq
    from team_suggestion cross join generate_series(1, ${maxOpenSuggestions - 2}) n where team_id = ${teamId} and thing_name = 'E'`.execute(
    db,
  )
  expect(await outcome(move(sue, 'C', { index: 0 }))).toBe('422 suggestion_limit')
  expect(await outcome(move(sue, 'E', { index: 0 }))).toBe(suggestedOutcome)
  expect((await ann.client(contract.listSuggestions, { params: { id: teamId }, query: { limit: 100 } })).next_cursor).not.toBeNull()
})
