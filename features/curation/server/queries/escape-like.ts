import { type RawBuilder, sql } from 'kysely'

/** A text as it is searched for, with the wildcards of `like` as themselves. Folding makes `%` of `％`, so it comes before escaping. */
export const escapeLike = (query: string | RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`regexp_replace(folded(${query}), '([\\\\%_])', '\\\\\\1', 'g')`
