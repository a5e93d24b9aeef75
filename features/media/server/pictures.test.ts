import { setMaxListeners } from 'node:events'
import { readdir } from 'node:fs/promises'
import { sql } from 'kysely'
import sharp from 'sharp'
import { describe, expect, test, vi } from 'vitest'
import { StorageError } from '#kit/server/storage/storage-error.ts'
import { parsePictureAddress, pictureUrl } from '../picture-addresses.ts'
import { createPictures, logoRules } from './pictures.ts'
import { startPictureStore } from '#test/picture-store.ts'

const { pictures, folder, db, files, place, storage, limits, sandbox, access, signatures, tools, app, draw, refusal, get, png } =
  await startPictureStore()
const { storePicture, pictureFrom, removeUnusedPictures } = pictures

test('a picture is WebP in widths up to its own, at an address with its size and colour', async () => {
  const id = await storePicture(db, await draw(2000, 1125).png().toBuffer())
  expect(parsePictureAddress(id)).toMatchObject({ width: 1600, height: 900, colour: '#ff8000', widths: [160, 320, 640, 960, 1600] })
  for (const width of [160, 320, 640, 960, 1600]) {
    const { statusCode, headers, rawPayload } = await get(pictureUrl(id, width))
    expect([
      statusCode,
      headers['content-type'],
      headers['cache-control'],
      headers['x-content-type-options'],
      Number(headers['content-length']),
    ]).toEqual([200, 'image/webp', 'public, max-age=31536000, s-maxage=86400, immutable', 'nosniff', rawPayload.length])
    expect(await sharp(rawPayload).metadata()).toMatchObject({ format: 'webp', width, height: (width * 9) / 16 })
  }
})

test('a small picture is never enlarged, and is served at the usual widths', async () => {
  const id = await storePicture(db, await draw(200, 100).jpeg().toBuffer())
  expect(parsePictureAddress(id)?.widths).toEqual([160, 200])
  expect(await sharp((await get(pictureUrl(id))).rawPayload).metadata()).toMatchObject({ width: 200 })
  const dot = await storePicture(db, await draw(1, 1).gif().toBuffer())
  expect(await sharp((await get(pictureUrl(dot, 160))).rawPayload).metadata()).toMatchObject({ width: 1 })
})

test('a cached picture is revalidated without a body', async () => {
  const id = await storePicture(db, await draw(200, 100).png().toBuffer())
  const { headers } = await get(pictureUrl(id, 160))
  const second = await get(pictureUrl(id, 160), { 'if-none-match': `"other", W/${headers.etag}` })
  expect([second.statusCode, second.body, second.headers.etag]).toEqual([304, '', headers.etag])
  const head = await app.inject({ method: 'HEAD', url: pictureUrl(id, 160) })
  expect([head.statusCode, head.body, head.headers['content-length']]).toEqual([200, '', headers['content-length']])
})

describe('a range', () => {
  const ask = async (headers: Record<string, string>) => {
    const url = pictureUrl(await storePicture(db, await draw(200, 100).png().toBuffer()), 160)
    const response = await get(url)
    const answer = await get(url, JSON.parse(JSON.stringify(headers).replaceAll('ETAG', String(response.headers.etag).slice(1, -1))))
    return { whole: response.rawPayload, size: response.rawPayload.length, answer }
  }

  test.each([
    ['bytes=0-9', 0, 10],
    ['bytes=5-', 5, Infinity],
    ['bytes=-7', -7, Infinity],
    ['bytes=-999999', 0, Infinity],
    ['bytes=3-999999', 3, Infinity],
  ])('a request for the range %s gets that part', async (range, from, to) => {
    const { whole, size, answer } = await ask({ range })
    const part = whole.subarray(from, to === Infinity ? size : to)
    const first = from < 0 ? size + from : from
    expect([answer.statusCode, answer.headers['content-range']]).toEqual([206, `bytes ${first}-${first + part.length - 1}/${size}`])
    expect(answer.rawPayload.equals(part)).toBe(true)
    expect(answer.headers['content-length']).toBe(String(part.length))
  })

  test.each(['bytes=999999-', 'bytes=-0'])('%s is out of range', async (range) => {
    const { size, answer } = await ask({ range })
    expect([answer.statusCode, answer.headers['content-range'], answer.headers['cache-control']]).toEqual([
      416,
      `bytes */${size}`,
      'no-store',
    ])
    expect(answer.json()).toMatchObject({ code: 'malformed' })
  })

  test.each([
    { range: 'bytes=0-1,5-6' },
    { range: 'bytes=9-3' },
    { range: 'lines=0-1' },
    { range: 'bytes=-' },
    { range: 'bytes=0-1', 'if-range': '"other"' },
    { range: 'bytes=0-1', 'if-range': 'W/"ETAG"' },
    { range: 'bytes=0-1', 'if-range': 'Wed, 21 Oct 2026 07:28:00 GMT' },
  ])('%j gets the whole picture', async (headers) => {
    const { whole, answer } = await ask(headers)
    expect([answer.statusCode, answer.headers['accept-ranges'], answer.rawPayload.equals(whole)]).toEqual([200, 'bytes', true])
  })

  test('is sent for a matching If-Range', async () => {
    expect((await ask({ range: 'bytes=0-1', 'if-range': '"ETAG"' })).answer.statusCode).toBe(206)
  })
})

test('the caller chooses size limit and formats', async () => {
  const rules = { ...logoRules, maxBytes: png.length - 1 }
  expect(await refusal(pictureFrom(db, new Blob([png]), { field: 'icon', rules }))).toEqual(['picture_too_large', 'icon'])
  expect(await refusal(storePicture(db, png, { field: 'icon', rules: { ...logoRules, formats: ['jpg'] } }))).toEqual([
    'picture_unreadable',
    'icon',
  ])
  expect(await refusal(pictureFrom(db, new Blob([new Uint8Array(logoRules.maxBytes + 1)]), { field: 'icon' }))).toEqual([
    'picture_too_large',
    'icon',
  ])
})

test('a picture can be given by its own address, a file, or an external address', async () => {
  const id = await pictureFrom(db, new Blob([png]), { field: 'image' })
  expect(await pictureFrom(db, pictureUrl(id, 160), { field: 'image', by: 'ann' })).toBe(id)
  expect(await pictureFrom(db, `https://choice.test${pictureUrl(id)}`, { field: 'image', by: 'ann' })).toBe(id)
  files.set('/x.png', png)
  expect(await pictureFrom(db, pictureUrl(id), { field: 'image', by: 'ann' })).toBe(id)
  expect(limits.take).not.toHaveBeenCalled()
  const fetched = await pictureFrom(db, `http://${place}/x.png`, { field: 'image', by: 'ann' })
  expect(limits.take).toHaveBeenCalledExactlyOnceWith('fetches:ann', expect.objectContaining({ max: 60 }))
  expect([parsePictureAddress(fetched)?.width, fetched === id]).toEqual([40, false])
})

test.each([
  ['/media/pictures/abcDEF0123456789-500x250-a0b1c2/640.webp', 'picture_missing'],
  ['abcDEF0123456789-500x250-a0b1c2', 'picture_missing'],
  [`http://${place}/nothing.png`, 'picture_missing'],
  [`http://${place}/text.png`, 'picture_unreadable'],
  [`http://${place}/huge.png`, 'linked_picture_too_large'],
  ['http://127.0.0.1:1/x.png', 'link_invalid'],
  ['/etc/passwd', 'link_invalid'],
  ['javascript:alert(1)', 'link_invalid'],
  ['', 'link_invalid'],
])('%s is refused: %s', async (address, code) => {
  files.set('/text.png', Buffer.from('hello'))
  files.set('/huge.png', Buffer.alloc(11 * 1024 * 1024))
  expect(await refusal(pictureFrom(db, address, { field: 'image' }))).toEqual([code, 'image'])
})

test('limits the storage per user and day', async () => {
  limits.count.mockReturnValueOnce({ allowed: false, retryAfter: 3600 })
  await expect(storePicture(db, png, { by: 'ann' })).rejects.toMatchObject({ problem: { code: 'too_many' }, refusal: { retryAfter: 3600 } })
  expect(limits.count).toHaveBeenLastCalledWith('pictures:ann', { max: 1_000_000, windowSeconds: 86_400 }, 1)
  expect(parsePictureAddress(await storePicture(db, png, { by: 'ann' }))?.width).toBe(40)
  limits.count.mockClear()
  await storePicture(db, png)
  expect(limits.count).not.toHaveBeenCalled()
  // A failed write doesn't count for the user, even after several retries.
  const full = createPictures({ ...tools, storage: { ...storage, put: () => Promise.reject(new StorageError('full', 'no room')) } })
  await expect(full.storePicture(db, png, { by: 'ann' })).rejects.toThrow('no room')
  expect(limits.count.mock.calls.map(([, , amount]) => amount)).toEqual([1, -1])
})

test('a flood waits without blocking the event loop', async () => {
  const photo = await draw(3000, 2000).jpeg().toBuffer()
  let ticks = 0
  const clock = setInterval(() => ticks++, 5)
  const ids = await Promise.all(Array.from({ length: 8 }, () => storePicture(db, photo)))
  clearInterval(clock)
  expect(new Set(ids).size).toBe(8)
  expect(ticks).toBeGreaterThan(5)
})

test('unreferenced pictures are deleted after a day with their files, and others stay', async () => {
  const [unused, young, used] = [await storePicture(db, png), await storePicture(db, png), await storePicture(db, png)]
  await db
    .updateTable('picture')
    .set({ created_at: sql`now() - interval '25 hours'` })
    .execute()
  await db
    .updateTable('picture')
    .set({ created_at: sql`now() - interval '23 hours'` })
    .where('id', '=', young)
    .execute()
  await db
    .insertInto('link')
    .values({ url: 'https://a.example/', title: 'x', description: '', site: 'x', kind: 'page', is_reached: true, picture_id: used })
    .execute()
  expect(await removeUnusedPictures(db)).toBeGreaterThan(0)
  const remainingIds = (await db.selectFrom('picture').select('id').execute()).map(({ id }) => id)
  expect(remainingIds.toSorted()).toEqual([young, used].toSorted())
  const fileNames = await readdir(folder, { recursive: true })
  expect([unused, used].map((id) => fileNames.filter((name) => name.includes(`${id}-`)).length)).toEqual([0, 1])
  expect((await get(pictureUrl(unused))).statusCode).toBe(404)
  expect((await get(pictureUrl(used))).statusCode).toBe(200)
})

test('few pictures are fetched concurrently, and no user takes all slots', async () => {
  const started: string[] = []
  let answerAll = () => {}
  const answering = new Promise<void>((resolve) => (answerAll = resolve))
  const slow = createPictures({
    storage,
    sandbox,
    access,
    signatures,
    publicUrl: 'https://choice.test',
    limits,
    async fetchPublic(address) {
      started.push(address.slice(-4))
      await answering
      return { url: address, type: 'image/png', charset: undefined, body: png, isWhole: true }
    },
  })
  const fetchAll = (caller: string, count: number) =>
    Array.from({ length: count }, (_, n) => slow.pictureFrom(db, `http://films.test/${caller}${n}`, { by: caller }))
  const fetches = [...fetchAll('ann', 5), ...fetchAll('bob', 2), ...fetchAll('cas', 2)]
  await vi.waitFor(() => expect(started).toHaveLength(6), 20_000)
  expect(started).toEqual(['ann0', 'ann1', 'bob0', 'bob1', 'cas0', 'cas1'])
  answerAll()
  expect(new Set(await Promise.all(fetches)).size).toBe(9)
})

test('slow sources of some users delay no others', async () => {
  const stop = new AbortController()
  setMaxListeners(0, stop.signal)
  const mixed = createPictures({
    storage,
    sandbox,
    publicUrl: 'https://choice.test',
    access,
    signatures,
    limits,
    async fetchPublic(address, options) {
      if (address.includes('slow'))
        await new Promise((_, reject) => options?.signal?.addEventListener('abort', () => reject(new Error('x'))))
      return { url: address, type: 'image/png', charset: undefined, body: png, isWhole: true }
    },
  })
  const slow = ['ann', 'bob', 'cas', 'dan', 'eve'].flatMap((caller) =>
    [0, 1, 2, 3].map((n) => mixed.pictureOfPage(db, `http://films.test/slow${n}`, { by: caller, signal: stop.signal })),
  )
  // Six downloads that never end take all slots for three seconds, again and again.
  const picture = mixed.pictureOfPage(db, 'http://films.test/quick', { by: 'fay', signal: AbortSignal.timeout(10_000) })
  expect(await picture).toEqual(expect.any(String))
  stop.abort()
  expect(new Set(await Promise.all(slow))).toEqual(new Set([null]))
})
