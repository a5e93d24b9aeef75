import { Dial, DialRule, Stop } from '#ui/Dial.tsx'
import { archive, broadcast, clock, plusBold } from '#ui/icons.ts'
import { paths } from '#shell/paths.ts'
import { useSubjectMenu } from '#shell/useSubjectMenu.ts'
import type { Group, PlaylistTile } from '../contract.ts'
import { channelAddress } from './addresses.ts'
import { placesOf } from './bar-edits.ts'
import { DialPlace } from './DialPlace.tsx'
import { makeChannel } from './open.ts'
import { membersOf } from './group-members.ts'
import { groupSubject, playlistSubject } from './subjects.ts'
import { t } from './texts.ts'
import { allOf, barOf, useMine } from './useMine.ts'

interface MineDialProps {
  /** The channel one is looking at: it stands in the dial even when it is none of one's own. */
  tuned?: PlaylistTile | undefined
  /** The group one is looking at. */
  group?: string | undefined
  /** One is looking at the archive. */
  inArchive?: boolean
}

/** The dial of one's own channels: archive, left, groups and other, public. What one looks into, a group or the archive, is open: what is in it stands behind it. */
export function MineDial({ tuned, group, inArchive = false }: MineDialProps) {
  const { data: mine, error } = useMine()
  const propsOf = useSubjectMenu('playlist')
  const groupPropsOf = useSubjectMenu('group')
  if (!mine) return <DialPlace pending={!error}>{null}</DialPlace>
  const bar = barOf(mine)
  const places = placesOf(mine)
  const isForeign = tuned && !allOf(mine).some(({ id }) => id === tuned.id)
  const stopOf = (channel: PlaylistTile) => (
    <Stop
      key={channel.id}
      id={channel.id}
      name={channel.name}
      picture={channel.icon}
      icon={channel.icon ? undefined : channel.watch_later ? clock : channel.direct_publish ? broadcast : undefined}
      href={channelAddress('heart', { playlist: channel.id })}
      tuned={channel.id === tuned?.id}
      {...propsOf(playlistSubject(channel, places.get(channel.id)))}
    />
  )
  const isIn = ({ id, playlists }: Group) => id === group || playlists.some((one) => one.id === tuned?.id)
  const groupStopOf = (one: Group, index: number, { length: count }: readonly Group[]) => [
    <Stop
      key={one.id}
      id={one.id}
      name={one.name}
      picture={one.icon}
      members={membersOf(one)}
      href={paths.myPlaylists({ 'playlist-group': one.id })}
      tuned={one.id === group}
      {...groupPropsOf(groupSubject(one, { index, count }))}
    />,
    ...(isIn(one) ? one.playlists.map(stopOf) : []),
  ]
  const hasArchive = mine.archive.length > 0 || mine.archivedGroups.length > 0
  const isArchiveOpen = inArchive || mine.archivedGroups.some(isIn) || mine.archive.some(({ id }) => id === tuned?.id)
  return (
    <DialPlace pending={false}>
      <Dial label={t('dial.mine')}>
        <Stop id="new" name={t('dial.new')} icon={plusBold} onPress={makeChannel} />
        {hasArchive && (
          <Stop id="archive" name={t('archive.title')} icon={archive} href={paths.myPlaylists({ archive: 'true' })} tuned={inArchive} />
        )}
        {isArchiveOpen && [...mine.archivedGroups.flatMap(groupStopOf), ...mine.archive.map(stopOf)]}
        {isArchiveOpen && hasArchive && <DialRule />}
        {isForeign && stopOf(tuned)}
        {stopOf(mine.watchLater)}
        {bar.left.map(stopOf)}
        {bar.groups.length + bar.other.length > 0 && <DialRule />}
        {bar.groups.flatMap(groupStopOf)}
        {bar.other.map(stopOf)}
        <DialRule />
        {stopOf(mine.directPublish)}
        {bar.public.map(stopOf)}
      </Dial>
    </DialPlace>
  )
}
