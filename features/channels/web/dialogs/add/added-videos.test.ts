import { expect, test } from 'vitest'
import { endpointUrl } from '#kit/contract/client.ts'
import type { ActionTools, UndoableStep } from '#shell/actions.ts'
import type { Playlist, Series, Video } from '../../../contract.ts'
import { sampleChannel } from '../../samples.ts'
import { createAddStep } from './added-videos.ts'
import { withContainerUndo } from '../../create-containers.ts'

/** A fake server with one channel. Each added video gets a new id. */
function serve(channel: Playlist) {
  let series: Series[] = [...channel.series]
  let last = 0
  const calls: string[] = []
  const make = (): Video => ({ ...sampleChannel({ s: ['x'] }).series[0]!.videos[0]!, id: `new${++last}` })
  const change: ActionTools['change'] = (endpoint, input) => {
    const { body, params, query } = input as {
      body?: { videos?: unknown[]; name?: string }
      params?: { id: string }
      query?: { only_empty?: boolean }
    }
    calls.push(`${endpoint.method} ${endpointUrl(endpoint, input).split('?')[0]} ${body?.videos?.length ?? ''}`.trim())
    if (endpoint.method === 'DELETE' && body?.videos) {
      series = series.map((item) => ({ ...item, videos: item.videos.filter(({ id }) => !body.videos!.includes(id)) }))
      return Promise.resolve(undefined as never)
    }
    if (endpoint.method === 'DELETE') {
      series = series.filter(({ id, videos }) => id !== params!.id || (query?.only_empty && videos.length > 0))
      return Promise.resolve(undefined as never)
    }
    const id = params?.id ?? `series${++last}`
    if (!params) series = [...series, { ...sampleChannel({ s: [] }).series[0]!, id, name: body!.name! }]
    series = series.map((item) => (item.id === id ? { ...item, videos: [...item.videos, ...body!.videos!.map(make)] } : item))
    return Promise.resolve(series.find((item) => item.id === id) as never)
  }
  const tools = { change, read: () => Promise.resolve({ ...channel, series } as never), go: () => {} } satisfies ActionTools
  return { tools, calls, drawn: () => series.map(({ name, videos }) => `${name}: ${videos.map(({ id }) => id).join(' ')}`.trim()) }
}

const links = (count: number) => Array.from({ length: count }, (_, index) => ({ src: `https://a.example/${index}` }))

test('undo and redo of added videos work repeatedly', async () => {
  const channel = sampleChannel({ s1: ['a'] })
  const { tools, drawn } = serve(channel)
  const added = { ...channel.series[0]!, videos: [...channel.series[0]!.videos, { ...channel.series[0]!.videos[0]!, id: 'b' }] }
  const step = createAddStep(channel, added, links(2), 'added', tools)
  const { name } = channel.series[0]!
  await step.undo()
  await step.redo()
  expect(drawn()).toEqual([`${name}: a new1 new2`])
  await step.undo()
  expect(drawn()).toEqual([`${name}: a`])
  await step.redo()
  expect(drawn()).toEqual([`${name}: a new3 new4`])
})

test('redo creates a series with its videos again, in as many calls as needed', async () => {
  const channel = sampleChannel({ s1: ['a'] })
  const { tools, drawn, calls } = serve(channel)
  const series = { ...sampleChannel({ films: ['b'] }).series[0]!, name: 'Films' }
  const step = createAddStep(channel, series, links(60), 'added', tools)
  await step.redo()
  expect(calls).toEqual(['POST /api/series 50', 'POST /api/series/series1/videos 10'])
  expect(drawn()[1]).toMatch(/^Films: new2 .* new61$/)
  await step.undo()
  expect(drawn()).toHaveLength(1)
})

test('redo into a new channel creates it again, and deletes it after a refusal', async () => {
  const log: string[] = []
  let count = 0
  const into = (isRefused = false) => {
    const nth = ++count
    const step: UndoableStep = {
      label: 'copied',
      pending: isRefused ? Promise.reject(new Error('refused')) : Promise.resolve(),
      undo: () => log.push(`empty ${nth}`),
      redo: () => log.push(`fill ${nth}`),
    }
    return Promise.resolve({ step, remove: () => Promise.resolve(log.push(`remove ${nth}`)) })
  }
  const step = withContainerUndo(await into(), () => into(count === 2))
  await step.undo()
  await step.redo()
  await step.undo()
  expect(log).toEqual(['empty 1', 'remove 1', 'empty 2', 'remove 2'])
  await expect(Promise.resolve(step.redo())).rejects.toThrow('refused')
  expect(log.at(-1)).toBe('remove 3')
})
