import type { S3ClientConfig, S3ServiceException } from '@aws-sdk/client-s3'
import { messageOf } from '../setup-error.ts'
import { StorageError } from './storage-error.ts'

export interface S3Settings {
  bucket: string
  region: string
  /** URL of an S3-compatible store. Default: Amazon's. */
  endpoint?: string
  accessKeyId: string
  secretAccessKey: string
}

export const s3ClientOptions = ({ region, endpoint, accessKeyId, secretAccessKey }: S3Settings) =>
  ({
    region,
    credentials: { accessKeyId, secretAccessKey },
    ...(endpoint && { endpoint, forcePathStyle: true }),
    requestHandler: { connectionTimeout: 2000 },
    // With the default `WHEN_SUPPORTED`, many compatible stores keep the checksum's framing as part of the file.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  }) as const satisfies S3ClientConfig

export const statusOf = (error: unknown): number => (error as Partial<S3ServiceException>).$metadata?.httpStatusCode ?? 0

export const toStorageError = (error: unknown): StorageError =>
  error instanceof StorageError ? error : new StorageError(statusOf(error) === 507 ? 'full' : 'away', messageOf(error), { cause: error })
