import { type MouseEvent, type PointerEvent, useRef } from 'react'
import { createStore } from './store.ts'
import { useLongPress } from './useLongPress.ts'

export interface MenuRow {
  id: string
  /** A line is drawn between rows of different sections. */
  section: string
  /** Label. */
  name: string
  /** Icon name from `icons.ts`. */
  icon: string
  /** Shortcut of the action, in the format of `keys.ts`. */
  keys?: string | undefined
  /** Why the row is disabled; undefined if it is enabled. */
  disabledReason?: string | undefined
  perform: () => void
}

/** The contents of a menu, computed when the menu opens. */
export interface MenuSource {
  /** The name of the thing that the menu is about: "Night Trains". */
  label: string
  rows: () => readonly MenuRow[]
  /** Loads code that the rows need. Never rejects. */
  load?: () => Promise<void>
}

export interface OpenMenu {
  id: number
  label: string
  rows: readonly MenuRow[]
  /** The element that opened the menu. It stays bright, and gets the focus back. */
  owner: HTMLElement
  /** Position in px of the window. Default: at the owner. */
  point?: Point | undefined
}
interface Point {
  x: number
  y: number
}

export const menus = createStore<OpenMenu | null>(null)

let lastId = 0

/** Opens the page's menu. Does nothing if there are no rows. */
export function openMenu({ label, rows, load }: MenuSource, owner: HTMLElement, point?: Point): void {
  if (load) return void load().then(() => openMenu({ label, rows }, owner, point))
  const menuRows = rows()
  if (menuRows.length > 0) menus.set({ id: ++lastId, label, rows: menuRows, owner, point })
}

/** Returns handlers that open the menu on a right click, the menu key or a long press. @param longPressMs duration of a long press */
export function useContextMenu(menu: MenuSource | undefined, longPressMs = 700) {
  const lastPointer = useRef('mouse')
  const longPress = useLongPress(longPressMs, (owner, point) => menu && openMenu(menu, owner, point))
  if (!menu) return {}
  return {
    ...longPress,
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      lastPointer.current = event.pointerType
      longPress.onPointerDown(event)
    },
    onContextMenu: (event: MouseEvent<HTMLElement>) => {
      event.preventDefault()
      // Ignores touch, because the long press opens the menu already.
      const pointerType = 'pointerType' in event.nativeEvent ? event.nativeEvent.pointerType : lastPointer.current
      if (pointerType === 'touch') return
      const isFromKeyboard = event.clientX === 0 && event.clientY === 0
      openMenu(menu, event.currentTarget, isFromKeyboard ? undefined : { x: event.clientX, y: event.clientY })
    },
  }
}
