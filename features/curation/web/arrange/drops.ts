import type { SubjectOf } from '#shell/subjects.ts'
import { performStep } from '#shell/run-action.ts'
import { endSelectionOf, selectedWith } from '#shell/selection.ts'
import type { PlaylistTile, Series } from '../../contract.ts'
import { moveSeriesTo, movedSeriesLabel } from '../actions/move-series.ts'
import { countBefore, movedVideosLabel, moveVideos, type VideoPlace } from '../actions/move-videos.ts'
import { moveSeries, moveVideo } from '../actions/moves.ts'
import { t } from '../texts.ts'

/** What is dropped has its toast, which offers to take it back, whatever other ways of moving it do. */
const loud = { quiet: false }

/** The videos that are dragged together with one: all that are selected, when it is one of them. */
export const draggedWith = (subject: SubjectOf<'video'>): readonly VideoPlace[] =>
  (selectedWith(subject) ?? [subject]).flatMap(({ place }) => place ?? [])

/** A video, with all that are selected together with it, was dropped at a place of a series, or on a channel. */
export function dropVideo(subject: SubjectOf<'video'>, to: { series: Series; index: number } | { channel: PlaylistTile }): Promise<void> {
  const places = draggedWith(subject)
  const [first] = places
  if (!first) return Promise.resolve()
  endSelectionOf([subject])
  if ('channel' in to)
    return performStep((tools) => moveVideos(places, { channelId: to.channel.id }, movedVideosLabel(places, to.channel.name), tools))
  const { channel, series, video } = first
  if (places.length === 1) return performStep(async (tools) => ({ ...(await moveVideo(channel, series, video, to, tools)), ...loud }))
  // The place is counted without the one that is held, and is to be counted without all of them.
  const others = to.series.videos.filter(({ id }) => id !== subject.id)
  const index = to.index - countBefore(places, { ...to.series, videos: others }, to.index)
  return performStep((tools) =>
    moveVideos(places, { channelId: channel.id, series: to.series, index }, movedVideosLabel(places, to.series.name), tools),
  )
}

/** The rows that are dragged together with one: all that are selected, when it is one of them. */
export const rowsDraggedWith = (subject: SubjectOf<'serie'>): readonly Series[] =>
  (selectedWith(subject) ?? [subject]).map(({ series }) => series)

/** A row, with all that are selected together with it, was dropped at a place of its channel, or on another channel. */
export function dropSeries(subject: SubjectOf<'serie'>, to: { index: number } | { channel: PlaylistTile }): Promise<void> {
  const { channel, series } = subject
  const rows = rowsDraggedWith(subject)
  endSelectionOf([subject])
  if (rows.length === 1 && 'index' in to) return performStep((tools) => ({ ...moveSeries(channel, series, to.index, tools), ...loud }))
  if ('channel' in to)
    return performStep((tools) => moveSeriesTo(channel, rows, { channel: to.channel }, movedSeriesLabel(rows, to.channel.name), tools))
  // The place is counted without the one that is held, and is to be counted without all of them.
  const others = channel.series.filter(({ id }) => id !== series.id)
  const position = to.index - others.slice(0, to.index).filter(({ id }) => rows.some((row) => row.id === id)).length
  const label = t('many.series_placed', { count: rows.length, place: position + 1 })
  return performStep((tools) => moveSeriesTo(channel, rows, { channel, position }, label, tools))
}
