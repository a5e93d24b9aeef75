import { Readable } from 'node:stream'
import type { Db } from '#kit/server/db/db.ts'
import { type S3Settings, toStorageError } from '#kit/server/storage/s3-client.ts'
import { StorageError, toDiskStorageError } from '#kit/server/storage/storage-error.ts'
import type { Storage } from '#kit/server/storage/storage-types.ts'
import { originalName, uploadKey, uploadsFolder } from './files.ts'
import { type PartStore, createPartStore } from './part-store.ts'
import { findMultipart, saveMultipart } from './queries/multiparts.ts'

interface Settings {
  s3: S3Settings | undefined
  uploadsDir: string
}

/** Creates the store of partial uploads: in S3 if files are stored there, else in a folder. */
export function createParts({ s3, uploadsDir }: Settings, { db, storage }: { db: Db; storage: Storage }): PartStore {
  const diskStore = createPartStore(uploadsDir, storage)
  return s3 ? createS3PartStore({ s3, db, storage, previousStore: diskStore }) : diskStore
}

interface S3PartStoreOptions {
  s3: S3Settings
  db: Db
  storage: Storage
  /** The store of uploads that began before the switch to S3. */
  previousStore: PartStore
}

/** Timeout in ms of a request for the state of an upload. */
const probeTimeoutMs = 4000

const keyOf = (id: string) => uploadKey(id, originalName)
const idOf = (key: string) => key.split('/').at(-2) ?? ''

/**
 * Creates a store of partial uploads in S3. Every instance can continue them. A finished upload needs no move, because it is already under
 * its final key.
 */
function createS3PartStore({ s3, db, storage, previousStore }: S3PartStoreOptions): PartStore {
  const load = async () => {
    const { MultipartStore } = await import('./multipart-store.ts')
    const { Upload } = await import('@tus/server')
    const store = new MultipartStore({
      s3,
      find: (key) => findMultipart(db, idOf(key)),
      save: (key, multipartId) => saveMultipart(db, idOf(key), multipartId),
    })
    return { store, Upload }
  }
  let loaded: ReturnType<typeof load> | undefined
  const getStore = async () => (await (loaded ??= load())).store

  const parts: PartStore = {
    assertSpace: () => Promise.resolve(),
    async create(id) {
      const multipart = await findMultipart(db, id)
      if (!multipart || multipart.multipart_id !== null) return
      const { store, Upload } = await (loaded ??= load())
      await failing(withTimeout(store.create(new Upload({ id: keyOf(id), size: multipart.size, offset: 0 }))))
    },
    async find(id) {
      const multipart = await findMultipart(db, id)
      if (!multipart || multipart.multipart_id === null) return undefined
      const store = await getStore()
      const state = await failing(withTimeout(store.stateOf(keyOf(id))))
      return state && { size: state.size, changedAt: state.changedAt ?? new Date(multipart.created_at) }
    },
    async append(id, source, offset) {
      const store = await getStore()
      return store.write(source, keyOf(id), offset).catch((error: unknown) => {
        if (source.errored) throw source.errored
        throw typeof (error as NodeJS.ErrnoException).code === 'string' && (error as { syscall?: string }).syscall === 'write'
          ? toDiskStorageError(error)
          : toStorageError(error)
      })
    },
    async keep(id) {
      const key = keyOf(id)
      try {
        const multipart = await findMultipart(db, id)
        // Completes an upload whose parts are all stored but not combined.
        if (multipart && (await parts.find(id))?.size === multipart.size) await parts.append(id, Readable.from([]), multipart.size)
      } catch (error) {
        const size = await storage.sizeOf(key)
        if (size === undefined) throw error
        return size
      }
      return storage.sizeOf(key)
    },
    async delete(id) {
      const store = await getStore()
      await failing(withTimeout(store.remove(keyOf(id))))
    },
    async deleteOlderThan(ms) {
      await previousStore.deleteOlderThan(ms)
      const store = await getStore()
      const removeAbandonedParts = async () => {
        for await (const { key, begunAt } of store.listUnderWay(`${uploadsFolder}/`)) {
          const isOld = Date.now() - begunAt.getTime() > ms && key.endsWith(`/${originalName}`)
          if (isOld && !(await findMultipart(db, idOf(key)))) await store.remove(key)
        }
      }
      await failing(removeAbandonedParts())
    },
  }
  return parts
}

const failing = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    throw toStorageError(error)
  })

async function withTimeout<T>(work: Promise<T>): Promise<T> {
  work.catch(() => undefined)
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new StorageError('away', `no answer in ${probeTimeoutMs} ms`)), probeTimeoutMs)
  })
  return Promise.race([work, timeout]).finally(() => clearTimeout(timer))
}
