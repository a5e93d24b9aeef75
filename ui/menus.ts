import { type MouseEvent, type PointerEvent, useRef } from 'react'
import { type ItemAction, visibleActions } from './actions.ts'
import { createStore } from './store.ts'
import { useLongPress } from './useLongPress.ts'

export interface OpenMenu {
  id: number
  /** Whose actions they are, for who does not see the place. */
  label: string
  actions: ItemAction[]
  /** What it belongs to: it stays lit, and gets the focus back. */
  owner: HTMLElement
  /** Where it opens, in px of the window; at the owner when absent. */
  point?: { x: number; y: number } | undefined
}

export const menus = createStore<OpenMenu | null>(null)

let last = 0

/** Opens the one menu of the page. Opens nothing when no action is for this viewer. */
export function openMenu(menu: Omit<OpenMenu, 'id' | 'actions'> & { actions: readonly ItemAction[] }): void {
  const actions = visibleActions(menu.actions)
  if (actions.length > 0) menus.set({ ...menu, id: ++last, actions })
}

/**
 * Event handlers that open the same menu from a right click, the keyboard's menu key and a long press.
 * @param longPress milliseconds a finger has to stay
 */
export function useContextMenu(label: string, actions: readonly ItemAction[] | undefined, longPress = 700) {
  const lastPointer = useRef('mouse')
  const open = (owner: HTMLElement, point?: { x: number; y: number }) => openMenu({ label, actions: actions ?? [], owner, point })
  const press = useLongPress(longPress, (owner, point) => open(owner, point))
  if (!actions?.length) return {}
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
      open(event.currentTarget, fromKeyboard ? undefined : { x: event.clientX, y: event.clientY })
    },
  }
}
