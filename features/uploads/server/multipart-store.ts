/** S3 multipart uploads for tus, like tus' own store, but with the state in the database. The code loads with the first upload. */
import type { Part } from '@aws-sdk/client-s3'
import { type MetadataValue, S3Store } from '@tus/s3-store'
import { ERRORS, Upload } from '@tus/server'
import type { ReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { s3ClientOptions, type S3Settings } from '#kit/server/storage/s3-client.ts'

interface MultipartStoreOptions {
  s3: S3Settings
  find: (key: string) => Promise<{ size: number; multipart_id: string | null } | undefined>
  /** @returns false if the key has a multipart upload already */
  save: (key: string, multipartId: string) => Promise<boolean>
}

/** Timeout in ms of storing a part of 8 MiB, or of completing an upload. */
const idleMs = 60_000
/** Maximum concurrent parts. Each takes 8 MiB in TMPDIR until it is stored. */
const maxConcurrentParts = 32

const isMissing = (error: unknown) => ['NoSuchUpload', 'NoSuchKey', 'NotFound'].includes((error as Error).name)

export class MultipartStore extends S3Store {
  readonly #options: MultipartStoreOptions
  /** Parts that are being sent, by key. */
  readonly #sending = new Map<string, Set<Promise<string>>>()

  constructor(options: MultipartStoreOptions) {
    const { s3 } = options
    super({
      s3ClientConfig: {
        ...s3ClientOptions(s3),
        bucket: s3.bucket,
        maxAttempts: 2,
        requestHandler: { connectionTimeout: 2000, socketTimeout: idleMs },
      },
      useTags: false,
      maxConcurrentPartUploads: maxConcurrentParts,
      // Disables the cache, because other instances finish and delete uploads too.
      cache: {
        get: () => Promise.resolve(undefined),
        set: () => Promise.resolve(),
        delete: () => Promise.resolve(),
        list: () => Promise.resolve([]),
      },
    })
    this.#options = options
  }

  protected override async saveMetadata({ id }: Upload, multipartId: string): Promise<void> {
    if (!(await this.#options.save(id, multipartId))) await this.#abort(id, multipartId)
  }
  protected override async getMetadata(id: string): Promise<MetadataValue> {
    const found = await this.#options.find(id)
    if (!found?.multipart_id) throw ERRORS.FILE_NO_LONGER_EXISTS
    return { 'upload-id': found.multipart_id, 'tus-version': '1.0.0', file: new Upload({ id, size: found.size, offset: 0 }) }
  }

  /** Lists the parts up to the first gap. Parts are sent concurrently, so a crash may leave a gap, from which the client then continues. */
  protected override async retrieveParts(id: string, marker?: string): Promise<Part[]> {
    const parts = await super.retrieveParts(id, marker)
    if (marker !== undefined) return parts
    const missingPart = parts.findIndex(({ PartNumber }, index) => PartNumber !== index + 1)
    return missingPart < 0 ? parts : parts.slice(0, missingPart)
  }
  protected override async uploadPart(
    metadata: MetadataValue,
    stream: ReadStream | Readable | Buffer,
    partNumber: number,
  ): Promise<string> {
    const { id } = metadata.file
    const sending = this.#sending.get(id) ?? new Set()
    const part = super.uploadPart(metadata, stream, partNumber)
    this.#sending.set(id, sending.add(part))
    try {
      return await part
    } finally {
      sending.delete(part)
      if (!sending.size) this.#sending.delete(id)
    }
  }
  /** Stores the remainder of a request after its parts, because the remainder follows them in the file. */
  protected override async uploadIncompletePart(id: string, stream: ReadStream | Readable): Promise<string> {
    const sending = this.#sending.get(id)
    if (sending) await Promise.all(sending)
    const tag = await super.uploadIncompletePart(id, stream)
    // Deletes the remainder if the upload was cancelled concurrently.
    if (!(await this.#options.find(id))) await this.deleteIncompletePart(id)
    return tag
  }
  protected override async finishMultipartUpload(metadata: MetadataValue, parts: Part[]): Promise<string | undefined> {
    const bytes = parts.reduce((sum, { Size = 0 }) => sum + Size, 0)
    if (bytes !== metadata.file.size) throw new Error(`the store has ${bytes} of ${metadata.file.size} bytes`)
    return super.finishMultipartUpload(metadata, parts)
  }

  /** Returns the received size and the time of the last part; undefined if the upload was completed or aborted. */
  async stateOf(id: string): Promise<{ size: number; changedAt: Date | undefined } | undefined> {
    try {
      const parts = await this.retrieveParts(id)
      const rest = await this.client.headObject({ Bucket: this.bucket, Key: this.partKey(id, true) }).catch((error: unknown) => {
        if (!isMissing(error)) throw error
      })
      const times = [...parts, rest].flatMap((one) => one?.LastModified?.getTime() ?? [])
      const size = parts.reduce((sum, { Size = 0 }) => sum + Size, rest?.ContentLength ?? 0)
      return { size, changedAt: times.length ? new Date(Math.max(...times)) : undefined }
    } catch (error) {
      if (isMissing(error) || error === ERRORS.FILE_NO_LONGER_EXISTS) return undefined
      throw error
    }
  }

  /** Aborts the multipart upload of a key. */
  override async remove(id: string): Promise<void> {
    for await (const { key, multipartId } of this.listUnderWay(id)) if (key === id) await this.#abort(key, multipartId)
    await this.deleteIncompletePart(id)
  }
  async *listUnderWay(prefix: string): AsyncGenerator<{ key: string; multipartId: string; begunAt: Date }> {
    for (let mark = {}; ;) {
      const page = await this.client.listMultipartUploads({ Bucket: this.bucket, Prefix: prefix, ...mark })
      for (const { Key: key, UploadId: multipartId, Initiated: begunAt } of page.Uploads ?? [])
        if (key !== undefined && multipartId !== undefined) yield { key, multipartId, begunAt: begunAt ?? new Date() }
      if (!page.IsTruncated) return
      mark = { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker }
    }
  }
  async #abort(key: string, multipartId: string) {
    await this.client.abortMultipartUpload({ Bucket: this.bucket, Key: key, UploadId: multipartId }).catch((error: unknown) => {
      if (!isMissing(error)) throw error
    })
  }
}
