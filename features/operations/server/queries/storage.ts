import { sql } from 'kysely'
import { type Db, isoTime } from '#kit/server/db/db.ts'
import { jsonRows, rowsText } from '#kit/server/db/json-rows.ts'
import { type CleanableKind, cleanableKinds, limits, type StorageKind, storageKinds } from '../../rules.ts'

export interface StorageCount {
  kind: StorageKind | CleanableKind
  bytes: number
  files: number
  people?: number
}

/** Counts all files by kind, and the size of the database. Reads whole tables, so call it only in jobs. */
export async function countStoredBytes(db: Db): Promise<StorageCount[]> {
  const { rows } = await sql<StorageCount>`
    with uploaded as (
      select count(*) filter (where has_original or state = 'failed') as originals,
        coalesce(sum(case when state = 'failed' then stored_bytes when has_original then least(size, stored_bytes) end), 0) as original_bytes,
        count(*) filter (where state = 'done') as done,
        coalesce(sum(stored_bytes), 0) as stored_bytes,
        count(*) filter (where state = 'uploading') as incoming,
        coalesce(sum(size) filter (where state = 'uploading'), 0) as incoming_bytes
      from upload)
    select kind, bytes::bigint as bytes, files::bigint as files from (
      select 'originals' as kind, original_bytes as bytes, originals as files from uploaded
      union all select 'renditions', stored_bytes - original_bytes, done from uploaded
      union all select 'incoming', incoming_bytes, incoming from uploaded
      union all select 'pictures', coalesce(sum(bytes), 0), count(*) from picture
      union all select 'captions', coalesce(sum(bytes), 0), count(*) from (
        select pg_column_size(vtt) as bytes from upload_captions union all select pg_column_size(vtt) from video_captions) as captions
      union all select 'exports', coalesce(sum(bytes), 0), count(*) from data_export where state = 'done'
      union all select 'database', pg_database_size(current_database()), 1) as counted`.execute(db)
  return rows
}

/** Stores today's counts, and the bytes of each user. */
export const saveStorageCounts = (db: Db, counts: readonly StorageCount[]): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const rows = counts.map(({ kind, bytes, files, people = 0 }) => ({ kind, bytes, files, people }))
    await sql`
      insert into storage_day (kind, day, bytes, files, people)
      select kind, (now() at time zone 'utc')::date, bytes, files, people
      from ${jsonRows('counted', rowsText(rows), { kind: 'text', bytes: 'bigint', files: 'bigint', people: 'integer' })}
      on conflict (kind, day) do update
        set bytes = excluded.bytes, files = excluded.files, people = excluded.people, counted_at = excluded.counted_at`.execute(tx)
    await sql`delete from storage_day where day < now() - make_interval(years => ${limits.years})`.execute(tx)
    await sql`
      with counted as (
        select user_id, sum(bytes)::bigint as bytes, count(*)::int as files from (
          select user_id, case when state = 'uploading' then size else stored_bytes end as bytes from upload where user_id is not null
          union all select account_id, bytes from data_export where state = 'done') as stored
        group by user_id having sum(bytes) > 0),
      gone as (delete from storage_person where not exists (select from counted where counted.user_id = storage_person.user_id))
      insert into storage_person (user_id, bytes, files)
      select counted.user_id, counted.bytes, counted.files from counted join account on account.id = counted.user_id
      on conflict (user_id) do update set bytes = excluded.bytes, files = excluded.files
        where (storage_person.bytes, storage_person.files) is distinct from (excluded.bytes, excluded.files)`.execute(tx)
  })

interface LatestCount extends Required<StorageCount> {
  counted_at: string
}
/** The latest count of each kind. */
export async function listLatestStorageCounts(db: Db): Promise<LatestCount[]> {
  const { rows } = await sql<LatestCount>`
    select kind.name as kind, latest.bytes, latest.files, latest.people, ${isoTime(sql`latest.counted_at`)} as counted_at
    from unnest(${[...storageKinds, ...cleanableKinds]}::text[]) as kind (name),
      lateral (select * from storage_day where storage_day.kind = kind.name order by day desc limit 1) as latest`.execute(db)
  return rows
}

/** All bytes at the end of each day of the growth chart, earliest first. */
export async function listStorageDays(db: Db): Promise<{ date: string; bytes: number }[]> {
  const { rows } = await sql<{ date: string; bytes: number }>`
    select day::text as date, sum(bytes)::bigint as bytes from storage_day
    where kind = any(${[...storageKinds]}::text[]) and day > (now() at time zone 'utc')::date - ${limits.growthDays}::int
    group by day order by day`.execute(db)
  return rows
}

interface UserPage {
  after: { bytes: number; id: string } | undefined
  limit: number
}
/** Lists users by stored bytes, largest first. `own_quota` null: the quota of the installation. */
export const listUserStorage = (db: Db, { after, limit }: UserPage) =>
  db
    .selectFrom('storage_person')
    .innerJoin('account', 'account.id', 'storage_person.user_id')
    .select([
      'account.id',
      'account.nickname',
      'account.email',
      'storage_person.bytes',
      'storage_person.files',
      'account.upload_quota as own_quota',
    ])
    .$if(after !== undefined, (q) =>
      q.where(
        sql<boolean>`storage_person.bytes <= ${after!.bytes} and (storage_person.bytes < ${after!.bytes} or storage_person.user_id > ${after!.id})`,
      ),
    )
    .orderBy('storage_person.bytes', 'desc')
    .orderBy('storage_person.user_id')
    .limit(limit)
    .execute()
