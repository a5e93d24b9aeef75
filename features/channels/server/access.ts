/** Finds the objects that a call names. Throws 404 if the reader may not know that the object exists, 403 if they may not use it. */
import type { Problem } from '#kit/contract/errors.ts'
import { commonErrors } from '#kit/contract/problems.ts'
import type { Language } from '#kit/contract/texts.ts'
import type { Db } from '#kit/server/db/db.ts'
import { fail } from '#kit/server/http/fail.ts'
import { type JsonText, withFields } from '#kit/server/db/json-text.ts'
import type { Select } from '#kit/server/select.ts'
import type { Reader, User } from '#kit/server/reader.ts'
import { findPersonAccess } from '#features/accounts/server/queries/people.ts'
import {
  channelsErrors,
  type MovedSeries,
  type MoveResult,
  type MovedSeriesList,
  type Playlist,
  type Series,
  type SeriesDetails,
  type UndoSeriesMove,
  type UndoVideoMove,
  type Video,
} from '../contract.ts'
import { withBuiltInNameJson } from './names.ts'
import { refusalTo, type Restriction } from '../rules.ts'
import { throwLossReason } from './losses.ts'
import { findPlaylist, findPlaylistAccess, type RequiredItems } from './queries/playlists.ts'
import { findSeries, findSeriesAccess, findSeriesDetails, findSeriesByIds } from './queries/series.ts'
import { findVideo, findVideoAccess } from './queries/videos.ts'
import { signPlaylistPictures, signVideoPictures, type PictureSigner } from './signed-pictures.ts'
import { texts } from './texts.ts'

/** Returns the error for a restriction; removed things are reported as missing. */
export const restrictionError = (restriction: Restriction): Problem =>
  restriction === 'removed' ? commonErrors.not_found : channelsErrors[restriction]

interface Restrictable {
  restriction: Restriction | null
}
/** @throws 404 if nothing was found, or the error of its restriction (403, 451) */
export function assertReadable<T extends Restrictable>(item: T | undefined): T {
  if (!item) return fail(commonErrors.not_found)
  return item.restriction ? fail(restrictionError(item.restriction)) : item
}
/**
 * Like {@link assertReadable}, but also accepts readers without the required package, for calls that hide the addresses.
 * @throws 404 if nothing was found, or the error of its restriction (403, 451)
 */
export function assertShown<T extends Restrictable>(item: T | undefined): T {
  return item?.restriction === 'tier_required' ? item : assertReadable(item)
}
interface Editable extends Restrictable {
  may_edit: boolean
  only_suggests: boolean
}
/** Members whom a call accepts. `suggesters`: the call stores a suggestion, or doesn't change the channel. */
type AllowedMembers = 'editors' | 'suggesters'
/** Allows editors despite a restriction, because they may have to delete the thing. @throws 404, 403 */
function assertEditable<T extends Editable>(item: T | undefined, allowed: AllowedMembers): T {
  if (!item) return fail(commonErrors.not_found)
  if (item.may_edit) return item.only_suggests && allowed === 'editors' ? fail(commonErrors.only_suggests) : item
  return fail(
    item.restriction === 'adult_only' || item.restriction === 'removed' ? restrictionError(item.restriction) : commonErrors.forbidden,
  )
}

/**
 * @param signer signs addresses of pictures for readers who have only the private link
 * @param part reads only the beginning of the channel
 */
export async function readPlaylist(
  select: Select,
  id: string,
  language: Language,
  { signer, part }: { signer?: PictureSigner; part?: RequiredItems | undefined } = {},
): Promise<JsonText<Playlist>> {
  const [playlist] = await select(findPlaylist, id, part)
  const { kind, json, is_behind_link: isPrivateLinkOnly } = assertShown(playlist)
  if (isPrivateLinkOnly && signer) return signPlaylistPictures(json, await signer(id))
  return kind === 'channel' ? json : withBuiltInNameJson(json, { id, kind }, language)
}
/** @param link the id of the video's channel, which gives access to a private link */
export async function readVideo(
  select: Select,
  id: string,
  link?: { playlistId: string | undefined; signer: PictureSigner },
): Promise<JsonText<Video>> {
  const find = async (isWhole: boolean) => assertShown((await select(findVideo, id, { playlistId: link?.playlistId, isWhole }))[0])
  const match = await find(false)
  const { json, is_behind_link: isPrivateLinkOnly } = match.is_partial ? await find(true) : match
  return isPrivateLinkOnly && link?.playlistId ? signVideoPictures(json, await link.signer(link.playlistId)) : json
}
/** @param playlistId the id of the series' channel, which gives access to a private link */
export const readSeriesDetails = async (select: Select, id: string, playlistId?: string): Promise<JsonText<SeriesDetails>> =>
  assertShown((await select(findSeriesDetails, id, playlistId))[0]).json
export const readSeries = async (db: Db, reader: Reader<User>, id: string): Promise<JsonText<Series>> =>
  (await findSeries(db, reader, id))?.json ?? fail(commonErrors.not_found)
/** Reads a series after videos moved to it. */
export const readMovedSeries = async (
  db: Db,
  reader: Reader<User>,
  id: string,
  { isNew, undo, result }: { isNew: boolean; undo: readonly UndoVideoMove[]; result: MoveResult },
): Promise<JsonText<MovedSeries>> => withFields<MovedSeries>(await readSeries(db, reader, id), { is_new: isNew, undo, ...result })
/** Reads moved series in order; skips concurrently deleted ones. */
export async function readSeriesOf(
  db: Db,
  reader: Reader<User>,
  ids: readonly string[],
  { undo, result }: { undo: readonly UndoSeriesMove[]; result: MoveResult },
): Promise<JsonText<MovedSeriesList>> {
  const found = new Map((await findSeriesByIds(db, reader, ids)).map(({ id, json }) => [id, json]))
  const series = ids.flatMap((id) => found.get(id) ?? []).join(',')
  return withFields<MovedSeriesList>(`{"series":[${series}]}`, { undo, ...result })
}

export const assertShownPlaylist = async (select: Select, id: string) => void assertShown((await select(findPlaylistAccess, id))[0])
export const assertShownSeries = async (select: Select, id: string) => void assertShown((await select(findSeriesAccess, id))[0])
export const assertShownVideo = async (select: Select, id: string) => void assertShown((await select(findVideoAccess, id))[0])
/** Checks that the reader may read the source of a copy. @throws 404, or its restriction (403, 451) */
export const assertReadablePlaylist = async (select: Select, id: string) => void assertReadable((await select(findPlaylistAccess, id))[0])
/** @param playlistId the id of the series' channel, which gives access to a private link */
export const assertReadableSeries = async (select: Select, id: string, playlistId?: string) =>
  void assertReadable((await select(findSeriesAccess, id, playlistId))[0])
/** @param playlistId the id of the video's channel, which gives access to a private link */
export const assertReadableVideo = async (select: Select, id: string, playlistId?: string) =>
  void assertReadable((await select(findVideoAccess, id, playlistId))[0])

/** @throws 404 unless the profile is public or the reader's own */
export const assertReadablePerson = async (select: Select, id: string) =>
  void ((await select(findPersonAccess, id))[0] ?? fail(commonErrors.not_found))

/** A series and its channel. */
export interface SeriesPlace {
  id: string
  playlistId: string
}

/** A series, or the first series of a channel other than the banner. `name`: for a new series, if the channel has none. */
export type VideoDestination = SeriesPlace | { playlistId: string; name: string }

interface MaySuggest {
  onlySuggests: boolean
}
/** @throws 404 or 403, with the reason if the reader could edit the thing before */
async function editableOf<T extends Editable>(select: Select, id: string, [row]: readonly T[], allowed: AllowedMembers): Promise<T> {
  try {
    return assertEditable(row, allowed)
  } catch (error) {
    return throwLossReason(select, [id], error)
  }
}

export const findEditablePlaylist = async (
  select: Select,
  id: string,
  allowed: AllowedMembers = 'editors',
): Promise<{ id: string; ownerId: string; kind: string; name: string } & MaySuggest> => {
  const {
    owner_id: ownerId,
    kind,
    name,
    only_suggests: onlySuggests,
  } = await editableOf(select, id, await select(findPlaylistAccess, id), allowed)
  return { id, ownerId, kind, name, onlySuggests }
}
/** The returned `kind` is that of the channel. */
export const findEditableSeriesPlace = async (
  select: Select,
  id: string,
  allowed: AllowedMembers = 'editors',
): Promise<SeriesPlace & { kind: string; name: string } & MaySuggest> => {
  const {
    playlist_id: playlistId,
    kind,
    name,
    only_suggests: onlySuggests,
  } = await editableOf(select, id, await select(findSeriesAccess, id), allowed)
  return { id, playlistId, kind, name, onlySuggests }
}
export const findEditableVideo = async (select: Select, id: string, allowed: AllowedMembers = 'editors') => {
  const found = await editableOf(select, id, await select(findVideoAccess, id), allowed)
  const { src, title, duration, start_at, end_at, series_id, playlist_id, only_suggests: onlySuggests } = found
  const series: SeriesPlace = { id: series_id, playlistId: playlist_id }
  return { id, src, title, range: { duration, start_at, end_at }, series, onlySuggests }
}

/** Finds a video of this channel. @throws 404, 403 */
export async function findEditableVideoIn(select: Select, playlistId: string, id: string) {
  const video = await findEditableVideo(select, id)
  return video.series.playlistId === playlistId ? video : fail(commonErrors.not_found)
}

/** Finds the series in a form's `series_id`. @throws 422 unless the reader may edit it */
export const resolveSeriesField = async (select: Select, id: string): Promise<SeriesPlace> => {
  const [found] = await select(findSeriesAccess, id)
  if (found?.may_edit && found.only_suggests) fail(commonErrors.only_suggests)
  return found?.may_edit ? { id, playlistId: found.playlist_id } : fail(channelsErrors.series_unknown, { field: 'series_id' })
}

/** @throws 403 for Direct Share channels */
export function assertCopyable<T extends { kind: string }>(destination: T): T {
  const code = refusalTo.copyInto({ direct_publish: destination.kind === 'direct_publish' })
  return code === null ? destination : fail(channelsErrors[code])
}

/** The series or channel that a call names. */
interface NamedDestination {
  series: (SeriesPlace & { kind: string } & MaySuggest) | undefined
  channel: ({ id: string; kind: string } & MaySuggest) | undefined
}
/** Finds the destination of videos. @param assert checks the series or channel @throws 404, 403 */
export const findEditableDestination = async (
  select: Select,
  { series_id, playlist_id }: { series_id?: string | undefined; playlist_id?: string | undefined },
  assert: typeof assertCopyable = (destination) => destination,
  allowed: AllowedMembers = 'editors',
): Promise<NamedDestination> => ({
  series: series_id === undefined ? undefined : assert(await findEditableSeriesPlace(select, series_id, allowed)),
  channel: playlist_id === undefined ? undefined : assert(await findEditablePlaylist(select, playlist_id, allowed)),
})
/** Returns the destination of videos. @throws 422 unless the call names exactly one */
export function resolveDestination({ series, channel }: NamedDestination, language: Language): VideoDestination {
  if (series && channel) fail(channelsErrors.one_destination, { field: 'playlist_id' })
  if (series) return series
  return channel
    ? { playlistId: channel.id, name: texts[language]('server.videos') }
    : fail(channelsErrors.one_destination, { field: 'series_id' })
}
