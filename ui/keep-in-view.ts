/*
 * Keeps the item in view in view when the window changes its width, as when a phone is turned. Browsers keep the position in px, but a
 * wider page has other rows. Items are found again by their address, because a wide page may show them in other elements.
 */

/** After this time in ms without scrolling, the item in view is remembered. */
const restMs = 100
/** For this time in ms after the last change of the layout, the item is kept in view: rows and pictures may load late. */
const settleMs = 1000

interface Anchor {
  /** Address of the page that it is on. */
  page: string
  href: string
  /** Distance in px from the top of the window. */
  top: number
}

const screenElement = () => document.querySelector<HTMLElement>('[data-screen]')
const linksOf = (screen: HTMLElement) => screen.querySelectorAll<HTMLAnchorElement>('main a[href]')

/** Returns the first link in view below the header; undefined at the top of the screen. */
function findAnchor(screen: HTMLElement): Anchor | undefined {
  const top = screen.getBoundingClientRect().top + (Number.parseFloat(getComputedStyle(screen).scrollPaddingTop) || 0)
  if (screen.scrollTop === 0) return undefined
  for (const link of linksOf(screen)) {
    const box = link.getBoundingClientRect()
    if (box.top >= top && box.height > 0) return { page: location.href, href: link.href, top: box.top }
  }
  return undefined
}

/** Scrolls until the item is where it was, or at least in view. */
function restore(screen: HTMLElement, { href, top }: Anchor): void {
  const link = [...linksOf(screen)].find((link) => link.href === href)
  if (!link) return
  const goal = Math.min(top, innerHeight / 2)
  screen.scrollTop += link.getBoundingClientRect().top - goal
}

/** Call once. */
export function keepItemInView(): void {
  let anchor: Anchor | undefined
  let width = innerWidth
  let timer: ReturnType<typeof setTimeout> | undefined
  let restoring: AbortController | undefined

  const remember = () => {
    const screen = screenElement()
    anchor = screen ? findAnchor(screen) : undefined
  }
  const scheduleRemember = () => {
    clearTimeout(timer)
    if (!restoring) timer = setTimeout(remember, restMs)
  }
  const stop = () => {
    restoring?.abort()
    restoring = undefined
    scheduleRemember()
  }
  const keep = () => {
    const kept = anchor
    if (innerWidth === width) return
    width = innerWidth
    if (kept?.page !== location.href) return
    clearTimeout(timer)
    restoring?.abort()
    restoring = new AbortController()
    const { signal } = restoring
    let height = 0
    let end = 0
    const step = () => {
      if (signal.aborted) return
      const screen = screenElement()
      if (screen) restore(screen, kept)
      if (screen && screen.scrollHeight !== height) {
        height = screen.scrollHeight
        end = performance.now() + settleMs
      }
      if (performance.now() < end) requestAnimationFrame(step)
      else stop()
    }
    // The user's own scrolling wins.
    for (const kind of ['wheel', 'touchmove', 'pointerdown', 'keydown']) addEventListener(kind, stop, { once: true, passive: true, signal })
    step()
  }
  document.addEventListener('scroll', scheduleRemember, { capture: true, passive: true })
  addEventListener('resize', keep)
  remember()
}
