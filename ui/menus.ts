import { type MouseEvent, type PointerEvent, useRef } from 'react'
import { createStore } from './store.ts'
import { useLongPress } from './useLongPress.ts'

/** One row of a menu. */
export interface MenuRow {
  id: string
  /** A line is drawn between rows of different sections. */
  section: string
  /** In words. */
  name: string
  /** A drawing from `icons.ts`. */
  icon: string
  /** The shortcut that does the same, as in `keys.ts`. */
  keys?: string | undefined
  /** Why it can't be chosen now. */
  disabledReason?: string | undefined
  perform: () => void
}

/** What a menu shows, asked for when it opens. */
export interface MenuSource {
  /** Whose actions they are: "Night Trains". */
  label: string
  rows: () => readonly MenuRow[]
  /** Fetches the rows' code first. Never rejects. */
  load?: () => Promise<void>
}

export interface OpenMenu {
  id: number
  label: string
  rows: readonly MenuRow[]
  /** What it belongs to: it stays lit, and gets the focus back. */
  owner: HTMLElement
  /** Where it opens, in px of the window; at the owner when absent. */
  point?: Point | undefined
}
interface Point {
  x: number
  y: number
}

export const menus = createStore<OpenMenu | null>(null)

let lastId = 0

/** Opens the one menu of the page. Opens nothing when it has no rows. */
export function openMenu({ label, rows, load }: MenuSource, owner: HTMLElement, point?: Point): void {
  if (load) return void load().then(() => openMenu({ label, rows }, owner, point))
  const shown = rows()
  if (shown.length > 0) menus.set({ id: ++lastId, label, rows: shown, owner, point })
}

/**
 * Event handlers that open the same menu from a right click, the keyboard's menu key and a long press.
 * @param longPressMs how long a finger has to stay
 */
export function useContextMenu(menu: MenuSource | undefined, longPressMs = 700) {
  const lastPointer = useRef('mouse')
  const press = useLongPress(longPressMs, (owner, point) => menu && openMenu(menu, owner, point))
  if (!menu) return {}
  return {
    ...press,
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      lastPointer.current = event.pointerType
      press.onPointerDown(event)
    },
    onContextMenu: (event: MouseEvent<HTMLElement>) => {
      event.preventDefault()
      // A finger gets there by the long press, which has a length of its own.
      const by = 'pointerType' in event.nativeEvent ? event.nativeEvent.pointerType : lastPointer.current
      if (by === 'touch') return
      const fromKeyboard = event.clientX === 0 && event.clientY === 0
      openMenu(menu, event.currentTarget, fromKeyboard ? undefined : { x: event.clientX, y: event.clientY })
    },
  }
}
