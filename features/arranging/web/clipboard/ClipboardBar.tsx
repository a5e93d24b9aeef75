import { useSyncExternalStore } from 'react'
import { Button } from '#ui/Button.tsx'
import { clipboardText, x } from '#ui/icons.ts'
import { IconButton } from '#ui/IconButton.tsx'
import { MessageBar } from '#shell/MessageBar.tsx'
import { pageHistory, useCurrentPath } from '#shell/navigation.ts'
import { performStep } from '#shell/run-action.ts'
import type { MyPlaylists, Playlist } from '#features/channels/contract.ts'
import type { StatusId } from '#features/channels/rules.ts'
import { allGroups } from '#features/channels/web/bar-edits.ts'
import type { Target } from '../place/target.ts'
import { t } from '../texts.ts'
import { useChannel } from '#features/channels/web/useChannel.ts'
import { useOwnChannels } from '#features/channels/web/useOwnChannels.ts'
import type { Clip } from './clip.ts'
import css from './ClipboardBar.module.css'
import { saveClip, useClip, describeItems } from './clipboard.ts'
import { pasteItems } from './paste.ts'

const searchHere = () => location.search

/** Shows the content of the clipboard on pages where the user can paste it, until it is pasted. */
export function ClipboardBar() {
  const clip = useClip()
  const search = new URLSearchParams(useSyncExternalStore(pageHistory.subscribe, searchHere))
  const currentPath = useCurrentPath()
  const isOffered = clip !== undefined && !clip.pasted && !search.has('play')
  const playlist = search.get('playlist')
  const isInChannel = clip?.kind === 'video' || clip?.kind === 'serie'
  const { data: open } = useChannel(playlist ?? '', { enabled: isOffered && isInChannel && playlist !== null })
  const { data: myPlaylists } = useOwnChannels({ enabled: isOffered && !isInChannel })
  if (!isOffered) return null
  const target = isInChannel
    ? targetIn(playlist === null ? undefined : open)
    : playlist === null && ['/', '/my-playlists'].includes(currentPath) && !search.has('archive')
      ? targetInBar(clip, myPlaylists, search.get('playlist-group'))
      : undefined
  if (!target) return null
  return (
    <MessageBar
      label={t('clipboard.bar')}
      actions={
        <>
          <Button size="s" kind="accent" icon={clipboardText} onClick={() => void performStep((tools) => pasteItems(target, tools))}>
            {t('clipboard.paste')}
          </Button>
          <IconButton icon={x} iconSize={20} label={t('clipboard.clear')} onClick={() => saveClip(undefined)} />
        </>
      }
    >
      <p className={css.what}>{t(`clipboard.taken.${clip.mode}`, { what: describeItems(clip) })}</p>
    </MessageBar>
  )
}

const targetIn = (open: Playlist | undefined): Target | undefined =>
  open?.may_edit ? { container: 'channel', channel: open, open } : undefined

function targetInBar({ kind }: Clip, myPlaylists: MyPlaylists | undefined, groupId: string | null): Target | undefined {
  if (groupId === null) return kind === 'group' ? { container: 'groups' } : { container: 'bar', at: 'other' }
  const group = myPlaylists && allGroups(myPlaylists).find(({ id }) => id === groupId)
  return group && kind === 'playlist' ? { container: 'bar', at: { groupId }, status_id: group.status_id as StatusId } : undefined
}
