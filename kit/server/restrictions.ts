import type { RawBuilder } from 'kysely'
import type { Reader } from './reader.ts'

/** Returns a condition that restricts rows of a table; undefined: this reader is never restricted. */
export type RestrictionRule = (reader: Reader) => RawBuilder<boolean> | undefined

/** A feature's rules by table and restriction. Rules contain their own exceptions, such as owners, and may compare times with `now()`. */
export type RestrictionRules = Readonly<Record<string, Readonly<Partial<Record<string, RestrictionRule>>>>>

let registeredRules: readonly RestrictionRules[] | undefined

/** Sets the rules of all features. Call it once, at the server's composition root. */
export const setRestrictions = (rules: readonly RestrictionRules[] | undefined): void => void (registeredRules = rules)

/**
 * Returns the conditions under which rows of a table are restricted.
 * @throws before the rules are set, so that nothing becomes readable by mistake
 */
export function restrictionConditions(table: string, restriction: string, reader: Reader): readonly RawBuilder<boolean>[] {
  if (!registeredRules) throw new Error('Restrictions are not set: import server/features.ts')
  return registeredRules.flatMap((rules) => rules[table]?.[restriction]?.(reader) ?? [])
}
