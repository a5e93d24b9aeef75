import { expect, test } from 'vitest'
import { endpointUrl } from '#kit/contract/client.ts'
import type { ChangeFunction } from '#kit/web/change.ts'
import type { UndoableStep } from '#shell/actions.ts'
import { visibleActions } from '#shell/run-action.ts'
import { sampleChannel } from '#features/channels/web/samples.ts'
import { serieSubject, videoSubject } from '#features/channels/web/subjects.ts'
import { publishingActions } from './actions.ts'

const reader = { signedIn: true, inTeam: false }
const channelOf = (fields: { direct_publish?: boolean; watch_later?: boolean }) => sampleChannel({ s1: ['a'], s2: [] }, fields)
function offeredIn(fields: Parameters<typeof channelOf>[0]) {
  const channel = channelOf(fields)
  const [first, empty] = channel.series
  return [
    ...visibleActions(publishingActions.video!, videoSubject(channel, first!, first!.videos[0]!), reader),
    ...visibleActions(publishingActions.serie!, serieSubject(channel, first!), reader),
    ...visibleActions(publishingActions.serie!, serieSubject(channel, empty!), reader),
  ].map(({ id }) => id)
}

test('shared things cannot be shared again, and Watch Later videos not added again', () => {
  expect(offeredIn({})).toEqual(['video.watchLater', 'video.directShare', 'serie.directShare'])
  expect(offeredIn({ direct_publish: true })).toEqual(['video.watchLater'])
  expect(offeredIn({ watch_later: true })).toEqual(['video.directShare', 'serie.directShare'])
})

test('videos of another user’s private link can be saved for later', () => {
  const behindLink = sampleChannel({ s1: ['a'] }, { status_id: 2, status: 'Private link', may_edit: false })
  const [series] = behindLink.series
  const offered = visibleActions(publishingActions.video!, videoSubject(behindLink, series!, series!.videos[0]!), reader)
  expect(offered.map(({ id }) => id)).toContain('video.watchLater')
})

test('sharing sends the source’s address, and undo deletes the copy', async () => {
  const channel = channelOf({})
  const series = channel.series[0]!
  const calls: [string, string, unknown][] = []
  const change = ((endpoint, input) => {
    calls.push([endpoint.method, endpointUrl(endpoint, input), (input as { body?: unknown }).body])
    return Promise.resolve({ id: 'copy', playlist_id: 'mine', series_id: 'singles' } as never)
  }) as ChangeFunction
  const share = publishingActions.video!.find(({ id }) => id === 'video.directShare')!
  const subject = videoSubject(channel, series, series.videos[0]!)
  const step = (await share.run(subject, { change, read: change, go: () => {} })) as UndoableStep
  const [[method, path, body]] = calls as [[string, string, { url: string }]]
  expect([method, path]).toEqual(['POST', '/api/direct-share/video'])
  expect(body).toMatchObject({
    series_id: 's1',
    video_id: 'a',
    url: expect.stringMatching(/^http.*\/playlists\?playlist=channel&video=a$/),
  })
  await step.undo()
  expect(calls.at(-1)).toEqual(['DELETE', '/api/series/singles/videos', { videos: ['copy'] }])
  await step.redo()
  expect(calls.at(-1)).toEqual(calls[0])
})
