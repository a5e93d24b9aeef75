import pino, { type DestinationStream, type Level, type Logger } from 'pino'

export type Log = Logger
type LogLevel = Level | 'silent'

export interface LogOptions {
  level: LogLevel
  /** Where lines go; standard output when not given. */
  destination?: DestinationStream
}

const hidden = '[redacted]'
const secretName = /password|passwd|token|secret|authorization|cookie|captcha|api_?key/i
/** What people wrote, what they look for, and addresses that hold a password. */
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
const isPrivate = (name: string) => secretName.test(name) || privateNames.has(name.replace(/[_-]/g, '').toLowerCase())

/**
 * Takes out of a text what no log may hold: passwords in connection strings, credentials, query strings, e-mail addresses.
 * Quotes and backslashes are left alone, so that a line of JSON stays one. Every repetition is bounded: no text makes this slow.
 */
export const scrub = (text: string): string =>
  text
    .replace(/\b([a-z][a-z0-9+.-]{0,20}:\/\/)[^\s/"'\\<>]{1,400}@/gi, `$1${hidden}@`)
    .replace(/\b(Bearer|Basic) +[\w.~+/=-]{1,4000}/gi, `$1 ${hidden}`)
    .replace(/\?[\w.[\]%~+-]{1,100}=[^\s"'\\<>]{0,8000}/g, `?${hidden}`)
    .replace(/\b(\w{0,20}(?:password|token|secret|captcha))=[^\s&"'\\<>]{1,4000}/gi, `$1=${hidden}`)
    .replace(/[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}/g, '[address]')

const isDatabaseError = (error: Error) => 'severity' in error && 'routine' in error

/** PostgreSQL quotes the value it could not use (`invalid input syntax for type uuid: "…"`): that may be anything. */
const messageOf = (error: Error) => (isDatabaseError(error) ? error.message.replace(/: ".*$/s, '') : error.message)

const keptOfError = [
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

/** An error as plain data: what it is and where, never the values it was about (`detail`, `where`, `parameters` of a statement …). */
export function describeError(error: unknown, depth = 3): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error, message: scrub(String(error)) }
  const message = scrub(messageOf(error))
  const frames = error.stack?.split('\n').filter((line) => /^\s+at /.test(line)) ?? []
  const described: Record<string, unknown> = { type: error.name, message, stack: [`${error.name}: ${message}`, ...frames].join('\n') }
  for (const name of keptOfError) {
    const value: unknown = (error as unknown as Record<string, unknown>)[name]
    if (typeof value === 'string' || typeof value === 'number') described[name] = value
  }
  if (depth > 0 && error.cause !== undefined) described['cause'] = describeError(error.cause, depth - 1)
  if (depth > 0 && error instanceof AggregateError)
    described['errors'] = error.errors.slice(0, 5).map((part) => describeError(part, depth - 1))
  return described
}

function hide(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (value instanceof Error) return describeError(value)
  if (value instanceof Date || depth === 0) return value instanceof Date ? value : '[deep]'
  if (Array.isArray(value)) return value.slice(0, 100).map((part) => hide(part, depth - 1))
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, isPrivate(name) ? hidden : hide(part, depth - 1)]))
}

/**
 * The server's log: one line of JSON an event. Secrets and what people wrote never reach it, whoever logs: fields are hidden by
 * their names at any depth, errors are reduced by {@link describeError}, and the finished line goes through {@link scrub}.
 */
export function createLog({ level, destination = process.stdout }: LogOptions): Log {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: {
        level: (label) => ({ level: label }),
        log: (fields) => hide(fields, 5) as Record<string, unknown>,
      },
      // Errors are plain data by now.
      serializers: { err: (error: unknown) => error },
      hooks: { streamWrite: scrub },
    },
    destination,
  )
}
