import { language } from '#kit/web/i18n.ts'

/** Returns the address of a link to a screen of ours in this language and tab; undefined otherwise. */
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
export const isPlainPress = (event: Pick<MouseEvent, 'button' | 'metaKey' | 'ctrlKey' | 'shiftKey' | 'altKey'>): boolean =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey

/** The address to which a press led last. */
export const lastPress = { href: '' }

interface Ways {
  go: (href: string) => void
  /** Preloads an address. */
  preload: (href: string) => Promise<unknown>
}

/**
 * Handles clicks on plain links by navigating without a page load, so that components need no router. Preloads a target when it
 * is pointed at.
 */
export function followLinks({ go, preload }: Ways): void {
  document.addEventListener('click', (event) => {
    if (event.defaultPrevented || !isPlainPress(event)) return
    const href = screenOf(event)
    if (!href) return
    event.preventDefault()
    lastPress.href = href
    go(href)
  })
  const prepare = (event: Event) => {
    const href = screenOf(event)
    // Ignores preload failures: the navigation retries.
    if (href) void preload(href).catch(() => {})
  }
  for (const kind of ['pointerover', 'touchstart', 'focusin']) document.addEventListener(kind, prepare, { passive: true })
}
