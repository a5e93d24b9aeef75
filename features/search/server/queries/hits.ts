/** Reads found things as results, with the access rules of the features that own them. */
import { type RawBuilder, sql } from 'kysely'
import type { Language } from '#kit/contract/texts.ts'
import { type Db, isoTime } from '#kit/server/db/db.ts'
import { jsonText } from '#kit/server/db/json-text.ts'
import { prepare } from '#kit/server/db/prepare.ts'
import type { Reader } from '#kit/server/reader.ts'
import type { ListedRestriction } from '#features/channels/rules.ts'
import {
  isSeriesShown,
  isTvChannelListed,
  isVideoShown,
  mayFind,
  playlistLock,
  tvChannelLock,
  videoLock,
} from '#features/channels/server/queries/access.ts'
import { nullOrderColumn, previewColumns } from '#features/channels/server/queries/columns.ts'
import { shownTitle } from '#features/channels/server/queries/titles.ts'
import { tierPrice } from '#features/channels/server/queries/tiers.ts'
import { listedJson } from '#features/guide/server/queries/channels.ts'
import { inLanguage } from '#features/guide/server/queries/columns.ts'
import { pictureAddress } from '#features/media/server/queries.ts'
import { programmePicture } from '#features/watching/server/queries/programmes.ts'
import type { IndexedSubject } from '../../rules.ts'
import { broadcastOf } from './programmes.ts'

/** A result, with its fields as a JSON object. */
export interface Hit {
  key: string
  json: string
}

/** Selects the results of a kind that the reader may find, as rows of {@link Hit}. */
type SelectHits = (db: Db, reader: Reader, keys: readonly string[], language: Language) => RawBuilder<unknown>

/** SQL: whether the lock is that of a package. */
const isPackageLock = (lock: RawBuilder<ListedRestriction | null>) => sql<boolean>`coalesce(${lock} = 'tier_required', false)`
const keyRows = (keys: readonly string[]) => sql`(select unnest(${keys}::text[]) as key)`

const selectPlaylists: SelectHits = (db, reader, keys) =>
  sql`${db
    .selectFrom('playlist')
    .innerJoin('account', 'account.id', 'playlist.user_id')
    .select((eb) => [
      sql<string>`playlist.key::text`.as('key'),
      jsonText(db, eb, [...previewColumns(reader)(eb), nullOrderColumn]).as('json'),
    ])
    .where('playlist.key', 'in', sql<number>`(select key::bigint from ${keyRows(keys)} as found)`)
    .where(mayFind(reader))}`

const selectSeries: SelectHits = (_, reader, keys) => sql<Hit>`
    select series.id as key, json_build_object('id', series.id, 'name', series.name, 'playlist_id', playlist.id, 'playlist_name', playlist.name,
      'image', (
        select ${pictureAddress('video.picture_id')} from video where video.series_id = series.id and video.picture_id is not null and ${isVideoShown(reader)}
        order by video.position limit 1),
      'is_locked', ${isPackageLock(playlistLock(reader))})::text as json
    from ${keyRows(keys)} as found join series on series.id = found.key join playlist on playlist.id = series.playlist_id
    where ${mayFind(reader)} and ${isSeriesShown(reader)}`

const selectVideos: SelectHits = (_, reader, keys) => sql<Hit>`
    select video.id as key, json_build_object('id', video.id, 'type', 'video', 'title', ${shownTitle(reader)}, 'image', ${pictureAddress('video.picture_id')},
      'playlist_id', playlist.id, 'series_id', series.id, 'owner', playlist.user_id, 'channel_id', null, 'start', null,
      'is_locked', ${isPackageLock(videoLock(reader))})::text as json
    from ${keyRows(keys)} as found join video on video.id = found.key join series on series.id = video.series_id join playlist on playlist.id = series.playlist_id
    where ${mayFind(reader)} and ${isVideoShown(reader)}`

const selectUsers: SelectHits = (_, _reader, keys) => sql<Hit>`
    select account.id as key, json_build_object('id', account.id, 'nickname', account.nickname, 'profile_picture', ${pictureAddress('account.picture_id')},
      'directPublishId', playlist.id)::text as json
    from ${keyRows(keys)} as found join account on account.id = found.key
      left join playlist on playlist.user_id = account.id and playlist.kind = 'direct_publish' and playlist.removed_at is null
    where account.is_found`

const selectTvChannels: SelectHits = (_, reader, keys, language) => sql<Hit>`
    select tv_channel.id as key, ${listedJson(reader, language)}::text as json
    from ${keyRows(keys)} as found join tv_channel on tv_channel.id = found.key where ${isTvChannelListed(reader)}`

const selectPackages: SelectHits = (_, _reader, keys) => sql<Hit>`
    select tier.id as key, json_build_object('id', tier.id, 'name', tier.name, 'package_name', tier.package_name, 'price', ${tierPrice},
      'is_free', tier.is_free, 'icon', ${pictureAddress('tier.picture_id')})::text as json
    from ${keyRows(keys)} as found join tier on tier.id = found.key where tier.archived_at is null`

const selectProgrammes: SelectHits = (_, reader, keys, language) => sql<Hit>`
    select document.key, json_build_object('id', programme.id, 'type', 'epg', 'title', ${inLanguage('title', language)}, 'image', ${programmePicture},
      'playlist_id', null, 'series_id', null, 'owner', null, 'channel_id', programme.tv_channel_id, 'start', ${isoTime(sql`programme.begins_at`)},
      'is_locked', (select ${isPackageLock(tvChannelLock(reader))} from tv_channel where tv_channel.id = programme.tv_channel_id))::text as json
    from ${keyRows(keys)} as document cross join lateral ${broadcastOf(reader)} as programme`

const selectBySubject: Readonly<Record<IndexedSubject, SelectHits>> = {
  channel: selectTvChannels,
  package: selectPackages,
  playlist: selectPlaylists,
  series: selectSeries,
  video: selectVideos,
  user: selectUsers,
  programme: selectProgrammes,
}

/** Keys of things to read, by kind. */
type KeysBySubject = Readonly<Partial<Record<IndexedSubject, readonly string[]>>>

/**
 * Reads the results that the reader may find, in any order. Needs keys of at least one kind. Uses one statement for all kinds, because each
 * further statement costs as much as a few results.
 */
export const readHits = prepare((db: Db, reader: Reader, language: Language, keys: KeysBySubject) => {
  const parts = (Object.keys(keys) as IndexedSubject[]).map(
    (subject) =>
      sql`select ${sql.lit(subject)} as subject, hit.key, hit.json from (${selectBySubject[subject](db, reader, keys[subject]!, language)}) as hit`,
  )
  return sql<Hit & { subject: IndexedSubject }>`${sql.join(parts, sql` union all `)}`
})
