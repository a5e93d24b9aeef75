import { language } from '#kit/web/i18n.ts'

/**
 * Returns the path that a pressed link leads to, if this page shows it without loading: a screen of this site in the current language. Links
 * to other places, to other tabs, and downloads give undefined.
 */
function screenOf(event: Event): string | undefined {
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (!link || link.origin !== location.origin || link.hasAttribute('download')) return undefined
  if (link.target && link.target !== '_self') return undefined
  // The browser handles fragment links, including focus.
  if (link.hash && link.pathname === location.pathname && link.search === location.search) return undefined
  const path = link.pathname
  return path === `/${language}` || path.startsWith(`/${language}/`) ? path + link.search + link.hash : undefined
}

/** Whether a click stays in this tab. */
export const isPlainClick = (event: Pick<MouseEvent, 'button' | 'metaKey' | 'ctrlKey' | 'shiftKey' | 'altKey'>): boolean =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey

/** The target of the link that was clicked last. */
export const lastClickedLink = { href: '' }

interface Navigation {
  go: (href: string) => void
  /** Preloads the code of an address. */
  preload: (href: string) => Promise<unknown>
  /** Requests the data of an address. */
  prefetch: (href: string) => Promise<unknown>
}

/**
 * Handles clicks on plain links by navigating without a page load, so that components need no router. Preloads the code of a link when the
 * pointer is over it, and requests its data on pointerdown.
 */
export function handleLinkClicks({ go, preload, prefetch }: Navigation): void {
  document.addEventListener('click', (event) => {
    if (event.defaultPrevented || !isPlainClick(event)) return
    const href = screenOf(event)
    if (!href) return
    event.preventDefault()
    lastClickedLink.href = href
    go(href)
  })
  // Ignores failures: the navigation retries.
  const listenFor = (kinds: readonly string[], prepare: Navigation['preload']) => {
    const listener = (event: Event) => void (screenOf(event) && prepare(screenOf(event)!).catch(() => {}))
    for (const kind of kinds) document.addEventListener(kind, listener, { passive: true })
  }
  listenFor(['pointerover', 'touchstart', 'focusin'], preload)
  listenFor(['pointerdown'], prefetch)
}
