import type { Page } from 'playwright'

/** Minimum size of a control on a touchscreen, in px. */
const touchPx = 44

/** Returns the controls that a finger hits within less than 44 px. Links within running text are exempt, as in WCAG. */
export const findSmallTargets = (page: Page): Promise<string[]> =>
  page.evaluate((least) => {
    const named = (element: Element) =>
      `${element.tagName.toLowerCase()} “${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40)}”`
    const isShown = (element: Element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    /** A link with words before or after it in the same line. */
    const isInText = (element: Element) =>
      getComputedStyle(element).display === 'inline' &&
      [...(element.parentElement?.childNodes ?? [])].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent!.trim() !== '')
    const isFor = (element: Element, hit: Element | null) =>
      hit !== null && (element.contains(hit) || hit.contains(element) || hit.closest('label')?.contains(element) === true)
    /** Whether a finger on this point reaches the control, or the point is out of view. */
    const reaches = (element: Element, x: number, y: number) =>
      x < 0 || y < 0 || x >= innerWidth || y >= innerHeight || isFor(element, document.elementFromPoint(x, y))
    const found: string[] = []
    for (const element of document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary')) {
      const control = element.closest('label') ?? element
      element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
      const { width, height, x, y } = control.getBoundingClientRect()
      if (!isShown(element) || width <= 1 || height <= 1 || isInText(element) || element.closest('[inert]')) continue
      const isCovered = !isFor(control, document.elementFromPoint(x + width / 2, y + height / 2))
      if (isCovered || (width >= least - 0.5 && height >= least - 0.5)) continue
      const [middleX, middleY, half] = [x + width / 2, y + height / 2, least / 2 - 1]
      const misses = [
        width < least - 0.5 && !(reaches(control, middleX - half, middleY) && reaches(control, middleX + half, middleY)),
        height < least - 0.5 && !(reaches(control, middleX, middleY - half) && reaches(control, middleX, middleY + half)),
      ]
      if (misses.some(Boolean)) found.push(`${named(element)} is ${Math.round(width)} × ${Math.round(height)} px`)
    }
    return [...new Set(found)]
  }, touchPx)

/** Returns what doesn't fit on a page: sideways scrolling, controls beyond its sides, and words that are cut or lie over others. */
export const findMisfits = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = []
    const named = (element: Element) =>
      `${element.tagName.toLowerCase()} “${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40)}”`
    const width = document.documentElement.clientWidth
    if (document.documentElement.scrollWidth > width) found.push(`the page is ${document.documentElement.scrollWidth} px wide`)
    const isShown = (element: Element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    /** In a row that slides, or a picture. */
    const isClipped = (element: Element) => {
      for (let around = element.parentElement; around && !around.matches('[data-screen]'); around = around.parentElement)
        if (getComputedStyle(around).overflowX !== 'visible') return true
      return false
    }
    const words = new Map<Element, DOMRect>()
    for (const element of document.querySelectorAll<HTMLElement>('[data-screen] *')) {
      const box = element.getBoundingClientRect()
      if (box.width <= 1 || box.height <= 1 || !isShown(element) || isClipped(element) || element.closest('[aria-hidden=true]')) continue
      if (element.matches('a, button, input, select, h1, h2, h3, p') && (box.left < -1 || box.right > width + 1))
        found.push(`${named(element)} reaches from ${Math.round(box.left)} to ${Math.round(box.right)} px`)
      const { textOverflow, overflowX } = getComputedStyle(element)
      const isWider =
        element.scrollWidth > element.clientWidth + 2 && element.clientWidth > 0 && overflowX !== 'auto' && overflowX !== 'scroll'
      if (isWider && textOverflow !== 'ellipsis' && element.matches('button, label, legend, p, summary, small, h1, h2, h3'))
        found.push(`${named(element)} has ${element.scrollWidth} px of words on ${element.clientWidth} px`)
      const text = [...element.childNodes].find((node) => node.nodeType === Node.TEXT_NODE && node.textContent!.trim() !== '')
      if (!text || element.closest('header, [data-row]')) continue
      const range = document.createRange()
      range.selectNodeContents(text)
      words.set(element, range.getBoundingClientRect())
    }
    const all = [...words]
    for (const [index, [one, a]] of all.entries())
      for (const [other, b] of all.slice(index + 1)) {
        if (one.contains(other) || other.contains(one)) continue
        const across = Math.min(a.right, b.right) - Math.max(a.left, b.left)
        const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
        if (across > 4 && down > 6) found.push(`${named(one)} lies over ${named(other)}`)
      }
    return [...new Set(found)]
  })
