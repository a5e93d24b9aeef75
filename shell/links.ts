import { language } from '#kit/web/i18n.ts'

/** The address of a link that leads to a screen of ours, in this language and this tab; undefined for any other. */
function screenOf(event: Event): string | undefined {
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (!link || link.origin !== location.origin || link.hasAttribute('download')) return undefined
  if (link.target && link.target !== '_self') return undefined
  // Within the page the browser goes by itself, and takes the focus along.
  if (link.hash && link.pathname === location.pathname && link.search === location.search) return undefined
  const path = link.pathname
  return path === `/${language}` || path.startsWith(`/${language}/`) ? path + link.search + link.hash : undefined
}

/** A press that stays in this tab. */
export const isPlainPress = (event: Pick<MouseEvent, 'button' | 'metaKey' | 'ctrlKey' | 'shiftKey' | 'altKey'>): boolean =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey

interface Ways {
  go: (href: string) => void
  /** Fetches what an address leads to. */
  preload: (href: string) => Promise<unknown>
}

/**
 * Plain links lead from screen to screen without loading the page: components and texts need know nothing of a router.
 * What a link leads to is fetched as soon as somebody points at it.
 */
export function followLinks({ go, preload }: Ways): void {
  document.addEventListener('click', (event) => {
    if (event.defaultPrevented || !isPlainPress(event)) return
    const href = screenOf(event)
    if (!href) return
    event.preventDefault()
    go(href)
  })
  const prepare = (event: Event) => {
    const href = screenOf(event)
    // What does not come now is asked for again where it is needed.
    if (href) void preload(href).catch(() => {})
  }
  for (const kind of ['pointerover', 'touchstart', 'focusin']) document.addEventListener(kind, prepare, { passive: true })
}
