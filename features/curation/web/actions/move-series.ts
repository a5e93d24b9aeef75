import type { InputOf } from '#kit/contract/endpoint.ts'
import type { Edit } from '#kit/web/pending-edits.ts'
import type { ActionTools, UndoableStep } from '#shell/actions.ts'
import { curationContract, type Playlist, type PlaylistTile, type Series, type UndoSeriesMove } from '../../contract.ts'
import { limits } from '../../limits.ts'
import { editOpenChannel } from '../cache-edits.ts'
import { withAllSeries, withoutSeries, withSeriesTogether } from '../channel/edits.ts'
import { t } from '../texts.ts'

/**
 * Puts rows of one channel side by side at a position, counted without them, of that channel or of another, in one call. Taken back, each
 * is where it was.
 */
export function moveSeriesTo(
  from: Playlist,
  series: readonly Series[],
  to: { channel: PlaylistTile; position?: number | undefined },
  label: string,
  { change }: ActionTools,
): UndoableStep {
  const ids = series.map(({ id }) => id)
  const position = to.position ?? limits.series
  const isWithin = to.channel.id === from.id
  const move = (body: InputOf<typeof curationContract.moveSeries>['body'], optimistic: () => Edit[]) =>
    change(
      curationContract.moveSeries,
      { body },
      { optimistic, confirmed: ({ series: answered }) => [editOpenChannel(body.playlist_id, (now) => withAllSeries(now, answered))] },
    )
  const leave = (channelId: string) => editOpenChannel(channelId, (now) => ids.reduce(withoutSeries, now))
  const moveAll = () =>
    move({ series: ids, playlist_id: to.channel.id, index: position }, () => [
      ...(isWithin ? [] : [leave(from.id)]),
      editOpenChannel(to.channel.id, (now) => withSeriesTogether(now, series, position)),
    ])
  const formerSeries = ({ series: former, indexes }: UndoSeriesMove) =>
    former.flatMap((id, at) => series.flatMap((one) => (one.id === id ? { ...one, position: indexes[at]! } : [])))
  const putBack = (body: UndoSeriesMove) =>
    move(body, () => [
      ...(isWithin ? [] : [leave(to.channel.id)]),
      editOpenChannel(from.id, (now) => withAllSeries(now, formerSeries(body))),
    ])
  let moved = moveAll()
  return {
    label,
    pending: moved,
    async undo() {
      for (const body of (await moved).undo) await putBack(body)
    },
    async redo() {
      moved = moveAll()
      await moved
    },
  }
}

/** What was moved to another channel, as a sentence. */
export const movedSeriesLabel = (series: readonly Series[], channel: string): string =>
  series.length === 1
    ? t('series.moved_to', { name: series[0]!.name, channel })
    : t('many.series_moved', { count: series.length, to: channel })
