import type { SubjectOf } from '#shell/subjects.ts'
import { performStep } from '#shell/run-action.ts'
import type { PlaylistTile, Series } from '../../contract.ts'
import { moveSeriesToChannel, moveVideoToChannel } from '../actions/channel-moves.ts'
import { moveSeries, moveVideo } from '../actions/moves.ts'

/** What is dropped has its toast, which offers to take it back, whatever other ways of moving it do. */
const loud = { quiet: false }

/** A video was dropped at a place of a series, or on a channel. */
export function dropVideo(
  { channel, series, video }: NonNullable<SubjectOf<'video'>['place']>,
  to: { series: Series; index: number } | { channel: PlaylistTile },
): Promise<void> {
  if ('channel' in to) return performStep((tools) => moveVideoToChannel({ channel, series, video }, to.channel, tools))
  return performStep(async (tools) => ({ ...(await moveVideo(channel, series, video, to, tools)), ...loud }))
}

/** A row was dropped at a place of its channel, or on another channel. */
export const dropSeries = ({ channel, series }: SubjectOf<'serie'>, to: { index: number } | { channel: PlaylistTile }): Promise<void> =>
  performStep((tools) =>
    'channel' in to
      ? moveSeriesToChannel(channel, series, to.channel, tools)
      : { ...moveSeries(channel, series, to.index, tools), ...loud },
  )
