import { openDialog } from '#ui/dialogs.ts'
import type { Group, Playlist, PlaylistTile, Series, Video } from '../contract.ts'
import type { Notice } from './dialogs/NoticeDialog.tsx'
import type { PlaceChoice } from './dialogs/PlaceDialog.tsx'

/** The dialogs of channels: each comes with its code when it is opened. */

export const editChannel = (channel: PlaylistTile) =>
  void openDialog(() => import('./dialogs/EditChannelDialog.tsx').then((module) => module.EditChannelDialog), { channel })

export const changeSettings = (channel: PlaylistTile) =>
  void openDialog(() => import('./dialogs/ChannelSettingsDialog.tsx').then((module) => module.ChannelSettingsDialog), { channel })

export const addSeries = (channel: Playlist) =>
  void openDialog(() => import('./dialogs/SeriesDialog.tsx').then((module) => module.AddSeriesDialog), { channel })

export const editSeries = (series: Series) =>
  void openDialog(() => import('./dialogs/SeriesDialog.tsx').then((module) => module.EditSeriesDialog), { series })

interface Beginning {
  /** A text with links. */
  pasted?: string | undefined
  dropped?: readonly File[]
  /** The place of the first item in its series, and the dialog's title. */
  insert?: { index: number; title: string }
}

/** Into a series of the channel, the first when none is named. */
export const addItem = (channel: Playlist, series?: Series, beginning: Beginning = {}) =>
  void openDialog(() => import('./dialogs/AddItemDialog.tsx').then((module) => module.AddItemDialog), {
    channel,
    into: series?.id,
    ...beginning,
  })

export const editEpisode = (channel: Playlist, video: Video) =>
  void openDialog(() => import('./dialogs/EditEpisodeDialog.tsx').then((module) => module.EditEpisodeDialog), { channel, video })

export const editRelated = (channel: Playlist, video: Video) =>
  void openDialog(() => import('./dialogs/RelatedDialog.tsx').then((module) => module.RelatedDialog), { channel, video })

/** Asks where something is moved or saved, and does it. */
export const choosePlace = (choice: PlaceChoice) =>
  void openDialog(() => import('./dialogs/PlaceDialog.tsx').then((module) => module.PlaceDialog), choice)

/** A group of these channels and others. */
export const createGroup = (channels: readonly PlaylistTile[]) =>
  void openDialog(() => import('./dialogs/GroupDialogs.tsx').then((module) => module.CreateGroupDialog), { channels })

export const editGroup = (group: Group) =>
  void openDialog(() => import('./dialogs/GroupDialogs.tsx').then((module) => module.EditGroupDialog), { group })

/** Answers a group to put a channel in, or `new`. */
export const chooseGroup = (name: string) =>
  openDialog(() => import('./dialogs/GroupDialogs.tsx').then((module) => module.ChooseGroupDialog), { name })

/** Says or asks something; answers true when agreed to. */
export const showNotice = (notice: Notice) =>
  openDialog(() => import('./dialogs/NoticeDialog.tsx').then((module) => module.NoticeDialog), notice)
