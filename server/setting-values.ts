import * as z from 'zod/mini'

/** A setting of the environment: its meaning and allowed values. */
export interface Setting {
  readonly about: string
  /** Completes the sentence "allowed is …". */
  readonly allowed: string
  readonly schema: z.ZodMiniType
  /** The default, as written in the environment; undefined: not set. */
  readonly byDefault?: string
  /** Explains a default that depends on other settings, in the documentation. */
  readonly otherwise?: string
  /** Whether the value is never shown, even if it is wrong. */
  readonly isSecret?: true
}

export const number = (min: number, max: number) => ({
  allowed: `a number from ${min} to ${max}`,
  schema: z.pipe(z.pipe(z.string().check(z.regex(/^\d{1,9}$/)), z.transform(Number)), z.number().check(z.minimum(min), z.maximum(max))),
})
export const oneOf = <const T extends readonly [string, ...string[]]>(...values: T) => ({
  allowed: new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(values),
  schema: z.pipe(z.string(), z.enum(values)),
})
export const onOffValue = { allowed: 'on or off', schema: z.stringbool({ truthy: ['on', 'true', '1'], falsy: ['off', 'false', '0'] }) }
export const path = (kind: string) => ({ allowed: `the path of a ${kind}`, schema: text(/^[^\0]+$/) })
export const text = (pattern: RegExp) => z.string().check(z.regex(pattern))
const splitList = (value: string) => value.split(',').flatMap((entry) => entry.trim() || [])
export const list = (isAllowed: (entry: string) => boolean) =>
  z.pipe(z.pipe(z.string(), z.transform(splitList)), z.array(z.string().check(z.refine(isAllowed))))
export const url = (isAllowed: (parsed: URL) => boolean) =>
  z.string().check(z.refine((value) => URL.canParse(value) && isAllowed(new URL(value))))
/**
 * Whether special characters of the credentials are escaped. An unescaped `/ # ?` in the password would end the credentials early, and the
 * remaining text would be taken for the host and shown.
 */
export const isEscaped = ({ username, password, pathname, search, hash }: URL) => {
  if (`${pathname}${search}${hash}`.includes('@')) return false
  try {
    return [username, password, pathname].every((part) => decodeURIComponent(part) !== undefined)
  } catch {
    return false
  }
}
export const isPostgres = (parsed: URL) => ['postgres:', 'postgresql:'].includes(parsed.protocol) && isEscaped(parsed)
export const isHttp = ({ protocol }: URL) => protocol === 'http:' || protocol === 'https:'
export const isOrigin = ({ username, password, pathname, search, hash }: URL) =>
  !username && !password && pathname === '/' && !search && !hash
export const isPlainUrl = (address: string) => {
  const parsed = URL.parse(address)
  return parsed !== null && isHttp(parsed) && isEscaped(parsed) && !parsed.username && !parsed.password
}
export const isHostPort = (entry: string) => {
  const port = Number(/^(?:\[[\da-fA-F:.]+\]|[^\s:/[\]]+):(\d{1,5})$/.exec(entry)?.[1])
  return port > 0 && port < 65536
}
