/** Restrictions on visible things, as conditions on their tables. */
import { type RawBuilder, sql } from 'kysely'
import type { Reader } from '#kit/server/reader.ts'
import { restrictionConditions, type RestrictionRule } from '#kit/server/restrictions.ts'
import { type ListedRestriction, listedRestrictions, type Restriction, restrictions, viewRestrictions } from '../../rules.ts'
import { mayEdit } from './may-edit.ts'
import { isLockedCopy, isLockedPlaylist } from './tiers.ts'

type Condition = RawBuilder<boolean>
/** Tables with restricted rows. A video also has the restrictions of its series and channel, so pass all three. */
export type RestrictedTable = 'playlist' | 'series' | 'video' | 'tv_channel'
type Rules = { readonly [T in RestrictedTable]?: { readonly [R in Restriction]?: RestrictionRule } }

const isListedRestriction = (restriction: Restriction): restriction is ListedRestriction =>
  listedRestrictions.some((lock) => lock === restriction)

const joinWithOr = (conditions: readonly Condition[]): Condition =>
  conditions.length === 0
    ? sql<boolean>`false`
    : conditions.length === 1
      ? conditions[0]!
      : sql<boolean>`(${sql.join(conditions, sql` or `)})`

const conditionsOn = (restriction: Restriction, tables: readonly RestrictedTable[], reader: Reader) =>
  tables.flatMap((table) => restrictionConditions(table, restriction, reader))

function createFirstRestriction<R extends Restriction>(
  among: readonly R[],
  tables: readonly RestrictedTable[],
  reader: Reader,
): RawBuilder<R | null> {
  const cases = among.flatMap((restriction) => {
    const conditions = conditionsOn(restriction, tables, reader)
    return conditions.length > 0 ? [sql`when ${joinWithOr(conditions)} then ${sql.lit(restriction)}`] : []
  })
  return cases.length > 0 ? sql<R | null>`case ${sql.join(cases, sql` `)} end` : sql<R | null>`null::text`
}

/** The first restriction that refuses to play or copy a thing, or null. */
export const firstRestriction = (tables: readonly RestrictedTable[], reader: Reader): RawBuilder<Restriction | null> =>
  createFirstRestriction(restrictions, tables, reader)

/** The first restriction that refuses to show a thing, or null. Packages are no such restriction, as they hide only addresses. */
export const firstViewRestriction = (tables: readonly RestrictedTable[], reader: Reader): RawBuilder<Restriction | null> =>
  createFirstRestriction(viewRestrictions, tables, reader)

/** SQL: the first restriction that a list shows as a lock on the thing, or null. */
export const firstListedRestriction = (tables: readonly RestrictedTable[], reader: Reader): RawBuilder<ListedRestriction | null> =>
  createFirstRestriction(listedRestrictions, tables, reader)

/** SQL: whether lists omit the thing. */
export const isOmittedFromLists = (tables: readonly RestrictedTable[], reader: Reader): Condition =>
  joinWithOr(restrictions.flatMap((restriction) => (isListedRestriction(restriction) ? [] : conditionsOn(restriction, tables, reader))))

/** SQL: whether the row is blocked in the reader's country; undefined if the country is unknown. */
export const isBlockedHere = (table: 'video' | 'tv_channel', { country }: Reader): Condition | undefined =>
  country === null
    ? undefined
    : sql<boolean>`(${sql.ref(`${table}.blocked_countries`)} @> array[(select country.id from country where country.code = ${country})])`

/** Whether the row is removed. Operators, who decide about removals, find removed things by id, but not in lists. */
const isRemoved =
  (table: RestrictedTable): RestrictionRule =>
  (reader) =>
    reader.user?.isOperator ? undefined : sql<boolean>`(${sql.ref(`${table}.removed_at`)} is not null and not ${mayEdit(reader)})`

const isAdult =
  (table: RestrictedTable): RestrictionRule =>
  (reader) =>
    reader.user?.seesAdult ? undefined : sql<boolean>`(${sql.ref(`${table}.adult`)} and not ${mayEdit(reader)})`

export const channelsRestrictions = {
  playlist: { removed: isRemoved('playlist'), adult_only: isAdult('playlist'), tier_required: isLockedPlaylist },
  // Series have no adult flag of their own, as the channel's flag covers them.
  series: { removed: isRemoved('series') },
  // A copied video keeps the blocked countries of its TV channel. The copy's owner isn't exempt, because any user can make a copy.
  video: {
    removed: isRemoved('video'),
    adult_only: isAdult('video'),
    geo_blocked: (reader) => isBlockedHere('video', reader),
    tier_required: isLockedCopy,
  },
} satisfies Rules
