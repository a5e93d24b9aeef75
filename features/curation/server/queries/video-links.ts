import { sql } from 'kysely'
import type { Db } from '#kit/server/db/db.ts'
import type { LinkProblem, LinkState } from '../../rules.ts'

/** What is known of an address. */
export interface LinkFacts {
  state: LinkState
  problem: LinkProblem | null
  /** When it failed first. */
  failedAt: Date | null
}

/**
 * Lets videos that have an address show what is known of it, `limit` at most; those that somebody else is just changing are left for the
 * next time, so that nobody ever waits for this while it waits for them.
 * @returns how many were written, and how many are left
 */
export async function showLinkState(
  db: Db,
  src: string,
  { state, problem, failedAt }: LinkFacts,
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
