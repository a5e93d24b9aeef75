import { arrangingHint } from '../arrange/hint.ts'
import { type ReactNode, useEffect, useRef } from 'react'
import { mergeRefs } from '#ui/drag/elements.ts'
import { Icon } from '#ui/Icon.tsx'
import { GroupDisc } from '#ui/Disc.tsx'
import { globeSimple, lockSimple, pushPin } from '#ui/icons.ts'
import { focusOn } from '#ui/focus.ts'
import { scrollBehavior } from '#ui/arrow-navigation.ts'
import { Tile, TileWall } from '#ui/Tile.tsx'
import { announce } from '#ui/toasts.ts'
import { useSubjectMenu } from '#shell/useSubjectMenu.ts'
import type { Group, MyPlaylists, PlaylistPreview } from '#features/channels/contract.ts'
import { AboutChannel } from '#features/channels/web/AboutChannel.tsx'
import { channelAddress } from '#features/channels/web/addresses.ts'
import { findBarPlaces } from '#features/channels/web/bar-edits.ts'
import { groupSubject, playlistSubject } from '#features/channels/web/subjects.ts'
import { barSections, groupMembers } from '#features/channels/web/useOwnChannels.ts'
import { enableArranging } from '../arrange/enable-arranging.ts'
import { barParts } from '../bar/elements.ts'
import type { BarList } from '../bar/places.ts'
import { t } from '../texts.ts'
import { arrangeableWall } from './arrangeable-wall.ts'
import css from './ArrangedWall.module.css'
import { walls } from './elements.ts'

/** The user's channels in edit mode: a wall of tiles per section and group. Tiles can be dragged between walls. */
export function ArrangedWall({ mine }: { mine: MyPlaylists }) {
  const root = useRef<HTMLDivElement>(null)
  const propsOf = useSubjectMenu('playlist')
  const groupPropsOf = useSubjectMenu('group')
  const places = findBarPlaces(mine)
  const bar = barSections(mine)
  useWallArranging(root)

  const wallOf = (list: BarList, name: string, channels: readonly PlaylistPreview[]) => (
    <Wall list={list} count={channels.length}>
      <TileWall label={name} items={channels} keyOf={({ id }) => id}>
        {(channel) => (
          <Tile
            id={channel.id}
            name={channel.name}
            meta={<AboutChannel channel={channel} home="heart" />}
            pictures={channel.pictures.length > 0 ? channel.pictures : channel.icon ? [channel.icon] : []}
            href={channelAddress('heart', { playlist: channel.id })}
            {...propsOf(playlistSubject(channel, places.get(channel.id)))}
          />
        )}
      </TileWall>
    </Wall>
  )
  const groupOf = (group: Group, index: number) => (
    <section key={group.id}>
      <h2 ref={groupPropsOf(groupSubject(group, { index, count: bar.groups.length })).ref} className={css.head}>
        <GroupDisc members={groupMembers(group)} picture={group.icon} />
        {group.name}
      </h2>
      {wallOf({ groupId: group.id }, group.name, group.playlists)}
    </section>
  )
  return (
    <section ref={mergeRefs(root, barParts.ref('panel'))} className={css.walls} tabIndex={-1} aria-label={t('bar.arrange')}>
      <p className={css.hint}>{arrangingHint()}</p>
      <section>
        <SectionHead icon={pushPin} name={t('bar.shelf.left')} note={t('bar.note.left')} />
        {wallOf('left', t('bar.shelf.left'), bar.left)}
      </section>
      {bar.groups.map(groupOf)}
      <section>
        <SectionHead icon={lockSimple} name={t('bar.shelf.main')} note={t('bar.note.main')} />
        {wallOf('other', t('bar.shelf.main'), bar.other)}
      </section>
      <section>
        <SectionHead icon={globeSimple} name={t('bar.shelf.public')} note={t('bar.note.public')} />
        {wallOf('public', t('bar.shelf.public'), bar.public)}
      </section>
    </section>
  )
}

const SectionHead = ({ icon, name, note }: { icon: string; name: string; note: string }) => (
  <h2 className={css.head}>
    <Icon icon={icon} size={20} />
    {name}
    <small>{note}</small>
  </h2>
)

/** A wall of one list. An empty wall has room for a drop. */
const Wall = ({ list, count, children }: { list: BarList; count: number; children: ReactNode }) => (
  <div ref={walls.ref(list)} className={css.wall} data-wall="">
    {children}
    {count === 0 && <p className={css.empty}>{t('bar.empty')}</p>}
  </div>
)

/** Makes the walls draggable, announces the keys, and returns the focus at the end. */
function useWallArranging(root: { current: HTMLElement | null }): void {
  useEffect(() => {
    const { current } = root
    if (!current) return
    current.focus({ preventScroll: true })
    current.scrollIntoView({ block: 'start', behavior: scrollBehavior() })
    announce(t('bar.arrange_begun'))
    const stop = enableArranging(current, arrangeableWall)
    const { href } = location
    return () => {
      stop()
      if (document.activeElement === document.body && location.href === href)
        focusOn(() => barParts.in().find(({ value }) => value === 'button')?.element)
    }
  }, [root])
}
