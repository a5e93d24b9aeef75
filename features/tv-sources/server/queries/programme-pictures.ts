/** Pictures that guides name for programmes, and lists for on-demand videos. */
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#kit/server/db/db.ts'
import { catchupDays, guideShift } from './columns.ts'

/** Minimum bytes that a picture counts as, because small files also take space. */
const minBytes = 50_000

/** SQL on `programme` and `tv_channel`: whether the channel is visible, and the programme hasn't ended or (`withPast`) has catch-up. */
const needsPicture = (withPast: boolean): RawBuilder<boolean> => sql<boolean>`(
  not tv_channel.is_off and tv_channel.gone_at is null
  and programme.stops_at + ${guideShift} > now() - make_interval(days => ${withPast ? catchupDays : sql`0`}))`

/** Limits the result to programmes that begin from `from` to `to` hours after now, and to a number of addresses, in total and per host. */
interface DueOptions {
  from: number
  to: number
  withPast: boolean
  limit: number
  limitPerHost: number
}

export interface DuePicture {
  address: string
  host: string
}

interface AddressSource {
  /** SQL: rows of `address_md5`, its `host`, its `distance`, and `one`, the id of a row of `source` with the address. */
  pictureRows: RawBuilder<unknown>
  /** The table with the addresses. */
  source: RawBuilder<unknown>
  /** SQL on `source`: the address. */
  address: RawBuilder<string>
}
type Limits = Pick<DueOptions, 'limit' | 'limitPerHost'>

/**
 * Lists addresses that were never requested, or are due again, nearest first. Compares addresses by hash, because a guide may contain
 * 500,000 addresses of 8 kB.
 */
async function listDue(db: Db, { pictureRows, source, address }: AddressSource, limits: Limits) {
  const { rows } = await sql<DuePicture>`
    with named as (${pictureRows}), due as (
      select named.*, row_number() over (partition by named.host order by named.distance, named.address_md5) as number
      from named left join programme_picture using (address_md5)
      where programme_picture.address_md5 is null or programme_picture.due_at <= now()
    )
    select ${address} as address, nearest.host from (
      select * from due where number <= ${limits.limitPerHost} order by distance, address_md5 limit ${limits.limit}) as nearest
    join ${source} as source on source.id = nearest.one
    order by nearest.distance, nearest.address_md5`.execute(db)
  return rows
}

/** Lists due pictures of programmes that begin in a span, nearest to now first. */
export function listDuePictures(db: Db, { from, to, withPast, ...limits }: DueOptions): Promise<DuePicture[]> {
  const pictureRows = sql`
    select md5(programme.icon_url)::uuid as address_md5, min(split_part(programme.icon_url, '/', 3)) as host,
      min(programme.id) as one,
      min(greatest(programme.starts_at + ${guideShift} - now(), now() - programme.stops_at - ${guideShift}, interval '0')) as distance
    from tv_channel cross join lateral (
      -- A separate subquery reads a short range of the key per channel; otherwise, all programmes would be read.
      select * from programme
      where programme.guide_channel_id = tv_channel.guide_channel_id and programme.icon_url is not null
        and programme.starts_at >= now() - ${guideShift} + make_interval(hours => ${from})
        and programme.starts_at < now() - ${guideShift} + make_interval(hours => ${to})
      offset 0) as programme
    where ${needsPicture(withPast)}
    group by 1`
  return listDue(db, { pictureRows, source: sql`programme`, address: sql`source.icon_url` }, limits)
}

/** SQL on `tv_item` and `tv_channel`: whether the item is visible and has a poster. */
const needsPoster = sql<boolean>`(tv_item.poster_url is not null and not tv_channel.is_off and tv_channel.gone_at is null)`

/** Lists due posters of on-demand videos, in the order of the lists. */
export function listDuePosters(db: Db, limits: Limits): Promise<DuePicture[]> {
  const pictureRows = sql`
    select md5(tv_item.poster_url)::uuid as address_md5, min(split_part(tv_item.poster_url, '/', 3)) as host,
      min(tv_item.id) as one, min(tv_item.position) as distance
    from tv_item join tv_channel on tv_channel.id = tv_item.channel_id
    where ${needsPoster} group by 1`
  return listDue(db, { pictureRows, source: sql`tv_item`, address: sql`source.poster_url` }, limits)
}

/** Claims an address for an hour, so that other processes don't fetch it. @returns whether the caller has to fetch it */
export async function claimPicture(db: Db, address: string): Promise<boolean> {
  const { rows } = await sql`
    insert into programme_picture as known (address, due_at) values (${address}, now() + interval '1 hour')
    on conflict (address_md5) do update set due_at = excluded.due_at where known.due_at <= now()
    returning 1`.execute(db)
  return rows.length > 0
}

/** @param picture null: there is none, retried in a week; 'busy': the host wasn't contacted */
export async function savePicture(db: Db, address: string, picture: string | null): Promise<void> {
  const dueAt = sql`now() + make_interval(hours => ${picture === 'busy' ? 1 : 24 * 7})`
  const [pictureId, due] = picture === null || picture === 'busy' ? [null, dueAt] : [picture, null]
  await sql`
    insert into programme_picture as known (address, picture_id, due_at) values (${address}, ${pictureId}, ${due})
    on conflict (address_md5) do update set picture_id = excluded.picture_id, due_at = excluded.due_at
    where known.picture_id is null`.execute(db)
}

/** Returns the total bytes of the stored pictures, in all sizes. */
export async function countStoredBytes(db: Db): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(greatest(picture.bytes, ${minBytes})), 0)::float8 as bytes
    from programme_picture join picture on picture.id = programme_picture.picture_id`.execute(db)
  return rows[0]!.bytes
}

/**
 * Deletes addresses that are in no on-demand video and in no current or future programme. With `withPast`, keeps addresses of programmes
 * with catch-up.
 * @returns their pictures
 */
export async function deleteUnwantedPictures(db: Db, withPast: boolean): Promise<string[]> {
  const { rows } = await sql<{ picture_id: string | null }>`
    with wanted as materialized (
      select distinct md5(programme.icon_url)::uuid as address_md5
      from programme join tv_channel on tv_channel.guide_channel_id = programme.guide_channel_id
      where programme.icon_url is not null and ${needsPicture(withPast)}
      union
      select md5(tv_item.poster_url)::uuid from tv_item join tv_channel on tv_channel.id = tv_item.channel_id where ${needsPoster})
    delete from programme_picture where not exists (select from wanted where wanted.address_md5 = programme_picture.address_md5)
    returning picture_id`.execute(db)
  return rows.flatMap(({ picture_id }) => picture_id ?? [])
}
