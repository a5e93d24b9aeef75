import { expect, test } from 'vitest'
import { startTestServer } from '#test/serve.ts'
import { createEdge } from './edge.ts'

const { db } = await startTestServer()
const edge = createEdge({
  db,
  log: { warn: () => undefined },
  publicUrl: 'https://choice.test',
  settings: { url: 'https://cdn.test' },
  kinds: [
    {
      kind: 'pictures',
      thingOf: (folder) => folder,
      findPublic: async (_, ids) => new Map(ids.filter((id) => id === 'open').map((id) => [id, ''])),
    },
  ],
})

test('addresses of public files become CDN addresses, in JSON strings and in the picture lists of pages', async () => {
  const cdn = 'https://cdn.test/media/edge/pictures/open'
  for (const [input, expected] of [
    ['{"icon":"/media/pictures/open/960.webp"}', `{"icon":"${cdn}/960.webp"}`],
    ['{"icon":"/media/pictures/hidden/960.webp"}', '{"icon":"/media/pictures/hidden/960.webp"}'],
    [
      '<link imagesrcset="/media/pictures/open/320.webp 320w, /media/pictures/open/640.webp 640w" imagesizes="50vw">',
      `<link imagesrcset="${cdn}/320.webp 320w, ${cdn}/640.webp 640w" imagesizes="50vw">`,
    ],
    [`<img src="/media/pictures/open/320.webp">`, `<img src="${cdn}/320.webp">`],
  ])
    expect(await edge.nameFiles(input!)).toBe(expected)
})

test("users' texts that contain an address of a file stay unchanged", async () => {
  for (const text of [
    'see /media/pictures/open/960.webp for it',
    '/media/pictures/open/960.webp is a picture',
    'a picture: /media/pictures/open/960.webp',
    '<link imagesrcset="/media/pictures/open/320.webp 320w">',
  ]) {
    const json = JSON.stringify({ text })
    expect(await edge.nameFiles(json)).toBe(json)
  }
})
