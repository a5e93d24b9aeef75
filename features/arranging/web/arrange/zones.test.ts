import { afterEach, expect, test, vi } from 'vitest'
import { toasts } from '#ui/toasts.ts'
import { setActionTools } from '#shell/action-tools.ts'
import type { ActionTools } from '#shell/actions.ts'
import { selection, addToSelection } from '#shell/selection.ts'
import { sampleChannel } from '#features/channels/web/samples.ts'
import { serieSubject } from '#features/channels/web/subjects.ts'
import { dropItems, indexIncludingMoved } from './zones.ts'

const channel = sampleChannel({ s1: [], s2: [], s3: [], s4: [] })
const rowOf = (index: number) => serieSubject(channel, channel.series[index]!)
const change = vi.fn<(endpoint: unknown, input: unknown) => Promise<unknown>>(() => Promise.resolve({ series: [], undo: [] }))
const send: ActionTools['change'] = (endpoint, input) => change(endpoint, input) as never
setActionTools({ go: () => {}, change: send, read: () => new Promise(() => {}) })
afterEach(() => {
  change.mockClear()
  toasts.set([])
  selection.set(undefined)
})

test.each([
  ['before all', 1, 0, 0],
  ['between the others: those that stand before the place are not counted', 1, 2, 1],
  ['behind all', 2, 3, 2],
])('selected rows dropped %s move in one call with one toast', async (_, dragged, index, position) => {
  selection.set(addToSelection(undefined, [rowOf(1), rowOf(2)]))
  await dropItems(rowOf(dragged), { container: 'channel', channel, index: indexIncludingMoved(index, dragged) })
  expect(change.mock.calls.map(([, input]) => input)).toMatchObject([
    { body: { series: ['s2', 's3'], playlist_id: 'channel', index: position } },
  ])
  expect(toasts.get().map(({ text }) => text)).toEqual([`2 series moved. The first is now row ${position + 1}`])
  expect(selection.get()).toBeUndefined()
})
