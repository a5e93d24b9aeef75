import { OutboundError } from '#kit/server/outbound/outbound-guard.ts'
import { SandboxError } from '#kit/server/sandbox/sandbox.ts'
import { StorageError } from '#kit/server/storage/storage-error.ts'

/** Why an import failed: a key of the texts. */
export class ImportFailure extends Error {
  override readonly name = 'ImportFailure'
  readonly code: string
  constructor(code: string) {
    super(code)
    this.code = code
  }
}

/** Whether the disk of the files or of the database is full. */
const isFull = (error: unknown): boolean =>
  error instanceof StorageError
    ? error.kind === 'full'
    : error instanceof Error && (isFull(error.cause) || ['53100', 'ENOSPC', 'EDQUOT'].includes(String((error as { code?: unknown }).code)))

/** Whether the database can never store the rows: SQLSTATE's data exceptions, violated checks, and limits such as the depth of JSON. */
const isUnstorable = (error: unknown) => error instanceof Error && /^(?:22|23514|54)/.test(String((error as { code?: unknown }).code))

/** Returns why an import fails permanently; undefined for temporary errors. */
export function permanentFailure(error: unknown): string | undefined {
  if (error instanceof ImportFailure) return error.code
  if (isFull(error)) return 'disk_full'
  if (isUnstorable(error)) return 'unreadable'
  if (error instanceof SandboxError) return error.kind === 'unavailable' ? undefined : error.kind === 'killed' ? 'too_much' : 'unreadable'
  if (error instanceof OutboundError && error.kind !== 'busy') return error.kind === 'too_large' ? 'too_large' : `address_${error.kind}`
  return undefined
}
