import type { Db } from '#kit/server/db/db.ts'
import type { S3Settings } from '#kit/server/storage/s3-client.ts'
import type { Storage } from '#kit/server/storage/storage-types.ts'
import { createPartStore, type PartStore } from './part-store.ts'
import { createS3PartStore } from './part-store-s3.ts'

interface Settings {
  s3: S3Settings | undefined
  uploadsDir: string
}

/** Chooses the store of partial uploads: S3 if files are stored there, else a folder. */
export function createParts({ s3, uploadsDir }: Settings, { db, storage }: { db: Db; storage: Storage }): PartStore {
  const onDisk = createPartStore(uploadsDir, storage)
  return s3 ? createS3PartStore({ s3, db, storage, former: onDisk }) : onDisk
}
