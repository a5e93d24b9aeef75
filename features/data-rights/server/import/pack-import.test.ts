import { expect, test } from 'vitest'
import { packImport } from './pack-import.ts'

test('channels leave the sandbox as counts and JSON, for any number of videos', async () => {
  const text = `# Trains\n${Array.from({ length: 1500 }, (_, index) => `https://a.test/${index}`).join('\n')}`
  const packed = await packImport({ bytes: new TextEncoder().encode(text), names: { channel: 'Imported', series: 'Videos' } })
  expect(packed.channels).toEqual([
    { name: 'Imported', videos: 1000, series: [{ name: 'Trains', videos: 1000 }] },
    { name: 'Imported (2)', videos: 500, series: [{ name: 'Trains', videos: 500 }] },
  ])
  expect([packed.pictures, packed.follows, packed.likes]).toEqual([0, 0, 0])
  const { channels, ...marks } = packed.json
  expect(JSON.parse(channels)).toMatchObject([{ name: 'Imported', series: [{ videos: { length: 1000 } }] }, { name: 'Imported (2)' }])
  expect(marks).toEqual({ follows: '[]', likes: '[]' })
})
