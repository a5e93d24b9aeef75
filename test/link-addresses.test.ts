import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { channelsContract } from '#features/channels/contract.ts'
import { status } from '#features/channels/rules.ts'
import { dataRightsContract } from '#features/data-rights/contract.ts'
import { uploadsContract } from '#features/uploads/contract.ts'
import { password, createUser } from '#test/people.ts'
import { startTestServer } from '#test/serve.ts'
import { waitForUpload, listen, upload, createUploader } from '#test/uploads.ts'

const server = await startTestServer({ RATE_LIMITS: 'off', FFMPEG_PATH: '/nowhere/ffmpeg' })
const { app, db } = server
const origin = await listen(app)
const outsider = await createUser(server)
const clip = await readFile('server/demo/assets/clips/sunny-side.mp4')
const bytes = await sharp({ create: { width: 40, height: 20, channels: 3, background: '#ff8000' } })
  .png()
  .toBuffer()
const picture = new File([bytes], 'picture.png', { type: 'image/png' })

/** Creates a channel behind a private link. Its uploaded video has pictures, captions and a related video. */
async function makeLinked() {
  const owner = await createUploader(server)
  const uploadResult = (await waitForUpload(owner.client, await upload(origin, owner, clip)))!
  const other = (await waitForUpload(owner.client, await upload(origin, owner, clip)))!
  const videoId = uploadResult.video_id!
  const params = { id: videoId }
  await owner.client(channelsContract.updateVideo, { params, body: { image: picture, more_photo: picture } })
  await owner.client(channelsContract.updateVideo, { params: { id: other.video_id! }, body: { image: picture } })
  await owner.client(uploadsContract.addCaptions, { params, body: { language: 'en', text: 'WEBVTT\n\n00:01.000 --> 00:02.000\nHello' } })
  await owner.client(channelsContract.addRelatedVideo, {
    params: { playlistId: owner.playlistId },
    body: { video_id: videoId, related_video_id: other.video_id! },
  })
  const { id: link } = await owner.client(channelsContract.updatePlaylist, {
    params: { id: owner.playlistId },
    body: { status_id: status.privateLink, icon: picture },
  })
  return { owner, link, videoId, otherId: other.video_id! }
}
type LinkedFixture = Awaited<ReturnType<typeof makeLinked>>

/** Returns all file addresses that users of the link get, by field. The addresses of the related video are separate. */
async function addressesOf({ link, videoId, otherId }: LinkedFixture) {
  const { client } = outsider
  const query = { playlist: link }
  const channel = await client(channelsContract.getPlaylist, { params: { id: link }, query: {} })
  const video = await client(channelsContract.getVideo, { params: { id: videoId }, query })
  const listedVideo = channel.series.flatMap(({ videos }) => videos).find(({ id }) => id === videoId)!
  const tracks = await client(uploadsContract.listCaptions, { params: { id: videoId }, query })
  const related = await client(channelsContract.listRelatedVideos, { params: { playlistId: link } })
  const feed = (await app.inject({ url: `/feeds/${link}.json` })).json<{
    icon: string
    items: { id: string; image: string; attachments: { url: string }[] }[]
  }>()
  const item = feed.items.find(({ id }) => id.endsWith(videoId))!
  const pathOf = (url: string) => url.replace('http://choice.test', '')
  return {
    ofChannel: { icon: channel.icon!, 'icon of the feed': pathOf(feed.icon) },
    ofVideo: {
      picture: video.image!,
      'picture in the channel': listedVideo.image!,
      'picture in the feed': pathOf(item.image),
      'picture of more information': video.more_photo!,
      film: video.src!,
      'film in the feed': pathOf(item.attachments[0]!.url),
      'part of the film': video.src!.replace('master.m3u8', 'v1.mp4'),
      captions: tracks.data[0]!.src,
    },
    ofRelated: { 'picture of the related video': related[0]!.related.find(({ id }) => id === otherId)!.image! },
  }
}
type Addresses = Awaited<ReturnType<typeof addressesOf>>
const allOf = ({ ofChannel, ofVideo, ofRelated }: Addresses) => ({ ...ofChannel, ...ofVideo, ...ofRelated })

/** Returns the names of addresses that can be read. */
async function listReadable(addresses: Record<string, string>): Promise<string[]> {
  const answers = await Promise.all(
    Object.entries(addresses).map(async ([name, url]) => [name, (await app.inject({ url })).statusCode] as const),
  )
  return answers.filter(([, code]) => code !== 404).map(([name]) => name)
}

const update = ({ owner, link }: LinkedFixture, body: object) =>
  owner.client(channelsContract.updatePlaylist, { params: { id: link }, body })
/** Removes a thing like an operator. Needs no report, because strangers can't report things behind a private link. */
const setRemoved = (table: 'playlist' | 'video' | 'account', column: string, id: string) =>
  sql`update ${sql.table(table)} set ${sql.ref(column)} = now() where id = ${id}`.execute(db)

/** Ways to end access, each with the addresses that can't be read afterwards. */
const waysToEndAccess: Record<string, { end: (linked: LinkedFixture) => Promise<unknown>; ends: (addresses: Addresses) => object }> = {
  'a new link': { end: (linked) => update(linked, { new_link: true }), ends: allOf },
  'a channel that becomes private': { end: (linked) => update(linked, { status_id: status.private }), ends: allOf },
  'a channel that becomes adult': { end: (linked) => update(linked, { adult: true }), ends: allOf },
  'a channel that an operator removes': { end: ({ link }) => setRemoved('playlist', 'removed_alone_at', link), ends: allOf },
  'a deleted channel': {
    end: ({ owner, link }) =>
      // Deletes the contents, because the channel for uploads can't be deleted.
      sql`delete from playlist where id = ${link} and user_id = ${owner.id}`.execute(db),
    ends: allOf,
  },
  'an owner whom an operator removes': { end: ({ owner }) => setRemoved('account', 'removed_at', owner.id), ends: allOf },
  'an owner who requests deletion': {
    end: ({ owner }) => owner.client(dataRightsContract.askDeletion, { body: { password } }),
    ends: allOf,
  },
  'a video that an operator removes': { end: ({ videoId }) => setRemoved('video', 'removed_at', videoId), ends: ({ ofVideo }) => ofVideo },
  'a video that becomes adult': {
    end: ({ owner, videoId }) => owner.client(channelsContract.updateVideo, { params: { id: videoId }, body: { adult: true } }),
    ends: ({ ofVideo }) => ofVideo,
  },
  'a deleted video': {
    end: ({ owner, videoId }) => owner.client(channelsContract.deleteVideo, { params: { id: videoId } }),
    ends: ({ ofVideo }) => ofVideo,
  },
}

test.for(Object.keys(waysToEndAccess))('addresses from a private link end at once with %s', async (ending) => {
  const linked = await makeLinked()
  const addresses = await addressesOf(linked)
  expect(await listReadable(allOf(addresses))).toEqual(Object.keys(allOf(addresses)))
  const { end, ends } = waysToEndAccess[ending]!
  await end(linked)
  expect(await listReadable(ends(addresses) as Record<string, string>)).toEqual([])
})

test('addresses from a private link stay valid when the channel becomes public', async () => {
  const linked = await makeLinked()
  const addresses = await addressesOf(linked)
  await update(linked, { status_id: status.public })
  expect(await listReadable(allOf(addresses))).toEqual(Object.keys(allOf(addresses)))
})
