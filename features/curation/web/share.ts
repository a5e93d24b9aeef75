import { openDialog } from '#ui/dialogs.ts'
import { toast } from '#ui/toasts.ts'
import { paths } from '#shell/paths.ts'
import { mayAct } from '#shell/login-needed.ts'
import type { PlaylistTile, Series } from '../contract.ts'
import { status } from '../rules.ts'
import { t } from './texts.ts'

/** Does the device have a sheet of its own for sharing? On a computer one rather copies. */
const hasSheet = () => 'share' in navigator && matchMedia('(pointer: coarse)').matches

/**
 * Shares an address in a channel by the sheet of a phone, else copies it and says of what it is; where the browser does not let us, it
 * is shown to be copied by hand. What only its owner can open is copied, and said to be so.
 */
async function share({ status_id, name }: PlaylistTile, kind: 'playlist' | 'serie' | 'video', path: string): Promise<void> {
  if (!mayAct()) return
  const { href } = new URL(path, location.origin)
  const isPrivate = status_id === status.private
  try {
    if (hasSheet() && !isPrivate) return await navigator.share({ title: name, url: href })
  } catch (error) {
    // Closed without sharing.
    if (error instanceof DOMException && error.name === 'AbortError') return
  }
  try {
    await navigator.clipboard.writeText(href)
    toast([t(`share.copied.${kind}`), isPrivate && t('share.only_you')].filter(Boolean).join(' '))
  } catch {
    await openDialog(() => import('./dialogs/CopyLinkDialog.tsx').then((module) => module.CopyLinkDialog), { href, status_id })
  }
}

/** The shortest address that leads to a channel. */
const addressToShare = ({ id, slug, status_id }: PlaylistTile): string =>
  slug && status_id === status.public ? paths.vanity(slug) : paths.playlists({ playlist: id })

export const shareChannel = (channel: PlaylistTile) => share(channel, 'playlist', addressToShare(channel))
export const shareSeries = (channel: PlaylistTile, series: Series) =>
  share(channel, 'serie', paths.playlists({ playlist: channel.id, serie: series.id }))
export const shareVideo = (channel: PlaylistTile, seriesId: string, videoId: string) =>
  share(channel, 'video', paths.playlists({ playlist: channel.id, serie: seriesId, video: videoId }))
