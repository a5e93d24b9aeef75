import { useEffect } from 'react'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { MessageBar } from '#shell/MessageBar.tsx'
import { loadedActions, currentReader, useLoadedActions } from '#shell/registry.ts'
import { actionsForAll, runForAll } from '#shell/run-action.ts'
import { endSelection, refreshSelection, type Selection, selection } from '#shell/selection.ts'
import type { Subject, SubjectOf } from '#shell/subjects.ts'
import type { MyPlaylists, Playlist } from '#features/channels/contract.ts'
import { editModeId } from '#features/channels/web/edit-mode.ts'
import { barEditModeId } from '../arrange/toggle-arranging.ts'
import { isGroupOpen, subscribeToOpenGroups } from '../arrange/open-groups.ts'
import { type BarPlace, findBarPlaces } from '#features/channels/web/bar-edits.ts'
import { findSeriesOfVideo } from '#features/channels/web/channel/channel-series.ts'
import { ClipboardBar } from '../clipboard/ClipboardBar.tsx'
import { playlistSubject, serieSubject, videoSubject } from '#features/channels/web/subjects.ts'
import { t } from '../texts.ts'
import { useChannel } from '#features/channels/web/useChannel.ts'
import { allChannels, useOwnChannels } from '#features/channels/web/useOwnChannels.ts'
import { enableSelection } from './enable-selection.ts'
import css from './SelectBar.module.css'
import type { SelectableType } from './selectable.ts'

/** A bar above the navigation: actions on the selected things, or without a selection the {@link ClipboardBar}. */
export function SelectBar() {
  const now = selection.use()
  useEffect(enableSelection, [])
  return now ? <SelectedBar now={now} /> : <ClipboardBar />
}

function SelectedBar({ now }: { now: Selection }) {
  useLoadedActions()
  useFreshSubjects(now)
  const subjects = now.subjects as readonly SubjectOf<SelectableType>[]
  const actions = actionsForAll(loadedActions(subjects[0]!.type), subjects, currentReader())
  return (
    <MessageBar label={t('select.bar')} actions={null}>
      <div className={css.head}>
        <strong>{t('select.count', { count: subjects.length })}</strong>
        <Button size="s" kind="line" onClick={endSelection}>
          {t('select.done')}
        </Button>
      </div>
      <div className={css.tools} role="toolbar" aria-label={t('select.tools')}>
        {actions.map((action) => (
          <button key={action.id} type="button" className={css.tool} onClick={() => void runForAll(action, subjects)}>
            <Icon icon={action.icon} size={22} />
            <span>{action.many.label()}</span>
          </button>
        ))}
      </div>
    </MessageBar>
  )
}

/** Replaces the selected things with their current versions on screen, and deselects deleted things. */
function useFreshSubjects({ subjects }: Selection): void {
  const [first] = subjects
  const channelId = first?.type === 'video' || first?.type === 'serie' ? first.channel.id : undefined
  const { data: channel } = useChannel(channelId ?? '', { enabled: channelId !== undefined })
  const { data: myPlaylists } = useOwnChannels({ enabled: first?.type === 'playlist' })
  useEffect(() => {
    const refresh = () => selection.set((now) => refreshSelection(now, (subject) => freshSubject(subject, channel, myPlaylists)))
    refresh()
    return subscribeToOpenGroups(refresh)
  }, [channel, myPlaylists])
}

/**
 * Whether the bar shows channels at this place. A closed group hides its channels. The archive shows its channels only if it is open, or in
 * edit mode.
 */
function isShownAt(at: BarPlace | undefined, myPlaylists: MyPlaylists): boolean {
  const isArchiveShown = () => isGroupOpen('archive') || editModeId.get() === barEditModeId
  if (typeof at !== 'object') return at !== 'archive' || isArchiveShown()
  return isGroupOpen(at.groupId) && (myPlaylists.groups.some(({ id }) => id === at.groupId) || isArchiveShown())
}

/** Returns the current version of a thing; undefined if the thing was deleted or is hidden. */
function freshSubject(subject: Subject, channel: Playlist | undefined, myPlaylists: MyPlaylists | undefined): Subject | undefined {
  if (subject.type === 'playlist' && myPlaylists) {
    const tile = allChannels(myPlaylists).find(({ id }) => id === subject.id)
    const place = tile && findBarPlaces(myPlaylists).get(tile.id)
    return tile && isShownAt(place?.at, myPlaylists) ? playlistSubject(tile, place) : undefined
  }
  if (!channel) return subject
  if (subject.type === 'serie') {
    const match = channel.series.find(({ id }) => id === subject.id)
    return match && serieSubject(channel, match)
  }
  if (subject.type !== 'video' || subject.place?.channel === channel) return subject
  const series = findSeriesOfVideo(channel, subject.id)
  const video = series?.videos.find(({ id }) => id === subject.id)
  return series && video && videoSubject(channel, series, video)
}
