import { useEffect, useRef } from 'react'
import { Dial, DialRule, Stop } from '#ui/Dial.tsx'
import { plusBold } from '#ui/icons.ts'
import type { PositionKey } from '#shell/scroll-positions.ts'
import type { Group, MyPlaylists, PlaylistTile } from '#features/channels/contract.ts'
import { editModeId } from '#features/channels/web/edit-mode.ts'
import { followedStops, barEditModeId } from '../arrange/toggle-arranging.ts'
import { enableArranging } from '../arrange/enable-arranging.ts'
import { arrangeableBar } from './arrangeable-bar.ts'
import css from './bar.module.css'
import { setShownBar, useOpenGroups } from '../arrange/open-groups.ts'
import { EditModeBar } from './EditModeBar.tsx'
import { useBarPosition } from './useBarPosition.ts'
import { asArchivedItem, type CurrentBarItem, useBarStops } from './useBarStops.tsx'
import { DialPlaceholder } from '#features/channels/web/DialPlaceholder.tsx'
import { openCreateChannelDialog } from '#features/channels/web/open-create-channel.ts'
import { t } from '../texts.ts'
import { allChannels, barSections, useOwnChannels } from '#features/channels/web/useOwnChannels.ts'

interface OwnBarProps {
  /** The current channel, which the dial shows even if it isn't the user's own. */
  current?: PlaylistTile | undefined
  /** The current group. */
  group?: string | undefined
  /** Whether the archive is shown. */
  inArchive?: boolean
  /** Whether edit mode arranges tiles on the screen. The bar then doesn't change to shelves. */
  hasWall?: boolean
}

/** The user's bar. In edit mode, its sections become shelves, one below the other. */
export function OwnBar({ current, group, inArchive = false, hasWall = false }: OwnBarProps) {
  const bar = useRef<HTMLDivElement>(null)
  const { data: myPlaylists, error } = useOwnChannels()
  const place: PositionKey = `playlist:${current?.id ?? group ?? (inArchive ? 'archive' : 'heart')}`
  const isArranging = editModeId.use() === barEditModeId
  const currentItem: CurrentBarItem = { current, group, inArchive }
  const initiallyOpen = myPlaylists ? openGroupIds(myPlaylists, currentItem).join(' ') : ''

  useEffect(() => setShownBar(place, isArranging ? [] : initiallyOpen.split(' ')), [place, initiallyOpen, isArranging])
  useEffect(() => (bar.current ? enableArranging(bar.current, arrangeableBar) : undefined), [])
  useEffect(() => () => editModeId.set((now) => (now === barEditModeId ? undefined : now)), [])
  useBarPosition(bar, place, myPlaylists !== undefined && (!isArranging || hasWall))

  return (
    <div ref={bar} className={css.bar} data-own-bar="">
      {myPlaylists && isArranging && !hasWall ? (
        <EditModeBar mine={myPlaylists} currentItem={currentItem} place={place} initiallyOpen={initiallyOpen} />
      ) : (
        <DialPlaceholder pending={!myPlaylists && !error}>
          {myPlaylists && <OwnStops mine={myPlaylists} currentItem={currentItem} place={place} />}
        </DialPlaceholder>
      )}
    </div>
  )
}

const isIn = ({ id, playlists }: Group, { current, group }: CurrentBarItem) =>
  id === group || playlists.some((playlist) => playlist.id === current?.id)

/** Returns the current group, and the archive if it contains the current item. Both are always open. */
function openGroupIds(myPlaylists: MyPlaylists, at: CurrentBarItem): string[] {
  const isInArchive =
    at.inArchive ||
    myPlaylists.archivedGroups.some((archivedGroup) => isIn(archivedGroup, at)) ||
    myPlaylists.archive.some(({ id }) => id === at.current?.id)
  const groups = [...myPlaylists.groups, ...myPlaylists.archivedGroups].filter((group) => isIn(group, at)).map(({ id }) => id)
  return isInArchive ? ['archive', ...groups] : groups
}

interface OwnStopsProps {
  mine: MyPlaylists
  currentItem: CurrentBarItem
  place: PositionKey
}

/**
 * The stops from left to right: archive, left, groups and other, public. Shortcuts are at the end of left and of other. The content of an
 * open group or archive comes directly after it.
 */
function OwnStops({ mine: myPlaylists, currentItem, place }: OwnStopsProps) {
  const { stopOf, groupStopsOf, archiveStop, shortcutStops } = useBarStops(myPlaylists, currentItem)
  const shortcuts = shortcutStops(false)
  const openIds = new Set([...useOpenGroups(place), ...openGroupIds(myPlaylists, currentItem)])
  const bar = barSections(myPlaylists)
  const { current } = currentItem
  const followed = followedStops.use()
  const isForeign = current && !(followed && current.is_followed) && !allChannels(myPlaylists).some(({ id }) => id === current.id)
  const hasArchive = myPlaylists.archive.length > 0 || myPlaylists.archivedGroups.length > 0
  const isArchiveOpen = openIds.has('archive')
  const archived = [
    ...myPlaylists.archivedGroups.flatMap((archivedGroup, index, { length }) =>
      groupStopsOf(archivedGroup, index, length, openIds.has(archivedGroup.id)),
    ),
    ...myPlaylists.archive.map(stopOf),
  ].map(asArchivedItem)
  return (
    <Dial label={t('dial.mine')}>
      <Stop id="new" name={t('dial.new')} icon={plusBold} onClick={openCreateChannelDialog} />
      {(hasArchive || isArchiveOpen) && archiveStop()}
      {isArchiveOpen && archived}
      {isArchiveOpen && <DialRule />}
      {isForeign && stopOf(current)}
      {stopOf(myPlaylists.watchLater)}
      {bar.left.map(stopOf)}
      {shortcutStops(true)}
      {bar.groups.length + bar.other.length + shortcuts.length > 0 && <DialRule />}
      {bar.groups.flatMap((group, index, { length }) => groupStopsOf(group, index, length, openIds.has(group.id)))}
      {bar.other.map(stopOf)}
      {shortcuts}
      <DialRule />
      {stopOf(myPlaylists.directPublish)}
      {bar.public.map(stopOf)}
      {followed?.(current)}
    </Dial>
  )
}
