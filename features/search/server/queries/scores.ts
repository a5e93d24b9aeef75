/** Scores by which results are sorted. */
import { type RawBuilder, sql } from 'kysely'
import type { Sort } from '../../rules.ts'
import { fields, matchClasses } from './search-conditions.ts'

/** The code of a document that doesn't match. Codes of matches are `class * 3 + field`. */
export const noMatch = matchClasses.length * fields.length

/** Number of ranks per field in `search_term`. Names of a single token have negative ranks. */
export const ranksPerField = 2000
export const fieldRanks = sql.lit(ranksPerField)

export const fieldCount = sql.lit(fields.length)

/** Points between two consecutive codes. More than all other points of a word together. */
export const classPoints = sql.lit(10_000)
/** Points for a name that equals the searched word. Much more popular things that contain the word still rank higher. */
const wholeMatchPoints = sql.lit(400)
const epochOf = (column: string) => sql<number>`extract(epoch from ${sql.ref(column)})`
/**
 * SQL on `document` and the `code` of its match: the score of relevance. Ranks names that begin with several words as typed first, then
 * exact words, words of names, and quality.
 */
const relevanceSql = (keyword: string) =>
  sql<number>`(document.name = ${keyword})::integer * case when strpos(${keyword}, ' ') > 0 then 1000000 else ${wholeMatchPoints} end + (strpos(${keyword}, ' ') > 0 and starts_with(document.name, ${keyword}))::integer * 500000
    + (${sql.lit(noMatch)} - document.code) * ${classPoints} + document.quality`
/** SQL on `document`: the score by which results are sorted, highest first. */
export const scoreOf: Readonly<Record<Sort, (keyword: string) => RawBuilder<number>>> = {
  relevance: relevanceSql,
  popular: () => sql`document.popularity`,
  added_desc: () => epochOf('document.added_at'),
  added_asc: () => sql`-${epochOf('document.added_at')}`,
  published_desc: () => epochOf('document.published_at'),
  published_asc: () => sql`-${epochOf('document.published_at')}`,
}

/** Like {@link scoreOf}, for titles of the guide. Uses the time of the broadcast as the time of publication. */
export const titleScoreOf: Omit<typeof scoreOf, 'relevance'> = {
  ...scoreOf,
  published_desc: () => epochOf('programme.begins_at'),
  published_asc: () => sql`-${epochOf('programme.begins_at')}`,
}

/** SQL on a term: the same score as {@link relevanceSql}, from the class of the match and the rank. */
export const termScore = (
  matchClass: RawBuilder<unknown>,
) => sql`(${sql.lit(noMatch)} - ${matchClass} * ${fieldCount}) * ${classPoints} + case
        when hit.rank < 0 then (${matchClass} = 0)::integer * ${wholeMatchPoints} - 1 - hit.rank
        else ${fieldRanks} - 1 - hit.rank - hit.rank / ${fieldRanks} * (${classPoints} - ${fieldRanks}) end`
