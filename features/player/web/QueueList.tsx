import { type KeyboardEvent, useRef } from 'react'
import { formatLength } from '#kit/web/format.ts'
import { cx } from '#ui/cx.ts'
import { createElements, mergeRefs } from '#ui/drag/elements.ts'
import { sortedRows } from '#ui/drag/late-elements.ts'
import { DragGrip } from '#ui/DragGrip.tsx'
import { arrowDown, arrowLineUp, arrowUp, repeat as repeatIcon, repeatOnce, shuffle as shuffleIcon, trash } from '#ui/icons.ts'
import { IconButton } from '#ui/IconButton.tsx'
import { MenuButton } from '#ui/MenuButton.tsx'
import { type MenuRow, useContextMenu } from '#ui/menus.ts'
import { Picture, PictureFrame } from '#ui/Picture.tsx'
import { PlayNextSwitch } from './Countdown.tsx'
import { ItemLines } from './ItemLines.tsx'
import { nowPlaying } from './now-playing.ts'
import type { PlayableItem } from './plan.ts'
import type { Queue } from './queue.ts'
import { moveInQueue, cycleRepeat, removeFromQueue, toggleShuffle } from './queue-changes.ts'
import css from './QueueList.module.css'
import { t } from './texts.ts'

/** Maximum number of listed items. */
const maxListed = 100

/** Buttons that play an item of the queue. */
const choices = createElements()
const choiceRef = choices.ref(undefined)
const choiceIn = (row: Element | null | undefined) => (row ? choices.in(row)[0]?.element : undefined)

export interface QueueListProps {
  queue: Queue
  onChoose: (index: number) => void
  /** Whether to show the queue over the picture, instead of below. */
  over?: boolean
}

const itemDetails = ({ duration, subtitle, site, partOf, gone }: PlayableItem) =>
  gone
    ? t('queue.gone')
    : [duration ? formatLength(duration) : '', [subtitle, partOf || site].find(Boolean) ?? ''].filter(Boolean).join(' · ')

/** The queue, sortable by handle, menu and keys. */
export function QueueList({ queue, onChoose, over = false }: QueueListProps) {
  const { items, index, repeat, unshuffled } = queue
  const upcoming = items.slice(index + 1, index + 1 + maxListed)
  if (items.length < 2) return null
  return (
    <section className={cx(css.list, over && css.over)} aria-label={t('player.upNext')} data-queue="">
      <div className={css.head}>
        <h3 className={css.heading}>{t('player.upNext')}</h3>
        <div className={css.modes}>
          <IconButton
            className={css.mode}
            icon={shuffleIcon}
            label={t('queue.shuffle')}
            aria-pressed={unshuffled !== undefined}
            onClick={toggleShuffle}
          />
          <IconButton
            className={css.mode}
            icon={repeat === 'one' ? repeatOnce : repeatIcon}
            label={t(`queue.repeat.${repeat}`)}
            data-on={repeat === 'off' ? undefined : ''}
            onClick={cycleRepeat}
          />
        </div>
        <PlayNextSwitch />
      </div>
      {upcoming.length === 0 && <p className={css.empty}>{t(repeat === 'all' ? 'queue.startsAgain' : 'queue.empty')}</p>}
      <ul className={css.items}>
        {upcoming.map((item, nth) => (
          <QueueItem key={item.id} item={item} index={index + 1 + nth} first={index + 1} count={items.length} onChoose={onChoose} />
        ))}
      </ul>
    </section>
  )
}

interface QueueItemProps {
  item: PlayableItem
  /** Index in the queue. */
  index: number
  /** Index of the first movable item. */
  first: number
  count: number
  onChoose: (index: number) => void
}

function QueueItem({ item, index, first, count, onChoose }: QueueItemProps) {
  const row = useRef<HTMLLIElement>(null)
  const move = (to: number) => {
    moveInQueue(index, to)
    focusItem(row.current, item.id)
  }
  /** Moves the item to an index in the list. Finds it by id, because the queue may have changed since. */
  const moveTo = (place: number) => {
    const now = nowPlaying.get()
    const from = now?.items.findIndex(({ id }) => id === item.id) ?? -1
    if (now && from >= 0) moveInQueue(from, now.index + 1 + place)
  }
  const remove = () => {
    const beside = row.current?.nextElementSibling ?? row.current?.previousElementSibling
    removeFromQueue(index)
    choiceIn(beside)?.focus()
  }
  const menu = {
    label: item.title,
    rows: (): MenuRow[] =>
      [
        { id: 'next', section: 'move', name: t('queue.moveFirst'), icon: arrowLineUp, can: index > first, perform: () => move(first) },
        {
          id: 'up',
          section: 'move',
          name: t('queue.up'),
          icon: arrowUp,
          keys: 'Shift+ArrowUp',
          can: index > first,
          perform: () => move(index - 1),
        },
        {
          id: 'down',
          section: 'move',
          name: t('queue.down'),
          icon: arrowDown,
          keys: 'Shift+ArrowDown',
          can: index + 1 < count,
          perform: () => move(index + 1),
        },
        { id: 'remove', section: 'dangerous', name: t('queue.remove'), icon: trash, keys: 'Delete', can: true, perform: remove },
      ].flatMap(({ can, ...entry }) => (can ? [entry] : [])),
  }
  const keys = (event: KeyboardEvent<HTMLElement>) => {
    const { key, shiftKey, altKey, ctrlKey, metaKey } = event
    if (altKey || ctrlKey || metaKey) return
    const step = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0
    if (step && shiftKey) move(index + step)
    else if (step) moveFocus(row.current, step)
    else if (key === 'Delete' || key === 'Backspace') remove()
    else return
    event.preventDefault()
  }
  return (
    <li ref={mergeRefs(row, sortedRows.ref(item.id))} className={css.row} data-queued={item.id} data-gone={item.gone || undefined}>
      <DragGrip
        className={css.grip}
        label={t('queue.grip', { title: item.title })}
        name={item.title}
        listName={t('player.upNext')}
        onDrop={moveTo}
      />
      <button
        ref={choiceRef}
        type="button"
        className={css.item}
        data-choose=""
        onKeyDown={keys}
        onClick={() => onChoose(index)}
        {...useContextMenu(menu)}
      >
        <PictureFrame className={css.picture}>
          <Picture id={item.id} name={item.title} source={item.image} shape="card" sizes="102px" />
        </PictureFrame>
        <span className={css.words}>
          <ItemLines title={item.title} meta={itemDetails(item)} />
        </span>
      </button>
      <MenuButton label={t('queue.menu', { title: item.title })} menu={menu} />
    </li>
  )
}

/** Moves the focus up and down the list. */
function moveFocus(row: HTMLElement | null, step: 1 | -1): void {
  const next = step > 0 ? row?.nextElementSibling : row?.previousElementSibling
  choiceIn(next)?.focus()
}

/** Focuses an item once the list has rendered. */
function focusItem(row: HTMLElement | null, id: string): void {
  const list = row?.parentElement
  requestAnimationFrame(() => choiceIn(list && sortedRows.in(list).find(({ value }) => value === id)?.element)?.focus())
}
