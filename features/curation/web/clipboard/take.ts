import { storage } from '#kit/web/storage.ts'
import { announce, toast } from '#ui/toasts.ts'
import { paths } from '#shell/paths.ts'
import { mayAct } from '#shell/login-needed.ts'
import { actionTools } from '#shell/action-tools.ts'
import type { Playlist } from '../../contract.ts'
import { showNotice } from '../open.ts'
import type { Movable } from '../place/target.ts'
import { t } from '../texts.ts'
import { type Clip, clipOf, maxClipItems, withText } from './clip.ts'
import { keepClip, wordsOf } from './clipboard.ts'

/** The channel out of which something was taken last in this tab, as it was shown: what is pasted can be shown at once. */
let lastChannel: Playlist | undefined
export const knownChannel = (id: string): Playlist | undefined => (lastChannel?.id === id ? lastChannel : undefined)

/** Where something is, for other programs: its link. */
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
 * Puts things in the clipboard, and their links in that of the system: what was copied last there is what is pasted.
 * @param subjects of one type, and of one channel
 */
export async function take(mode: Clip['mode'], subjects: readonly Movable[]): Promise<void> {
  const [first] = subjects
  if (!first || !mayAct()) return
  lastChannel = openChannelOf(first) ?? lastChannel
  const clip = clipOf(mode, first.type, subjects, channelOf(first)?.id)
  const text = subjects.map(addressOf).join('\n')
  // Before it is written: whoever pastes at once means it, too.
  keepClip(withText(clip, text))
  const leftOut = subjects.length - clip.items.length
  if (leftOut > 0) toast(t('clipboard.too_many', { count: maxClipItems }), { warning: true })
  else announce(t(`clipboard.taken.${mode}`, { what: wordsOf(clip) }))
  try {
    await navigator.clipboard.writeText(text)
  } catch {
    // The browser does not let us, or has no such thing on an address without https: what is pasted by the menu works.
    keepClip(clip)
  }
  await tellWhere(clip)
}

/** Elsewhere than among one's own channels: where it can be pasted. */
async function tellWhere(clip: Clip): Promise<void> {
  if (location.pathname.endsWith(new URL(paths.myPlaylists(), location.origin).pathname)) return
  const what = wordsOf(clip)
  if (storage.get('hide_copy_in_heart_dimension_modal')) {
    toast(t(`clipboard.taken.${clip.mode}`, { what }))
    return
  }
  const goes = await showNotice({
    title: t(`clipboard.taken.${clip.mode}`, { what }),
    text: t('clipboard.tip.text'),
    action: t('clipboard.tip.go'),
    cancel: t('clipboard.tip.stay'),
    hideKey: 'hide_copy_in_heart_dimension_modal',
  })
  if (goes) actionTools().go(paths.myPlaylists())
}
