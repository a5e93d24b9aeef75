import { expect, test } from 'vitest'
import { type Sandbox, SandboxError } from '#kit/server/sandbox/sandbox.ts'
import { measureUndisturbedMs } from '#test/busy-machine.ts'
import { parsePictureAddress } from '../picture-addresses.ts'
import { registerMediaJobs } from './feature.ts'
import { startLinkPages } from '#test/link-pages.ts'

const { pages, site, db, fetchPublic, mediaWith, describe, serve, picture } = await startLinkPages()

test.each(['192.168.1.1', '[::1]', 'router', 'nas.local', '0x7f.2'])(
  'a page cannot make viewers frame or play internal addresses: %s',
  async (host) => {
    for (const [name, path] of Object.entries({ 'og:video:secure_url': 'x', 'og:video': 'x.mp4' }))
      expect(await describe(serve(`/${host}-${path}`, `<meta property="${name}" content="https://${host}/${path}">`))).toMatchObject({
        kind: 'page',
      })
  },
)

test('many links succeed or fail by the deadline, in order, and late ones are retried later', async () => {
  pages.set('/never', { type: 'text/html', body: '<!-- -->', endless: true })
  const titles = Array.from({ length: 10 }, (_, n) => `Number ${n}`)
  const quick = titles.map((title, n) => serve(`/quick${n}`, `<title>${title}</title>`))
  const { links: guarded } = mediaWith(fetchPublic)
  const clock = measureUndisturbedMs()
  const metas = await guarded.describeLinks(db, [...quick, `${site}/never`, 'http://localhost/'], { deadlineMs: 1500 })
  expect(clock()).toBeLessThan(5000)
  expect(metas.map((meta) => (meta === 'refused' ? meta : meta.title))).toEqual([...titles, '127.0.0.1/never', 'refused'])
  expect(await db.selectFrom('link').select('url').where('url', 'like', '%/never').execute()).toEqual([])
})

test.each([
  ['killed', { reached: false, is_pending: false }, 1],
  ['failed', { reached: false, is_pending: false }, 1],
  ['unavailable', { reached: false, is_pending: true }, 0],
] as const)('a page whose parser was %s is described by its address', async (kind, expected, kept) => {
  const address = serve(`/${kind}`, '<title>x</title>')
  const texts: Sandbox = { run: () => Promise.reject(new SandboxError(kind, 'x')), stop: () => undefined }
  const [meta] = await mediaWith(fetchPublic, { texts }).links.describeLinks(db, [address], { by: 'ann' })
  expect(meta).toMatchObject({ title: `127.0.0.1/${kind}`, ...expected })
  // Incomplete metadata isn't cached, so that the next request fetches the page.
  expect(await db.selectFrom('link').select('url').where('url', '=', address).execute()).toHaveLength(kept)
})

test('a manifest of many empty lines is harmless', async () => {
  const bomb = `#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\n${'\n'.repeat(400_000)}`
  expect(await describe(serve('/bomb', bomb, 'application/x-mpegurl'))).toMatchObject({ kind: 'hls', is_pending: false })
})

test('texts are truncated at their limits, without characters that cannot be stored', async () => {
  const meta = await describe(
    serve('/long', `<title>${'word '.repeat(200)}\0</title><meta name=description content="${'much text '.repeat(2000)}">`),
  )
  expect(meta).toMatchObject({ title: expect.stringMatching(/^word.*…$/), description: expect.stringMatching(/^much.*…$/) })
  if (meta !== 'refused') expect([meta.title.length <= 255, meta.description.length <= 5000]).toEqual([true, true])
})

test('the address of a page’s picture contains its colour and sizes', async () => {
  serve('/blue.jpg', picture, 'image/jpeg')
  const meta = await describe(serve('/blue', '<title>x</title><meta property="og:image" content="/blue.jpg">'))
  const facts = parsePictureAddress(meta === 'refused' ? '' : (meta.image ?? ''))
  const colour: unknown = expect.stringMatching(/^#3[234]6[567]9[89a]$/)
  expect(facts).toMatchObject({ width: 800, height: 450, widths: [160, 320, 640, 800], colour })
})

test('link metadata unused for a week is deleted nightly, with its picture', async () => {
  const nightly: (() => Promise<void>)[] = []
  const { pictures } = mediaWith(fetchPublic)
  registerMediaJobs({ db, pictures, jobs: { work: (_, run) => nightly.push(() => run({} as never, {} as never)) } })
  await db.deleteFrom('link').execute()
  serve('/night.jpg', picture, 'image/jpeg')
  await describe(serve('/old', '<title>Old</title><meta property="og:image" content="/night.jpg">'))
  await describe(serve('/recent', '<title>Recent</title>'))
  await db
    .updateTable('picture')
    .set({ created_at: new Date(Date.now() - 30 * 3_600_000) })
    .execute()
  await db
    .updateTable('link')
    .set({ fetched_at: new Date(Date.now() - 8 * 86_400_000) })
    .where('title', '=', 'Old')
    .execute()
  for (const run of nightly) await run()
  expect(await db.selectFrom('link').select('title').execute()).toEqual([{ title: 'Recent' }])
  expect(await db.selectFrom('picture').select('id').execute()).toEqual([])
})
