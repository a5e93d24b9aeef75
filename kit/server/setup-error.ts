/** An error that the operator has to fix. Its message is one sentence for the operator, shown without a stack. */
export class SetupError extends Error {
  override readonly name = 'SetupError'
}

export const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** System and PostgreSQL errors that operators can fix, by code. */
const outsideCauses: Readonly<Record<string, string>> = {
  ENOSPC: 'The disk is full: make room, then try again.',
  EDQUOT: 'The disk quota is used up: make room, then try again.',
  EROFS: 'The file system is read-only.',
  '53100': "The database's disk is full: make room, then try again.",
  '53300': 'The database has no connection left: raise max_connections, or stop what uses them.',
}

/** Returns the sentence for an error or its first cause that operators can fix; undefined if there is none. */
function describeOutsideCause(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  const { code } = error as { code?: unknown }
  const sentence = typeof code === 'string' ? outsideCauses[code] : undefined
  return sentence === undefined ? describeOutsideCause(error.cause) : `${sentence} (${error.message})`
}

/** Formats an error for the terminal: one sentence if the operator can fix it, else the stack. */
export function formatError(error: unknown): string {
  if (!(error instanceof Error) || error instanceof SetupError) return messageOf(error)
  return describeOutsideCause(error) ?? error.stack ?? error.message
}
