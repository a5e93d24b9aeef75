import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer as createHttpServer } from 'node:http'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, describe, expect, test } from 'vitest'
import { measureUndisturbedMs } from '#test/busy-machine.ts'
import { startS3 } from '#test/s3.ts'
import { SetupError } from '../setup-error.ts'
import { s3ClientOptions } from './s3-client.ts'
import { toDiskStorageError } from './storage-error.ts'
import { createStorage } from './storage.ts'
import type { Storage } from './storage-types.ts'

const folder = await mkdtemp(join(tmpdir(), 'storage-'))
const s3 = await startS3()
afterAll(() => rm(folder, { recursive: true }))

const stores: [string, Storage][] = [
  ['disk', createStorage({ folder: join(folder, 'disk') })],
  ['S3', createStorage({ folder: '', s3 })],
]
const hash = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex')
const readAll = async (storage: Storage, key: string) => {
  const file = await storage.get(key)
  return file && { size: file.size, hash: hash(await buffer(file.stream)) }
}
const breakingStream = () =>
  Readable.from(
    (function* () {
      yield Buffer.from('n')
      throw new Error('the line broke')
    })(),
  )

describe.each(stores)('files on %s', (_, storage) => {
  test('are read byte for byte, with their size', async () => {
    const bytes = randomBytes(300_000)
    await storage.put('pictures/a/640.webp', bytes, 'image/webp')
    expect(await readAll(storage, 'pictures/a/640.webp')).toEqual({ size: 300_000, hash: hash(bytes) })
    await storage.put('empty', new Uint8Array(), 'text/plain')
    expect((await readAll(storage, 'empty'))?.size).toBe(0)
  })

  test('are stored from a stream', async () => {
    const pieces = Array.from({ length: 20 }, () => randomBytes(50_000))
    await storage.put('video/b', { stream: Readable.from(pieces), size: 1_000_000 }, 'video/mp4')
    expect(await readAll(storage, 'video/b')).toEqual({ size: 1_000_000, hash: hash(Buffer.concat(pieces)) })
  })

  test('are stored from a stream of unknown length, in parts if large', async () => {
    for (const pieces of [[], [randomBytes(10)], Array.from({ length: 9 }, () => randomBytes(1024 * 1024))]) {
      const bytes = Buffer.concat(pieces)
      expect(await storage.put('video/unknown', { stream: Readable.from(pieces) }, 'video/mp4')).toBe(bytes.length)
      expect(await readAll(storage, 'video/unknown')).toEqual({ size: bytes.length, hash: hash(bytes) })
    }
    await expect(storage.put('video/broken', { stream: breakingStream() }, 'text/plain')).rejects.toThrow('the line broke')
    expect(await storage.sizeOf('video/broken')).toBeUndefined()
  })

  test('are moved in from this machine, and readable there by their path', async () => {
    const bytes = randomBytes(100_000)
    const path = join(folder, 'from-elsewhere')
    await writeFile(path, bytes)
    expect(await storage.putFile('videos/moved.mp4', path, 'video/mp4')).toBe(100_000)
    await expect(stat(path)).rejects.toThrow('ENOENT')
    expect(await readAll(storage, 'videos/moved.mp4')).toEqual({ size: 100_000, hash: hash(bytes) })
    expect(hash(await readFile((await storage.localPath('videos/moved.mp4', folder))!))).toBe(hash(bytes))
    expect(await storage.localPath('videos/none.mp4', folder)).toBeUndefined()
  })

  test('are read in ranges; a range beyond their end returns nothing', async () => {
    await storage.put('ranges', Buffer.from('0123456789'), 'text/plain')
    const read = async (offset: number, length: number) => {
      const part = (await storage.get('ranges', { offset, length }))!
      const text = (await buffer(part.stream)).toString()
      expect(part.size).toBe(text.length)
      return text
    }
    expect(await Promise.all([read(0, 2), read(3, 4), read(8, 10), read(10, 5), read(4, 0)])).toEqual(['01', '3456', '89', '', ''])
    expect(await storage.get('missing', { offset: 0, length: 1 })).toBeUndefined()
  })

  test('are listed and deleted by prefix', async () => {
    const keys = ['tree/a/1', 'tree/a/2', 'tree/a/b/3', 'tree/ab/4']
    for (const key of keys) await storage.put(key, Buffer.from('x'), 'text/plain')
    const listKeys = async (prefix: string) => {
      const results: string[] = []
      for await (const key of storage.list(prefix)) results.push(key)
      return results.toSorted((a, b) => a.localeCompare(b))
    }
    expect(await listKeys('tree/a')).toEqual(keys)
    expect(await listKeys('tree/a/')).toEqual(keys.slice(0, 3))
    expect(await listKeys('none/')).toEqual([])
    expect(await storage.deletePrefix('tree/a/')).toBe(3)
    expect(await listKeys('tree/')).toEqual(['tree/ab/4'])
    expect(await storage.deletePrefix('tree/a')).toBe(1)
    expect(await storage.deletePrefix('tree/a')).toBe(0)
  })

  test.each(['', '/', 'tree', '../tree/', 'tree/../', 'tree//', '.parts/'])('prefix %j is refused', async (prefix) => {
    await expect(storage.deletePrefix(prefix)).rejects.toThrow('Not a')
    await expect(storage.list(prefix)[Symbol.asyncIterator]().next()).rejects.toThrow('Not a')
  })

  test('are replaced atomically', async () => {
    await storage.put('c', Buffer.from('a long first text'), 'text/plain')
    await storage.put('c', Buffer.from('short'), 'text/plain')
    expect(await readAll(storage, 'c')).toEqual({ size: 5, hash: hash('short') })
  })

  test('throw the error of a broken stream', async () => {
    await expect(storage.put('d', { stream: breakingStream(), size: 3 }, 'text/plain')).rejects.toThrow('the line broke')
  })

  test('are undefined if missing, and can be deleted', async () => {
    expect(await storage.get('missing/file')).toBeUndefined()
    expect(await storage.sizeOf('missing/file')).toBeUndefined()
    await storage.delete('missing/file')
    await storage.put('e', Buffer.from('x'), 'text/plain')
    expect(await storage.sizeOf('e')).toBe(1)
    await storage.delete('e')
    expect([await storage.sizeOf('e'), await storage.get('e')]).toEqual([undefined, undefined])
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

test('an upload in parts that fails leaves no parts on S3, and closes its source', async () => {
  const [, remote] = stores[1]!
  const { ListMultipartUploadsCommand, S3Client } = await import('@aws-sdk/client-s3')
  const listRemaining = async (storage = s3) => {
    const client = new S3Client(s3ClientOptions(storage))
    const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket: 'files', Prefix: 'parts/' }))
    client.destroy()
    return Uploads
  }
  let duringIt: unknown[] = []
  const source = Readable.from(
    (async function* () {
      for (let part = 0; part < 3; part++) yield randomBytes(8 * 1024 * 1024)
      duringIt = await listRemaining()
      throw new Error('the line broke')
    })(),
  )
  await expect(remote.put('parts/a', { stream: source }, 'video/mp4')).rejects.toThrow('the line broke')
  expect([duringIt.length, await listRemaining(), await remote.sizeOf('parts/a')]).toEqual([1, [], undefined])

  const readOnly = await startS3({ isReadOnly: () => true })
  const refusing = createStorage({ folder: '', s3: readOnly })
  const unread = Readable.from(Array.from({ length: 3 }, () => randomBytes(8 * 1024 * 1024)))
  await expect(refusing.put('parts/b', { stream: unread }, 'video/mp4')).rejects.toMatchObject({ name: 'StorageError', kind: 'away' })
  expect([unread.destroyed, await listRemaining(readOnly)]).toEqual([true, []])
})

test('a broken stream leaves the old file, and no incomplete one', async () => {
  const [, disk] = stores[0]!
  await disk.put('f', Buffer.from('old'), 'text/plain')
  await expect(disk.put('f', { stream: breakingStream(), size: 3 }, 'text/plain')).rejects.toThrow()
  expect(await readAll(disk, 'f')).toEqual({ size: 3, hash: hash('old') })
  expect(await readdir(join(folder, 'disk', '.parts'))).toEqual([])
})

test('files on disk are readable only by their owner, and a start removes incomplete ones', async () => {
  const privateFolder = join(folder, 'private')
  const disk = createStorage({ folder: privateFolder })
  await disk.check()
  await mkdir(join(privateFolder, '.parts'))
  await writeFile(join(privateFolder, '.parts', 'left'), 'half')
  await disk.check()
  await disk.put('a/b', Buffer.from('x'), 'text/plain')
  const modes = await Promise.all(['', 'a', 'a/b'].map(async (name) => (await stat(join(privateFolder, name))).mode & 0o777))
  expect(modes).toEqual([0o700, 0o700, 0o600])
  expect(await readdir(join(privateFolder, '.parts'))).toEqual([])
})

test('a full disk is distinguished from a broken one', async () => {
  const kinds = ['ENOSPC', 'EDQUOT', 'EIO', 'EROFS'].map((code) => toDiskStorageError(Object.assign(new Error(code), { code })).kind)
  expect(kinds).toEqual(['full', 'full', 'away', 'away'])
  await writeFile(join(folder, 'no-folder'), '')
  const disk = createStorage({ folder: join(folder, 'no-folder') })
  for (const attempt of [() => disk.check(), () => disk.put('a', Buffer.from('x'), 'text/plain'), () => disk.get('a')])
    await expect(attempt()).rejects.toMatchObject({ name: 'StorageError', kind: 'away' })
})

describe('a remote store', () => {
  const keys = { bucket: 'files', region: 'eu-west-1', accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }
  const stores = (settings: object, at = s3.endpoint) => createStorage({ folder: '', s3: { ...keys, endpoint: at, ...settings } })

  test('is accepted if usable', () => expect(stores({}).check()).resolves.toBeUndefined())

  test('with anonymous reads is refused at the start', async () => {
    const open = await startS3({ isOpen: true })
    await expect(stores({}, open.endpoint).check()).rejects.toThrow('anyone can read without a key')
    expect(await stores({}, open.endpoint).sizeOf('probe')).toBeUndefined()
  })

  test.each([
    [{ bucket: 'other' }, `S3_BUCKET is "other" at ${s3.endpoint}, and there is no such bucket (NoSuchBucket).`],
    [{ accessKeyId: 'other' }, `S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY may not write to the bucket "files" at ${s3.endpoint} (`],
  ])('with wrong settings %j is refused at the start', async (settings, sentence) => {
    const refused: unknown = await stores(settings)
      .check()
      .catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(SetupError)
    expect((refused as Error).message).toContain(sentence)
  })

  test('counts as away if unreachable, and not as a missing file', async () => {
    await expect(stores({ bucket: 'other' }).get('c')).rejects.toMatchObject({ name: 'StorageError', kind: 'away' })
    const nowhere = stores({}, 'http://127.0.0.1:9')
    for (const attempt of [() => nowhere.check(), () => nowhere.get('c'), () => nowhere.put('c', Buffer.from('x'), 'text/plain')])
      await expect(attempt()).rejects.toMatchObject({ name: 'StorageError', kind: 'away' })
  })

  test.each([
    [403, 'SignatureDoesNotMatch', 'S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY may not write to the bucket'],
    [301, 'PermanentRedirect', 'S3_REGION is "eu-west-1", and the bucket'],
    [400, 'AuthorizationHeaderMalformed', 'S3_REGION is "eu-west-1", and the bucket'],
    [503, 'SlowDown', 'away'],
    [507, 'InsufficientStorage', 'full'],
  ])('with the response %s (%s) is understood', async (status, code, expected) => {
    const refusing = createHttpServer(
      (_request, response) => void response.writeHead(status).end(`<Error><Code>${code}</Code></Error>`),
    ).listen(0, '127.0.0.1')
    await once(refusing, 'listening')
    const store = stores({}, `http://127.0.0.1:${(refusing.address() as { port: number }).port}`)
    const refused = (await store.check().catch((error: unknown) => error)) as Error & { kind?: string }
    expect(refused.kind ?? refused.message).toContain(expected)
    refusing.closeAllConnections()
    refusing.close()
  })

  test('doesn’t block the caller if it never responds, or stops half-way', async () => {
    const silentServer = createServer((socket) => socket.on('error', () => undefined)).listen(0, '127.0.0.1')
    const halting = createHttpServer((_request, response) => void response.writeHead(200, { 'content-length': 10 }).write('half')).listen(
      0,
      '127.0.0.1',
    )
    await Promise.all([once(silentServer, 'listening'), once(halting, 'listening')])
    const storesAt = (server: { address(): unknown }) => stores({}, `http://127.0.0.1:${(server.address() as { port: number }).port}`)
    const store = storesAt(silentServer)
    const clock = measureUndisturbedMs()
    const outcomes = await Promise.allSettled([
      store.check(),
      store.get('c'),
      store.sizeOf('c'),
      store.delete('c'),
      store.put('c', Buffer.from('x'), 'text/plain'),
      store.put('c', { stream: Readable.from(['x']), size: 1 }, 'text/plain'),
      storesAt(halting)
        .get('c')
        .then((file) => buffer(file!.stream)),
    ])
    const elapsed = clock()
    for (const outcome of outcomes) expect(outcome).toMatchObject({ status: 'rejected', reason: { name: 'StorageError', kind: 'away' } })
    // A response is due in 5 s; the store's limit is 4 s.
    expect(elapsed).toBeLessThan(5000)
    halting.closeAllConnections()
    silentServer.close()
    halting.close()
  })

  test('doesn’t time out for a slow reader', async () => {
    const bytes = randomBytes(3_000_000)
    await stores({}).put('slow', bytes, 'video/mp4')
    const file = (await stores({}).get('slow'))!
    await sleep(4500)
    expect(hash(await buffer(file.stream))).toBe(hash(bytes))
  })
})
