import { type RawBuilder, sql } from 'kysely'

/** Returns a folded search text with the wildcards of `like` escaped. Folds before escaping, because folding turns `％` into `%`. */
export const escapeLike = (query: string | RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`regexp_replace(folded(${query}), '([\\\\%_])', '\\\\\\1', 'g')`
