import { awaitPress } from '#ui/drag/await-press.ts'
import type * as pointer from '#ui/drag/pointer.ts'
import type { Point } from '#ui/drag/geometry.ts'
import type { DragSource } from '#ui/drag/surface.ts'
import { dialogs } from '#ui/dialogs.ts'
import { whenIdle } from '#ui/idle.ts'
import { loadCode } from '#ui/lazily.ts'
import { menus } from '#ui/menus.ts'
import { toast } from '#ui/toasts.ts'
import { t } from '../texts.ts'
import { arranged } from './arranged.ts'

/** What can be arranged on a screen: a channel, the bar. */
export interface Arrangeable {
  /** As {@link arranged} knows it. */
  id: string
  /** Finds what is dragged when somebody takes hold of an element. It comes with what drags. */
  loadSource: () => Promise<(element: Element) => DragSource | undefined>
  /** What a key lifts in edit mode. */
  keyTargets: string
  /** What a press in edit mode is no press outside of. */
  inside: string
  /** In edit mode a press does this instead of what it does otherwise; answers false for what it leaves alone. */
  tap: (element: Element) => boolean
  /** Without edit mode a finger lifts too: after so many ms, and after more of them it opens a menu instead. */
  hold?: { liftMs: number; menuMs: number; openMenu: (element: Element, at: Point, pointerId: number) => void }
}

interface Engine extends Pick<typeof pointer, 'isDragging' | 'liftByKey' | 'pressToDrag'> {
  sourceAt: Awaited<ReturnType<Arrangeable['loadSource']>>
}

/** What drags: it comes with edit mode, or with the first press on something that can be dragged. */
const loadEngine = async (loadSource: Arrangeable['loadSource']): Promise<Engine> => {
  const [{ isDragging, liftByKey, pressToDrag }, sourceAt] = await loadCode(() =>
    Promise.all([import('#ui/drag/pointer.ts'), loadSource()]),
  )
  return { isDragging, liftByKey, pressToDrag, sourceAt }
}

const elementOf = ({ target }: Event) => (target instanceof Element ? target : null)

/**
 * Lets things be dragged: by a mouse, and in edit mode by a finger that holds them or by a key.
 * @param root what shows them
 * @returns stops that
 */
export function followArranging(root: HTMLElement, arrangeable: Arrangeable): () => void {
  const { id, loadSource, keyTargets, inside, tap, hold } = arrangeable
  const listening = new AbortController()
  const { signal } = listening
  const isArranging = () => arranged.get() === id
  let engine: Engine | undefined
  const load = async () => (engine ??= await loadEngine(loadSource))

  const press = (event: PointerEvent) => {
    const element = elementOf(event)
    const isMouse = event.pointerType === 'mouse'
    if (!element || !event.isPrimary || event.button !== 0 || (!isMouse && !isArranging() && !hold)) return
    const begin = ({ pressToDrag, sourceAt }: Engine, latest?: PointerEvent) => {
      const found = sourceAt(element)
      if (!found) return
      const byHold = isArranging() ? undefined : hold
      // A finger that stays would open the menu.
      if (!isMouse) event.stopPropagation()
      pressToDrag(event, found, {
        latest,
        ...(byHold && {
          liftMs: byHold.liftMs,
          stay: {
            ms: byHold.menuMs,
            openMenu: (at) => byHold.openMenu(element, at, event.pointerId),
            closeMenu: () => menus.set(null),
          },
        }),
      })
    }
    if (engine) return begin(engine)
    // The menu is under way already: this finger opens it.
    const isTooLate = !isMouse && !isArranging()
    const pressed = awaitPress(event)
    // Without it nothing is dragged: the menus move things too.
    void load()
      .then((loaded) => {
        const latest = pressed()
        return latest && !isTooLate && begin(loaded, latest)
      })
      .catch(() => {})
  }

  const liftFocused = async (element: Element) => {
    try {
      const { liftByKey, sourceAt } = await load()
      const found = sourceAt(element)
      if (found) liftByKey(found)
    } catch {
      toast(t('arrange.failed'), { warning: true })
    }
  }

  const pressKey = (event: KeyboardEvent) => {
    const element = elementOf(event)
    if (!isArranging() || (event.key !== ' ' && event.key !== 'Enter') || !element?.matches(keyTargets)) return
    event.preventDefault()
    event.stopPropagation()
    void liftFocused(element)
  }

  const click = (event: MouseEvent) => {
    const element = elementOf(event)
    if (!isArranging() || !element || !tap(element)) return
    event.preventDefault()
    event.stopPropagation()
  }

  const pressOutside = (event: MouseEvent) => {
    const element = elementOf(event)
    // What has gone since was inside then.
    if (isArranging() && element?.isConnected && !element.closest(inside)) arranged.set(undefined)
  }
  const escape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || !isArranging()) return
    if (menus.get() === null && !dialogs.get().some(({ open }) => open)) arranged.set(undefined)
  }

  // The mouse drags what can be moved, and not its rows.
  root.setAttribute('data-movable', '')
  root.addEventListener('pointerdown', press, { signal, capture: true })
  root.addEventListener('keydown', pressKey, { signal, capture: true })
  root.addEventListener('click', click, { signal, capture: true })
  document.addEventListener('click', pressOutside, { signal })
  document.addEventListener('keydown', escape, { signal })
  // Once something is lifted the page stays where it is. A listener that comes later would not be asked.
  root.addEventListener('touchmove', (event) => engine?.isDragging() && event.preventDefault(), { signal, passive: false })
  const loadInMode = () => void (isArranging() && load().catch(() => {}))
  const stopLoading = arranged.subscribe(loadInMode)
  loadInMode()
  // A finger that holds something is followed from when it comes down: what follows it has to be there by then.
  const stopWaiting = hold && whenIdle(() => void load().catch(() => {}))
  return () => {
    stopLoading()
    stopWaiting?.()
    listening.abort()
    root.removeAttribute('data-movable')
  }
}
