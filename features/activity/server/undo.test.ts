import { expect, test } from 'vitest'
import { fillSeries, makeChannel, makeSeries, outcome } from '#test/channels.ts'
import { refusalReason, serveActivity } from '#test/team-activity.ts'
import { teamCalls } from '#test/teams.ts'
import { channelsContract } from '#features/channels/contract.ts'
import { activityContract as contract } from '../contract.ts'

const { server, ann, bob, team } = await serveActivity()
const { db, clientFor } = server

test('any member can undo acts, and undo the undo', async () => {
  const { id, move, order, list, undo, said, playlistId, seriesId } = await team()
  const first = async () => (await list()).find(({ undo_url: url }) => url !== null)!
  const undoFirst = async (user = ann) => {
    await undo(await first(), user)
    return order()
  }
  await move(bob, 'E', { index: 0 })
  expect([await order(), await undoFirst(), await undoFirst(), await undoFirst()]).toEqual(['EABCD', 'ABCDE', 'EABCD', 'ABCDE'])
  expect((await said()).slice(0, 4)).toEqual([
    'ann moved video E (undo)',
    'ann moved video E (undo)',
    'ann moved video E (undo) (undone)',
    'bob moved video E (undone)',
  ])
  await bob.client(channelsContract.updateSeries, { params: { id: seriesId }, body: { home_video_id: id('C') } })
  await bob.client(channelsContract.removeVideos, { params: { id: seriesId }, body: { videos: [id('B'), id('C')] } })
  expect([await order(), await undoFirst(), await undoFirst(), await undoFirst()]).toEqual(['ADE', 'ABCDE', 'ADE', 'ABCDE'])
  const [series] = (await bob.client(channelsContract.getPlaylist, { params: { id: playlistId } })).series
  expect(series!.videos.find(({ is_home }) => is_home)!.title).toBe('C')
  const second = await makeSeries(bob.client, playlistId, 'Second')
  await bob.client(channelsContract.moveVideos, { body: { videos: [id('B'), id('D')], series_id: second.id } })
  expect([await order(), await undoFirst(), await undoFirst()]).toEqual(['ACE BD', 'ABCDE ', 'ACE BD'])
  await bob.client(channelsContract.deleteSeries, { params: { id: seriesId } })
  expect([await order(), await undoFirst(), await undoFirst(), await undoFirst()]).toEqual(['BD', 'ACE BD', 'BD', 'ACE BD'])
  await bob.client(channelsContract.updateVideo, { params: { id: id('A') }, body: { title: 'Z' } })
  expect([await order(), await undoFirst(), await undoFirst()]).toEqual(['ZCE BD', 'ACE BD', 'ZCE BD'])
  await bob.client(channelsContract.moveSeries, { body: { series: [second.id], playlist_id: playlistId, index: 0 } })
  expect([await order(), await undoFirst(), await undoFirst()]).toEqual(['BD ZCE', 'ZCE BD', 'BD ZCE'])
})

test('undo moves channels back, restores their names and returns channels given to the team', async () => {
  const { teamId, inTeam, list, undo, said } = await team()
  const other = await makeChannel(inTeam, { name: 'Other', status_id: 1 })
  const names = async () => {
    const { archive, other: open } = await inTeam(channelsContract.listMyPlaylists, {})
    return [archive, open].map((tiles) => tiles.map(({ name }) => name).join()).join('|')
  }
  const undoLatest = async () => {
    await undo((await list()).find(({ undo_url: url }) => url !== null))
    return names()
  }
  await bob.client(channelsContract.movePlaylists, { body: { playlists: [other.id], section: 'archive' } })
  expect([await names(), await undoLatest(), await undoLatest(), await undoLatest()]).toEqual([
    'Other|Films',
    '|Films,Other',
    'Other|Films',
    '|Films,Other',
  ])
  await bob.client(channelsContract.updatePlaylist, { params: { id: other.id }, body: { order: 0 } })
  expect([await names(), await undoLatest()]).toEqual(['|Other,Films', '|Films,Other'])
  await bob.client(channelsContract.rearrangePlaylists, { body: { playlists: [other.id] } })
  expect(await names()).toBe('|Films,Other')
  await bob.client(channelsContract.updatePlaylist, { params: { id: other.id }, body: { name: 'Else' } })
  expect([await names(), await undoLatest()]).toEqual(['|Films,Else', '|Films,Other'])
  const ownChannel = await makeChannel(bob.client, { name: 'Own', status_id: 1 })
  await teamCalls(bob.client).update(teamId, { playlists: [ownChannel.id] })
  expect([await names(), (await said())[0]]).toEqual(['|Films,Other,Own', 'bob given playlist Own'])
  expect([await undoLatest(), (await said())[0]]).toEqual(['|Films,Other', 'bob given_back playlist Own (undo)'])
  expect((await list())[0]!.undo_url).toBeNull()
})

test('the reason why an act can’t be undone is in the reader’s language', async () => {
  const { id, move, order, list, undo, playlistId, seriesId } = await team()
  await move(bob, 'E', { index: 0 })
  const [act] = await list()
  await move(ann, 'E', { index: 2 })
  expect(await refusalReason(undo(act, ann))).toBe(`409 since_moved: ${ann.nickname} has since moved “E”. Undo that first.`)
  const dutch = clientFor({ token: bob.token, language: 'nl' })
  const params = { id: act!.undo_url!.split('/')[3]!, act_id: act!.id }
  expect(await refusalReason(dutch(contract.undoAct, { params }))).toMatch(/^409 since_moved: .+ heeft “E” daarna verplaatst/)
  // After an undo of the later act, the earlier act can be undone too.
  await undo((await list())[0])
  await undo(act)
  expect(await order()).toBe('ABCDE')
  await bob.client(channelsContract.updateVideo, { params: { id: id('A') }, body: { title: 'A2' } })
  const [renamed] = await list()
  await ann.client(channelsContract.updateVideo, { params: { id: id('A') }, body: { title: 'A3' } })
  expect(await refusalReason(undo(renamed))).toMatch(/^409 since_renamed/)
  await move(bob, 'D', { index: 0 })
  const [second] = await list()
  await ann.client(channelsContract.deleteVideo, { params: { id: id('D') } })
  expect(await refusalReason(undo(second))).toMatch(/^409 since_removed/)
  const [removal] = await list()
  await ann.client(channelsContract.deleteSeries, { params: { id: seriesId } })
  expect(await refusalReason(undo(removal))).toMatch(/^409 place_gone/)
  const series = await makeSeries(bob.client, playlistId, 'New')
  const [added] = await list()
  await fillSeries(db, series.id, ['X'])
  expect(await refusalReason(undo(added))).toMatch(/^409 series_grown: “New”/)
  const ownChannel = await makeChannel(ann.client)
  await ann.client(channelsContract.moveSeries, { body: { series: [series.id], playlist_id: ownChannel.id } })
  expect((await list())[0]).toMatchObject({ kind: 'taken', undo_url: null, playlist: { name: 'Films' } })
  expect(await refusalReason(undo((await list())[0]))).toMatch(/^409 not_undoable/)
  expect(await refusalReason(undo(added))).toMatch(/^409 since_taken/)
})

test('a repeated undo, sequential or concurrent, changes nothing', async () => {
  const { move, order, list, undo, said } = await team()
  await move(bob, 'E', { index: 0 })
  const [act] = await list()
  await Promise.all([undo(act, ann), undo(act, bob), undo(act, ann), undo(act, bob)])
  await undo(act)
  expect(await order()).toBe('ABCDE')
  expect((await said()).filter((line) => line.includes('(undo)'))).toHaveLength(1)
})

test('a concurrent move and undo both succeed, or the undo is refused', async () => {
  for (let round = 0; round < 8; round++) {
    const { move, order, list, undo } = await team('ABC')
    await move(bob, 'C', { index: 0 })
    const [act] = await list()
    const [undone] = await Promise.all([outcome(undo(act, ann)), move(ann, 'C', { index: 1, op_id: `race${round}` })])
    expect(['done', '409 since_moved']).toContain(undone)
    expect(await order()).toBe('ACB')
  }
})

test('removed videos return with their views', async () => {
  const { id, list, undo, read, seriesId } = await team()
  await db.updateTable('video').set({ views: 7 }).where('id', '=', id('B')).execute()
  await bob.client(channelsContract.removeVideos, { params: { id: seriesId }, body: { videos: [id('B'), id('D')] } })
  await undo((await list())[0])
  expect((await read()).series[0]!.videos.map(({ title }) => title).join('')).toBe('ABCDE')
  expect(await db.selectFrom('video').select(['views', 'likes']).where('id', '=', id('B')).executeTakeFirst()).toEqual({
    views: 7,
    likes: 0,
  })
})

test('a restored series becomes ordinary if the channel has another banner now', async () => {
  const { playlistId, list, undo, read } = await team()
  const banner = await ann.client(channelsContract.createSeries, { body: { playlist_id: playlistId, name: 'Banner', type: 'header' } })
  await bob.client(channelsContract.deleteSeries, { params: { id: banner.id } })
  const [removed] = await list()
  await ann.client(channelsContract.createSeries, { body: { playlist_id: playlistId, name: 'Other', type: 'header' } })
  await undo(removed)
  expect((await read()).series.map(({ name, type }) => `${name} ${type}`).toSorted()).toEqual([
    'A series null',
    'Banner null',
    'Other header',
  ])
})
