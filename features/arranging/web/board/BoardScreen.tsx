import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import { useSignedIn } from '#kit/web/storage.ts'
import { BoardSkeleton } from '#ui/BoardSkeleton.tsx'
import { items } from '#ui/drag/elements.ts'
import { dragging } from '#ui/drag/surface.ts'
import { dialogs } from '#ui/dialogs.ts'
import { Icon } from '#ui/Icon.tsx'
import { archive, globeSimple, lockSimple, pushPin } from '#ui/icons.ts'
import { LoadedContent } from '#ui/LoadedContent.tsx'
import { menus } from '#ui/menus.ts'
import { Skeleton } from '#ui/Skeleton.tsx'
import { useRenderInSteps } from '#ui/useRenderInSteps.ts'
import { paths } from '#shell/paths.ts'
import { PersonalScreen } from '#shell/PersonalScreen.tsx'
import { useBack } from '#shell/navigation.ts'
import { useSubjectMenu } from '#shell/useSubjectMenu.ts'
import type { MyPlaylists, PlaylistTile } from '#features/channels/contract.ts'
import { editModeId } from '#features/channels/web/edit-mode.ts'
import { findBarPlaces } from '#features/channels/web/bar-edits.ts'
import { groupSubject } from '#features/channels/web/subjects.ts'
import { barSections, useOwnChannels } from '#features/channels/web/useOwnChannels.ts'
import { enableArranging } from '../arrange/enable-arranging.ts'
import type { BarList } from '../bar/places.ts'
import { t } from '../texts.ts'
import { walls } from '../wall/elements.ts'
import { arrangeableBoard, boardMode } from './arrangeable-board.ts'
import css from './board.module.css'
import { BoardChannel } from './BoardChannel.tsx'
import { onPinch } from './pinch.ts'

/** Number of channels in the first render. */
const firstChannelCount = 12

/** All the user's channels with their rows, as one wall on which things can be dragged. */
export function BoardScreen() {
  const myPlaylists = useOwnChannels()
  const signedIn = useSignedIn()
  return (
    <PersonalScreen title={t('board.title')} back={paths.myPlaylists()} login={t('board.guest')} measure="full">
      {signedIn && (
        <LoadedContent
          read={myPlaylists}
          failed={t('mine.failed')}
          skeleton={
            <Skeleton label={t('board.loading')}>
              <BoardSkeleton />
            </Skeleton>
          }
        >
          {(data) => <Board mine={data} />}
        </LoadedContent>
      )}
    </PersonalScreen>
  )
}

function Board({ mine }: { mine: MyPlaylists }) {
  const root = useRef<HTMLDivElement>(null)
  const places = findBarPlaces(mine)
  const bar = barSections(mine)
  const groupPropsOf = useSubjectMenu('group')
  useArranging(root)
  const wallOf = (list: BarList, name: string, channels: readonly PlaylistTile[]) => (
    <BoardWall list={list} name={name} channels={channels} placeOf={({ id }) => places.get(id)} />
  )
  return (
    <div ref={root} className={css.board}>
      <p className={css.hint}>{t(window.matchMedia('(hover: none)').matches ? 'board.hint.touch' : 'board.hint.mouse')}</p>
      <BoardPart icon={pushPin} name={t('bar.shelf.left')}>
        {wallOf('left', t('bar.shelf.left'), [mine.watchLater, ...bar.left])}
      </BoardPart>
      {bar.groups.map((group, index) => (
        <section key={group.id}>
          <h2 ref={groupPropsOf(groupSubject(group, { index, count: bar.groups.length })).ref} className={css.part}>
            {group.name}
          </h2>
          {wallOf({ groupId: group.id }, group.name, group.playlists)}
        </section>
      ))}
      <BoardPart icon={lockSimple} name={t('bar.shelf.main')}>
        {wallOf('other', t('bar.shelf.main'), bar.other)}
      </BoardPart>
      <BoardPart icon={globeSimple} name={t('bar.shelf.public')}>
        {wallOf('public', t('bar.shelf.public'), [mine.directPublish, ...bar.public])}
      </BoardPart>
      {mine.archive.length > 0 && (
        <BoardPart icon={archive} name={t('bar.shelf.archive')}>
          {wallOf('archive', t('bar.shelf.archive'), mine.archive)}
        </BoardPart>
      )}
    </div>
  )
}

const BoardPart = ({ icon, name, children }: { icon: string; name: string; children: ReactNode }) => (
  <section>
    <h2 className={css.part}>
      <Icon icon={icon} size={20} />
      {name}
    </h2>
    {children}
  </section>
)

interface BoardWallProps {
  list: BarList
  name: string
  channels: readonly PlaylistTile[]
  placeOf: (channel: PlaylistTile) => ReturnType<ReturnType<typeof findBarPlaces>['get']>
}

function BoardWall({ list, name, channels, placeOf }: BoardWallProps) {
  const shownChannels = useRenderInSteps(channels, firstChannelCount)
  return (
    <div ref={walls.ref(list)} className={css.wall} data-wall="">
      <ul className={css.channels} aria-label={name}>
        {shownChannels.map((channel, index) => (
          <li key={channel.id} ref={items.ref(index)} className={css.cell}>
            <BoardChannel channel={channel} placed={placeOf(channel)} />
          </li>
        ))}
      </ul>
      {channels.length === 0 && <p className={css.quiet}>{t('bar.empty')}</p>}
    </div>
  )
}

/** Makes the board draggable. Escape, or spreading two fingers, closes the board. */
function useArranging(root: { current: HTMLElement | null }): void {
  const goBack = useBack(paths.myPlaylists())
  const leave = useEffectEvent(goBack)
  useEffect(() => {
    const { current } = root
    if (!current) return
    editModeId.set(boardMode)
    const onKeyDown = (event: KeyboardEvent) => {
      const isBusy = dragging.get() || menus.get() !== null || dialogs.get().some(({ open }) => open)
      if (event.key !== 'Escape' || event.defaultPrevented || isBusy) return
      event.preventDefault()
      leave()
    }
    // Comes before the listener of `enableArranging`, which would end edit mode with a cross-fade of its own.
    document.addEventListener('keydown', onKeyDown)
    const stopArranging = enableArranging(current, arrangeableBoard)
    const stopPinching = onPinch(current, 'spread', () => leave())
    return () => {
      document.removeEventListener('keydown', onKeyDown)
      stopPinching()
      stopArranging()
      editModeId.set((now) => (now === boardMode ? undefined : now))
    }
  }, [root])
}
