import { type RawBuilder, sql } from 'kysely'

/** As it is looked for, with the signs of patterns as themselves. */
export const escapeLike = (query: string): RawBuilder<unknown> => sql`regexp_replace(folded(${query}), '([\\\\%_])', '\\\\\\1', 'g')`
