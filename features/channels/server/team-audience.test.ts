/** Live events about changes by another member of the team, also of things that are gone afterwards. */
import { expect, test } from 'vitest'
import { cookieNames } from '#kit/contract/cookies.ts'
import { makeChannel, makeGroup, makeSeries, makeTeam } from '#test/channels.ts'
import { followEvents } from '#test/events.ts'
import { createUser } from '#test/people.ts'
import type { Client } from '#test/serve.ts'
import { startTestServer } from '#test/serve.ts'
import { makeTeamChannel } from '#test/team-channel.ts'
import { channelsContract as c } from '../contract.ts'

const server = await startTestServer()
const { app, db, clientFor } = server
const serverUrl = await app.listen({ host: '127.0.0.1', port: 0 })
const [ann, bob, eve] = await Promise.all([createUser(server), createUser(server), createUser(server)])
const teamId = await makeTeam(db, { members: [ann, bob], invited: [eve] })
const teamClient = clientFor({ token: ann.token, teamId })

async function makeAllItems() {
  const { playlistId, seriesId, id } = await makeTeamChannel(db, teamClient, 'ABC')
  const { id: grouped } = await makeChannel(teamClient, { status_id: 1 })
  const { id: groupId } = await makeGroup(teamClient, [grouped])
  return { playlistId, seriesId, groupId, video: id('A'), other: id('B') }
}
type ItemIds = Awaited<ReturnType<typeof makeAllItems>>

const changes: [name: string, change: (client: Client, all: ItemIds) => Promise<unknown>, topic: (all: ItemIds) => string][] = [
  [
    'updateVideo',
    (client, { video }) => client(c.updateVideo, { params: { id: video }, body: { title: 'New' } }),
    ({ video }) => `video:${video}`,
  ],
  ['deleteVideo', (client, { video }) => client(c.deleteVideo, { params: { id: video } }), ({ playlistId }) => `playlist:${playlistId}`],
  [
    'removeVideos',
    (client, { seriesId, video, other }) => client(c.removeVideos, { params: { id: seriesId }, body: { videos: [video, other] } }),
    ({ playlistId }) => `playlist:${playlistId}`,
  ],
  ['createSeries', (client, { playlistId }) => makeSeries(client, playlistId), ({ playlistId }) => `playlist:${playlistId}`],
  [
    'deleteSeries',
    (client, { seriesId }) => client(c.deleteSeries, { params: { id: seriesId }, query: {} }),
    ({ playlistId }) => `playlist:${playlistId}`,
  ],
  [
    'updatePlaylist',
    (client, { playlistId }) => client(c.updatePlaylist, { params: { id: playlistId }, body: { name: 'New' } }),
    ({ playlistId }) => `playlist:${playlistId}`,
  ],
  ['deletePlaylist', (client, { playlistId }) => client(c.deletePlaylist, { params: { id: playlistId } }), () => 'my-playlists'],
  [
    'updateGroup',
    (client, { groupId }) => client(c.updateGroup, { params: { id: groupId }, body: { name: 'New' } }),
    ({ groupId }) => `group:${groupId}`,
  ],
  ['deleteGroup', (client, { groupId }) => client(c.deleteGroup, { params: { id: groupId } }), () => 'my-playlists'],
]

test.each(changes)('%s sends an event to pages of the other members, in both modes, and not to other users', async (_, change, topic) => {
  for (const client of [ann.client, teamClient]) {
    const items = await makeAllItems()
    const [member, outsider] = await Promise.all(
      [bob, eve].map(({ cookie }) => followEvents(`${serverUrl}/api/events`, { cookie: `${cookieNames.media}=${cookie}` })),
    )
    for (const page of [member!, outsider!]) await page.waitFor(({ id }) => id !== undefined)
    await change(client, items)
    await member!.waitFor(({ name, data }) => name === 'changed' && data.topics?.includes(topic(items)) === true)
    await expect.poll(() => member!.events.some(({ data }) => data.topics?.includes(`activity:${teamId}`))).toBe(true)
    expect(outsider!.events.flatMap(({ data }) => data.topics ?? [])).toEqual([])
    for (const page of [member!, outsider!]) page.leave()
  }
})
