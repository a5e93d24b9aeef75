import { baseMotion } from './motion.ts'
import { isMotionReduced } from './reduced-motion.ts'

/** Elements by keys, which stay the same while React replaces the elements. */
type KeyedElements = ReadonlyMap<unknown, HTMLElement>

let running: readonly Animation[] = []
/** How long a change may take to reach the page, in ms: its code may load first. */
const maxDelayMs = 1000

const isInWindow = ({ top, bottom }: DOMRect) => bottom > 0 && top < innerHeight

/** Animates elements to their places from earlier ones. New elements fade in. @returns whether anything moves or is new */
function animateFrom(before: ReadonlyMap<unknown, DOMRect>, elements: KeyedElements): boolean {
  for (const animation of running) animation.cancel()
  // Measures all elements before the first animation starts.
  const motions = [...elements].map(([key, element]) => ({ element, from: before.get(key), to: element.getBoundingClientRect() }))
  const changed = motions.filter(({ from, to }) => !from || from.x !== to.x || from.y !== to.y)
  running = changed
    .filter(({ from, to }) => isInWindow(to) || (from && isInWindow(from)))
    .map(({ element, from, to }) =>
      element.animate(from ? { translate: [`${from.x - to.x}px ${from.y - to.y}px`, '0px 0px'] } : { opacity: [0, 1] }, baseMotion),
    )
  return changed.length > 0
}

/**
 * Runs a change of a list. Elements that stay move to their new places, and new ones fade in. A cross-fade would show each moving element
 * twice. A change during the motion continues from the places in view.
 * @param root the list
 * @param find finds the elements in the list that move
 */
export function moveElements(root: Element | null, find: (root: Element) => KeyedElements, change: () => void): void {
  if (!root || isMotionReduced()) return change()
  const before = new Map([...find(root)].map(([key, element]) => [key, element.getBoundingClientRect()]))
  // Runs after React has changed the page, before the browser draws it.
  const observer = new MutationObserver(() => {
    if (animateFrom(before, find(root))) observer.disconnect()
  })
  observer.observe(root, { childList: true, subtree: true, attributes: true })
  setTimeout(() => observer.disconnect(), maxDelayMs)
  change()
}
