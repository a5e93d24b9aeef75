import type { ActionTools, UndoableStep } from '#shell/actions.ts'
import { curationContract, type Playlist, type PlaylistTile, type Series } from '../../contract.ts'
import { limits } from '../../rules.ts'
import { editOpenChannel } from '../cache-edits.ts'
import { withoutSeries, withSeries, withSeriesAt } from '../channel/edits.ts'
import { t } from '../texts.ts'

interface Step {
  id: string
  position: number
}

/**
 * The single moves that bring some things of a list to where they are in another order of it: each goes behind the one that it then follows.
 * @param moved the ids of those that move
 */
export function stepsTo(now: readonly string[], wanted: readonly string[], moved: readonly string[]): Step[] {
  let order = [...now]
  return wanted.flatMap((id, at) => {
    if (!moved.includes(id)) return []
    const others = order.filter((one) => one !== id)
    const position = at === 0 ? 0 : others.indexOf(wanted[at - 1]!) + 1
    order = [...others.slice(0, position), id, ...others.slice(position)]
    return [{ id, position }]
  })
}

const idsOf = (series: readonly Series[]) => series.map(({ id }) => id)

/** Puts rows of one channel side by side at a position, counted without them, of that channel or of another. Taken back, each is where it was. */
export function moveSeriesTo(
  from: Playlist,
  series: readonly Series[],
  to: { channel: PlaylistTile; position?: number | undefined },
  label: string,
  { change }: ActionTools,
): UndoableStep {
  const moved = idsOf(series)
  const position = to.position ?? limits.series
  const before = idsOf(from.series)
  const move = async (steps: readonly Step[]) => {
    for (const step of steps)
      await change(
        curationContract.updateSeries,
        { params: { id: step.id }, body: { position: step.position } },
        { optimistic: () => [editOpenChannel(from.id, (now) => withSeriesAt(now, step.id, step.position))] },
      )
  }
  if (to.channel.id === from.id) {
    const others = before.filter((id) => !moved.includes(id))
    const after = [...others.slice(0, position), ...moved, ...others.slice(position)]
    const redo = () => move(stepsTo(before, after, moved))
    return { label, pending: redo(), undo: () => move(stepsTo(after, before, moved)), redo }
  }
  const leave = async () => {
    for (const [at, one] of series.entries())
      await change(
        curationContract.updateSeries,
        { params: { id: one.id }, body: { playlist_id: to.channel.id, position: Math.min(position + at, limits.series) } },
        {
          optimistic: () => [
            editOpenChannel(from.id, (now) => withoutSeries(now, one.id)),
            editOpenChannel(to.channel.id, (now) =>
              withSeries(now, { ...one, playlist_id: to.channel.id, position: Math.min(position + at, now.series.length) }),
            ),
          ],
        },
      )
  }
  return {
    label,
    pending: leave(),
    async undo() {
      // The first one first: each then stands before those that follow it.
      const former = series.map((one) => ({ one, position: before.indexOf(one.id) })).toSorted((a, b) => a.position - b.position)
      for (const { one, position: formerPosition } of former)
        await change(
          curationContract.updateSeries,
          { params: { id: one.id }, body: { playlist_id: from.id, position: formerPosition } },
          {
            optimistic: () => [
              editOpenChannel(to.channel.id, (now) => withoutSeries(now, one.id)),
              editOpenChannel(from.id, (now) => withSeries(now, { ...one, position: formerPosition })),
            ],
          },
        )
    },
    redo: leave,
  }
}

/** What was moved to another channel, as a sentence. */
export const movedSeriesLabel = (series: readonly Series[], channel: string): string =>
  series.length === 1
    ? t('series.moved_to', { name: series[0]!.name, channel })
    : t('many.series_moved', { count: series.length, to: channel })
