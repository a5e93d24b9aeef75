import { ApiError } from '#kit/contract/client.ts'
import { openDialog } from '#ui/dialogs.ts'
import { toast } from '#ui/toasts.ts'
import { actionTools } from '#shell/action-tools.ts'
import { paths } from '#shell/paths.ts'
import { mayAct } from '#shell/login-needed.ts'
import { curationContract, type Playlist, type PlaylistTile, type Series } from '../contract.ts'
import { status } from '../rules.ts'
import { openPlaylistSubject } from './subjects.ts'
import { t } from './texts.ts'

/** What is shared of a channel: of which kind, and where it is, also once the channel has got another address. */
interface Shared {
  kind: 'playlist' | 'serie' | 'video'
  pathIn: (channel: PlaylistTile) => string
}

/** Does the device have a sheet of its own for sharing? On a computer one rather copies. */
const hasSheet = () => 'share' in navigator && matchMedia('(pointer: coarse)').matches

/**
 * Shares an address in a channel by the sheet of a phone, else copies it and says of what it is; where the browser does not let us, it
 * is shown to be copied by hand. What only its owner can open is copied, and said to be so, with the way to let others in.
 * @param note said besides
 */
async function share(channel: PlaylistTile, shared: Shared, note?: string): Promise<void> {
  if (!mayAct()) return
  const { status_id, name, may_edit } = channel
  const { href } = new URL(shared.pathIn(channel), location.origin)
  const isPrivate = status_id === status.private
  try {
    if (hasSheet() && !isPrivate) {
      if (note) toast(note)
      return await navigator.share({ title: name, url: href })
    }
  } catch (error) {
    // Closed without sharing.
    if (error instanceof DOMException && error.name === 'AbortError') return
  }
  const letIn = { name: t('share.let_in'), perform: () => void openAndShare(channel, shared) }
  const offer = isPrivate && may_edit ? { action: letIn } : {}
  try {
    await navigator.clipboard.writeText(href)
    toast([t(`share.copied.${shared.kind}`), isPrivate ? t('share.only_you') : note].filter(Boolean).join(' '), offer)
  } catch {
    await openDialog(() => import('./dialogs/CopyLinkDialog.tsx').then((module) => module.CopyLinkDialog), { href, status_id })
    if (isPrivate) toast(t('share.only_you'), offer)
  }
}

/** Whoever has the link may watch from now on. It is shared as it is then: a channel that was public once gets another address. */
async function openAndShare({ id }: PlaylistTile, shared: Shared): Promise<void> {
  const { change, go } = actionTools()
  try {
    const opened = await change(curationContract.updatePlaylist, { params: { id }, body: { status_id: status.privateLink } })
    const isOnScreen = new URLSearchParams(location.search).get('playlist') === id
    if (opened.id !== id && isOnScreen) go(paths.myPlaylists({ playlist: opened.id }), { replace: true })
    await share(opened, shared, t('share.let_in_done'))
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    toast(error.message, { warning: true })
  }
}

/** The shortest address that leads to a channel. */
const addressToShare = ({ id, slug, status_id }: PlaylistTile): string =>
  slug && status_id === status.public ? paths.vanity(slug) : paths.playlists({ playlist: id })

export const shareChannel = (channel: PlaylistTile) => share(channel, { kind: 'playlist', pathIn: addressToShare })
export const shareSeries = (channel: PlaylistTile, series: Series) =>
  share(channel, { kind: 'serie', pathIn: ({ id }) => paths.playlists({ playlist: id, serie: series.id }) })
export const shareVideo = (channel: PlaylistTile, seriesId: string, videoId: string) =>
  share(channel, { kind: 'video', pathIn: ({ id }) => paths.playlists({ playlist: id, serie: seriesId, video: videoId }) })

/** From a button: asks in which of one's own channels somebody's channel is kept. A guest is told to log in. */
export async function saveChannel(channel: Playlist): Promise<void> {
  if (!mayAct()) return
  const { performAction } = await import('#shell/perform-action.ts')
  await performAction('playlist.save', openPlaylistSubject(channel))
}
