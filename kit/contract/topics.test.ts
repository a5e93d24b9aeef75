import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { defineContract } from './endpoint.ts'
import { defineThing } from './things.ts'
import { mergeTopics, topicsChanged, topicsRead, findTopicErrors } from './topics.ts'

const id = z.object({ id: z.string() })
const Plant = z.object({ id: z.string(), name: z.string(), bed: z.string() })
defineThing('plant', [Plant])
const base = { access: 'user', actsFor: 'user', summary: '', params: id } as const
const garden = defineContract({
  getBed: { ...base, method: 'GET', path: '/api/beds/:id', output: z.object({ plants: z.array(Plant) }), reads: ['bed:{id}', 'weather'] },
  rename: {
    ...base,
    method: 'PUT',
    path: '/api/plants/:id',
    body: z.object({ name: z.optional(z.string()), to: z.optional(z.string()), others: z.optional(z.array(z.string())) }),
    output: Plant,
    changes: ['plant:{id}', 'plant:{others}', { topic: 'bed:{bed}', given: ['to'] }],
  },
})
const { rename } = garden
const response = { id: 'a', name: 'Elm', bed: 'north' }
const changed = (body: object, answered: unknown = response) => [...topicsChanged(rename, { params: { id: 'a' }, body }, answered)]

test('a placeholder is a field of the call, else of its response; a list makes one topic per entry', () => {
  expect(topicsRead(garden.getBed, { params: { id: 'north' } }, undefined)).toEqual(['bed:north', 'weather'])
  expect(changed({ others: ['b', 'c'] })).toEqual(['plant:b', 'plant:c'])
  expect(changed({ to: 'south' })).toEqual(['bed:north'])
})

test('the thing in the response is stale only for conditional topics', () => {
  expect(changed({ name: 'Elm' })).toEqual([])
  expect(changed({ name: 'Elm' }, { ...response, id: 'z' })).toEqual(['plant:a'])
})

test('after a failure, an id that only the response would contain makes all things of its type stale', () => {
  expect(topicsChanged(rename, { params: { id: 'a' }, body: { to: 'south' } }, undefined)).toEqual(new Set(['plant:a', 'plant:*', 'bed:*']))
})

test('very many topics of one type become one topic of that type; few topics, and those without things, stay', () => {
  const topicsOf = (kind: string, count: number) => Array.from({ length: count }, (_, n) => `${kind}:${n}`)
  expect(mergeTopics(['weather', ...topicsOf('bed', 50), ...topicsOf('plant', 51), 'rain'])).toEqual([
    'weather',
    ...topicsOf('bed', 50),
    'plant:*',
    'rain',
  ])
})

test('the check reports a topic without a read, a placeholder without a source, and an unknown field', () => {
  expect(findTopicErrors(Object.values(garden))).toEqual([])
  const wrongEndpoint = { ...rename, changes: ['sky', 'plant:{leaf}', { topic: 'weather', given: ['rain'] }] } as const
  expect(findTopicErrors([garden.getBed, wrongEndpoint])).toEqual([
    'PUT /api/plants/:id changes sky, which no call reads',
    'PUT /api/plants/:id has nothing to fill plant:{leaf} with',
    'PUT /api/plants/:id takes no rain',
  ])
})
