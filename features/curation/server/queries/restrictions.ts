/** What keeps a reader from things that they may know of, as conditions over the tables of these. */
import { type RawBuilder, sql } from 'kysely'
import type { Reader } from '#kit/server/reader.ts'
import { type Lock, locks, type Restriction, restrictions } from '../../rules.ts'

type Condition = RawBuilder<boolean>

/** When each restriction holds of a row; none: it never does. A rule says itself whom it spares, such as owners. */
export type RestrictionRules<Table> = { readonly [R in Restriction]?: (table: Table, reader: Reader) => Condition }

const isLock = (restriction: Restriction): restriction is Lock => locks.some((lock) => lock === restriction)

const anyOf = (conditions: readonly Condition[]): Condition =>
  conditions.length === 0
    ? sql<boolean>`false`
    : conditions.length === 1
      ? conditions[0]!
      : sql<boolean>`(${sql.join(conditions, sql` or `)})`

/** The conditions that follow from a table of rules. A video is also under the restrictions of its series and its channel: name all tables for it. */
export function createRestrictions<Table>(rules: RestrictionRules<Table>) {
  const holds = (restriction: Restriction, tables: readonly Table[], reader: Reader) => {
    const rule = rules[restriction]
    return rule && anyOf(tables.map((table) => rule(table, reader)))
  }
  function firstOf<R extends Restriction>(among: readonly R[], tables: readonly Table[], reader: Reader): RawBuilder<R | null> {
    const whens = among.flatMap((restriction) => {
      const condition = holds(restriction, tables, reader)
      return condition ? [sql`when ${condition} then ${sql.lit(restriction)}`] : []
    })
    return whens.length ? sql<R | null>`case ${sql.join(whens, sql` `)} end` : sql<R | null>`null::text`
  }
  return {
    /** The code of the refusal by direct id, or null. */
    first: (tables: readonly Table[], reader: Reader) => firstOf(restrictions, tables, reader),
    /** The lock that it is listed with, or null. */
    lock: (tables: readonly Table[], reader: Reader) => firstOf(locks, tables, reader),
    /** Lists leave it out. */
    isLeftOut: (tables: readonly Table[], reader: Reader): Condition =>
      anyOf(
        restrictions.flatMap((restriction) => {
          const condition = isLock(restriction) ? undefined : holds(restriction, tables, reader)
          return condition ? [condition] : []
        }),
      ),
  }
}
