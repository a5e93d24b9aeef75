import { afterEach, expect, test } from 'vitest'
import { actionsForAll } from '#shell/run-action.ts'
import type { ActionTools, UndoableStep } from '#shell/actions.ts'
import { sampleChannel } from '#features/channels/web/samples.ts'
import { videoSubject } from '#features/channels/web/subjects.ts'
import { nowPlaying } from '#features/player/web/now-playing.ts'
import { watchingActions } from './actions.ts'

const channel = sampleChannel({ s: ['a', 'b', 'c', 'd'] })
const [series] = channel.series
const subjects = series!.videos.map((video) => videoSubject(channel, series!, video))
const tools: ActionTools = {
  go: () => undefined,
  change: () => Promise.reject(new Error('nothing is changed')),
  read: () => Promise.reject(new Error('the channel is known')),
}
const queue = () => nowPlaying.get()?.items.map(({ id }) => id)
const runMany = (id: string, of: typeof subjects) =>
  actionsForAll(watchingActions.video!, of, { signedIn: true, inTeam: false }).find((action) => action.id === id)?.many

afterEach(() => nowPlaying.set(null))

test('several videos play next or are queued in the selected order, and undo restores the queue', async () => {
  const [a, b, c, d] = subjects as [(typeof subjects)[0], (typeof subjects)[0], (typeof subjects)[0], (typeof subjects)[0]]
  await runMany('video.addToQueue', [a, b])!.run([a, b], tools)
  expect(queue()).toEqual(['a', 'b'])
  const next = (await runMany('video.playNext', [d, c])!.run([d, c], tools)) as UndoableStep
  expect(queue()).toEqual(['a', 'd', 'c', 'b'])
  expect(next.label).toBe('2 videos play next')
  await next.undo()
  expect(queue()).toEqual(['a', 'b'])
  await next.redo()
  expect(queue()).toEqual(['a', 'd', 'c', 'b'])
  // The current video can't follow itself.
  expect(runMany('video.playNext', [a, b])).toBeUndefined()
})
