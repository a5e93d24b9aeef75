import { expect, test } from 'vitest'
import { endpointUrl } from '#kit/contract/client.ts'
import type { ChangeFunction, ChangeOptions } from '#kit/web/change.ts'
import type { UndoableStep } from '#shell/actions.ts'
import { visibleActions } from '#shell/run-action.ts'
import type { Video } from '#features/channels/contract.ts'
import { sampleChannel } from '#features/channels/web/samples.ts'
import { openPlaylistSubject, playlistSubject, videoCardSubject, videoSubject } from '#features/channels/web/subjects.ts'
import { socialActions } from './actions.ts'

const reader = { signedIn: true, inTeam: false }

function subjectOf(fields: Partial<Video>) {
  const channel = sampleChannel({ s1: ['a'] }, { may_edit: false })
  const series = channel.series[0]!
  return videoSubject(channel, series, { ...series.videos[0]!, ...fields })
}
const actionsOffered = (subject: ReturnType<typeof subjectOf>) => visibleActions(socialActions.video!, subject, reader)

test('a video can be liked or unliked; a card without that data offers neither', () => {
  expect(actionsOffered(subjectOf({ liked: false })).map(({ id }) => id)).toEqual(['video.like'])
  expect(actionsOffered(subjectOf({ liked: true })).map(({ id }) => id)).toEqual(['video.unlike'])
  const { channel, video } = subjectOf({})
  expect(actionsOffered(videoCardSubject(channel, { id: 's1' }, video))).toEqual([])
})

test('an open channel can be liked or unliked, and one in a list offers neither', async () => {
  const channel = sampleChannel({}, { may_edit: false, liked: false, likes: 2 })
  const offers = (subject: ReturnType<typeof playlistSubject>) =>
    visibleActions(socialActions.playlist!, subject, reader).filter(({ id }) => id.endsWith('like'))
  expect(offers(playlistSubject(channel))).toEqual([])
  expect(offers(openPlaylistSubject({ ...channel, liked: true })).map(({ id }) => id)).toEqual(['playlist.unlike'])
  const [like] = offers(openPlaylistSubject(channel))
  expect(like?.id).toBe('playlist.like')
  const calls: unknown[] = []
  const change = ((endpoint, input) => {
    calls.push([endpoint.method, (input as { body: unknown }).body])
    return Promise.resolve({ liked: true, likes: 3 } as never)
  }) as ChangeFunction
  const step = (await like!.run(openPlaylistSubject(channel), { change, read: change, go: () => {} })) as UndoableStep
  await step.undo()
  const body = { liked_type: 'playlist', liked_id: channel.id }
  expect(calls).toEqual([
    ['POST', body],
    ['DELETE', body],
  ])
})

test('a like shows and counts immediately, and undo reverts it', async () => {
  const subject = subjectOf({ liked: false, likes: 4 })
  const calls: unknown[] = []
  const facts: unknown[] = []
  const change = ((endpoint, input, shows: ChangeOptions<typeof endpoint> = {}) => {
    calls.push([endpoint.method, endpointUrl(endpoint, input), (input as { body: unknown }).body])
    const [patched] = shows.optimistic!(input) as unknown as [{ facts: (now: Partial<Video>) => unknown }]
    facts.push(patched.facts({ liked: false, likes: 4 }), patched.facts({ liked: true, likes: 5 }))
    return Promise.resolve({ liked: true, likes: 9 } as never)
  }) as ChangeFunction
  const step = (await actionsOffered(subject)[0]!.run(subject, { change, read: change, go: () => {} })) as UndoableStep
  const body = { liked_type: 'video', liked_id: 'a', playlist_id: subject.channel.id }
  expect(calls).toEqual([['POST', '/api/like', body]])
  expect(facts).toEqual([
    { liked: true, likes: 5 },
    { liked: true, likes: 5 },
  ])
  await step.undo()
  expect(calls[1]).toEqual(['DELETE', '/api/like', body])
  expect(facts.slice(2)).toEqual([
    { liked: false, likes: 4 },
    { liked: false, likes: 4 },
  ])
})
