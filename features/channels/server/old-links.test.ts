import { expect, test } from 'vitest'
import type { ReadAsGuest } from '#kit/server/http/pages.ts'
import { followChannel, makeChannel, makeFilledChannel, makeGroup, outcome } from '#test/channels.ts'
import { createUser } from '#test/people.ts'
import { updateSearchIndex } from '#test/search.ts'
import { type Client, startTestServer } from '#test/serve.ts'
import { channelsContract, channelSearchContract } from '../contract.ts'
import { status } from '../rules.ts'
import { channelsPages } from './pages.ts'

const server = await startTestServer()
const { db, guest } = server
const [owner, stranger, follower] = await Promise.all([createUser(server, { is_public: true }), createUser(server), createUser(server)])

/** The group of each caller; guests have none. */
const ownGroups = new Map<Client, string>([[guest, 'AAAAAAAAAAA']])
for (const { client } of [stranger, follower])
  ownGroups.set(client, (await makeGroup(client, [(await makeChannel(client, { status_id: status.private })).id])).id)

/** Ids that a user wrote down while they had the link of a channel. */
interface ChannelIds {
  playlistId: string
  seriesId: string
  videoId: string
  name: string
  slug: string
}
/** All calls that accept an id of a channel, series or video, and all lists that may disclose one. */
const contract = { ...channelsContract, ...channelSearchContract }
type Name = keyof typeof contract
const idCalls = {
  getPlaylist: (client, { playlistId: id }) => client(contract.getPlaylist, { params: { id } }),
  getPlaylistDescription: (client, { playlistId: id }) => client(contract.getPlaylistDescription, { params: { id } }),
  getVideo: (client, { videoId: id, playlistId: playlist }) => client(contract.getVideo, { params: { id }, query: { playlist } }),
  getSeries: (client, { seriesId: id, playlistId: playlist }) => client(contract.getSeries, { params: { id }, query: { playlist } }),
  findPlaylistBySlug: (client, { slug }) => client(contract.findPlaylistBySlug, { params: { slug } }),
  updatePlaylist: (client, { playlistId: id }) => client(contract.updatePlaylist, { params: { id }, body: {} }),
  createSeries: (client, { playlistId: playlist_id }) => client(contract.createSeries, { body: { playlist_id, name: 'Mine' } }),
  addLinks: (client, { playlistId: id }) => client(contract.addLinks, { params: { id }, body: ['http://127.0.0.1:1/x'] }),
  insertLinks: (client, { playlistId: playlist, seriesId: series }) =>
    client(contract.insertLinks, { params: { playlist, series, index: 0 }, body: ['http://127.0.0.1:1/x'] }),
  updateSeries: (client, { seriesId: id }) => client(contract.updateSeries, { params: { id }, body: {} }),
  addVideos: (client, { seriesId: id }) =>
    client(contract.addVideos, { params: { id }, body: { videos: [{ src: 'http://127.0.0.1:1/x', title: 'x' }] } }),
  removeVideos: (client, { seriesId: id, videoId }) => client(contract.removeVideos, { params: { id }, body: { videos: [videoId] } }),
  updateVideo: (client, { videoId: id }) => client(contract.updateVideo, { params: { id }, body: {} }),
  deleteVideoImage: (client, { videoId: id }) => client(contract.deleteVideoImage, { params: { id } }),
  moveVideo: (client, { videoId, seriesId }) =>
    client(contract.moveVideo, { params: { videoId, seriesId, destId: seriesId }, body: { index: 0 } }),
  moveVideos: (client, { seriesId, videoId }) => client(contract.moveVideos, { body: { series_id: seriesId, videos: [videoId] } }),
  moveSeries: (client, { seriesId, playlistId }) => client(contract.moveSeries, { body: { series: [seriesId], playlist_id: playlistId } }),
  copyPlaylist: (client, { playlistId }) => client(contract.copyPlaylist, { body: { playlist_id: playlistId } }),
  copySeries: (client, { seriesId, playlistId }) =>
    client(contract.copySeries, { body: { series_id: seriesId, source_playlist_id: playlistId, playlist_id: playlistId } }),
  copyVideo: (client, { videoId, seriesId, playlistId }) =>
    client(contract.copyVideo, { body: { video_id: videoId, source_playlist_id: playlistId, series_id: seriesId } }),
  deleteVideo: (client, { videoId: id }) => client(contract.deleteVideo, { params: { id } }),
  deleteSeries: (client, { seriesId: id }) => client(contract.deleteSeries, { params: { id } }),
  deletePlaylist: (client, { playlistId: id }) => client(contract.deletePlaylist, { params: { id } }),
  rearrangePlaylists: (client, { playlistId }) => client(contract.rearrangePlaylists, { body: { playlists: [playlistId] } }),
  movePlaylists: (client, { playlistId }) => client(contract.movePlaylists, { body: { playlists: [playlistId], section: 'archive' } }),
  createGroup: (client, { playlistId }) => makeGroup(client, [playlistId]),
  addGroupPlaylist: (client, { playlistId: playlist_id }) =>
    client(contract.addGroupPlaylist, { params: { id: ownGroups.get(client)! }, body: { playlist_id } }),
  removeGroupPlaylist: (client, { playlistId: playlist_id }) =>
    client(contract.removeGroupPlaylist, { params: { id: ownGroups.get(client)! }, body: { playlist_id } }),
  listRelatedVideos: (client, { playlistId }) => client(contract.listRelatedVideos, { params: { playlistId } }),
  addRelatedVideo: (client, { playlistId, videoId: id }) =>
    client(contract.addRelatedVideo, { params: { playlistId }, body: { video_id: id, related_video_id: id } }),
  removeRelatedVideo: (client, { playlistId, videoId: id }) =>
    client(contract.removeRelatedVideo, { params: { playlistId }, body: { video_id: id, related_video_id: id } }),
  rearrangeRelatedVideos: (client, { playlistId, videoId: video_id }) =>
    client(contract.rearrangeRelatedVideos, { params: { playlistId }, body: { video_id, related: [video_id] } }),
  recordClick: (client, { playlistId: playlist_id, videoId: video_id }) =>
    client(contract.recordClick, { body: { clickable_type: 'go_to', video_id, playlist_id } }),
  rearrangeGroupPlaylists: (client, { playlistId }) =>
    client(contract.rearrangeGroupPlaylists, { params: { id: ownGroups.get(client)! }, body: { playlists: [playlistId] } }),
} satisfies Partial<Record<Name, (client: Client, subject: ChannelIds) => Promise<unknown>>>
/** Expected errors of calls that get the id in a list. */
const refusedLists: Partial<Record<string, string>> = {
  rearrangePlaylists: '422 not_one_section playlists',
  movePlaylists: '422 not_one_owner playlists',
  createGroup: '422 not_one_owner playlists',
  rearrangeGroupPlaylists: '422 not_in_group playlists',
}
/** Calls that guests may make. */
const guestCalls = new Set(['getPlaylist', 'getVideo', 'getSeries', 'findPlaylistBySlug', 'listRelatedVideos', 'recordClick'])
const listsWithChannel = {
  listMyPlaylists: (client) => client(contract.listMyPlaylists, {}),
  listDefaultPlaylists: (client) => client(contract.listDefaultPlaylists, { query: { limit: 50 } }),
  listPersonPlaylists: (client) => client(contract.listPersonPlaylists, { params: { id: owner.id } }),
  searchPlaylists: (client, { name: keyword }) => client(contract.searchPlaylists, { body: { keyword } }),
  suggestKeywords: (client, { name: keyword }) => client(contract.suggestKeywords, { body: { keyword } }),
} satisfies Partial<Record<Name, (client: Client, subject: ChannelIds) => Promise<unknown>>>

test('each endpoint is in a table of this test', () => {
  const others = ['listStatuses', 'createPlaylist', 'updateGroup', 'copyGroup', 'deleteGroup', 'rearrangeGroups']
  expect([...Object.keys(idCalls), ...Object.keys(listsWithChannel), ...others].toSorted()).toEqual(Object.keys(contract).toSorted())
})

const change = async (id: string, body: { status_id?: number; new_link?: boolean }) =>
  (await owner.client(contract.updatePlaylist, { params: { id }, body })).id
const changeStatuses = async (id: string, ...statuses: number[]) => {
  for (const status_id of statuses) id = await change(id, { status_id })
  return id
}
let count = 0
async function oldIdsOf(status_id: number): Promise<ChannelIds> {
  const [name, slug] = [`Zebrafish${(count += 1)}`, `zebrafish-${count}`]
  const { playlistId, seriesId, videoIds } = await makeFilledChannel(db, owner.client, ['A'], { name, status_id })
  const videoId = videoIds[0]!
  if (status_id === status.public) await owner.client(contract.updatePlaylist, { params: { id: playlistId }, body: { slug } })
  await followChannel(db, follower, playlistId)
  await db.insertInto('liking').values({ user_id: follower.id, video_id: videoId }).execute()
  return { playlistId, seriesId, videoId, name, slug }
}

/** Reads the metadata of the channel's URLs, as for a link preview. */
function readPageHeads({ playlistId, videoId, slug }: ChannelIds) {
  const read: ReadAsGuest = (endpoint, input) =>
    guest(endpoint, input).then(
      (response) => ({ json: () => response }),
      () => null,
    )
  const load = (path: string, params: Record<string, string>, search: Record<string, string>) =>
    channelsPages(() => ({}))
      .find((page) => page.path === path)
      ?.load({ language: 'en', params, search: new URLSearchParams(search) }, read)
  return Promise.all([load('/playlists', {}, { playlist: playlistId, video: videoId }), load('/:slug', { slug }, {})])
}

const notFound = ['404 not_found', '404 not_found'] as const
test.each([
  ['a new link', status.privateLink, (id: string) => change(id, { new_link: true })],
  ['Public to Private link', status.public, (id: string) => changeStatuses(id, status.privateLink)],
  ['Public to Private to Private link', status.public, (id: string) => changeStatuses(id, status.private, status.privateLink)],
  [
    'Public, Private link, Public, Private, Private link',
    status.public,
    (id: string) => changeStatuses(id, status.privateLink, status.public, status.private, status.privateLink),
  ],
  ['Public to Private', status.public, (id: string) => changeStatuses(id, status.private)],
  [
    'deleted',
    status.public,
    async (id: string) => {
      await owner.client(contract.deletePlaylist, { params: { id } })
      return undefined
    },
  ],
])('%s: old ids of a channel give others no access and do not disclose the new one', async (_, before, hide) => {
  const old = await oldIdsOf(before)
  const id = await hide(old.playlistId)
  await updateSearchIndex(db)
  for (const { client, refused } of [
    { client: guest, refused: '401 login_required' },
    { client: stranger.client, refused: notFound[0] },
    { client: follower.client, refused: notFound[0] },
  ]) {
    expect(await outcome(client(contract.getVideo, { params: { id: old.videoId } }))).toBe(notFound[0])
    expect(await outcome(client(contract.getSeries, { params: { id: old.seriesId } }))).toBe(notFound[0])
    for (const [name, call] of Object.entries(idCalls)) {
      const expected = guestCalls.has(name) ? notFound[0] : client === guest ? refused : (refusedLists[name] ?? refused)
      expect([name, await outcome(call(client, old))]).toEqual([name, expected])
    }
    for (const [name, call] of Object.entries(listsWithChannel)) {
      const response = await call(client, old).then(JSON.stringify, () => '')
      for (const secret of [id, old.playlistId, old.videoId, `"${old.name}"`])
        if (secret) expect([name, response]).not.toEqual([name, expect.stringContaining(secret)])
    }
  }
  expect(await readPageHeads(old)).toEqual([null, null])
  const present = id && (await owner.client(contract.getPlaylist, { params: { id } })).status_id
  if (!id) return expect(await outcome(owner.client(contract.getVideo, { params: { id: old.videoId } }))).toBe(notFound[0])
  // The owner's calls with ids of the content still work, and the current link gives access to all of it.
  for (const call of [idCalls.updateSeries, idCalls.updateVideo, idCalls.moveVideo])
    expect(await outcome(call(owner.client, old))).toBe('done')
  expect(await outcome(owner.client(contract.getPlaylist, { params: { id: old.playlistId } }))).toBe(
    present === status.private ? 'done' : notFound[0],
  )
  const openings = [
    await outcome(guest(contract.getPlaylist, { params: { id } })),
    await outcome(guest(contract.getVideo, { params: { id: old.videoId }, query: { playlist: id } })),
    await outcome(guest(contract.getSeries, { params: { id: old.seriesId }, query: { playlist: id } })),
  ]
  expect(new Set(openings)).toEqual(new Set([present === status.private ? notFound[0] : 'done']))
})

test('content of a private link requires its channel’s id; content of a public channel opens with any', async () => {
  const [secret, open] = [await oldIdsOf(status.privateLink), await oldIdsOf(status.public)]
  for (const { endpoint, idOf } of [
    { endpoint: contract.getVideo, idOf: ({ videoId }: ChannelIds) => videoId },
    { endpoint: contract.getSeries, idOf: ({ seriesId }: ChannelIds) => seriesId },
  ]) {
    const read = (thing: ChannelIds, playlist: string) => outcome(guest(endpoint, { params: { id: idOf(thing) }, query: { playlist } }))
    expect(await read(secret, open.playlistId)).toBe(notFound[0])
    expect(await read(secret, secret.playlistId)).toBe('done')
    expect(await read(open, secret.playlistId)).toBe('done')
    expect(await read(open, 'no id')).toBe('422 invalid playlist')
  }
})

test('a Private link channel that was private in between keeps its id', async () => {
  const { id } = await makeChannel(owner.client, { status_id: status.privateLink })
  expect(await changeStatuses(id, status.private, status.privateLink)).toBe(id)
  const renewed = await changeStatuses(id, status.public, status.privateLink)
  expect(renewed).not.toBe(id)
  expect(await changeStatuses(renewed, status.private, status.privateLink)).toBe(renewed)
})

test('follows and likes survive a new id, and each follow and unfollow is logged once', async () => {
  const follower = await createUser(server)
  const { id } = await makeChannel(owner.client)
  const { key } = await db.selectFrom('playlist').select('key').where('id', '=', id).executeTakeFirstOrThrow()
  const events = async () =>
    (await db.selectFrom('follow_event').select(['kind', 'user_id']).where('playlist_key', '=', key).orderBy('id').execute()).map(
      ({ kind, user_id }) => [kind, user_id],
    )
  await followChannel(db, follower, id)
  const moved = await changeStatuses(id, status.privateLink, status.public)
  expect(await follower.client(contract.getPlaylist, { params: { id: moved } })).toMatchObject({ is_followed: true })
  await db.deleteFrom('follow').where('user_id', '=', follower.id).execute()
  await followChannel(db, follower, moved)
  const first = ['first_follow', follower.id]
  expect(await events()).toEqual([first, ['unfollow', follower.id], ['follow', follower.id]])
  await db.deleteFrom('account').where('id', '=', follower.id).execute()
  expect(await events()).toEqual([
    ['first_follow', null],
    ['unfollow', null],
    ['follow', null],
    ['unfollow', null],
  ])
  await followChannel(db, stranger, moved)
  await owner.client(contract.deletePlaylist, { params: { id: moved } })
  expect(await events()).toEqual([])
})
