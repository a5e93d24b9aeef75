let errors = 0

/** Files can't be stored or read at the moment: the store is `full`, or `away` (broken, unreachable, too slow). */
export class StorageError extends Error {
  override readonly name = 'StorageError'
  readonly kind: 'full' | 'away'
  constructor(kind: 'full' | 'away', message: string, options?: ErrorOptions) {
    super(message, options)
    this.kind = kind
    errors++
  }
}

/** Counts the errors of this process, for its metrics. */
export const countStorageErrors = (): number => errors

/** Converts an error of the local disk to a StorageError. */
export function toDiskStorageError(error: unknown): StorageError {
  const { code = 'unknown' } = error as NodeJS.ErrnoException
  return new StorageError(['ENOSPC', 'EDQUOT'].includes(code) ? 'full' : 'away', `the disk failed: ${code}`, { cause: error })
}

/** Checks that a key can't leave the folder. Only our code creates keys, so an error here is a bug. */
export function assertSafeKey(key: string): string {
  if (key.length > 200 || !/^[\da-z][\w.-]*(?:\/[\da-z][\w.-]*)*$/i.test(key)) throw new Error(`Not a storage key: ${JSON.stringify(key)}`)
  return key
}

/** Checks a key prefix, which must contain at least a folder: an empty one would match everything. */
export function assertSafePrefix(prefix: string): string {
  const [, folder] = /^(.+)\/[^/]*$/.exec(prefix) ?? []
  if (folder === undefined) throw new Error(`Not a prefix of storage keys: ${JSON.stringify(prefix)}`)
  assertSafeKey(prefix.endsWith('/') ? folder : prefix)
  return prefix
}
