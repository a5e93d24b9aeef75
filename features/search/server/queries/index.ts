/** Writes the search index: documents, their terms, and the vocabulary. */
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#kit/server/db/db.ts'
import { jsonRows, rowsText } from '#kit/server/db/json-rows.ts'
import { status } from '#features/channels/rules.ts'
import { titleWithoutAddress } from '#features/channels/server/queries/titles.ts'
import type { IndexedSubject } from '../../rules.ts'
import { ranksPerField } from './scores.ts'

/** A changed thing with its texts. */
export interface SearchSource {
  subject: IndexedSubject
  key: string
  playlist_key: number | null
  owner_id: string | null
  scope: 'public' | 'adult' | null
  name: string
  tags: string[]
  /** Beginning of the thing's description. */
  description: string
  /** From 0 to 999. */
  popularity: number
  added_at: Date
  published_at: Date
}

/** SQL on `playlist`: the scope in which the channel's content may be found. */
const channelScope = (isHidden: RawBuilder<unknown>, isAdult: RawBuilder<unknown>) => sql`
  case when playlist.status_id < ${sql.lit(status.public)} or playlist.removed_at is not null or playlist.kind <> 'channel' or ${isHidden} then null
    when playlist.adult or ${isAdult} then 'adult' else 'public' end`

/** SQL: a logarithm of views or followers, from 0 to 999. Computed as a double, because numeric takes fifty times as long. */
export const popularityOf = (count: RawBuilder<unknown>) =>
  sql`least(999, round(60 * ln((1 + ${count})::float8) / ln(2::float8)))::smallint`

const sourcesSql = sql`
  select 'series' as subject, series.id as key, playlist.key as playlist_key, playlist.owner_id,
    ${channelScope(sql`series.removed_at is not null`, sql`false`)} as scope, series.name, '{}'::text[] as tags, left(series.description, 300) as description,
    ${popularityOf(sql`playlist.views`)} as popularity, series.created_at as added_at, series.created_at as published_at
  from taken join series on series.id = taken.key join playlist on playlist.id = series.playlist_id where taken.subject = 'series'
  union all
  select 'video', video.id, playlist.key, playlist.owner_id,
    ${channelScope(sql`series.removed_at is not null or video.removed_at is not null`, sql`video.adult`)}, ${titleWithoutAddress}, '{}', left(video.description, 300),
    ${popularityOf(sql`video.views`)}, video.created_at, video.published_at
  from taken join video on video.id = taken.key join series on series.id = video.series_id join playlist on playlist.id = series.playlist_id
  where taken.subject = 'video'
  union all
  select 'user', account.id, null, account.id, 'public', account.nickname, '{}', '', 0, account.created_at, account.created_at
  from taken join account on account.id = taken.key where taken.subject = 'user' and account.is_found
  union all
  select 'playlist', playlist.key::text, playlist.key, playlist.owner_id, ${channelScope(sql`false`, sql`false`)}, playlist.name, playlist.tags,
    left(playlist.description, 300), ${popularityOf(sql`playlist.views`)}, playlist.created_at, coalesce(playlist.public_since, playlist.created_at)
  from taken join playlist on taken.subject = 'playlist' and playlist.key = case when taken.subject = 'playlist' then taken.key::bigint end
  union all
  select 'channel', tv_channel.id, null, tv_channel.owner_id,
    case when tv_channel.is_off or tv_channel.gone_at is not null then null when tv_channel.adult then 'adult' else 'public' end,
    tv_channel.name, tv_channel.groups, '', ${popularityOf(sql`coalesce(tv_channel_count.followers, 0)`)}, tv_channel.created_at, tv_channel.created_at
  from taken join tv_channel on tv_channel.id = taken.key left join tv_channel_count on tv_channel_count.tv_channel_id = tv_channel.id where taken.subject = 'channel'
  union all
  select 'package', tier.id, null, null, case when tier.archived_at is null then 'public' end, tier.name, array[tier.package_name], left(tier.description, 300), 0,
    tier.created_at, tier.created_at
  from taken join tier on tier.id = taken.key where taken.subject = 'package'
  union all
  select 'programme', programme_title.title, null, null, 'public', programme_title.title, '{}', '', 0, now(), now()
  from taken join programme_title on programme_title.title = taken.key where taken.subject = 'programme'`

export interface IndexedItem {
  subject: IndexedSubject
  key: string
}

const thingRows = (subjects: readonly IndexedItem[]) =>
  sql`unnest(${subjects.map(({ subject }) => subject)}::text[], ${subjects.map(({ key }) => key)}::text[]) as thing (subject, key)`

/**
 * Takes the changes that have waited longest. Call in the transaction that writes their documents. Titles of a guide come after the changes
 * of users.
 */
export async function takeChanges(tx: Db, limit: number): Promise<IndexedItem[]> {
  const { rows } = await sql<IndexedItem>`
    delete from search_change where (subject, key) in (
      select subject, key from search_change where due_at <= now() order by subject = 'programme', due_at, subject, key limit ${sql.lit(limit)} for update skip locked)
    returning subject, key`.execute(tx)
  return rows
}

/** Reads the current texts of things. Leaves out deleted things. */
export async function readSources(tx: Db, subjects: readonly IndexedItem[]): Promise<SearchSource[]> {
  const { rows } = await sql<SearchSource>`with taken as materialized (select * from ${thingRows(subjects)}) ${sourcesSql}`.execute(tx)
  return rows
}

/** Maximum seconds between two attempts. */
const maxDelaySeconds = 600

/**
 * Postpones a change that can't be indexed, each time for longer.
 * @returns the number of failures; undefined if the change is no longer queued
 */
export async function postponeChange(db: Db, { subject, key }: IndexedItem): Promise<number | undefined> {
  const { rows } = await sql<{ failures: number }>`
    update search_change set failures = least(failures + 1, 100),
      due_at = now() + make_interval(secs => least(${sql.lit(maxDelaySeconds)}, 5 * 2 ^ least(failures, 10)))
    where subject = ${subject} and key = ${key} returning failures`.execute(db)
  return rows[0]?.failures
}

export interface SearchDocument extends Omit<SearchSource, 'name' | 'tags' | 'description'> {
  /** The folded name. */
  name: string
  name_tokens: string[]
  tag_tokens: string[]
  tokens: string[]
  /** Signature of the tokens: see `createSignature`. */
  signature: string
  /** The only token of the name; null if the name has several. */
  whole: string | null
  /** From 0 to 1999. */
  quality: number
}

/** Deletes the documents of these things, and their terms. */
export async function deleteDocuments(tx: Db, subjects: readonly IndexedItem[]): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    delete from search_document using ${thingRows(subjects)}
    where search_document.subject = thing.subject and search_document.key = thing.key returning id`.execute(tx)
  // Runs only for things with documents. In a new index most things have none, and with an unknown number the plan may read all terms.
  if (rows.length > 0) await sql`delete from search_term where document_id = any (${rows.map(({ id }) => id)}::bigint[])`.execute(tx)
}

const documentColumns = {
  subject: 'text',
  key: 'text',
  playlist_key: 'bigint',
  owner_id: 'text',
  scope: 'text',
  name: 'text',
  name_tokens: 'text[]',
  tag_tokens: 'text[]',
  tokens: 'text[]',
  signature: 'bigint',
  whole: 'text',
  popularity: 'smallint',
  quality: 'smallint',
  added_at: 'timestamptz',
  published_at: 'timestamptz',
} as const

/** Inserts documents and their terms. */
export async function insertDocuments(tx: Db, documents: readonly SearchDocument[]): Promise<void> {
  await sql`
    with given as materialized (
      select * from ${jsonRows('given', rowsText(documents), documentColumns)}
    ), written as (
      insert into search_document
        (subject, key, playlist_key, owner_id, scope, name, name_tokens, tag_tokens, tokens, popularity, quality, added_at, published_at)
      select subject, key, playlist_key, owner_id, scope, name, name_tokens, tag_tokens, tokens, popularity, quality, added_at, published_at from given
      returning id, subject, key)
    insert into search_term (subject, scope, term, rank, document_id, signature)
    select given.subject, reader.scope, term,
      case when term = whole then -1 when term = any (name_tokens) then 0 when term = any (tag_tokens) then 1 else 2 end * ${sql.lit(ranksPerField)}
      + ${sql.lit(ranksPerField - 1)} - quality, written.id, signature
    from given join written using (subject, key) cross join unnest(tokens) as term
      cross join unnest(array[scope, case when playlist_key is not null and scope is distinct from 'public' then owner_id end]) as reader (scope)
    where reader.scope is not null`.execute(tx)
}

export interface WordUses {
  word: string
  stem: string
  uses: number
  title_uses: number
}

/** Adds words to the vocabulary. */
export async function addWords(tx: Db, words: readonly WordUses[]): Promise<void> {
  // Sorts the words, so that two jobs that add the same words don't deadlock.
  const sorted = words.toSorted((a, b) => (a.word < b.word ? -1 : 1))
  await sql`
    insert into search_vocabulary (word, stem, uses, title_uses)
    select * from ${jsonRows('given', rowsText(sorted), { word: 'text', stem: 'text', uses: 'integer', title_uses: 'integer' })}
    on conflict (word) do update set uses = search_vocabulary.uses + excluded.uses, title_uses = search_vocabulary.title_uses + excluded.title_uses`.execute(
    tx,
  )
}
