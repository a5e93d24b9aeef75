import { openDialog } from '#ui/dialogs.ts'
import { toast } from '#ui/toasts.ts'
import { paths } from '#shell/paths.ts'
import { mayAct } from '#shell/login-needed.ts'
import type { PlaylistTile, Series } from '../contract.ts'
import { status } from '../rules.ts'
import { t } from './texts.ts'

/** Copies an address in a channel; where the browser does not let us, it is shown to be copied by hand. */
async function share({ status_id }: PlaylistTile, path: string): Promise<void> {
  if (!mayAct()) return
  const { href } = new URL(path, location.origin)
  try {
    await navigator.clipboard.writeText(href)
    toast(t(status_id === status.private ? 'share.copied_private' : 'share.copied'))
  } catch {
    await openDialog(() => import('./dialogs/CopyLinkDialog.tsx').then((module) => module.CopyLinkDialog), { href, status_id })
  }
}

/** The shortest address that leads to a channel. */
const addressToShare = ({ id, slug, status_id }: PlaylistTile): string =>
  slug && status_id === status.public ? paths.vanity(slug) : paths.playlists({ playlist: id })

export const shareChannel = (channel: PlaylistTile) => share(channel, addressToShare(channel))
export const shareSeries = (channel: PlaylistTile, series: Series) =>
  share(channel, paths.playlists({ playlist: channel.id, serie: series.id }))
export const shareVideo = (channel: PlaylistTile, seriesId: string, videoId: string) =>
  share(channel, paths.playlists({ playlist: channel.id, serie: seriesId, video: videoId }))

/** Nobody else ever sees what somebody means to watch later. */
export const canBeShared = ({ watch_later }: PlaylistTile) => !watch_later
