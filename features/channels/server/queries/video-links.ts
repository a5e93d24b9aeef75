import { sql } from 'kysely'
import type { Db } from '#kit/server/db/db.ts'
import type { LinkProblem, LinkState } from '../../rules.ts'

/** Result of link checks for an address. */
export interface LinkCheckState {
  state: LinkState
  problem: LinkProblem | null
  /** First failure. */
  failedAt: Date | null
}

/**
 * Copies the result of a link check to at most `limit` videos with that address. Skips locked rows to avoid deadlocks; a later call writes
 * them.
 * @returns the number of videos written, and the number of videos left
 */
export async function copyLinkState(
  db: Db,
  src: string,
  { state, problem, failedAt }: LinkCheckState,
  limit: number,
): Promise<{ written: number; left: number }> {
  const { rows } = await sql<{ written: number; left: number }>`
    with stale as (
      select id from video where src = ${src} and (link_state, link_problem) is distinct from (${state}::text, ${problem}::text)
    ), taken as (
      select id from video where id in (select id from stale) order by id limit ${limit} for no key update skip locked
    ), written as (
      update video set link_state = ${state}, link_problem = ${problem}, link_failed_at = ${failedAt}
      where id in (select id from taken) and src = ${src} returning id
    )
    select (select count(*)::int from written) as written, (select count(*)::int from stale) - (select count(*)::int from written) as left`.execute(
    db,
  )
  return rows[0]!
}
