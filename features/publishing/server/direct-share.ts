/** What people share comes first in their direct-publish channel: newest first, as its followers read it. */
import type { Db } from '#kit/server/db.ts'
import type { Reader, User } from '#kit/server/reader.ts'
import type { Writer } from '#kit/server/idempotency.ts'
import type { Limits } from '#kit/server/limits.ts'
import { seriesOf } from '#features/curation/server/containers.ts'
import { type Copied, orGone, placeSeriesCopy, placeVideoCopy } from '#features/curation/server/copies.ts'
import { inContainers, type Locked } from '#features/curation/server/move.ts'
import { addSeries } from '#features/curation/server/series.ts'
import { placeSeries } from '#features/curation/server/series-moves.ts'
import type { SharedAddress } from '../rules.ts'
import { findSeriesOfSingles, insertShare } from './queries/shares.ts'
import type { Told } from './tell-followers.ts'

interface Sharing {
  writer: Writer
  reader: Reader<User>
  limits: Pick<Limits, 'count'>
  /** The direct-publish channel of whoever shares. */
  playlistId: string
  from: SharedAddress
  /** Has followers told, once what is written here is there. */
  tell: (tx: Db, told: Told) => Promise<unknown>
}

/** The series of single videos, first in its channel. @param name of a new one, where there is none */
async function seriesOfSingles(locked: Locked, playlistId: string, name: string): Promise<{ id: string; playlistId: string }> {
  const found = await findSeriesOfSingles(locked.db, playlistId)
  const id = found ?? (await addSeries(locked.db, { playlistId, name, description: '', type: null })).id
  await placeSeries(locked, [{ id, playlist_id: playlistId }], { playlistId, index: 0 })
  return { id, playlistId }
}

/** @param seriesName of the series for single videos, where there is none. @throws 404, 422 */
export function shareVideo({ writer, reader, playlistId, from, tell }: Sharing, videoId: string, seriesName: string): Promise<Copied> {
  const shared = inContainers(writer, [seriesOf(playlistId)], async (locked) => {
    const series = await seriesOfSingles(locked, playlistId, seriesName)
    const copied = await placeVideoCopy(locked, reader, { id: videoId, playlistId: from.playlistId }, { ...series, index: 0 })
    await insertShare(locked.db, { video_id: copied.id }, from)
    await tell(locked.db, { user_id: reader.user.id, thing: { video: copied.id } })
    return copied
  })
  return orGone(shared)
}

/** @throws 404, 422, 429 */
export function shareSeries(sharing: Sharing, { id, name }: { id: string; name: string }): Promise<Copied> {
  const { writer, reader, playlistId, from, tell } = sharing
  const shared = inContainers(writer, [seriesOf(playlistId)], async (locked) => {
    const copied = await placeSeriesCopy(locked, sharing, { id, playlistId: from.playlistId }, { playlistId, index: 0, name })
    await insertShare(locked.db, { series_id: copied.id }, from)
    await tell(locked.db, { user_id: reader.user.id, thing: { series: copied.id } })
    return copied
  })
  return orGone(shared)
}
