import { type RawBuilder, sql } from 'kysely'
import { limits } from '../../rules.ts'

/** SQL: the number of rows, counted up to `limits.count`. @param from the statement after `select` */
export const boundedCount = (from: RawBuilder<unknown>) =>
  sql`(select count(*)::int from (select ${from} limit ${sql.lit(limits.count)}) as counted)`
