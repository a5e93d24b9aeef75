import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import S3rver from 's3rver'
import { afterAll, describe, expect, test } from 'vitest'
import { createStorage, type Storage } from './storage.ts'

const folder = await mkdtemp(join(tmpdir(), 'storage-'))
const server = new S3rver({
  port: 0,
  address: '127.0.0.1',
  silent: true,
  directory: join(folder, 's3'),
  configureBuckets: [{ name: 'files' }],
})
const { port } = await server.run()
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true })
})

const stores: [string, Storage][] = [
  ['disk', createStorage({ folder: join(folder, 'disk') })],
  [
    'S3',
    createStorage({
      folder: '',
      s3: { bucket: 'files', region: 'eu-west-1', endpoint: `http://127.0.0.1:${port}`, accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
    }),
  ],
]
const hash = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex')
const readAll = async (storage: Storage, key: string) => {
  const file = await storage.get(key)
  return file && { size: file.size, hash: hash(await buffer(file.stream)) }
}
const breaking = () =>
  Readable.from(
    (function* () {
      yield Buffer.from('n')
      throw new Error('the line broke')
    })(),
  )

describe.each(stores)('files on %s', (_, storage) => {
  test('come back byte for byte, with their size', async () => {
    const bytes = randomBytes(300_000)
    await storage.put('pictures/a/640.webp', bytes, 'image/webp')
    expect(await readAll(storage, 'pictures/a/640.webp')).toEqual({ size: 300_000, hash: hash(bytes) })
    await storage.put('empty', new Uint8Array(), 'text/plain')
    expect((await readAll(storage, 'empty'))?.size).toBe(0)
  })

  test('are taken from a stream too', async () => {
    const pieces = Array.from({ length: 20 }, () => randomBytes(50_000))
    await storage.put('video/b', { stream: Readable.from(pieces), size: 1_000_000 }, 'video/mp4')
    expect(await readAll(storage, 'video/b')).toEqual({ size: 1_000_000, hash: hash(Buffer.concat(pieces)) })
  })

  test('are replaced whole', async () => {
    await storage.put('c', Buffer.from('a long first text'), 'text/plain')
    await storage.put('c', Buffer.from('short'), 'text/plain')
    expect(await readAll(storage, 'c')).toEqual({ size: 5, hash: hash('short') })
  })

  test('a stream that breaks is an error', async () => {
    await expect(storage.put('d', { stream: breaking(), size: 3 }, 'text/plain')).rejects.toThrow('the line broke')
  })

  test('that are not there are undefined, and can be deleted', async () => {
    expect(await storage.get('missing/file')).toBeUndefined()
    expect(await storage.exists('missing/file')).toBe(false)
    await storage.delete('missing/file')
    await storage.put('e', Buffer.from('x'), 'text/plain')
    expect(await storage.exists('e')).toBe(true)
    await storage.delete('e')
    expect([await storage.exists('e'), await storage.get('e')]).toEqual([false, undefined])
  })

  test.each(['../secret', '/etc/passwd', 'a/../../b', 'a//b', '.hidden', 'a/.b', 'a\\b', 'a b', '', 'a\0b', 'a'.repeat(201)])(
    'key %j is refused',
    async (key) => {
      await expect(storage.put(key, Buffer.from('x'), 'text/plain')).rejects.toThrow('Not a storage key')
      await expect(storage.get(key)).rejects.toThrow('Not a storage key')
      await expect(storage.delete(key)).rejects.toThrow('Not a storage key')
    },
  )
})

test('a stream that breaks leaves what was there, and no half-written file', async () => {
  const [, disk] = stores[0]!
  await disk.put('f', Buffer.from('old'), 'text/plain')
  await expect(disk.put('f', { stream: breaking(), size: 3 }, 'text/plain')).rejects.toThrow()
  expect(await readAll(disk, 'f')).toEqual({ size: 3, hash: hash('old') })
  expect((await readdir(join(folder, 'disk'), { recursive: true })).filter((name) => name.endsWith('.part'))).toEqual([])
})

test('a store that is not there is an error, not a missing file', async () => {
  const s3 = {
    bucket: 'other',
    region: 'eu-west-1',
    endpoint: `http://127.0.0.1:${port}`,
    accessKeyId: 'S3RVER',
    secretAccessKey: 'S3RVER',
  }
  await expect(createStorage({ folder: '', s3 }).get('c').then(Boolean)).rejects.toThrow()
})
