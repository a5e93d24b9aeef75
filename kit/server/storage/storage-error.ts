let errors = 0

/** Files cannot be kept or had at the moment: the store is `full`, or it is `away` (broken, unreachable, too slow). */
export class StorageError extends Error {
  override readonly name = 'StorageError'
  readonly kind: 'full' | 'away'
  constructor(kind: 'full' | 'away', message: string, options?: ErrorOptions) {
    super(message, options)
    this.kind = kind
    errors++
  }
}

/** Of this process, for its metrics. */
export const countStorageErrors = (): number => errors

/** What the local disk says, as an error of the store. */
export function diskError(error: unknown): StorageError {
  const { code = 'unknown' } = error as NodeJS.ErrnoException
  return new StorageError(['ENOSPC', 'EDQUOT'].includes(code) ? 'full' : 'away', `the disk failed: ${code}`, { cause: error })
}

/** Keys are made by us alone; one that could leave the folder is a mistake in the program. */
export function checkKey(key: string): string {
  if (key.length > 200 || !/^[\da-z][\w.-]*(?:\/[\da-z][\w.-]*)*$/i.test(key)) throw new Error(`Not a storage key: ${JSON.stringify(key)}`)
  return key
}

/** The beginning of keys, at least of a folder of its own: an empty one would mean everything. */
export function checkPrefix(prefix: string): string {
  const [, folder] = /^(.+)\/[^/]*$/.exec(prefix) ?? []
  if (folder === undefined) throw new Error(`Not a prefix of storage keys: ${JSON.stringify(prefix)}`)
  checkKey(prefix.endsWith('/') ? folder : prefix)
  return prefix
}
