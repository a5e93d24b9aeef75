import { openDialog } from '#ui/dialogs.ts'
import type { Playlist, PlaylistTile, Series, Video } from '../contract.ts'
import type { Notice } from './dialogs/NoticeDialog.tsx'

/** Opens dialogs of channels, and loads their code. */

export const openEditChannelDialog = (channel: PlaylistTile) =>
  void openDialog(() => import('./dialogs/EditChannelDialog.tsx').then((module) => module.EditChannelDialog), { channel })

export const openChannelSettingsDialog = (channel: PlaylistTile) =>
  void openDialog(() => import('./dialogs/ChannelSettingsDialog.tsx').then((module) => module.ChannelSettingsDialog), { channel })

export const openAddSeriesDialog = (channel: Playlist) =>
  void openDialog(() => import('./dialogs/SeriesDialog.tsx').then((module) => module.AddSeriesDialog), { channel })

export const openEditSeriesDialog = (series: Series) =>
  void openDialog(() => import('./dialogs/SeriesDialog.tsx').then((module) => module.EditSeriesDialog), { series })

interface AddItemDefaults {
  /** Initial text with links. */
  pasted?: string | undefined
  dropped?: readonly File[]
  /** The position of the first item in its series, and the dialog's title. */
  insert?: { index: number; title: string }
}

/** Adds items to a series of the channel; default: the first. */
export const openAddItemDialog = (channel: Playlist, series?: Series, beginning: AddItemDefaults = {}) =>
  void openDialog(() => import('./dialogs/AddItemDialog.tsx').then((module) => module.AddItemDialog), {
    channel,
    into: series?.id,
    ...beginning,
  })

export const openEditVideoDialog = (channel: Playlist, video: Video) =>
  void openDialog(() => import('./dialogs/EditEpisodeDialog.tsx').then((module) => module.EditEpisodeDialog), { channel, video })

export const openRelatedVideosDialog = (channel: Playlist, video: Video) =>
  void openDialog(() => import('./dialogs/RelatedDialog.tsx').then((module) => module.RelatedDialog), { channel, video })

/** Shows a notice or question; resolves with true if confirmed. */
export const showNotice = (notice: Notice) =>
  openDialog(() => import('./dialogs/NoticeDialog.tsx').then((module) => module.NoticeDialog), notice)
