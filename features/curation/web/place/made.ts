import { ApiError } from '#kit/contract/client.ts'
import { common } from '#kit/contract/problems.ts'
import { edit } from '#kit/web/change.ts'
import { actionTools } from '#shell/action-tools.ts'
import type { ActionTools, UndoableStep } from '#shell/actions.ts'
import { curationContract, type curationErrors, type Group, type Playlist, type Series } from '../../contract.ts'
import type { StatusId } from '../../rules.ts'
import { withoutChannels, withoutGroup } from '../bar-edits.ts'
import { editOpenChannel, editSeriesOf, withoutEmptySeries, withoutSeries } from '../channel/edits.ts'
import { withoutVideos } from '../channel/without-videos.ts'
import { t } from '../texts.ts'

/** Not from `curationErrors` itself: guests would fetch all of them with their first screen. */
const notInSeries: keyof typeof curationErrors = 'not_in_series'

/** What is made along with something else, and goes again when that is taken back. */

export const makeChannelNamed = (name: string, status_id: StatusId) =>
  actionTools().change(curationContract.createPlaylist, { body: { name, status_id } })

/** Takes a series away when nothing is in it any more: somebody may have put something there since. */
export const removeEmptySeries = (playlistId: string, id: string, { change }: Pick<ActionTools, 'change'> = actionTools()) =>
  change(
    curationContract.deleteSeries,
    { params: { id }, query: { only_empty: true } },
    { optimistic: () => [editOpenChannel(playlistId, (now) => withoutEmptySeries(now, id))] },
  )

/** What somebody else has deleted meanwhile is away already. */
async function unlessGone(deleting: Promise<unknown>): Promise<void> {
  try {
    await deleting
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== common.not_found.status) throw error
  }
}

/**
 * Takes videos away that were made in a series: in one call; one by one when some of them have been deleted meanwhile, or stand elsewhere.
 * @param hidden ids of what stands for them on the screen
 */
export async function removeVideos(
  playlistId: string,
  seriesId: string,
  ids: readonly string[],
  { change }: Pick<ActionTools, 'change'> = actionTools(),
  hidden: readonly string[] = [],
): Promise<void> {
  const shows = { optimistic: () => [editOpenChannel(playlistId, (now) => withoutVideos(now, [...ids, ...hidden]))] }
  try {
    await change(curationContract.removeVideos, { params: { id: seriesId }, body: { videos: [...ids] } }, shows)
  } catch (error) {
    const isElsewhere = error instanceof ApiError && [notInSeries, common.not_found.code].some((code) => code === error.body.code)
    if (!isElsewhere) throw error
    for (const id of ids) await unlessGone(change(curationContract.deleteVideo, { params: { id } }, shows))
  }
}

/** Takes series away that were made in a channel. */
export async function removeAllSeries(playlistId: string, ids: readonly string[], { change }: Pick<ActionTools, 'change'>): Promise<void> {
  for (const id of ids)
    await unlessGone(
      change(
        curationContract.deleteSeries,
        { params: { id } },
        { optimistic: () => [editOpenChannel(playlistId, (now) => withoutSeries(now, id))] },
      ),
    )
}

/** Takes channels away that were made. */
export async function removeChannels(ids: readonly string[], { change }: Pick<ActionTools, 'change'> = actionTools()): Promise<void> {
  const shows = { optimistic: () => [edit(curationContract.listMyPlaylists, {}, (now) => withoutChannels(now, ids))] }
  for (const id of ids) await unlessGone(change(curationContract.deletePlaylist, { params: { id } }, shows))
}

/** Takes a group away that was made, with the channels that were made with it. */
export async function removeGroup({ id, playlists }: Group, { change }: Pick<ActionTools, 'change'>): Promise<void> {
  await removeChannels(
    playlists.map((channel) => channel.id),
    { change },
  )
  await unlessGone(
    change(
      curationContract.deleteGroup,
      { params: { id } },
      { optimistic: () => [edit(curationContract.listMyPlaylists, {}, (now) => withoutGroup(now, id))] },
    ),
  )
}

/** A step, and what removes the container (a channel, a series) that was made for it. */
export interface StepInto {
  step: UndoableStep
  /** Absent: the container was there before. */
  remove?: (() => Promise<unknown>) | undefined
}

/** Undoing the step also removes the container that was made for it. @param again makes both anew, since their ids have gone */
export function undoneWith(first: StepInto, again: () => Promise<StepInto>): UndoableStep {
  let now = first
  return {
    ...first.step,
    async undo() {
      await now.step.undo()
      await now.remove?.()
    },
    async redo() {
      now = await again()
      try {
        await now.step.pending
      } catch (error) {
        await now.remove?.().catch(() => {})
        throw error
      }
    },
  }
}

/** A channel with all that is in it, as screens show it. @throws ApiError */
export const readChannel = (id: string, { read }: Pick<ActionTools, 'read'>): Promise<Playlist> =>
  read(curationContract.getPlaylist, { params: { id } })

/** A series that is made in a channel. */
export const makeSeries = (playlistId: string, name: string, { change }: ActionTools): Promise<Series> =>
  change(curationContract.createSeries, { body: { playlist_id: playlistId, name } }, { confirmed: (made) => [editSeriesOf(made)] })

/** Where pasted links go in a channel: its first series that is no banner; one is made where there is none. */
export async function destinationIn(to: Playlist, tools: ActionTools): Promise<{ series: Series; isNew: boolean }> {
  const first = to.series.find(({ type }) => type !== 'header')
  return first ? { series: first, isNew: false } : { series: await makeSeries(to.id, t('add.first_series'), tools), isNew: true }
}
