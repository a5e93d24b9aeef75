import type { ComponentType } from 'react'
import { type CloseProps, openDialog } from '#ui/dialogs.ts'
import { ensureLoggedIn } from '#shell/login-needed.ts'
import type { Playlist, PlaylistTile } from '../contract.ts'
import { openPlaylistSubject } from './subjects.ts'

/** A channel, series or video to share. */
export interface SharedItem {
  channel: PlaylistTile
  serie?: { id: string; name: string } | undefined
  video?: { id: string; title: string } | undefined
}

type LoadDialog = () => Promise<ComponentType<CloseProps & SharedItem>>
let loadDialog: LoadDialog | undefined

/** Sets the dialog, which another feature provides. */
export const registerShareDialog = (load: LoadDialog): void => void (loadDialog = load)

/** Opens the share dialog. Guests are asked to log in. */
async function openShareDialog(shared: SharedItem): Promise<void> {
  if (!ensureLoggedIn() || !loadDialog) return
  await openDialog(loadDialog, shared)
}

export const shareChannel = (channel: PlaylistTile) => openShareDialog({ channel })
export const shareSeries = (channel: PlaylistTile, serie: SharedItem['serie']) => openShareDialog({ channel, serie })
export const shareVideo = (channel: PlaylistTile, serieId: string, video: SharedItem['video']) =>
  openShareDialog({ channel, serie: { id: serieId, name: '' }, video })

/** Saves a channel in one of the user's channels. Guests are asked to log in. */
export async function promptSaveChannel(channel: Playlist): Promise<void> {
  if (!ensureLoggedIn()) return
  const { performAction } = await import('#shell/perform-action.ts')
  await performAction('playlist.save', openPlaylistSubject(channel))
}
