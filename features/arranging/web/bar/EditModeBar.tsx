import { arrangingHint } from '../arrange/hint.ts'
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import { Button } from '#ui/Button.tsx'
import { Dial } from '#ui/Dial.tsx'
import { mergeRefs } from '#ui/drag/elements.ts'
import { Icon } from '#ui/Icon.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { archive, caretUp, globeSimple, lockSimple, pencilSimple, pushPin } from '#ui/icons.ts'
import { focusOn } from '#ui/focus.ts'
import { announce } from '#ui/toasts.ts'
import type { PositionKey } from '#shell/scroll-positions.ts'
import type { Group, MyPlaylists } from '#features/channels/contract.ts'
import { type Section, sections } from '#features/channels/rules.ts'
import { stopArranging } from '../arrange/toggle-arranging.ts'
import { openEditGroupDialog } from '../open.ts'
import { t } from '../texts.ts'
import { barSections } from '#features/channels/web/useOwnChannels.ts'
import css from './bar.module.css'
import { barParts, shelves } from './elements.ts'
import { isGroupOpen, toggleOpenGroup, useOpenGroups } from '../arrange/open-groups.ts'
import { asArchivedItem, type CurrentBarItem, useBarStops } from './useBarStops.tsx'

const barPanelRef = barParts.ref('panel')

interface ShelfStyle {
  icon: string
  title: () => string
  /** Returns a text about who can see the section's channels. Absent for the archive, which shows its number of channels instead. */
  note?: () => string
}

const shelfStyles: Record<Section, ShelfStyle> = {
  archive: { icon: archive, title: () => t('bar.shelf.archive') },
  left: { icon: pushPin, title: () => t('bar.shelf.left'), note: () => t('bar.note.left') },
  other: { icon: lockSimple, title: () => t('bar.shelf.main'), note: () => t('bar.note.main') },
  public: { icon: globeSimple, title: () => t('bar.shelf.public'), note: () => t('bar.note.public') },
}

interface EditModeBarProps {
  mine: MyPlaylists
  currentItem: CurrentBarItem
  place: PositionKey
  /** Ids of the current group and archive, separated by spaces. Both are open at first. */
  initiallyOpen: string
}

/** The bar in edit mode: a shelf per section, stacked on phones. The content of an open group is shown below its shelf. */
export function EditModeBar({ mine: myPlaylists, currentItem, place, initiallyOpen }: EditModeBarProps) {
  const root = useRef<HTMLElement>(null)
  const { stopOf, groupStopOf, shortcutStops } = useBarStops(myPlaylists, currentItem)
  const remembered = useOpenGroups(place)
  const isOpen = ({ id }: Group) => remembered.has(id)
  const bar = barSections(myPlaylists)
  useArranging(root)
  useInitiallyOpen(initiallyOpen)

  const groupStops = (groups: readonly Group[]) =>
    groups.map((group, index, { length }) => groupStopOf(group, index, length, isOpen(group)))
  const openGroupOf = (group: Group) => <OpenGroup key={group.id} group={group} stops={group.playlists.map(stopOf)} />
  const contents: Record<Section, { stops: ReactNode[]; groups: readonly Group[] }> = {
    archive: {
      stops: [...groupStops(myPlaylists.archivedGroups), ...myPlaylists.archive.map(stopOf)].map(asArchivedItem),
      groups: myPlaylists.archivedGroups,
    },
    left: { stops: [...[myPlaylists.watchLater, ...bar.left].map(stopOf), ...shortcutStops(true)], groups: [] },
    other: { stops: [...groupStops(bar.groups), ...bar.other.map(stopOf), ...shortcutStops(false)], groups: bar.groups },
    public: { stops: [myPlaylists.directPublish, ...bar.public].map(stopOf), groups: [] },
  }
  return (
    <section ref={mergeRefs(root, barPanelRef)} className={css.panel} aria-label={t('bar.arrange')} tabIndex={-1}>
      <header className={css.top}>
        <h2 className={css.title}>{t('bar.arrange')}</h2>
        <Button kind="accent" size="s" onClick={stopArranging}>
          {t('arrange.done')}
        </Button>
      </header>
      <p className={css.hint}>{arrangingHint()}</p>
      <div className={css.shelves}>
        {sections.map((section) => {
          const { stops, groups } = contents[section]
          const { icon, title, note } = shelfStyles[section]
          return (
            <div key={section} ref={shelves.ref(section)} className={css.shelf} data-shelf={section}>
              <p className={css.head}>
                <Icon icon={icon} size={16} />
                <strong>{title()}</strong>
                <span className={css.count}>{note ? note() : stops.length || null}</span>
              </p>
              <Dial label={title()}>{stops}</Dial>
              {stops.length === 0 && <p className={css.empty}>{t('bar.empty')}</p>}
              {groups.filter(isOpen).map(openGroupOf)}
            </div>
          )
        })}
      </div>
    </section>
  )
}

/** The content of an open group. */
function OpenGroup({ group, stops }: { group: Group; stops: readonly ReactNode[] }) {
  const { id, name } = group
  return (
    <div ref={shelves.ref({ groupId: id })} className={css.tray} data-shelf="group" data-group={id}>
      <p className={css.head}>
        <strong className={css.name}>{name}</strong>
        <span className={css.count}>{stops.length || null}</span>
        <IconButton icon={pencilSimple} iconSize={20} label={`${t('group.edit')}: ${name}`} onClick={() => openEditGroupDialog(group)} />
        <IconButton icon={caretUp} iconSize={20} label={t('bar.close_group', { name })} onClick={() => toggleOpenGroup(id)} />
      </p>
      <Dial label={name}>{stops}</Dial>
      {stops.length === 0 && <p className={css.empty}>{t('bar.empty')}</p>}
    </div>
  )
}

/** Opens the current group and archive once. Afterwards the user can close them like other groups. */
function useInitiallyOpen(initiallyOpen: string): void {
  const open = useEffectEvent(() => {
    for (const id of initiallyOpen.split(' ')) if (id && !isGroupOpen(id)) toggleOpenGroup(id)
  })
  useEffect(() => open(), [])
}

/** Announces the keyboard controls, and makes the page below inert. At the end, returns the focus. */
function useArranging(root: { current: HTMLElement | null }): void {
  useEffect(() => {
    const main = document.getElementById('content')
    root.current?.focus({ preventScroll: true })
    if (main) main.inert = true
    announce(t('bar.arrange_begun'))
    const { href } = location
    return () => {
      if (main) main.inert = false
      // Returns the focus to the button, unless the focus is elsewhere or the screen has changed.
      if (document.activeElement === document.body && location.href === href)
        focusOn(() => barParts.in().find(({ value }) => value === 'button')?.element)
    }
  }, [root])
}
