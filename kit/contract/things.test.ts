import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { defineThing, findThingPlaces } from './things.ts'

const Plant = z.object({ id: z.string() })
defineThing('plant', [Plant])

test('a response of several shapes has the things of each', () => {
  const Whole = z.object({ plants: z.array(Plant), count: z.int() })
  const Page = z.object({ data: z.array(z.union([Plant, z.object({ id: z.string(), stone: z.string() })])) })
  expect(findThingPlaces(z.union([Whole, Page]))).toEqual({ fields: { plants: { items: { type: 'plant' } } } })
  expect(findThingPlaces(z.union([Page, z.string()]))).toBeUndefined()
})
