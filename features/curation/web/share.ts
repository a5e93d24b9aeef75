import type { ComponentType } from 'react'
import { type Closing, openDialog } from '#ui/dialogs.ts'
import { mayAct } from '#shell/login-needed.ts'
import type { Playlist, PlaylistTile } from '../contract.ts'
import { openPlaylistSubject } from './subjects.ts'

/** A channel, or something in it, that somebody wants to share. */
export interface Shared {
  channel: PlaylistTile
  serie?: { id: string; name: string } | undefined
  video?: { id: string; title: string } | undefined
}

type LoadDialog = () => Promise<ComponentType<Closing & Shared>>
let loadDialog: LoadDialog | undefined

/** Sets the dialog, which a later feature has. */
export const registerShareDialog = (load: LoadDialog): void => void (loadDialog = load)

/** A guest is told to log in. */
async function share(shared: Shared): Promise<void> {
  if (!mayAct() || !loadDialog) return
  await openDialog(loadDialog, shared)
}

export const shareChannel = (channel: PlaylistTile) => share({ channel })
export const shareSeries = (channel: PlaylistTile, serie: Shared['serie']) => share({ channel, serie })
export const shareVideo = (channel: PlaylistTile, serieId: string, video: Shared['video']) =>
  share({ channel, serie: { id: serieId, name: '' }, video })

/** From a button: asks in which of one's own channels somebody's channel is kept. A guest is told to log in. */
export async function saveChannel(channel: Playlist): Promise<void> {
  if (!mayAct()) return
  const { performAction } = await import('#shell/perform-action.ts')
  await performAction('playlist.save', openPlaylistSubject(channel))
}
