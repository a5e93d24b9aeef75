import { sql } from 'kysely'
import { jsonArrayFrom, jsonBuildObject } from 'kysely/helpers/postgres'
import type { Db } from '#kit/server/db/db.ts'
import { jsonText } from '#kit/server/db/json-text.ts'
import { inList, prepare, prepareOne } from '#kit/server/db/prepare.ts'
import type { Reader, User } from '#kit/server/reader.ts'
import { limits } from '../../limits.ts'
import { status } from '../../rules.ts'
import type { DefaultPlaylist } from '../../contract/shapes.ts'
import {
  isPrivateLinkOnly,
  isListed,
  isVideoListed,
  isVideoShown,
  mayFind,
  maySee,
  playlistAccess,
  playlistRestriction,
  videoViewRestriction,
} from './access.ts'
import { newestListing, prepareForEachSort, isAfterPosition, needsPopularityJoin, type ListPosition } from './listings.ts'
import {
  cardColumns,
  truncatedDescription,
  groupColumns,
  nullOrderColumn,
  videoLocation,
  playlistColumns,
  previewColumns,
  tileColumns,
  fullDescription,
} from './columns.ts'
import { relatedIdsSql } from './related.ts'
import { firstCards } from './series-previews.ts'

const fromPlaylists = (db: Db) => db.selectFrom('playlist').innerJoin('account', 'account.id', 'playlist.user_id')

/** Returns data for access checks; undefined if the reader may not know that the channel exists. */
export const findPlaylistAccess = prepare((db: Db, reader: Reader, id: string) =>
  db
    .selectFrom('playlist')
    .select((eb) => [
      'playlist.key',
      'playlist.kind',
      'playlist.name',
      'playlist.owner_id',
      eb('playlist.status_id', '=', status.public).$castTo<boolean>().as('is_public'),
      ...playlistAccess(reader),
    ])
    .where('playlist.id', '=', id)
    .where(maySee(reader)),
)

/** Items of a channel that a partial read must include. */
export interface RequiredItems {
  serie?: string | undefined
  video?: string | undefined
}
/** Ids of the first videos of a channel, requested ones first. An array, because a subquery would be evaluated per row. */
const firstVideos = (reader: Reader, id: string, { serie, video }: RequiredItems) => sql<string>`(select unnest(array(
  select video.id from playlist join series on series.playlist_id = playlist.id join video on video.series_id = series.id
  where playlist.id = ${id} and ${isVideoShown(reader)}
  order by ${video === undefined ? sql`` : sql`video.id = ${video} desc,`} ${serie === undefined ? sql`` : sql`series.id = ${serie} desc,`}
    series.position, video.position limit ${sql.lit(limits.pageVideos)})))`

/**
 * Reads a channel with its series and videos, and its restriction. A restricted channel has no content.
 * @param part limits the videos to the first {@link limits.pageVideos}
 */
export const findPlaylist = prepare((db: Db, reader: Reader, id: string, part?: RequiredItems) =>
  fromPlaylists(db)
    .select((eb) => [
      playlistRestriction(reader).as('restriction'),
      isPrivateLinkOnly(reader).as('is_behind_link'),
      'playlist.kind',
      jsonText(db, eb, [
        ...playlistColumns(reader, part && firstVideos(reader, id, part))(eb),
        relatedIdsSql(db, reader, id).as('related_videos'),
      ]).as('json'),
    ])
    .where('playlist.id', '=', id)
    .where(maySee(reader)),
)

export const findDescription = prepareOne((db: Db, id: string) => db.selectFrom('playlist').select('description').where('id', '=', id))

/**
 * Reads channels of one owner as tiles with their positions, unordered. A single tile has its full text, because the web's cache then
 * updates the channel in all lists from this response.
 */
export const listTiles = (db: Db, reader: Reader, ownerId: string, ids: readonly string[]) =>
  fromPlaylists(db)
    .innerJoin(
      (eb) =>
        eb
          .selectFrom('playlist')
          .select(['id', sql<number>`row_number() over (partition by section, group_id order by position) - 1`.as('order')])
          .where('owner_id', '=', ownerId)
          .where('kind', '=', 'channel')
          .as('placed'),
      (join) => join.onRef('placed.id', '=', 'playlist.id'),
    )
    .select((eb) => [
      ...tileColumns(reader, ids.length === 1 ? fullDescription('playlist') : truncatedDescription('playlist'))(eb),
      'placed.order',
    ])
    .where('playlist.id', 'in', inList(ids))
    .execute()

/** Reads an owner's channels by position, the user's built-in channels, the owner's groups, and the user's latest liked videos. */
export const findOwnPlaylists = prepareOne((db: Db, reader: Reader<User>) =>
  db.selectNoFrom((eb) => [
    jsonArrayFrom(
      eb
        .selectFrom('playlist')
        .innerJoin('account', 'account.id', 'playlist.user_id')
        .select((eb) => [...previewColumns(reader)(eb), 'playlist.section', 'playlist.group_id'])
        .where((eb) =>
          eb.or([
            eb('playlist.owner_id', '=', reader.user.teamId ?? reader.user.id),
            eb.and([eb('playlist.user_id', '=', reader.user.id), eb('playlist.kind', '<>', 'channel')]),
          ]),
        )
        .orderBy('playlist.position'),
    ).as('playlists'),
    jsonArrayFrom(
      eb
        .selectFrom('playlist_group')
        .select(groupColumns())
        .where('playlist_group.owner_id', '=', reader.user.teamId ?? reader.user.id)
        .orderBy('playlist_group.position'),
    ).as('groups'),
    jsonArrayFrom(
      eb
        .selectFrom('liking')
        .innerJoin('video', 'video.id', 'liking.video_id')
        .innerJoin('series', 'series.id', 'video.series_id')
        .innerJoin('playlist', 'playlist.id', 'series.playlist_id')
        .select((eb) => [...cardColumns(reader)(eb), videoLocation.as('pivot')])
        .where('liking.user_id', '=', reader.user.id)
        .where(mayFind(reader))
        .where(videoViewRestriction(reader), 'is', null)
        .orderBy('liking.created_at', 'desc')
        .orderBy('video.id')
        .limit(sql.lit(limits.favorites)),
    ).as('favorites'),
  ]),
)

/** Lists the ids of an owner's channels in the given sort order, not in the order of the bar. */
export const listOwnPlaylistIds = prepareForEachSort((listing) =>
  prepare((db: Db, ownerId: string) =>
    db
      .selectFrom('playlist')
      .$if(needsPopularityJoin(listing), (query) =>
        query.innerJoin('playlist_popularity', 'playlist_popularity.playlist_key', 'playlist.key'),
      )
      .select('playlist.id')
      .where('playlist.owner_id', '=', ownerId)
      .orderBy(sql`${listing.rank} ${sql.raw(listing.direction)} nulls last`)
      .orderBy(listing.key, listing.direction),
  ),
)

/** Finds a built-in channel. */
export const findSpecialPlaylist = prepareOne((db: Db, userId: string, kind: 'direct_publish' | 'watch_later') =>
  db.selectFrom('playlist').select('id').where('user_id', '=', userId).where('kind', '=', kind),
)

type Preview = DefaultPlaylist['series'][number]
/**
 * Lists public channels with content after `after`: the operator's choice, then the newest, limited per owner. Shows the first series that
 * has a video, so that most channels need one lookup.
 */
export const listDefaultPlaylists = prepareForEachSort((chosenListing) => {
  const newest = newestListing(chosenListing)
  const listing = newest ?? chosenListing
  return prepare((db: Db, reader: Reader, limit: number, after: ListPosition | undefined) =>
    fromPlaylists(db)
      .$if(needsPopularityJoin(chosenListing), (query) =>
        query.innerJoin('playlist_popularity', 'playlist_popularity.playlist_key', 'playlist.key'),
      )
      .$if(newest !== undefined, (query) => query.innerJoin('newest_playlist', 'newest_playlist.playlist_key', 'playlist.key'))
      .innerJoinLateral(
        (eb) =>
          eb
            .selectFrom('series')
            .innerJoinLateral(
              () => firstCards(reader),
              (join) => join.onTrue(),
            )
            .select((eb) =>
              jsonBuildObject({ id: eb.ref('series.id'), name: eb.ref('series.name'), videos: eb.ref('cards.videos') }).as('preview'),
            )
            .whereRef('series.playlist_id', '=', 'playlist.id')
            .where('series.type', 'is', null)
            .orderBy('series.position')
            .limit(sql.lit(1))
            .as('first'),
        (join) => join.onTrue(),
      )
      .select((eb) => [
        listing.key.as('key'),
        listing.rank.as('rank'),
        jsonText(db, eb, [...tileColumns(reader)(eb), nullOrderColumn, sql<Preview[]>`json_build_array(first.preview)`.as('series')]).as(
          'json',
        ),
      ])
      .where('playlist.listing_rank', 'is not', null)
      .where(isListed(reader))
      .$if(after !== undefined, (query) => query.where(isAfterPosition(listing, after!)))
      .orderBy(listing.rank, listing.direction)
      .orderBy(listing.key, listing.direction)
      .limit(limit),
  )
})

/** Lists a user's public channels with content after `after`, newest first. Requires a public profile, or the reader's own. */
export const listPersonPlaylists = prepareForEachSort((listing) =>
  prepare((db: Db, reader: Reader, personId: string, limit: number, after: ListPosition | undefined) =>
    fromPlaylists(db)
      .$if(needsPopularityJoin(listing), (query) =>
        query.innerJoin('playlist_popularity', 'playlist_popularity.playlist_key', 'playlist.key'),
      )
      .select((eb) => [
        listing.key.as('key'),
        listing.rank.as('rank'),
        jsonText(db, eb, [...previewColumns(reader)(eb), nullOrderColumn]).as('json'),
      ])
      .where('playlist.owner_id', '=', personId)
      .where('playlist.listing_rank', 'is not', null)
      .where(isListed(reader))
      .where((eb) =>
        reader.user ? eb.or([eb('account.is_found', '=', true), eb('account.id', '=', reader.user.id)]) : eb('account.is_found', '=', true),
      )
      .where((eb) =>
        eb.exists(
          eb
            .selectFrom('series')
            .innerJoin('video', 'video.series_id', 'series.id')
            .select('video.id')
            .whereRef('series.playlist_id', '=', 'playlist.id')
            .where(isVideoListed(reader)),
        ),
      )
      .$if(after !== undefined, (query) => query.where(isAfterPosition(listing, after!)))
      .orderBy(listing.rank, listing.direction)
      .orderBy(listing.key, listing.direction)
      .limit(limit),
  ),
)

/** Finds a channel by slug; undefined while it is not public. */
export const findPlaylistBySlug = prepareOne((db: Db, slug: string) =>
  db
    .selectFrom('playlist')
    .select('playlist.id')
    .where('playlist.slug', '=', slug)
    .where('playlist.status_id', '=', status.public)
    .where('playlist.removed_at', 'is', null),
)
