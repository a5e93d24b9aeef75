import { sortedRows } from '#ui/drag/late-elements.ts'
import { DragGrip } from '#ui/DragGrip.tsx'
import { Disc } from '#ui/Disc.tsx'
import { arrowDown, arrowUp, check } from '#ui/icons.ts'
import { AboutLine, LinkLine } from '#ui/LinkLine.tsx'
import { MenuButton } from '#ui/MenuButton.tsx'
import type { MenuRow } from '#ui/menus.ts'
import type { ActionTools, UndoableStep } from '#shell/actions.ts'
import { performStep } from '#shell/run-action.ts'
import { useSubjectMenu } from '#shell/useSubjectMenu.ts'
import { LockedLine } from '#features/channels/web/LockedLine.tsx'
import { playlistSubject } from '#features/channels/web/subjects.ts'
import type { Followed } from '../contract.ts'
import css from './following.module.css'
import { followedPath } from './followed-path.ts'
import { moveFollowed, type FollowedThing, toggleFollow } from './follow.ts'
import { NewMark } from './NewMark.tsx'
import { t } from './texts.ts'

interface FollowedListProps {
  followed: readonly Followed[]
  isOwnOrder: boolean
  /** Whether to show drag handles. */
  isArranging: boolean
}

const thingOf = ({ following_type: type, following_id: id, name }: Followed): FollowedThing => ({ type, id, name })
const runStep = (step: (tools: ActionTools) => UndoableStep) => void performStep(step)

/** Followed channels as a sortable list. */
export function FollowedList({ followed, isOwnOrder, isArranging }: FollowedListProps) {
  const propsOf = useSubjectMenu('playlist')
  const move = (followed: Followed, index: number) => runStep((tools) => moveFollowed(thingOf(followed), index, tools))

  const rowsOf = (one: Followed, index: number) => (): MenuRow[] => {
    const moves = [
      { id: 'up', name: t('follow.up'), icon: arrowUp, can: index > 0, perform: () => move(one, index - 1) },
      { id: 'down', name: t('follow.down'), icon: arrowDown, can: index + 1 < followed.length, perform: () => move(one, index + 1) },
    ].flatMap(({ can, ...row }) => (isOwnOrder && can ? [{ ...row, section: 'move' }] : []))
    const unfollow = {
      id: 'unfollow',
      section: 'share',
      name: t('follow.remove'),
      icon: check,
      perform: () => runStep((tools) => toggleFollow(thingOf(one), true, tools)),
    }
    return [...moves, ...(one.playlist ? (propsOf(playlistSubject(one.playlist)).menu?.rows() ?? []) : [unfollow])]
  }
  return (
    <ol className={css.list} aria-label={t('following.followed')}>
      {followed.map((item, nth) => {
        const { following_id: id, name, image, playlist, new_count: count } = item
        return (
          <li key={id} ref={sortedRows.ref(id)} className={css.item} data-followed={id}>
            {isArranging && (
              <DragGrip
                label={t('follow.grip', { name })}
                name={name}
                listName={t('following.title')}
                onDrop={(index) => move(item, index)}
              />
            )}
            <LinkLine
              picture={<Disc id={id} name={name} picture={image} />}
              name={name}
              href={followedPath(item)}
              mark={<NewMark count={count} />}
            >
              <AboutLine>
                <LockedLine isLocked={item.is_locked}>
                  {playlist
                    ? playlist.description || playlist.nickname
                    : t(item.following_type === 'user' ? 'following.person' : 'following.tv_channel')}
                </LockedLine>
              </AboutLine>
            </LinkLine>
            <MenuButton label={t('follow.menu', { name })} menu={{ label: name, rows: rowsOf(item, nth) }} />
          </li>
        )
      })}
    </ol>
  )
}
