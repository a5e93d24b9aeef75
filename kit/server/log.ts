import pino, { type DestinationStream, type Level, type Logger } from 'pino'

export type Log = Logger
type LogLevel = Level | 'silent'

export interface LogOptions {
  level: LogLevel
  /** Default: standard output. */
  destination?: DestinationStream
}

const redactionMark = '[redacted]'
const secretNamePattern = /password|passwd|token|secret|authorization|cookie|captcha|api_?key/i
/** Fields with user content, search terms, and URLs with a password. */
const privateNames = new Set([
  'body',
  'payload',
  'html',
  'text',
  'paragraphs',
  'email',
  'to',
  'query',
  'querystring',
  'parameters',
  'values',
  'smtpurl',
  'databaseurl',
  'connectionstring',
])
const isPrivate = (name: string) => secretNamePattern.test(name) || privateNames.has(name.replace(/[_-]/g, '').toLowerCase())

/**
 * Removes secrets and personal data from a text: passwords in connection strings, credentials, query strings, e-mail addresses. Keeps
 * quotes and backslashes, so that a line of JSON stays valid. Repetitions in the patterns are bounded, so that no text makes them slow.
 */
export const redactText = (text: string): string =>
  text
    .replace(/\b([a-z][a-z0-9+.-]{0,20}:\/\/)[^\s/"'\\<>]{1,400}@/gi, `$1${redactionMark}@`)
    .replace(/\b(Bearer|Basic) +[\w.~+/=-]{1,4000}/gi, `$1 ${redactionMark}`)
    .replace(/\?[\w.[\]%~+-]{1,100}=[^\s"'\\<>]{0,8000}/g, `?${redactionMark}`)
    .replace(/\b(\w{0,20}(?:password|token|secret|captcha))=[^\s&"'\\<>]{1,4000}/gi, `$1=${redactionMark}`)
    .replace(/[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}/g, '[address]')

const isDatabaseError = (error: Error) => 'severity' in error && 'routine' in error

/**
 * Returns an error's message. Removes the invalid value that PostgreSQL quotes (`invalid input syntax for type uuid: "…"`), as it may be
 * sensitive.
 */
const messageOf = (error: Error) => (isDatabaseError(error) ? error.message.replace(/: ".*$/s, '') : error.message)

const loggedErrorFields = [
  'code',
  'severity',
  'schema',
  'table',
  'column',
  'constraint',
  'routine',
  'syscall',
  'address',
  'port',
  'responseCode',
  'command',
] as const

/**
 * Converts an error to plain data: type, message, stack and a few fields, but no values (`detail`, `where`, a statement's `parameters` …).
 */
export function describeError(error: unknown, depth = 3): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error, message: redactText(String(error)) }
  const message = redactText(messageOf(error))
  const frames = error.stack?.split('\n').filter((line) => /^\s+at /.test(line)) ?? []
  const described: Record<string, unknown> = { type: error.name, message, stack: [`${error.name}: ${message}`, ...frames].join('\n') }
  for (const name of loggedErrorFields) {
    const value: unknown = (error as unknown as Record<string, unknown>)[name]
    if (typeof value === 'string' || typeof value === 'number') described[name] = value
  }
  if (depth > 0 && error.cause !== undefined) described['cause'] = describeError(error.cause, depth - 1)
  if (depth > 0 && error instanceof AggregateError)
    described['errors'] = error.errors.slice(0, 5).map((part) => describeError(part, depth - 1))
  return described
}

function redactValue(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (value instanceof Error) return describeError(value)
  if (value instanceof Date || depth === 0) return value instanceof Date ? value : '[deep]'
  if (Array.isArray(value)) return value.slice(0, 100).map((part) => redactValue(part, depth - 1))
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, isPrivate(name) ? redactionMark : redactValue(part, depth - 1)]),
  )
}

/**
 * Creates the server's log: one line of JSON per event, without secrets and user content. Hides fields by name at any depth, reduces errors
 * with {@link describeError}, and applies {@link redactText} to the finished line.
 */
export function createLog({ level, destination = process.stdout }: LogOptions): Log {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: {
        level: (label) => ({ level: label }),
        log: (fields) => redactValue(fields, 5) as Record<string, unknown>,
      },
      // Errors were already converted to plain data.
      serializers: { err: (error: unknown) => error },
      hooks: { streamWrite: redactText },
    },
    destination,
  )
}
