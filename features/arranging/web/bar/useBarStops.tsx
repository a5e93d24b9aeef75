import type { ReactElement, ReactNode } from 'react'
import { DialRule, Stop } from '#ui/Dial.tsx'
import { archive, broadcast, clock } from '#ui/icons.ts'
import { paths } from '#shell/paths.ts'
import { slotOf } from '#shell/Slot.tsx'
import { useSubjectMenu } from '#shell/useSubjectMenu.ts'
import type { Group, MyPlaylists, PlaylistTile } from '#features/channels/contract.ts'
import { channelAddress } from '#features/channels/web/addresses.ts'
import { findBarPlaces } from '#features/channels/web/bar-edits.ts'
import { groupMembers } from '#features/channels/web/useOwnChannels.ts'
import { groupSubject, playlistSubject } from '#features/channels/web/subjects.ts'
import { t } from '../texts.ts'
import css from './bar.module.css'
import { groupEnds } from './elements.ts'
import { barShortcuts } from './shortcuts.ts'

declare module '#shell/slots.ts' {
  interface Slots {
    /** A small badge on the disc of a channel or group in the bar. */
    'stop.mark': 'playlist' | 'group'
  }
}

/** The current channel, group or archive. */
export interface CurrentBarItem {
  current?: PlaylistTile | undefined
  group?: string | undefined
  inArchive?: boolean | undefined
}

/** Returns functions that render the discs of the user's bar: channels, groups, the archive. */
export function useBarStops(myPlaylists: MyPlaylists, { current, group, inArchive }: CurrentBarItem) {
  const propsOf = useSubjectMenu('playlist')
  const groupPropsOf = useSubjectMenu('group')
  const archivePropsOf = useSubjectMenu('archive')
  const shortcutPropsOf = useSubjectMenu('shortcut')
  const shortcuts = barShortcuts.use()
  const places = findBarPlaces(myPlaylists)

  const stopOf = (channel: PlaylistTile) => {
    const subject = playlistSubject(channel, places.get(channel.id))
    return (
      <Stop
        key={channel.id}
        id={channel.id}
        name={channel.name}
        picture={channel.icon}
        icon={channel.icon ? undefined : channel.watch_later ? clock : channel.direct_publish ? broadcast : undefined}
        href={channelAddress('heart', { playlist: channel.id })}
        tuned={channel.id === current?.id}
        mark={slotOf('stop.mark', subject)}
        {...propsOf(subject)}
      />
    )
  }
  /** A link to the group's screen; with `open`, a button that toggles it. */
  const groupStopOf = (shownGroup: Group, index: number, count: number, isShownOpen?: boolean) => {
    const { id, name, icon } = shownGroup
    const subject = groupSubject(shownGroup, { index, count })
    return (
      <Stop
        key={id}
        id={id}
        name={name}
        picture={icon}
        members={groupMembers(shownGroup)}
        href={isShownOpen === undefined ? paths.myPlaylists({ 'playlist-group': id }) : undefined}
        open={isShownOpen}
        tuned={id === group}
        mark={slotOf('stop.mark', subject)}
        {...groupPropsOf(subject)}
      />
    )
  }
  return {
    stopOf,
    groupStopOf,
    /** A group, with its content if it is open. */
    groupStopsOf: (group: Group, index: number, count: number, isOpen: boolean) => [
      groupStopOf(group, index, count),
      ...(isOpen ? [...group.playlists.map(stopOf), <GroupEnd key={`end-${group.id}`} id={group.id} />] : []),
    ],
    /** The shortcuts of a side. */
    shortcutStops: (isLeft: boolean) =>
      shortcuts
        .filter((shortcut) => shortcut.isLeft === isLeft)
        .map((shortcut) => (
          <Stop
            key={shortcut.id}
            id={shortcut.id}
            name={shortcut.name}
            picture={shortcut.picture}
            href={shortcut.href}
            {...shortcutPropsOf(shortcut)}
          />
        )),
    archiveStop: () => {
      const subject = { type: 'archive', id: 'archive', name: t('archive.title') } as const
      return (
        <Stop
          key="archive"
          id="archive"
          name={subject.name}
          icon={archive}
          href={paths.myPlaylists({ archive: 'true' })}
          tuned={inArchive}
          {...archivePropsOf(subject)}
        />
      )
    },
  }
}

/** The separator after the content of an open group. */
const GroupEnd = ({ id }: { id: string }) => (
  <div ref={groupEnds.ref(id)} className={css.groupEnd} data-ends={id}>
    <DialRule />
  </div>
)

interface ArchivedProps {
  /** Whether this is the current stop. `Dial` reads this property. */
  tuned: boolean
  children: ReactNode
}

/** Gives each archived item its own width, so that the archive expands by the same amount for each item. */
const Archived = ({ children }: ArchivedProps) => <div className={css.archived}>{children}</div>

export const asArchivedItem = (stop: ReactElement<{ tuned?: boolean | undefined }>): ReactElement =>
  stop.type === GroupEnd ? (
    stop
  ) : (
    <Archived key={stop.key} tuned={stop.props.tuned === true}>
      {stop}
    </Archived>
  )
