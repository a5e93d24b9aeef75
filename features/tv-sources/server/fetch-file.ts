/** Downloads a list or guide to a file. */
import { open } from 'node:fs/promises'
import type { FetchPublic } from '#kit/server/outbound/outbound.ts'
import { toDiskStorageError } from '#kit/server/storage/storage-error.ts'
import type { CacheValidators } from '#kit/server/http/cache-validators.ts'

export interface ObtainedFile {
  path: string
  /** The URL after all redirects. */
  url: string | undefined
  validators?: CacheValidators | undefined
}

/** Milliseconds for the whole download. */
const fetchMs = 20 * 60_000

interface FetchFileOptions {
  path: string
  maxBytes: number
  validators: CacheValidators
  signal: AbortSignal
}

/** @returns undefined if the host reports that the file matches the validators */
export async function fetchFile(
  fetchPublic: FetchPublic,
  address: string,
  { path, maxBytes, validators, signal }: FetchFileOptions,
): Promise<ObtainedFile | undefined> {
  const file = await open(path, 'w')
  try {
    const fetched = await fetchPublic(address, {
      maxBytes,
      timeoutMs: fetchMs,
      signal,
      by: 'television',
      validators,
      // `writeFile` of a file handle writes at the current position, so it appends.
      take: (chunk) =>
        file.writeFile(chunk).catch((error: unknown) => {
          throw toDiskStorageError(error)
        }),
    })
    return fetched.isSame ? undefined : { path, url: fetched.url, validators: fetched.validators }
  } finally {
    await file.close()
  }
}
