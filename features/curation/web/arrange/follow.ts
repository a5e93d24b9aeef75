import type * as pointer from '#ui/drag/pointer.ts'
import { dialogs } from '#ui/dialogs.ts'
import { loadCode } from '#ui/lazily.ts'
import { menus, openMenu } from '#ui/menus.ts'
import { toast } from '#ui/toasts.ts'
import { menuOf } from '#shell/registry.ts'
import { subjectsAt } from '#shell/subjects.ts'
import { t } from '../texts.ts'
import { arrangedChannel } from './arranged-channel.ts'
import type * as source from './source.ts'

interface Engine extends Pick<typeof pointer, 'isDragging' | 'liftByKey' | 'pressToDrag'> {
  sourceAt: typeof source.sourceAt
}

let engine: Engine | undefined
/** What drags: it comes with edit mode, or with the first press on something that can be dragged. */
async function loadEngine(): Promise<Engine> {
  const [{ isDragging, liftByKey, pressToDrag }, { sourceAt }] = await loadCode(() =>
    Promise.all([import('#ui/drag/pointer.ts'), import('./source.ts')]),
  )
  return (engine ??= { isDragging, liftByKey, pressToDrag, sourceAt })
}

/** What a press in edit mode is no press outside of. */
const inside = '[data-series], button, input, [role="menu"], [role="dialog"], [data-toasts]'

const elementOf = ({ target }: Event) => (target instanceof Element ? target : null)

/**
 * Lets the videos and rows of a channel be dragged, and in edit mode be lifted by a finger that holds them or by a key; there a press on a
 * video opens its menu and plays nothing.
 * @param article what shows the channel
 * @returns stops that
 */
export function followArranging(article: HTMLElement, channelId: string): () => void {
  const listening = new AbortController()
  const { signal } = listening
  const isArranging = () => arrangedChannel.get() === channelId

  const press = (event: PointerEvent) => {
    const element = elementOf(event)
    const isMouse = event.pointerType === 'mouse'
    if (!element?.closest('[data-movable]') || !event.isPrimary || event.button !== 0 || (!isMouse && !isArranging())) return
    const begin = ({ pressToDrag, sourceAt }: Engine, latest?: PointerEvent) => {
      const found = sourceAt(element)
      if (!found) return
      // A finger that stays would open the menu.
      if (!isMouse) event.stopPropagation()
      pressToDrag(event, found, latest)
    }
    if (engine) return begin(engine)
    let latest = event
    const loading = new AbortController()
    document.addEventListener('pointermove', (moved) => (latest = moved), { signal: loading.signal })
    for (const type of ['pointerup', 'pointercancel'] as const)
      document.addEventListener(type, () => loading.abort(), { signal: loading.signal })
    // Without it nothing is dragged: the menus move things too.
    void loadEngine()
      .then((loaded) => {
        const isHeld = !loading.signal.aborted
        loading.abort()
        return isHeld && begin(loaded, latest)
      })
      .catch(() => {})
  }

  const liftFocused = async (element: Element) => {
    try {
      const { liftByKey, sourceAt } = await loadEngine()
      const found = sourceAt(element)
      if (found) liftByKey(found)
    } catch {
      toast(t('arrange.failed'), { warning: true })
    }
  }

  const pressKey = (event: KeyboardEvent) => {
    const element = elementOf(event)
    if (!isArranging() || (event.key !== ' ' && event.key !== 'Enter') || !element?.matches('[data-card] > [data-stop], [data-grip]'))
      return
    event.preventDefault()
    event.stopPropagation()
    void liftFocused(element)
  }

  const click = (event: MouseEvent) => {
    const card = elementOf(event)?.closest<HTMLElement>('[data-card] > [data-stop]')
    if (!isArranging() || !card) return
    event.preventDefault()
    event.stopPropagation()
    const subject = subjectsAt(card).find(({ type }) => type === 'video')
    const menu = subject && menuOf(subject)
    if (menu) openMenu(menu, card)
  }

  const pressOutside = (event: MouseEvent) => {
    if (isArranging() && !elementOf(event)?.closest(inside)) arrangedChannel.set(undefined)
  }
  const escape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || !isArranging()) return
    if (menus.get() === null && !dialogs.get().some(({ open }) => open)) arrangedChannel.set(undefined)
  }

  // The mouse drags its cards, and not its rows.
  article.setAttribute('data-movable', '')
  article.addEventListener('pointerdown', press, { signal, capture: true })
  article.addEventListener('keydown', pressKey, { signal, capture: true })
  article.addEventListener('click', click, { signal, capture: true })
  document.addEventListener('click', pressOutside, { signal })
  document.addEventListener('keydown', escape, { signal })
  // Once something is lifted the page stays where it is. A listener that comes later would not be asked.
  article.addEventListener('touchmove', (event) => engine?.isDragging() && event.preventDefault(), { signal, passive: false })
  const stopLoading = arrangedChannel.subscribe(() => void (isArranging() && loadEngine().catch(() => {})))
  return () => {
    stopLoading()
    listening.abort()
    article.removeAttribute('data-movable')
  }
}
