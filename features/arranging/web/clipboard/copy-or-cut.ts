import { storage } from '#kit/web/storage.ts'
import { announce, toast } from '#ui/toasts.ts'
import { paths } from '#shell/paths.ts'
import { ensureLoggedIn } from '#shell/login-needed.ts'
import { getActionTools } from '#shell/action-tools.ts'
import type { Playlist } from '#features/channels/contract.ts'
import { showNotice } from '#features/channels/web/open.ts'
import type { Movable } from '../place/target.ts'
import { t } from '../texts.ts'
import { type Clip, createClip, maxClipItems, withClipboardText } from './clip.ts'
import { saveClip, describeItems } from './clipboard.ts'

/** The source channel of the last copy or cut in this tab, for optimistic pastes. */
let lastChannel: Playlist | undefined
export const sourceChannel = (id: string): Playlist | undefined => (lastChannel?.id === id ? lastChannel : undefined)

/** Returns the link of a thing, for other programs. */
function addressOf(subject: Movable): string {
  const { id } = subject
  const path =
    subject.type === 'group'
      ? paths.myPlaylists({ 'playlist-group': id })
      : subject.type === 'playlist'
        ? paths.playlists({ playlist: id })
        : subject.type === 'serie'
          ? paths.playlists({ playlist: subject.channel.id, serie: id })
          : paths.playlists({ playlist: subject.channel.id, serie: subject.seriesId, video: id })
  return new URL(path, location.origin).href
}

const channelOf = (subject: Movable) => (subject.type === 'video' || subject.type === 'serie' ? subject.channel : undefined)
const openChannelOf = (subject: Movable) =>
  subject.type === 'serie' ? subject.channel : subject.type === 'video' ? subject.place?.channel : undefined

/**
 * Copies or cuts things, and puts their links in the system clipboard.
 * @param subjects of one type, and of one channel
 */
export async function copyOrCut(mode: Clip['mode'], subjects: readonly Movable[]): Promise<void> {
  const [first] = subjects
  if (!first || !ensureLoggedIn()) return
  lastChannel = openChannelOf(first) ?? lastChannel
  const clip = createClip(mode, first.type, subjects, channelOf(first)?.id)
  const text = subjects.map(addressOf).join('\n')
  // Saves the clip before the system clipboard is written, so that an immediate paste works.
  saveClip(withClipboardText(clip, text))
  const omitted = subjects.length - clip.items.length
  if (omitted > 0) toast(t('clipboard.too_many', { count: maxClipItems }), { warning: true })
  else announce(t(`clipboard.taken.${mode}`, { what: describeItems(clip) }))
  try {
    await navigator.clipboard.writeText(text)
  } catch {
    // Without access to the system clipboard, as on pages without https, pasting by the menu still works.
    saveClip(clip)
  }
  await showPasteHint(clip)
}

/** Explains where to paste, unless the user's own channels are on screen. */
async function showPasteHint(clip: Clip): Promise<void> {
  if (location.pathname.endsWith(new URL(paths.myPlaylists(), location.origin).pathname)) return
  const description = describeItems(clip)
  if (storage.get('hide_copy_in_heart_dimension_modal')) {
    toast(t(`clipboard.taken.${clip.mode}`, { what: description }))
    return
  }
  const isConfirmed = await showNotice({
    title: t(`clipboard.taken.${clip.mode}`, { what: description }),
    text: t('clipboard.tip.text'),
    action: t('clipboard.tip.go'),
    cancel: t('clipboard.tip.stay'),
    hideKey: 'hide_copy_in_heart_dimension_modal',
  })
  if (isConfirmed) getActionTools().go(paths.myPlaylists())
}
