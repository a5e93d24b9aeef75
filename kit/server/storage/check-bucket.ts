import { SetupError } from '../setup-error.ts'
import { s3ClientOptions, type S3Settings, statusOf, toStorageError } from './s3-client.ts'
import { callTimeoutMs, type S3Connection } from './s3-connection.ts'
import { StorageError } from './storage-error.ts'

/** A file that each start writes and deletes. */
const probeKey = 'probe'

/** Checks that the settings name a bucket that only we may read and write. @throws SetupError */
export async function checkBucket({ call }: S3Connection, settings: S3Settings): Promise<void> {
  const { bucket, region, endpoint } = settings
  const bucketText = `"${bucket}"${endpoint ? ` at ${endpoint}` : ''}`
  const probe = { Bucket: bucket, Key: probeKey }
  try {
    await call((s3, abortSignal) => s3.putObject({ ...probe, Body: 'x', ContentType: 'text/plain' }, { abortSignal }))
    const isOpen = await isReadByAnybody(settings)
    await call((s3, abortSignal) => s3.deleteObject(probe, { abortSignal }))
    if (isOpen)
      throw new SetupError(
        `S3_BUCKET is ${bucketText}, which anyone can read without a key: forbid anonymous reads, because it holds private pictures.`,
      )
  } catch (error) {
    if (error instanceof SetupError) throw error
    if (error instanceof StorageError || statusOf(error) >= 500) throw toStorageError(error)
    const { name } = error as Error
    if (name === 'NoSuchBucket' || statusOf(error) === 404)
      throw new SetupError(`S3_BUCKET is ${bucketText}, and there is no such bucket (${name}).`)
    if (statusOf(error) === 301 || statusOf(error) === 400)
      throw new SetupError(`S3_REGION is "${region}", and the bucket ${bucketText} is not there (${name}).`)
    throw new SetupError(`S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY may not write to the bucket ${bucketText} (${name}).`)
  }
}

/** Whether the store allows anonymous reads or lists; false if the check fails. */
async function isReadByAnybody(settings: S3Settings): Promise<boolean> {
  const { S3 } = await import('@aws-sdk/client-s3')
  const unsigned = { sign: <T>(request: T) => Promise.resolve(request) }
  const anonymous = new S3({ ...s3ClientOptions(settings), signer: unsigned, maxAttempts: 1 })
  const abortSignal = AbortSignal.timeout(callTimeoutMs)
  const responses = await Promise.allSettled([
    anonymous.headObject({ Bucket: settings.bucket, Key: probeKey }, { abortSignal }),
    anonymous.listObjectsV2({ Bucket: settings.bucket, MaxKeys: 1 }, { abortSignal }),
  ])
  anonymous.destroy()
  return responses.some(({ status }) => status === 'fulfilled')
}
