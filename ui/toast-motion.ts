/** Shows a removed toast until it has faded, as a copy that can't be pressed. The other toasts move into its place. */
function fadeToast(toast: HTMLElement, host: Element, next: Node | null): void {
  const copy = toast.cloneNode(true) as HTMLElement
  copy.inert = true
  host.insertBefore(copy, next?.parentNode === host ? next : null)
  const duration = Number.parseFloat(getComputedStyle(copy).animationDuration) * 1000
  if (!(duration > 0)) return copy.remove()
  copy.style.animation = 'none'
  const end = { opacity: 0, transform: 'translateY(12px)', marginBottom: `${-copy.offsetHeight - 8}px` }
  copy.animate([{}, end], { duration, easing: 'ease-out' }).onfinish = () => copy.remove()
}

/** Fades toasts out when they are removed. Call once. */
export function fadeRemovedToasts(): void {
  const host = document.querySelector('[data-toasts]')
  const watch = new MutationObserver((changes) => {
    for (const { removedNodes, nextSibling } of changes)
      for (const node of removedNodes) if (host && node instanceof HTMLElement && !node.inert) fadeToast(node, host, nextSibling)
  })
  if (host) watch.observe(host, { childList: true })
}
