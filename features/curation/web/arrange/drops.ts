import type { SubjectOf } from '#shell/subjects.ts'
import { performStep } from '#shell/run-action.ts'
import { selectedWith } from '#shell/selection.ts'
import type { PlaylistTile, Series } from '../../contract.ts'
import { moveSeriesTo, movedSeriesLabel } from '../actions/move-series.ts'
import { countBefore, movedVideosLabel, moveVideos, type VideoPlace } from '../actions/move-videos.ts'
import { moveSeries, moveVideo } from '../actions/moves.ts'

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

/** A row was dropped at a place of its channel, or on another channel. */
export const dropSeries = ({ channel, series }: SubjectOf<'serie'>, to: { index: number } | { channel: PlaylistTile }): Promise<void> =>
  performStep((tools) =>
    'channel' in to
      ? moveSeriesTo(channel, [series], to, movedSeriesLabel([series], to.channel.name), tools)
      : { ...moveSeries(channel, series, to.index, tools), ...loud },
  )
