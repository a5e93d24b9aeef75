import { type MouseEvent, type PointerEvent, useRef } from 'react'
import { createStore } from './store.ts'
import { useLongPress } from './useLongPress.ts'

/** A menu row. */
export interface MenuRow {
  id: string
  /** A separator is drawn between rows of different sections. */
  section: string
  /** Label. */
  name: string
  /** Icon name from `icons.ts`. */
  icon: string
  /** Keyboard shortcut of the same action, as in `keys.ts`. */
  keys?: string | undefined
  /** Reason why it is disabled. */
  disabledReason?: string | undefined
  perform: () => void
}

/** Content of a menu, computed when it opens. */
export interface MenuSource {
  /** Name of the subject: "Night Trains". */
  label: string
  rows: () => readonly MenuRow[]
  /** Loads the rows' code. Never rejects. */
  load?: () => Promise<void>
}

export interface OpenMenu {
  id: number
  label: string
  rows: readonly MenuRow[]
  /** The element it belongs to: stays lit and regains the focus. */
  owner: HTMLElement
  /** Position in window px; at the owner by default. */
  point?: Point | undefined
}
interface Point {
  x: number
  y: number
}

export const menus = createStore<OpenMenu | null>(null)

let lastId = 0

/** Opens the page's menu. Does nothing without rows. */
export function openMenu({ label, rows, load }: MenuSource, owner: HTMLElement, point?: Point): void {
  if (load) return void load().then(() => openMenu({ label, rows }, owner, point))
  const menuRows = rows()
  if (menuRows.length > 0) menus.set({ id: ++lastId, label, rows: menuRows, owner, point })
}

/**
 * Returns handlers that open the menu by right click, menu key and long press.
 * @param longPressMs long press duration
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
      // On touch, the long press opens the menu instead.
      const pointerType = 'pointerType' in event.nativeEvent ? event.nativeEvent.pointerType : lastPointer.current
      if (pointerType === 'touch') return
      const isFromKeyboard = event.clientX === 0 && event.clientY === 0
      openMenu(menu, event.currentTarget, isFromKeyboard ? undefined : { x: event.clientX, y: event.clientY })
    },
  }
}
