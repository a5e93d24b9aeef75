import { editResponse } from '#kit/web/change.ts'
import { confirm } from '#ui/confirm.ts'
import { toast } from '#ui/toasts.ts'
import type { ActionTools } from '#shell/actions.ts'
import { paths } from '#shell/paths.ts'
import { endSelectionOf } from '#shell/selection.ts'
import type { SubjectOf } from '#shell/subjects.ts'
import { channelsContract } from '../../contract.ts'
import { withoutChannels } from '../bar-edits.ts'
import { deletedChannel } from '../channel/pending-deletions.ts'
import { channelEditOption, withoutSeries } from '../channel/edits.ts'
import { t } from '../texts.ts'

/** Deletes series. Asks first, because there is no undo. */
export async function deleteSeries(subjects: readonly SubjectOf<'serie'>[], { change }: ActionTools): Promise<void> {
  const [first] = subjects
  const count = subjects.length
  if (!first) return
  const videos = subjects.reduce((sum, { series }) => sum + series.videos.length, 0)
  const agreed = await confirm({
    title: count === 1 ? t('series.delete.title', { name: first.name }) : t('many.delete_series', { count }),
    text: t('series.delete.text', { count: videos }),
    action: t('series.delete.action'),
  })
  if (!agreed) return
  endSelectionOf(subjects)
  for (const { id, channel } of subjects)
    await change(
      channelsContract.deleteSeries,
      { params: { id } },
      channelEditOption(channel.id, (now) => withoutSeries(now, id)),
    )
  toast(count === 1 ? t('series.deleted', { name: first.name }) : t('many.series_deleted', { count }))
}

/** Deletes channels; a team's channels are returned to the users who added them. Asks first, because there is no undo. */
export async function deleteChannels(items: readonly SubjectOf<'playlist'>[], { change, go }: ActionTools): Promise<void> {
  const [first] = items
  const count = items.length
  if (!first) return
  const videos = first.open?.series.reduce((sum, series) => sum + series.videos.length, 0)
  const goBack = items.every(({ channel }) => channel.team_id !== null)
  const agreed = await confirm(
    goBack
      ? {
          title: t('remove.team.title', { count, name: first.name }),
          text: t('remove.team.text', { count }),
          action: t('remove.team.action'),
        }
      : {
          title: count === 1 ? t('remove.title', { name: first.name }) : t('many.delete_channels', { count }),
          text: count === 1 && videos !== undefined ? t('remove.text', { count: videos }) : t('remove.all'),
          action: t('remove.action'),
        },
  )
  if (!agreed) return
  endSelectionOf(items)
  const onScreen = new URLSearchParams(location.search).get('playlist')
  try {
    for (const { id } of items) {
      if (count === 1 || id === onScreen) deletedChannel.set(id)
      await change(
        channelsContract.deletePlaylist,
        { params: { id } },
        { optimistic: () => [editResponse(channelsContract.listMyPlaylists, {}, (now) => withoutChannels(now, [id]))] },
      )
    }
  } catch (error) {
    deletedChannel.set(undefined)
    throw error
  }
  if (count === 1 || items.some(({ id }) => id === onScreen)) go(paths.playlists(), { replace: true })
  if (goBack) toast(t('remove.team.done', { count, name: first.name }))
  else toast(count === 1 ? t('remove.done', { name: first.name }) : t('many.channels_deleted', { count }))
}
