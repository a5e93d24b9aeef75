import { ApiError } from '#kit/contract/client.ts'
import { commonErrors } from '#kit/contract/problems.ts'
import { editResponse } from '#kit/web/change.ts'
import { getActionTools } from '#shell/action-tools.ts'
import type { ActionTools, UndoableStep } from '#shell/actions.ts'
import { channelsContract, type channelsErrors, type Group, type Playlist, type Series } from '../contract.ts'
import type { StatusId } from '../rules.ts'
import { withoutChannels, withoutGroup } from './bar-edits.ts'
import { editOpenChannel, editSeriesOf, withoutEmptySeries, withoutSeries } from './channel/edits.ts'
import { withoutVideos } from './channel/without-videos.ts'
import { t } from './texts.ts'

/** Not imported from `channelsErrors`, because a guest's first screen would load all of them. */
const notInSeries: keyof typeof channelsErrors = 'not_in_series'

/** Creates a channel, for a step whose undo deletes it. */
export const createChannel = (name: string, status_id: StatusId) =>
  getActionTools().change(channelsContract.createPlaylist, { body: { name, status_id } })

/** Deletes a series unless it has videos. */
export const removeEmptySeries = (playlistId: string, id: string, { change }: Pick<ActionTools, 'change'> = getActionTools()) =>
  change(
    channelsContract.deleteSeries,
    { params: { id }, query: { only_empty: true } },
    { optimistic: () => [editOpenChannel(playlistId, (now) => withoutEmptySeries(now, id))] },
  )

/** Ignores a 404 after a concurrent deletion. */
async function ignoreIfGone(deleting: Promise<unknown>): Promise<void> {
  try {
    await deleting
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== commonErrors.not_found.status) throw error
  }
}

/**
 * Deletes videos of a series in one call. If some were deleted or moved concurrently, deletes one by one.
 * @param hidden ids of their placeholders on screen
 */
export async function removeVideos(
  playlistId: string,
  seriesId: string,
  ids: readonly string[],
  { change }: Pick<ActionTools, 'change'>,
  hidden: readonly string[] = [],
): Promise<void> {
  const shows = { optimistic: () => [editOpenChannel(playlistId, (now) => withoutVideos(now, [...ids, ...hidden]))] }
  try {
    await change(channelsContract.removeVideos, { params: { id: seriesId }, body: { videos: [...ids] } }, shows)
  } catch (error) {
    const isElsewhere = error instanceof ApiError && [notInSeries, commonErrors.not_found.code].some((code) => code === error.body.code)
    if (!isElsewhere) throw error
    for (const id of ids) await ignoreIfGone(change(channelsContract.deleteVideo, { params: { id } }, shows))
  }
}

export async function removeAllSeries(playlistId: string, ids: readonly string[], { change }: Pick<ActionTools, 'change'>): Promise<void> {
  for (const id of ids)
    await ignoreIfGone(
      change(
        channelsContract.deleteSeries,
        { params: { id } },
        { optimistic: () => [editOpenChannel(playlistId, (now) => withoutSeries(now, id))] },
      ),
    )
}

export async function removeChannels(ids: readonly string[], { change }: Pick<ActionTools, 'change'> = getActionTools()): Promise<void> {
  const shows = { optimistic: () => [editResponse(channelsContract.listMyPlaylists, {}, (now) => withoutChannels(now, ids))] }
  for (const id of ids) await ignoreIfGone(change(channelsContract.deletePlaylist, { params: { id } }, shows))
}

/** Deletes a group with its channels. */
export async function removeGroup({ id, playlists }: Group, { change }: Pick<ActionTools, 'change'>): Promise<void> {
  await removeChannels(
    playlists.map((channel) => channel.id),
    { change },
  )
  await ignoreIfGone(
    change(
      channelsContract.deleteGroup,
      { params: { id } },
      { optimistic: () => [editResponse(channelsContract.listMyPlaylists, {}, (now) => withoutGroup(now, id))] },
    ),
  )
}

/** A step, and how to delete the container (channel, series) created for it. */
export interface StepWithContainer {
  step: UndoableStep
  /** Absent: the container existed before. */
  remove?: (() => Promise<unknown>) | undefined
}

/**
 * Makes undo delete the new container too.
 * @param repeat makes the step with a new container, because the former ids are invalid after undo
 */
export function withContainerUndo(first: StepWithContainer, repeat: () => Promise<StepWithContainer>): UndoableStep {
  let now = first
  return {
    ...first.step,
    async undo() {
      await now.step.undo()
      await now.remove?.()
    },
    async redo() {
      now = await repeat()
      try {
        await now.step.pending
      } catch (error) {
        await now.remove?.().catch(() => {})
        throw error
      }
    },
  }
}

/** Reads a channel with its series and videos. @throws ApiError */
export const fetchChannel = (id: string, { read }: Pick<ActionTools, 'read'>): Promise<Playlist> =>
  read(channelsContract.getPlaylist, { params: { id } })

export const createSeries = (playlistId: string, name: string, { change }: ActionTools): Promise<Series> =>
  change(channelsContract.createSeries, { body: { playlist_id: playlistId, name } }, { confirmed: (series) => [editSeriesOf(series)] })

/** Returns the channel's first series other than the banner, or creates one. */
export async function findOrCreateSeries(to: Playlist, tools: ActionTools): Promise<{ series: Series; isNew: boolean }> {
  const first = to.series.find(({ type }) => type !== 'header')
  return first ? { series: first, isNew: false } : { series: await createSeries(to.id, t('add.first_series'), tools), isNew: true }
}
