import css from './RevealInOrder.module.css'
import { baseMotion } from './motion.ts'
import { isMotionReduced } from './reduced-motion.ts'

/*
 * Motion of elements that React removes or replaces at once, which style sheets can't animate.
 */

/** Shows a removed element until it has faded, as a copy that can't be pressed. @param next its next sibling */
function fadeOut(removed: HTMLElement, parent: Element, next: Node | null): void {
  if (isMotionReduced()) return
  const copy = removed.cloneNode(true) as HTMLElement
  copy.inert = true
  copy.style.animation = 'none'
  // Toasts make room for bars. They move at once.
  copy.removeAttribute('data-bar')
  parent.insertBefore(copy, next?.parentNode === parent ? next : null)
  // Other toasts move into the place of a toast.
  const end = { opacity: 0, transform: 'translateY(12px)', marginBottom: `${-copy.offsetHeight - 8}px` }
  copy.animate([{}, end], baseMotion).onfinish = () => copy.remove()
}

function fadeOutRemovedChildren(parent: Element | null | undefined, selector: string): void {
  const watch = new MutationObserver((changes) => {
    for (const { removedNodes, nextSibling } of changes)
      for (const node of removedNodes)
        if (node instanceof HTMLElement && !node.inert && node.matches(selector)) fadeOut(node, parent!, nextSibling)
  })
  if (parent) watch.observe(parent, { childList: true })
}

const skeletonSelector = `.${css['coming']!}`

/** Fades in what replaces skeletons. */
function fadeInReplacements(changes: readonly MutationRecord[]): void {
  const parents = new Set(changes.filter(({ removedNodes }) => [...removedNodes].some(isSkeleton)).map(({ target }) => target))
  if (parents.size === 0 || isMotionReduced()) return
  const added = changes.flatMap(({ target, addedNodes }) => (parents.has(target) ? [...addedNodes] : []))
  for (const node of added) if (node instanceof HTMLElement && !isSkeleton(node)) node.animate({ opacity: [0, 1] }, baseMotion)
}
const isSkeleton = (node: Node) => node instanceof Element && node.matches(skeletonSelector)

/** Makes removed toasts and bars fade out, and loaded content fade in. Call once. */
export function animateAppearance(): void {
  const toasts = document.querySelector('[data-toasts]')
  fadeOutRemovedChildren(toasts, '*')
  fadeOutRemovedChildren(toasts?.parentElement, '[data-bar]')
  new MutationObserver(fadeInReplacements).observe(document.body, { childList: true, subtree: true })
}
