/** Suggested channels. The work is limited, even with many channels and followers. */
import { sql } from 'kysely'
import { jsonObjectFrom } from 'kysely/helpers/postgres'
import { type Db, rowExists } from '#kit/server/db/db.ts'
import { jsonText } from '#kit/server/db/json-text.ts'
import { prepareOne } from '#kit/server/db/prepare.ts'
import type { Reader } from '#kit/server/reader.ts'
import { pictureAddress } from '#features/media/server/queries.ts'
import { isListed, isVideoListed, mayEdit, playlistRestriction } from '#features/channels/server/queries/access.ts'
import { nullOrderColumn, previewColumns } from '#features/channels/server/queries/columns.ts'
import type { PlaylistPreview } from '#features/channels/contract/tiles.ts'
import type { FollowedType, SuggestionKind } from '../../rules.ts'

/**
 * Limits of the candidates:
 * - by follows: the reader's latest `follows`, the latest `followers` of each, `followedByEach` channels of each follower, `near` in total
 * - by tags: for each of `tags` tags, of the newest `namedByTag` channels at most `ofOwnerByTag` per owner and `channelsOfTag` in total.
 *   One account can't have as many as `namedByTag` channels.
 * - by popularity: of the `mostPopular` channels at most `ofOwnerPopular` per owner and `popular` in total
 *
 * An owner's channels beyond the first `ofOwner` are listed last.
 */
const suggestionLimits = {
  follows: 12,
  followers: 40,
  followedByEach: 25,
  tags: 8,
  namedByTag: 600,
  ofOwnerByTag: 6,
  channelsOfTag: 60,
  mostPopular: 1000,
  ofOwnerPopular: 6,
  popular: 40,
  near: 80,
  ofOwner: 4,
} as const
const countLiteral = (count: number) => sql.lit(count)

/** SQL: whether a channel may be suggested: the reader doesn't edit or follow it, hasn't dismissed it, may open it, and it has content. */
const isSuggestable = (reader: Reader, userId: string) => sql<boolean>`(
  playlist.listing_rank is not null and ${isListed(reader)} and ${playlistRestriction(reader)} is null and not ${mayEdit(reader)}
  and not exists (select from follow where follow.user_id = ${userId} and follow.playlist_key = playlist.key)
  and not exists (select from dismissed_suggestion dismissed where dismissed.user_id = ${userId} and dismissed.playlist_key = playlist.key)
  and exists (select from series join video on video.series_id = series.id where series.playlist_id = playlist.id and ${isVideoListed(reader)}))`

/**
 * Computes and stores the channels that are most similar to those the reader follows, with reasons.
 * @param limit length of the stored list. It is longer than the shown list, because hidden, followed and dismissed channels are skipped on
 * reading.
 */
export const saveSuggestions = prepareOne((_: Db, reader: Reader, limit: number) => {
  const userId = reader.user?.id ?? ''
  return sql`
    with own as materialized (
      select playlist.key, playlist.tags,
        (select tag_tokens from search_document where search_document.subject = 'playlist' and search_document.key = playlist.key::text) as words
      from follow join playlist on playlist.key = follow.playlist_key
      where follow.user_id = ${userId} and ${isListed(reader)} order by follow.created_at desc limit ${countLiteral(suggestionLimits.follows)}
    ), near as (
      select also.playlist_key as key, 3 * ln(1 + count(distinct other.user_id)) as score, 'follows' as kind,
        (array_agg(distinct own.key))[1:2] as "from", '{}'::text[] as tags
      from own
        cross join lateral (select follow.user_id from follow where follow.playlist_key = own.key and follow.user_id <> ${userId}
          order by follow.created_at desc limit ${countLiteral(suggestionLimits.followers)}) as other
        cross join lateral (select follow.playlist_key from follow where follow.user_id = other.user_id and follow.playlist_key is not null
          and follow.playlist_key <> own.key order by follow.created_at desc limit ${countLiteral(suggestionLimits.followedByEach)}) as also
      group by also.playlist_key order by 2 desc, 1 limit ${countLiteral(suggestionLimits.near)}
    ), tag as (
      select named.tag, count(*) as number, min(word.term) as term
      from own cross join unnest(own.tags) as given (tag) cross join lateral (select folded(given.tag) as tag) as named
        -- The longest word of the tag in the search index.
        cross join lateral (
          select term from unnest(own.words) as term where strpos(regexp_replace(named.tag, '[-.''/&@$%]', '', 'g'), term) > 0
          order by length(term) desc, term limit 1) as word
      group by 1 order by 2 desc, 1 limit ${countLiteral(suggestionLimits.tags)}
    ), found as materialized (
      select channel.key, tag.tag, shared
      from tag
        cross join unnest(case when ${sql.lit(reader.user?.seesAdult ?? false)} then array['public', 'adult'] else array['public'] end) as sought (scope)
        cross join lateral (select named.key, named.tags from (
          select playlist.key, playlist.tags, word.rank, row_number() over (partition by playlist.owner_id order by word.rank) as nth
          from (select document_id, rank from search_term
            where search_term.subject = 'playlist' and search_term.scope = sought.scope and search_term.term = tag.term
            order by rank, document_id limit ${countLiteral(suggestionLimits.namedByTag)}) as word
          join search_document on search_document.id = word.document_id join playlist on playlist.key = search_document.playlist_key) as named
          where named.nth <= ${countLiteral(suggestionLimits.ofOwnerByTag)} order by named.rank limit ${countLiteral(suggestionLimits.channelsOfTag)}) as channel
        cross join unnest(channel.tags) as shared
    ), same_tag as materialized (
      -- Normalises each tag once, for all its channels: that takes longer than all else here.
      select shared, folded(shared) as tag from (select distinct shared from found) as named
    ), alike as (
      select found.key, 1.5 * count(distinct found.tag) as score, 'tags' as kind, '{}'::bigint[] as "from",
        (array_agg(distinct found.shared))[1:3] as tags
      from found join same_tag on same_tag.shared = found.shared and same_tag.tag = found.tag
      group by found.key
    ), popular as (
      select playlist.key, 0::numeric as score, 'popular' as kind, '{}'::bigint[] as "from", '{}'::text[] as tags
      from (
        select liked.key, liked.place, row_number() over (partition by playlist.owner_id order by liked.place) as nth
        from (select playlist_key as key, row_number() over (order by (score * 1000000)::bigint desc, playlist_key desc) as place
          from playlist_popularity where score > 0
          order by (score * 1000000)::bigint desc, playlist_key desc limit ${countLiteral(suggestionLimits.mostPopular)}) as liked
        join playlist on playlist.key = liked.key and playlist.listing_rank is not null
      ) as liked join playlist on playlist.key = liked.key
      where liked.nth <= ${countLiteral(suggestionLimits.ofOwnerPopular)} and ${isSuggestable(reader, userId)}
      order by liked.place limit ${countLiteral(suggestionLimits.popular)}
    ), scored as (
      select candidate.key, sum(candidate.score) + 0.5 * ln(1 + coalesce(max(playlist_popularity.score), 0)) as score,
        (array_agg(jsonb_build_object('key', candidate.key, 'kind', candidate.kind, 'from', candidate."from", 'tags', candidate.tags)
          order by candidate.score desc))[1] as suggestion
      from (select * from near union all select * from alike union all select * from popular) as candidate
        left join playlist_popularity on playlist_popularity.playlist_key = candidate.key
      group by candidate.key
    ), ranked as (
      select scored.score, scored.suggestion, playlist.key,
        row_number() over (partition by playlist.owner_id order by scored.score desc, playlist.key desc) > ${countLiteral(suggestionLimits.ofOwner)} as is_over
      from scored join playlist on playlist.key = scored.key
      where ${isSuggestable(reader, userId)}
    ), best as (
      select * from ranked order by is_over, score desc, key desc limit ${limit}
    )
    insert into suggestion_list (user_id, follows, suggestions)
    select account.id, (select count(*) from follow where follow.user_id = account.id),
      (select coalesce(jsonb_agg(best.suggestion order by best.is_over, best.score desc, best.key desc), '[]') from best)
    from account where account.id = ${userId} for key share of account
    on conflict (user_id) do update set made_at = now(), follows = excluded.follows, suggestions = excluded.suggestions`
})

/** `none`: never computed; `stale`: too old, or the user's follows have changed. */
export type SuggestionsState = 'none' | 'stale' | 'fresh'

export const suggestionsState = (reader: Reader, maxSeconds: number) => {
  const userId = reader.user?.id ?? ''
  return sql<SuggestionsState>`coalesce((
    select case when list.made_at < now() - make_interval(secs => ${maxSeconds})
        or list.follows <> (select count(*) from follow where follow.user_id = ${userId})
        or exists (select from follow where follow.user_id = ${userId} and follow.created_at > list.made_at) then 'stale' else 'fresh' end
    from suggestion_list list where list.user_id = ${userId}), 'none')`
}

/** Whether the reader's list needs no new computation. */
export const hasFreshSuggestions = (db: Db, reader: Reader, maxSeconds: number): Promise<boolean> =>
  rowExists(db, sql`select where ${suggestionsState(reader, maxSeconds)} = 'fresh'`)

/** SQL: the reasons that still apply: tags that the channel still has, and followed channels that the reader may still see. */
const reasonNames = (reader: Reader, userId: string) => sql<string[]>`case stored.entry->>'kind'
  when 'follows' then array(
    select own.name from (select playlist.name from follow join playlist on playlist.key = follow.playlist_key
      where follow.user_id = ${userId} and ${isListed(reader)}
        and follow.playlist_key in (select followed::bigint from jsonb_array_elements_text(stored.entry->'from') as followed)) as own order by 1)
  when 'tags' then array(select tag from jsonb_array_elements_text(stored.entry->'tags') as tag where tag = any(playlist.tags))
  else '{}' end`

/** Returns the reader's current suggestions. */
export const findSuggestions = (db: Db, reader: Reader, limit: number) => {
  const userId = reader.user?.id ?? ''
  const storedRows = sql<{ key: number; entry: unknown; place: number }>`(
    select (one.entry->>'key')::bigint as key, one.entry, one.place
    from suggestion_list list cross join jsonb_array_elements(list.suggestions) with ordinality as one (entry, place)
    where list.user_id = ${userId})`
  return db
    .selectFrom(storedRows.as('stored'))
    .innerJoin('playlist', 'playlist.key', 'stored.key')
    .innerJoin('account', 'account.id', 'playlist.user_id')
    .innerJoinLateral(sql<{ names: string[] }>`(select ${reasonNames(reader, userId)} as names)`.as('why'), (join) => join.onTrue())
    .select((eb) =>
      jsonText(db, eb, [
        sql<FollowedType>`'playlist'`.as('following_type'),
        'playlist.id as following_id',
        'playlist.name',
        pictureAddress('playlist.picture_id').as('image'),
        jsonObjectFrom(db.selectNoFrom([...previewColumns(reader)(eb), nullOrderColumn] as never))
          .$notNull()
          .$castTo<PlaylistPreview>()
          .as('playlist'),
        sql<{ kind: SuggestionKind; names: string[] }>`json_build_object(
          'kind', case when why.names = '{}' then 'popular' else stored.entry->>'kind' end, 'names', why.names)`.as('reason'),
      ]).as('json'),
    )
    .where(isSuggestable(reader, userId))
    .orderBy('stored.place')
    .limit(limit)
}

/** @throws a foreign key error when the channel was deleted concurrently */
export const insertDismissal = (db: Db, userId: string, playlistKey: number) =>
  db
    .insertInto('dismissed_suggestion')
    .values({ user_id: userId, playlist_key: playlistKey })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

/** Restores a dismissed channel. Deletes the list, so that it is computed again, because lists don't contain dismissed channels. */
export const deleteDismissal = (db: Db, userId: string, playlistKey: number) =>
  sql`with restored as (delete from dismissed_suggestion where user_id = ${userId} and playlist_key = ${playlistKey})
    delete from suggestion_list where user_id = ${userId}`.execute(db)

export const deleteOldDismissals = (db: Db, days: number) =>
  sql`delete from dismissed_suggestion where dismissed_at < now() - make_interval(days => ${days})`.execute(db)

/** Deletes lists of inactive users. */
export const deleteOldSuggestions = (db: Db, days: number) =>
  sql`delete from suggestion_list where made_at < now() - make_interval(days => ${days})`.execute(db)

/** Computes popularity over `days`: the weighted sum of follows, likes and views, whose weight halves every `halfLifeDays`. */
export async function updatePopularity(
  db: Db,
  { days, halfLifeDays, points }: { days: number; halfLifeDays: number; points: { follow: number; like: number; view: number } },
): Promise<void> {
  const since = sql`now() - make_interval(days => ${days})`
  await sql`
    with happened as (
      select playlist_key, created_at as at, ${points.follow}::float8 as points from follow where playlist_key is not null and created_at > ${since}
      union all
      select playlist_key, created_at, ${points.like}::float8 from liking where playlist_key is not null and created_at > ${since}
      union all
      select playlist_key, to_timestamp(quarter * 900.0), ${points.view}::float8 * views from channel_view_count
      where playlist_key is not null and viewers <> 'o' and quarter > quarter_hour(${since})
    ), summed as materialized (
      select playlist_key, sum(points * 0.5 ^ (extract(epoch from now() - at)::float8 / 86400 / ${halfLifeDays}::float8))::real as score
      from happened group by playlist_key
    ), kept as materialized (
      -- Skips rows locked by others, such as of channels being deleted, instead of waiting.
      select playlist_key from playlist_popularity for no key update skip locked
    )
    update playlist_popularity set score = coalesce(summed.score, 0)
    from kept left join summed on summed.playlist_key = kept.playlist_key
    where playlist_popularity.playlist_key = kept.playlist_key and playlist_popularity.score <> coalesce(summed.score, 0)`.execute(db)
}
