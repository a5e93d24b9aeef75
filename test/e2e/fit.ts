import type { Locator } from 'playwright'

/**
 * Returns what doesn't fit in a dialog: elements outside of its sides, text that is wider than its button or line, and sideways scrolling
 * of the dialog or the page.
 */
export const findDialogOverflow = (dialog: Locator): Promise<string[]> =>
  dialog.evaluate((sheet) => {
    const results: string[] = []
    const page = document.documentElement
    if (page.scrollWidth > innerWidth) results.push(`the page is ${page.scrollWidth} px wide`)
    const describeElement = (element: Element) => `${element.tagName.toLowerCase()} “${(element.textContent ?? '').trim().slice(0, 40)}”`
    const { left, right } = sheet.getBoundingClientRect()
    if (left < -0.5 || right > innerWidth + 0.5) results.push(`the dialog reaches from ${left} to ${right} px`)
    /** Returns true for elements that clip on purpose: a picture in its frame, or a line with an ellipsis. */
    const clips = (element: Element) => getComputedStyle(element).overflowX !== 'visible'
    const isClipped = (element: Element) => {
      for (let around = element.parentElement; around && around !== sheet; around = around.parentElement) if (clips(around)) return true
      return false
    }
    for (const element of sheet.querySelectorAll<HTMLElement>('*')) {
      const box = element.getBoundingClientRect()
      // Skips hidden elements and text that only screen readers see.
      if (box.width <= 1 || box.height <= 1 || isClipped(element)) continue
      if (box.left < left - 0.5 || box.right > right + 0.5)
        results.push(`${describeElement(element)} reaches from ${box.left} to ${box.right} px`)
      const { overflowX, textOverflow } = getComputedStyle(element)
      const isWider = element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0
      if (isWider && /auto|scroll/.test(overflowX)) results.push(`${describeElement(element)} scrolls sideways`)
      else if (isWider && textOverflow !== 'ellipsis' && element.matches('button, label, legend, p, li, summary, small, h1, h2, h3'))
        results.push(`${describeElement(element)} has ${element.scrollWidth} px of words on ${element.clientWidth} px`)
    }
    return results
  })
