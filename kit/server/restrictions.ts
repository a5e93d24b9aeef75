import type { RawBuilder } from 'kysely'
import type { Reader } from './reader.ts'

/** When a restriction holds of a row, as a condition on its table; undefined: never for this reader. */
export type RestrictionRule = (reader: Reader) => RawBuilder<boolean> | undefined

/** A feature's rules by table and restriction. A rule says itself whom it spares, such as owners, and may compare times with `now()`. */
export type RestrictionRules = Readonly<Record<string, Readonly<Partial<Record<string, RestrictionRule>>>>>

let registered: readonly RestrictionRules[] | undefined

/** Sets the rules of all features. Call once, where the server is put together. */
export const setRestrictions = (rules: readonly RestrictionRules[] | undefined): void => void (registered = rules)

/** Returns the conditions under which a restriction holds of a table's rows. @throws before the rules are set: nothing may be readable by mistake */
export function conditionsOf(table: string, restriction: string, reader: Reader): readonly RawBuilder<boolean>[] {
  if (!registered) throw new Error('Restrictions are not set: import server/features.ts')
  return registered.flatMap((rules) => rules[table]?.[restriction]?.(reader) ?? [])
}
