import { awaitPress } from '#ui/drag/await-press.ts'
import { movableParts, overlays } from '#ui/drag/elements.ts'
import type * as pointer from '#ui/drag/pointer.ts'
import type { Point } from '#ui/drag/geometry.ts'
import type { DragSource } from '#ui/drag/surface.ts'
import { dialogs } from '#ui/dialogs.ts'
import { runWhenIdle } from '#ui/idle.ts'
import { loadCode } from '#ui/lazily.ts'
import { menus } from '#ui/menus.ts'
import { toast } from '#ui/toasts.ts'
import { t } from '../texts.ts'
import { editModeId } from '#features/channels/web/edit-mode.ts'
import { stopArranging } from './toggle-arranging.ts'

/** A part of the page with an edit mode: a channel, the bar, a wall or the board. */
export interface Arrangeable {
  /** Identifies the arrangeable part of the page in {@link editModeId}. */
  id: string
  /** Loads the function that finds the source of a drag for a pressed element in `root`. */
  loadSource: () => Promise<(element: Element, root: HTMLElement) => DragSource | undefined>
  /** Whether the keyboard picks up an element in edit mode. */
  isKeyTarget: (element: Element) => boolean
  /** Whether Enter opens the focused element, so that only Space picks it up. */
  opensOnEnter?: boolean
  /** Whether a press on an element keeps edit mode. Layers over the page always keep it. */
  isInside: (element: Element) => boolean
  /** Handles a press in edit mode; returns false to keep the default. */
  tap: (element: Element) => boolean
  /** A touch outside edit mode picks up the item after `liftMs`. If the finger hasn't moved after `menuMs`, the menu opens instead. */
  hold?: { liftMs: number; menuMs: number; openMenu: (element: Element, point: Point, pointerId: number) => void }
}

interface Engine extends Pick<typeof pointer, 'isDragging' | 'liftByKey' | 'pressToDrag'> {
  findSource: Awaited<ReturnType<Arrangeable['loadSource']>>
}

/** Loads the drag engine, with edit mode or on the first press on something draggable. */
const loadEngine = async (loadSource: Arrangeable['loadSource']): Promise<Engine> => {
  const [{ isDragging, liftByKey, pressToDrag }, findSource] = await loadCode(() =>
    Promise.all([import('#ui/drag/pointer.ts'), loadSource()]),
  )
  return { isDragging, liftByKey, pressToDrag, findSource }
}

const isOverPage = (element: Element) =>
  overlays.closest(element) !== undefined || element.closest('[role="menu"], [role="dialog"]') !== null

const elementOf = ({ target }: Event) => (target instanceof Element ? target : null)

/**
 * Makes things draggable: by mouse, and in edit mode also by touch and keyboard.
 * @param root contains the things
 * @returns a function that stops it
 */
export function enableArranging(root: HTMLElement, arrangeable: Arrangeable): () => void {
  const { id, loadSource, isKeyTarget, opensOnEnter, isInside, tap, hold } = arrangeable
  const listening = new AbortController()
  const { signal } = listening
  const isArranging = () => editModeId.get() === id
  let engine: Engine | undefined
  const load = async () => (engine ??= await loadEngine(loadSource))

  const press = (event: PointerEvent) => {
    const element = elementOf(event)
    const isMouse = event.pointerType === 'mouse'
    if (!element || !event.isPrimary || event.button !== 0 || (!isMouse && !isArranging() && !hold)) return
    const begin = ({ pressToDrag, findSource }: Engine, latest?: PointerEvent) => {
      const source = findSource(element, root)
      if (!source) return
      const holdOptions = isArranging() ? undefined : hold
      // Keeps a long press from opening the menu, also while the engine loads.
      if (!isMouse) event.stopPropagation()
      pressToDrag(event, source, {
        latest,
        ...(holdOptions && {
          liftMs: holdOptions.liftMs,
          stay: {
            ms: holdOptions.menuMs,
            openMenu: (point) => holdOptions.openMenu(element, point, event.pointerId),
            closeMenu: () => menus.set(null),
          },
        }),
      })
    }
    if (engine) return begin(engine)
    if (!isMouse && isArranging()) event.stopPropagation()
    // Whether the long press of this finger has already opened the menu.
    const isTooLate = !isMouse && !isArranging()
    const pressed = awaitPress(event)
    // If loading fails, nothing is draggable; the menus still work.
    void load()
      .then((loaded) => {
        const latest = pressed()
        return latest && !isTooLate && begin(loaded, latest)
      })
      .catch(() => {})
  }

  const pickUpFocused = async (element: Element) => {
    try {
      const { liftByKey, findSource } = await load()
      const source = findSource(element, root)
      if (source) liftByKey(source)
    } catch {
      toast(t('arrange.failed'), { warning: true })
    }
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const element = elementOf(event)
    if (!isArranging() || (event.key !== ' ' && (opensOnEnter || event.key !== 'Enter')) || !element || !isKeyTarget(element)) return
    event.preventDefault()
    event.stopPropagation()
    void pickUpFocused(element)
  }

  const click = (event: MouseEvent) => {
    const element = elementOf(event)
    if (!isArranging() || !element || !tap(element)) return
    event.preventDefault()
    event.stopPropagation()
  }

  const onClickOutside = (event: MouseEvent) => {
    const element = elementOf(event)
    // If the click has removed the element from the page, edit mode stays.
    if (isArranging() && element?.isConnected && !isInside(element) && !isOverPage(element)) editModeId.set(undefined)
  }
  const escape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || !isArranging()) return
    if (menus.get() === null && !dialogs.get().some(({ open }) => open)) stopArranging()
  }

  // Makes the mouse drag items instead of scrolling their rows.
  root.setAttribute('data-movable', '')
  const stopMoving = movableParts.register(root, undefined)
  root.addEventListener('pointerdown', press, { signal, capture: true })
  root.addEventListener('keydown', onKeyDown, { signal, capture: true })
  root.addEventListener('click', click, { signal, capture: true })
  document.addEventListener('click', onClickOutside, { signal })
  document.addEventListener('keydown', escape, { signal })
  // Prevents scrolling during a drag. Added before any touch: browsers treat listeners that are added during a touch as passive.
  root.addEventListener('touchmove', (event) => engine?.isDragging() && event.preventDefault(), { signal, passive: false })
  const loadInEditMode = () => void (isArranging() && load().catch(() => {}))
  const stopLoading = editModeId.subscribe(loadInEditMode)
  loadInEditMode()
  // Loads the engine in advance, because it can't load while a finger is down.
  const stopWaiting = hold && runWhenIdle(() => void load().catch(() => {}))
  return () => {
    stopLoading()
    stopWaiting?.()
    listening.abort()
    stopMoving()
    root.removeAttribute('data-movable')
  }
}
