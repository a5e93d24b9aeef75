import { expect, test } from 'vitest'
import { makeFilledChannel, outcome } from '#test/channels.ts'
import { createUser, type Person } from '#test/people.ts'
import { updateSearchIndex } from '#test/search.ts'
import { type Client, startTestServer } from '#test/serve.ts'
import { accountsContract } from '#features/accounts/contract.ts'
import { channelsContract, channelSearchContract } from '#features/channels/contract.ts'
import { notificationsContract } from '#features/notifications/contract.ts'
import { socialContract } from '#features/social/contract.ts'
import { watchingContract } from '#features/watching/contract.ts'
import { reportsContract as contract } from '../contract.ts'

const server = await startTestServer({ RATE_LIMITS: 'off' })
const { app, db, guest } = server
const [ann, bob, operator] = await Promise.all([
  createUser(server, { is_public: true, nickname: 'ann-removed' }),
  createUser(server),
  createUser(server, {
    nickname: 'the-operator',
    is_operator: true,
    adult_content: true,
    birthday: new Date('1980-01-01'),
    adult_passed_at: new Date(),
  }),
])

const report = async ({ client }: Person, reportable_type: 'playlist' | 'video' | 'serie' | 'user', reportable_id: string) =>
  (
    await client(contract.report, {
      body: { url: 'https://choice.test/en', report_type_id: 4, reportable_type, reportable_id },
    })
  ).id
const decide = (id: string, state: 'open' | 'dismissed' | 'removed') =>
  operator.client(contract.updateReport, { params: { id }, body: { state } })
const notificationsOf = async ({ client }: Person, text: string) =>
  (await client(notificationsContract.listNotifications, {})).data.filter(({ kind }) => kind === text).map(({ text }) => text)

interface ChannelIds {
  playlistId: string
  seriesId: string
  videoIds: string[]
}
/** Creates a channel that Bob follows and likes, with a video that he likes and has half watched. */
async function makeKnown(name: string, title: string): Promise<ChannelIds> {
  const channel = await makeFilledChannel(db, ann.client, [title], { name })
  const [id] = channel.videoIds as [string]
  await ann.client(channelsContract.updatePlaylist, { params: { id: channel.playlistId }, body: { slug: name.toLowerCase() } })
  await bob.client(socialContract.follow, { body: { following_type: 'playlist', following_id: channel.playlistId } })
  await bob.client(socialContract.like, { body: { liked_type: 'video', liked_id: id } })
  const { viewActionId } = await bob.client(watchingContract.createView, { body: { viewable_type: 'video', viewable_id: id } })
  const { viewProcessId } = await bob.client(watchingContract.startView, { body: { viewActionId } })
  await bob.client(watchingContract.reportProgress, { body: { viewProcessId, position: 42, duration: 100 } })
  return channel
}

/** Returns the calls whose response contains this text. */
async function placesOf(searched: string, client: Client, { playlistId, seriesId, videoIds }: ChannelIds, word: string): Promise<string[]> {
  await updateSearchIndex(db)
  const isGuest = client === guest
  const get = async (path: string) => (await app.inject({ url: path })).body
  const answers: Record<string, Promise<unknown>> = {
    channel: client(channelsContract.getPlaylist, { params: { id: playlistId } }),
    slug: client(channelsContract.findPlaylistBySlug, { params: { slug: word } }).then(({ data }) =>
      client(channelsContract.getPlaylist, { params: { id: data.id } }),
    ),
    series: client(channelsContract.getSeries, { params: { id: seriesId } }),
    video: client(channelsContract.getVideo, { params: { id: videoIds[0]! } }),
    home: client(channelsContract.listDefaultPlaylists, { query: {} }),
    person: client(channelsContract.listPersonPlaylists, { params: { id: ann.id } }),
    search: client(channelSearchContract.searchPlaylists, { body: { keyword: word } }),
    ...(isGuest
      ? {
          feed: get(`/feeds/${playlistId}.xml`),
          embed: get(`/embed/${videoIds[0]!}`),
          embeddedChannel: get(`/embed/channel/${playlistId}?serie=${seriesId}`),
        }
      : {
          bar: client(channelsContract.listMyPlaylists, {}),
          following: client(socialContract.listFollowing, { query: {} }),
          subscriptions: client(socialContract.listFollowedVideos, { query: {} }),
          continue: client(watchingContract.listVideosToContinue, {}),
          history: client(watchingContract.listHistory, { query: {} }),
        }),
  }
  const result = await Promise.all(
    Object.entries(answers).map(async ([name, response]) => {
      const text = await response.then(
        (body) => JSON.stringify(body),
        () => '',
      )
      return text.includes(searched) ? [name] : []
    }),
  )
  return result.flat()
}

test('a removed channel is hidden from all users but its owner, and restoring shows it everywhere again', async () => {
  const channel = await makeKnown('Zebrachannel', 'Zebrafilm')
  const places = async () => [
    await placesOf('Zebra', guest, channel, 'zebrachannel'),
    await placesOf('Zebra', bob.client, channel, 'zebrachannel'),
  ]
  const before = await places()
  expect(before[0]).toEqual(['channel', 'slug', 'video', 'home', 'person', 'search', 'feed', 'embed', 'embeddedChannel'])
  expect(before[1]).toEqual(
    expect.arrayContaining(['channel', 'slug', 'video', 'home', 'person', 'search', 'bar', 'following', 'continue', 'history']),
  )
  const id = await report(bob, 'playlist', channel.playlistId)
  expect(await decide(id, 'removed')).toMatchObject({ state: 'removed', title: 'Zebrachannel' })
  expect(await places()).toEqual([[], []])
  // Operators, who decide about the channel, can open it by id, but no list contains it.
  expect(await placesOf('Zebra', operator.client, channel, 'zebrachannel')).toEqual(['channel', 'video'])
  const { playlistId, videoIds } = channel
  expect(await outcome(operator.client(channelsContract.updatePlaylist, { params: { id: playlistId }, body: { name: 'X' } }))).toBe(
    '403 forbidden',
  )
  const { client } = bob
  expect(await outcome(client(channelsContract.getPlaylist, { params: { id: playlistId } }))).toBe('404 not_found')
  expect(await outcome(client(channelsContract.findPlaylistBySlug, { params: { slug: 'zebrachannel' } }))).toBe('404 not_found')
  expect(await outcome(client(channelsContract.updatePlaylist, { params: { id: playlistId }, body: { name: 'X' } }))).toBe('404 not_found')
  expect(await outcome(client(channelsContract.deleteVideo, { params: { id: videoIds[0]! } }))).toBe('404 not_found')
  expect(await outcome(client(socialContract.like, { body: { liked_type: 'playlist', liked_id: playlistId } }))).toBe('404 not_found')
  expect(
    await outcome(
      client(contract.report, {
        body: { url: 'https://choice.test', report_type_id: 1, reportable_type: 'playlist', reportable_id: playlistId },
      }),
    ),
  ).toBe('404 not_found')
  expect(await placesOf('Zebra', ann.client, channel, 'zebrachannel')).toEqual(expect.arrayContaining(['channel', 'video', 'bar']))
  await decide(id, 'dismissed')
  expect(await places()).toEqual(before)
})

test('a removed video is hidden from all users but its owner, its channel stays, and restoring shows it everywhere again', async () => {
  const channel = await makeKnown('Quaggachannel', 'Lynxfilm')
  const places = async () => [
    await placesOf('Lynx', guest, channel, 'quaggachannel'),
    await placesOf('Lynx', bob.client, channel, 'quaggachannel'),
  ]
  const before = await places()
  expect(before[0]).toEqual(expect.arrayContaining(['channel', 'video', 'feed', 'embed', 'embeddedChannel']))
  expect(before[1]).toEqual(expect.arrayContaining(['channel', 'video', 'bar', 'continue', 'history']))
  const id = await report(bob, 'video', channel.videoIds[0]!)
  await decide(id, 'removed')
  expect(await places()).toEqual([[], []])
  expect(await outcome(bob.client(channelsContract.getVideo, { params: { id: channel.videoIds[0]! } }))).toBe('404 not_found')
  expect(await placesOf('Quagga', guest, channel, 'quaggachannel')).toContain('channel')
  expect(await placesOf('Lynx', ann.client, channel, 'quaggachannel')).toEqual(expect.arrayContaining(['channel', 'video']))
  await decide(id, 'open')
  expect(await places()).toEqual(before)
})

test('the owner gets the reason and the reporter a notice, once each, also with two concurrent operators', async () => {
  const [eve, cas] = [await createUser(server, { language: 'nl' }), await createUser(server)]
  const { playlistId } = await makeFilledChannel(db, eve.client, ['Film'], { name: 'Ocelot' })
  const id = await report(cas, 'playlist', playlistId)
  await Promise.all([decide(id, 'removed'), decide(id, 'removed')])
  expect(await notificationsOf(eve, 'content_removed')).toEqual(['“Ocelot” was removed: only you can see it'])
  expect(await notificationsOf(cas, 'report_answered')).toHaveLength(1)
  const mails = await server.mailsTo(eve.email)
  expect(mails).toHaveLength(1)
  expect(mails[0]).toContain('Ocelot')
  expect(mails[0]).toContain('Reden: Spam of misleidend.')
})

test('a thing removed by two reports is restored once neither removes it; its owner’s copy stays removed', async () => {
  const cas = await createUser(server)
  const { playlistId, videoIds } = await makeFilledChannel(db, ann.client, ['Film'], { name: 'Tapir' })
  const [first, second] = [await report(bob, 'playlist', playlistId), await report(cas, 'playlist', playlistId)]
  await decide(first, 'removed')
  await decide(second, 'removed')
  await decide(first, 'dismissed')
  const readChannel = () => outcome(guest(channelsContract.getPlaylist, { params: { id: playlistId } }))
  expect(await readChannel()).toBe('404 not_found')
  const { id: copy } = await ann.client(channelsContract.copyPlaylist, { body: { playlist_id: playlistId, status_id: 3 } })
  expect(await outcome(guest(channelsContract.getPlaylist, { params: { id: copy } }))).toBe('404 not_found')
  await decide(second, 'dismissed')
  expect(await readChannel()).toBe('done')
  expect(await outcome(guest(channelsContract.getVideo, { params: { id: videoIds[0]! } }))).toBe('done')
})

test('a removed series is hidden from all users but its owner, its channel stays, and restoring shows it everywhere again', async () => {
  const channel = await makeKnown('Okapichannel', 'Serval')
  await ann.client(channelsContract.updateSeries, { params: { id: channel.seriesId }, body: { name: 'Servalseries' } })
  const places = async () => [
    await placesOf('Serval', guest, channel, 'okapichannel'),
    await placesOf('Serval', bob.client, channel, 'okapichannel'),
  ]
  const before = await places()
  expect(before[0]).toEqual(expect.arrayContaining(['channel', 'series', 'video', 'feed', 'embed', 'embeddedChannel']))
  expect(before[1]).toEqual(expect.arrayContaining(['channel', 'series', 'video', 'bar', 'continue', 'history']))
  const id = await report(bob, 'serie', channel.seriesId)
  expect(await decide(id, 'removed')).toMatchObject({ state: 'removed', title: 'Servalseries', playlist_id: channel.playlistId })
  expect(await places()).toEqual([[], []])
  const copy = { series_id: channel.seriesId, playlist_id: (await makeFilledChannel(db, bob.client)).playlistId }
  expect(await outcome(bob.client(channelsContract.copySeries, { body: copy }))).toBe('404 not_found')
  expect(await outcome(bob.client(channelsContract.getVideo, { params: { id: channel.videoIds[0]! } }))).toBe('404 not_found')
  expect(await placesOf('Okapi', guest, channel, 'okapichannel')).toContain('channel')
  expect(await placesOf('Serval', ann.client, channel, 'okapichannel')).toEqual(expect.arrayContaining(['channel', 'series', 'video']))
  await decide(id, 'dismissed')
  expect(await places()).toEqual(before)
})

test('a removed user’s profile and channels, also new ones, are hidden; the user can log in and sees the reason', async () => {
  const eve = await createUser(server, { is_public: true, nickname: 'eve-removed' })
  const { playlistId, videoIds } = await makeFilledChannel(db, eve.client, ['Film'], { name: 'Evechannel' })
  await bob.client(socialContract.follow, { body: { following_type: 'user', following_id: eve.id } })
  const readOutcomes = async ({ client }: { client: Client }) => [
    await outcome(client(accountsContract.getPublicProfile, { params: { id: eve.id } })),
    await outcome(client(channelsContract.getPlaylist, { params: { id: playlistId } })),
    await outcome(client(channelsContract.getVideo, { params: { id: videoIds[0]! } })),
    await updateSearchIndex(db).then(
      async () => (await client(channelSearchContract.searchPlaylists, { body: { keyword: 'Evechannel' } })).data.length,
    ),
  ]
  const listFollowed = async () => (await bob.client(socialContract.listFollowing, { query: {} })).followed.map((item) => item.following_id)
  expect(await readOutcomes({ client: guest })).toEqual(['done', 'done', 'done', 1])
  const id = await report(bob, 'user', eve.id)
  await decide(id, 'removed')
  for (const user of [{ client: guest }, bob])
    expect(await readOutcomes(user)).toEqual(['404 not_found', '404 not_found', '404 not_found', 0])
  expect(await readOutcomes(operator)).toEqual(['404 not_found', 'done', 'done', 0])
  expect(await listFollowed()).not.toContain(eve.id)
  const { playlistId: laterId } = await makeFilledChannel(db, eve.client, ['Film'], { name: 'Later' })
  expect(await outcome(guest(channelsContract.getPlaylist, { params: { id: laterId } }))).toBe('404 not_found')
  expect(await readOutcomes(eve)).toEqual(['done', 'done', 'done', 1])
  expect(await eve.client(contract.listRemovals, {})).toMatchObject([
    { removable_type: 'user', removable_id: eve.id, name: 'eve-removed', playlist_id: null, reason: 'Spam or misleading', answer: null },
  ])
  expect((await server.mailsTo(eve.email)).join()).toContain('You can still log in')
  // A channel removed separately stays removed when its owner is restored.
  const alone = await report(bob, 'playlist', laterId).catch(() => undefined)
  expect(alone).toBeUndefined()
  await decide(id, 'dismissed')
  expect(await readOutcomes({ client: guest })).toEqual(['done', 'done', 'done', 1])
  expect(await outcome(guest(channelsContract.getPlaylist, { params: { id: laterId } }))).toBe('done')
  expect(await listFollowed()).toContain(eve.id)
})

test('a separately removed channel stays removed when its owner is removed and restored', async () => {
  const eve = await createUser(server, { is_public: true })
  const { playlistId } = await makeFilledChannel(db, eve.client)
  const [ofChannel, ofPerson] = [await report(bob, 'playlist', playlistId), await report(bob, 'user', eve.id)]
  const readChannel = () => outcome(guest(channelsContract.getPlaylist, { params: { id: playlistId } }))
  await decide(ofPerson, 'removed')
  await decide(ofChannel, 'removed')
  await decide(ofPerson, 'open')
  expect(await readChannel()).toBe('404 not_found')
  await decide(ofChannel, 'open')
  expect(await readChannel()).toBe('done')
})

const answerRemoval = ({ client }: { client: Client }, removable_id: string, message = 'It is mine') =>
  client(contract.answerRemoval, { body: { removable_type: 'playlist', removable_id, message } })

test('the owner answers a removal once, also with concurrent calls, and only operators read it', async () => {
  const eve = await createUser(server)
  const { playlistId } = await makeFilledChannel(db, eve.client, ['Film'], { name: 'Dingo' })
  const id = await report(bob, 'playlist', playlistId)
  expect(await outcome(answerRemoval(eve, playlistId))).toBe('404 not_found')
  expect(await eve.client(contract.listRemovals, {})).toEqual([])
  await decide(id, 'removed')
  expect(await outcome(answerRemoval({ client: guest }, playlistId))).toBe('401 login_required')
  for (const user of [bob, operator]) expect(await outcome(answerRemoval(user, playlistId))).toBe('404 not_found')
  expect(await outcome(answerRemoval(eve, playlistId, ' '))).toBe('422 invalid message')
  expect(await outcome(answerRemoval(eve, playlistId, 'x'.repeat(5001)))).toContain('422')
  const outcomes = await Promise.all([answerRemoval(eve, playlistId, ' <b>Mine</b> '), answerRemoval(eve, playlistId)].map(outcome))
  expect(outcomes.toSorted()).toEqual(['409 answered_already', 'done'])
  expect(await outcome(answerRemoval(eve, playlistId))).toBe('409 answered_already')
  const [removal] = await eve.client(contract.listRemovals, {})
  const { data } = await operator.client(contract.listReports, { query: { answered: true } })
  expect(data.map((item) => [item.id, item.answer, item.answered_at])).toEqual([[id, removal!.answer, removal!.answered_at]])
  expect([await bob.client(contract.listRemovals, {}), await outcome(guest(contract.listRemovals, {}))]).toEqual([[], '401 login_required'])
  await decide(id, 'dismissed')
  expect(await eve.client(contract.listRemovals, {})).toEqual([])
  expect(await outcome(answerRemoval(eve, playlistId))).toBe('404 not_found')
})

test('operators see how many users reported the same thing', async () => {
  const { playlistId, videoIds } = await makeFilledChannel(db, ann.client, ['Caracal'])
  const first = await report(bob, 'video', videoIds[0]!)
  await report(await createUser(server), 'video', videoIds[0]!)
  await report(bob, 'playlist', playlistId)
  const { data } = await operator.client(contract.listReports, { query: { limit: 100 } })
  const matches = data.filter((item) => item.playlist_id === playlistId)
  expect(matches.map((item) => [item.reportable_type, item.reports])).toEqual([
    ['playlist', 1],
    ['video', 2],
    ['video', 2],
  ])
  expect(matches.at(-1)!.id).toBe(first)
})
