import { sql } from 'kysely'
import type { Db } from '#kit/server/db/db.ts'
import type { LinkProblem, LinkState } from '#features/channels/rules.ts'
import type { LinkHistory } from '../../rules.ts'
import type { LinkTarget } from '../check-link.ts'

/**
 * Returns the check targets of videos after the id `after`, by id. `isKnown`: whether the address is among the checked addresses already.
 */
export async function listVideoTargets(db: Db, after: string, limit: number): Promise<(LinkTarget & { id: string; isKnown: boolean })[]> {
  const { rows } = await sql<LinkTarget & { id: string; isKnown: boolean }>`
    select video.id, src as address, embed_url as "embedUrl", content_type as "contentType", link_check.address is not null as "isKnown"
    from (select id, src, embed_url, content_type from video where id > ${after} order by id limit ${limit}) video left join link_check on address = src
    order by video.id`.execute(db)
  return rows
}

/** The database's clock, which determines due checks. */
export async function readClock(db: Db): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select now()`.execute(db)
  return rows[0]!.now
}

export interface NewCheck {
  address: string
  host: string
  dueAt: Date
}
/** Adds addresses to check. Addresses that exist already stay unchanged. */
export async function insertChecks(db: Db, checks: readonly NewCheck[]): Promise<void> {
  const column = <N extends keyof NewCheck>(name: N) => checks.map((check) => check[name])
  await sql`
    insert into link_check (address, host, due_at)
    select * from unnest(${column('address')}::text[], ${column('host')}::text[], ${column('dueAt')}::timestamptz[]) fresh (address, host, due_at)
    order by address on conflict do nothing`.execute(db)
}

/** Reserves for this process the hosts that have been due longest. */
export async function claimHosts(db: Db, count: number, seconds: number): Promise<string[]> {
  const isFree = sql`(known.claimed_until is null or known.claimed_until <= now()) and (known.paused_until is null or known.paused_until <= now())`
  const { rows } = await sql<{ host: string }>`
    insert into link_check_host as known (host, claimed_until)
    select host, now() + make_interval(secs => ${seconds}::int)
    from (select due.host from (select host, min(due_at) as first from link_check where due_at <= now() group by host) due
      left join link_check_host known on known.host = due.host where ${isFree} order by first limit ${count}) chosen
    order by host
    on conflict (host) do update set claimed_until = excluded.claimed_until where ${isFree}
    returning known.host`.execute(db)
  return rows.map(({ host }) => host)
}

/** Releases reserved hosts. A host that asked for a pause is due after the pause. */
export async function releaseHosts(db: Db, hosts: readonly { host: string; pausedUntil: Date | null }[]): Promise<void> {
  await sql`
    update link_check_host as known set claimed_until = null, paused_until = coalesce(done.paused_until, known.paused_until)
    from unnest(${hosts.map(({ host }) => host)}::text[], ${hosts.map(({ pausedUntil }) => pausedUntil)}::timestamptz[]) done (host, paused_until)
    where known.host = done.host`.execute(db)
}

/** The stored state of an address to check. */
export interface Check extends LinkTarget, LinkHistory {
  host: string
  lookedAt: Date | null
  /** Whether a video still has the address. */
  isUsed: boolean
}

const checkColumns = sql`c.address, c.host, c.state, c.problem, c.failed_at as "failedAt", c.gone_at as "goneAt",
  c.silent_since as "silentSince", c.looked_at as "lookedAt", v.id is not null as "isUsed", v.embed_url as "embedUrl",
  v.content_type as "contentType"`
const withVideo = (checks = sql`link_check`) =>
  sql`${checks} c left join lateral (select id, embed_url, content_type from video where src = c.address limit 1) v on true`

/** Returns a host's due addresses, longest due first. */
export async function listDueChecks(db: Db, host: string, limit: number): Promise<Check[]> {
  const { rows } = await sql<Check>`
    select ${checkColumns} from ${withVideo()} where c.host = ${host} and c.due_at <= now() order by c.due_at limit ${limit}`.execute(db)
  return rows
}

export async function findCheck(db: Db, address: string): Promise<Check | undefined> {
  const { rows } = await sql<Check>`select ${checkColumns} from ${withVideo()} where c.address = ${address}`.execute(db)
  return rows[0]
}

/** Maximum working addresses that are considered, because each costs a look-up. */
const maxRecentSuccesses = 200

/** Returns working addresses of other hosts, one per host, latest check first. */
export async function listWorkingChecks(db: Db, otherThan: readonly string[], limit: number): Promise<Check[]> {
  const { rows } = await sql<Check>`
    with recent as materialized (
      select * from link_check
      where state = 'well' and silent_since is null and looked_at is not null and not host = any(${otherThan}::text[])
      order by looked_at desc limit ${maxRecentSuccesses}
    )
    select * from (
      select distinct on (c.host) ${checkColumns} from ${withVideo(sql`recent`)} where v.id is not null
      order by c.host, c.looked_at desc) each
    order by "lookedAt" desc limit ${limit}`.execute(db)
  return rows
}

export interface CheckUpdate extends LinkHistory {
  address: string
  /** Time of the last check when this one began. If it has changed since, another check was faster, and its result counts. */
  previousCheckedAt: Date | null
  lookedAt: Date | null
  dueAt: Date
}
export async function saveCheckUpdates(db: Db, updates: readonly CheckUpdate[]): Promise<void> {
  const column = <N extends keyof CheckUpdate>(name: N) => updates.map((update) => update[name])
  await sql`
    update link_check c set state = v.state, problem = v.problem, failed_at = v.failed_at, gone_at = v.gone_at,
      silent_since = v.silent_since, looked_at = v.looked_at, due_at = v.due_at
    from unnest(${column('address')}::text[], ${column('state')}::text[], ${column('problem')}::text[], ${column('failedAt')}::timestamptz[],
      ${column('goneAt')}::timestamptz[], ${column('silentSince')}::timestamptz[], ${column('previousCheckedAt')}::timestamptz[],
      ${column('lookedAt')}::timestamptz[], ${column('dueAt')}::timestamptz[])
      v (address, state, problem, failed_at, gone_at, silent_since, known_looked_at, looked_at, due_at)
    where c.address = v.address and c.looked_at is not distinct from v.known_looked_at`.execute(db)
}

/** Lists videos whose stored link state is outdated. */
export async function listStaleLinkStates(
  db: Db,
  addresses: readonly string[],
): Promise<{ address: string; state: LinkState; problem: LinkProblem | null; failedAt: Date | null }[]> {
  const { rows } = await sql<{ address: string; state: LinkState; problem: LinkProblem | null; failedAt: Date | null }>`
    select address, state, problem, failed_at as "failedAt" from link_check
    where address = any(${addresses}::text[])
      and exists (select from video where src = address and (link_state, link_problem) is distinct from (state, problem))`.execute(db)
  return rows
}

/** Deletes unused addresses. */
export async function deleteChecks(db: Db, addresses: readonly string[]): Promise<void> {
  await sql`delete from link_check where address = any(${addresses}::text[]) and not exists (select from video where src = address)`.execute(
    db,
  )
}

/** Deletes hosts without addresses. */
export async function deleteUnusedHosts(db: Db): Promise<void> {
  await sql`
    delete from link_check_host known where not exists (select from link_check c where c.host = known.host)
      and (claimed_until is null or claimed_until <= now()) and (paused_until is null or paused_until <= now())`.execute(db)
}

/** Makes an address due now, unless it is due already or was checked within the last `seconds`. */
export async function scheduleEarlierCheck(db: Db, { address, host }: Pick<Check, 'address' | 'host'>, seconds: number): Promise<void> {
  await sql`
    with known as (
      update link_check set due_at = now() where address = ${address} and due_at > now()
        and (looked_at is null or looked_at <= now() - make_interval(secs => ${seconds}::int)))
    insert into link_check (address, host, due_at) select ${address}, ${host}, now()
    where not exists (select from link_check where address = ${address}) on conflict do nothing`.execute(db)
}

/** Like {@link scheduleEarlierCheck}, for all dead links of an owner. @returns how many links are due */
export async function scheduleDeadLinkChecks(db: Db, ownerId: string, seconds: number): Promise<number> {
  const { rows } = await sql<{ asked: number }>`
    with gone as materialized (
      select distinct video.src from playlist join series on series.playlist_id = playlist.id join video on video.series_id = series.id
      where playlist.owner_id = ${ownerId} and video.link_state = 'gone'
    ), due as (
      select address from link_check where address in (select src from gone) and (looked_at is null or looked_at <= now() - make_interval(secs => ${seconds}::int))
      order by address for no key update skip locked
    ), moved as (
      update link_check set due_at = least(due_at, now()) where address in (select address from due) returning 1)
    select count(*)::int as asked from moved`.execute(db)
  return rows[0]!.asked
}
