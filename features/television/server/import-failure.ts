import { OutboundError } from '#kit/server/outbound/outbound-guard.ts'
import { SandboxError } from '#kit/server/sandbox/sandbox.ts'
import { StorageError } from '#kit/server/storage/storage-error.ts'

/** Why nothing was imported: a key of the texts. */
export class ImportFailure extends Error {
  override readonly name = 'ImportFailure'
  readonly code: string
  constructor(code: string) {
    super(code)
    this.code = code
  }
}

/** No room where files wait, or where the database lies. */
const isFull = (error: unknown): boolean =>
  error instanceof StorageError
    ? error.kind === 'full'
    : error instanceof Error && (isFull(error.cause) || ['53100', 'ENOSPC', 'EDQUOT'].includes(String((error as { code?: unknown }).code)))

/** The database can't keep what was read, however often it is tried: SQLSTATE's data exceptions, broken checks, and limits such as that of how deep JSON is. */
const isUnstorable = (error: unknown) => error instanceof Error && /^(?:22|23514|54)/.test(String((error as { code?: unknown }).code))

/** Why it can't be imported, also later; undefined for what may pass. */
export function failureOf(error: unknown): string | undefined {
  if (error instanceof ImportFailure) return error.code
  if (isFull(error)) return 'disk_full'
  if (isUnstorable(error)) return 'unreadable'
  if (error instanceof SandboxError) return error.kind === 'unavailable' ? undefined : error.kind === 'killed' ? 'too_much' : 'unreadable'
  if (error instanceof OutboundError && error.kind !== 'busy') return error.kind === 'too_large' ? 'too_large' : `address_${error.kind}`
  return undefined
}
