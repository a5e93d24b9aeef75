import type { ZoneState } from './zones.ts'

/** The part of a page that can be seen, in px of the window. */
export interface VisiblePart {
  pageBox: DOMRect
  /** Edges between which neither the page's padding nor a fixed zone covers items. */
  inner: { top: number; bottom: number }
}

export function visiblePartOf(page: HTMLElement, states: readonly ZoneState[]): VisiblePart {
  const pageBox = page.getBoundingClientRect()
  const { scrollPaddingTop, scrollPaddingBottom } = getComputedStyle(page)
  const fixedBottoms = states.filter(({ zone }) => zone.isFixed).map(({ box }) => box.bottom)
  return {
    pageBox,
    inner: {
      top: Math.max(pageBox.top + (Number.parseFloat(scrollPaddingTop) || 0), ...fixedBottoms),
      bottom: pageBox.bottom - (Number.parseFloat(scrollPaddingBottom) || 0),
    },
  }
}
