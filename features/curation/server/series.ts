import { common } from '#kit/contract/problems.ts'
import { brokenConstraint, type Db } from '#kit/server/db.ts'
import { fail } from '#kit/server/fail.ts'
import type { Writer } from '#kit/server/idempotency.ts'
import { newId } from '#kit/server/ids.ts'
import { curationErrors } from '../contract.ts'
import { limits } from '../rules.ts'
import type { SeriesPlace } from './access.ts'
import type { VideoDraft } from './drafts.ts'
import { inPlaylists, inSeries, inTurn } from './locked.ts'
import { placeVideos } from './place-videos.ts'
import { findPlaces, seriesOf } from './queries/places.ts'
import { appendSeries, chooseHome, deleteSeries, findFirstSeries, updateSeries } from './queries/series.ts'
import { deleteVideos } from './queries/videos.ts'

type NewSeries = Omit<Parameters<typeof appendSeries>[1], 'id'>

/** Adds a series at the end of a channel. @returns its id and its place there @throws 404, 422 */
async function addSeries(db: Db, series: NewSeries): Promise<{ id: string; index: number }> {
  const id = newId()
  try {
    const appended = await appendSeries(db, { ...series, id }, limits.series)
    return appended ? { id, ...appended } : fail(curationErrors.series_limit, { field: 'name', values: { count: limits.series } })
  } catch (error) {
    const constraint = brokenConstraint(error)
    if (constraint === 'series_one_header') fail(curationErrors.header_taken, { field: 'type' })
    if (constraint === 'series_playlist_id_fkey') fail(common.not_found)
    // Somebody else's came first, to the place that this one was to have.
    if (constraint === 'series_place') return addSeries(db, series)
    throw error
  }
}

/** A new series with its videos, or nothing. @returns its id and its place in the channel @throws 404, 422 */
export const createSeries = (writer: Writer, series: NewSeries, drafts: readonly VideoDraft[]): Promise<{ id: string; index: number }> =>
  drafts.length === 0 && !('remembersIn' in writer)
    ? inTurn(writer, [series.playlistId], () => addSeries(writer, series))
    : inPlaylists(writer, [series.playlistId], async (db) => {
        const added = await addSeries(db, series)
        await placeVideos(db, { series: { id: added.id, playlistId: series.playlistId } }, drafts)
        return added
      })

/** Adds videos to the first series of a channel that is no header, else to a new one of this name. @returns the id of the series */
export const addToFirstSeries = (writer: Writer, playlistId: string, drafts: readonly VideoDraft[], name: string): Promise<string> =>
  inPlaylists(writer, [playlistId], async (db) => {
    const { id } = (await findFirstSeries(db, playlistId)) ?? (await addSeries(db, { playlistId, name, description: '', type: null }))
    await placeVideos(db, { series: { id, playlistId } }, drafts)
    return id
  })

export interface SeriesChange {
  position?: number | undefined
  name?: string | undefined
  description?: string | undefined
  home_video_id?: string | undefined
}
/** @throws 422 for a home video from elsewhere */
export const changeSeries = (db: Db, series: SeriesPlace, change: SeriesChange): Promise<void> =>
  inSeries(db, [series], async (db) => {
    const { position: index, name, description, home_video_id: home } = change
    const [position] = index === undefined ? [] : await findPlaces(db, seriesOf(series.playlistId), { index, except: series.id })
    const columns = {
      ...(position !== undefined && { position }),
      ...(name !== undefined && { name }),
      ...(description !== undefined && { description }),
    }
    if (Object.keys(columns).length) await updateSeries(db, series.id, columns)
    if (home !== undefined && !(await chooseHome(db, series.id, home))) fail(curationErrors.not_in_series, { field: 'home_video_id' })
  })

export const removeSeries = (db: Db, series: SeriesPlace): Promise<void> =>
  inSeries(db, [series], async (db) => {
    await deleteSeries(db, series.id)
  })

/** All of these videos or none. @throws 422 when one is not in the series */
export const removeVideos = (db: Db, series: SeriesPlace, ids: readonly string[]): Promise<void> =>
  inSeries(db, [series], async (db) => {
    if ((await deleteVideos(db, series.id, ids)) !== ids.length) fail(curationErrors.not_in_series, { field: 'videos' })
  })
