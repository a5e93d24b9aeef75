import { expect, test, vi } from 'vitest'
import type { ActionTools, UndoableStep } from '#shell/actions.ts'
import { sampleChannel } from '../samples.ts'
import { openPlaylistSubject, videoSubject } from '../subjects.ts'
import { channelActions } from './actions.ts'

const channel = sampleChannel({ s1: ['a', 'b', 'c'] })
const calls = vi.fn<(endpoint: unknown, input: unknown) => Promise<unknown>>(() => Promise.resolve({}))
const send: ActionTools['read'] = (endpoint, input) => calls(endpoint, input) as never
const tools: ActionTools = { go: () => {}, change: send, read: send }

test('undo of an opener restores the former one', async () => {
  const [series] = channel.series
  const makeHome = channelActions.video.find(({ id }) => id === 'video.makeHome')!
  const step = (await makeHome.run(videoSubject(channel, series!, series!.videos[1]!), tools)) as UndoableStep
  await step.undo()
  expect(calls.mock.calls.map(([, input]) => (input as { params: { id: string } }).params.id)).toEqual(['b', 'a'])
})

test('undo of "finished" sends the opposite value', async () => {
  calls.mockClear()
  const finish = channelActions.playlist.find(({ id }) => id === 'playlist.finish')!
  const step = (await finish.run(openPlaylistSubject(channel), tools)) as UndoableStep
  await step.undo()
  expect(calls.mock.calls.map(([, input]) => (input as { body: unknown }).body)).toEqual([{ finished: true }, { finished: false }])
})
