import type { Page } from 'playwright'

/** Minimum size of a control on a touchscreen, in px (WCAG). */
const touchPx = 44

/** Returns controls in which a finger has less than 44 px. Links in running text are exempt, as in WCAG. */
export const findSmallTargets = (page: Page): Promise<string[]> =>
  page.evaluate((least) => {
    const describeElement = (element: Element) =>
      `${element.tagName.toLowerCase()} “${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40)}”`
    const isShown = (element: Element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    /** Returns true for a link with words before or after it in the same line. */
    const isInText = (element: Element) =>
      getComputedStyle(element).display === 'inline' &&
      [...(element.parentElement?.childNodes ?? [])].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent!.trim() !== '')
    const isFor = (element: Element, hit: Element | null) =>
      hit !== null && (element.contains(hit) || hit.contains(element) || hit.closest('label')?.contains(element) === true)
    /** How far from a point a finger still hits the control in one direction, in px. Points out of view count as hits. */
    const reachOf = (element: Element, x: number, y: number, stepX: number, stepY: number) => {
      for (let px = 1; px < least; px++) {
        const [atX, atY] = [x + stepX * px, y + stepY * px]
        const isOut = atX < 0 || atY < 0 || atX >= innerWidth || atY >= innerHeight
        if (!isOut && !isFor(element, document.elementFromPoint(atX, atY))) return px - 1
      }
      return least
    }
    const results: string[] = []
    for (const element of document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary')) {
      const control = element.closest('label') ?? element
      element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
      const { width, height, x, y } = control.getBoundingClientRect()
      if (!isShown(element) || width <= 1 || height <= 1 || isInText(element) || element.closest('[inert]')) continue
      const isCovered = !isFor(control, document.elementFromPoint(x + width / 2, y + height / 2))
      if (isCovered || (width >= least - 0.5 && height >= least - 0.5)) continue
      const [middleX, middleY] = [x + width / 2, y + height / 2]
      const across = reachOf(control, middleX, middleY, -1, 0) + reachOf(control, middleX, middleY, 1, 0) + 1
      const down = reachOf(control, middleX, middleY, 0, -1) + reachOf(control, middleX, middleY, 0, 1) + 1
      if (across < least - 1 || down < least - 1)
        results.push(`${describeElement(element)} is ${Math.round(width)} × ${Math.round(height)} px`)
    }
    return [...new Set(results)]
  }, touchPx)

/** Returns what doesn't fit on a page: sideways scrolling, controls beyond the sides, and words that are cut or lie over other words. */
export const findPageOverflow = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const results: string[] = []
    const describeElement = (element: Element) =>
      `${element.tagName.toLowerCase()} “${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40)}”`
    const width = document.documentElement.clientWidth
    if (document.documentElement.scrollWidth > width) results.push(`the page is ${document.documentElement.scrollWidth} px wide`)
    const isShown = (element: Element) =>
      element.checkVisibility({ contentVisibilityAuto: true, opacityProperty: true, visibilityProperty: true })
    /** Returns true if a scrolling row or a picture clips the element. */
    const isClipped = (element: Element) => {
      for (let around = element.parentElement; around && !around.matches('[data-screen]'); around = around.parentElement)
        if (getComputedStyle(around).overflowX !== 'visible') return true
      return false
    }
    const words = new Map<Element, Record<'left' | 'right' | 'top' | 'bottom', number>>()
    for (const element of document.querySelectorAll<HTMLElement>('[data-screen] *')) {
      const box = element.getBoundingClientRect()
      if (box.width <= 1 || box.height <= 1 || !isShown(element) || isClipped(element) || element.closest('[aria-hidden=true]')) continue
      if (element.matches('a, button, input, select, h1, h2, h3, p') && (box.left < -1 || box.right > width + 1))
        results.push(`${describeElement(element)} reaches from ${Math.round(box.left)} to ${Math.round(box.right)} px`)
      const text = [...element.childNodes].find((node) => node.nodeType === Node.TEXT_NODE && node.textContent!.trim() !== '')
      if (!text) continue
      const range = document.createRange()
      range.selectNodeContents(text)
      const { left, right, top, bottom } = range.getBoundingClientRect()
      const { textOverflow, overflowX, maskImage } = getComputedStyle(element)
      const isCut = (left < box.left - 2 || right > box.right + 2) && textOverflow !== 'ellipsis'
      if (isCut && element.matches('button, label, legend, p, summary, small, h1, h2, h3'))
        results.push(`${describeElement(element)} is wider than its box`)
      // Skips texts that may lie over others: those in headers and rows, and texts that fade out below a button.
      if (element.closest('header, [data-row]') || maskImage !== 'none') continue
      // Hidden lines of a shortened text don't lie over other words.
      const isHiding = overflowX !== 'visible'
      words.set(element, {
        left: isHiding ? Math.max(left, box.left) : left,
        right: isHiding ? Math.min(right, box.right) : right,
        top: isHiding ? Math.max(top, box.top) : top,
        bottom: isHiding ? Math.min(bottom, box.bottom) : bottom,
      })
    }
    const all = [...words]
    for (const [index, [element, a]] of all.entries())
      for (const [other, b] of all.slice(index + 1)) {
        if (element.contains(other) || other.contains(element)) continue
        const across = Math.min(a.right, b.right) - Math.max(a.left, b.left)
        const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
        if (across > 4 && down > 6) results.push(`${describeElement(element)} lies over ${describeElement(other)}`)
      }
    return [...new Set(results)]
  })
