import { cards } from '#ui/drag/elements.ts'

/** A box in window px. */
export type Box = Pick<DOMRect, 'x' | 'y' | 'width' | 'height'>

/** Returns the box of a card's picture, without the title below it. */
export function pictureBox(element: Element): Box {
  const { x, y, width, height } = element.getBoundingClientRect()
  return { x, y, width, height: Math.min(height, (width * 2) / 3) }
}

/** The element pressed to play an item. */
interface PressedElement {
  itemId: string
  element: Element
  /** Box of the element's picture, because the element may be gone later. */
  box: Box | undefined
}

let origin: PressedElement | undefined

/** Stores the element that was pressed to play an item: a card, a banner. */
export function markPressedElement(itemId: string, element: Element): void {
  origin = { itemId, element, box: pictureBox(element) }
}

/** Returns the box of the element that was pressed for an item, and forgets it; undefined if none was pressed. */
export function takePressedBox(itemId: string): Box | undefined {
  if (origin?.itemId !== itemId) return undefined
  const { box } = origin
  origin.box = undefined
  return box
}

/** Stores the focused element, if none was pressed: a link, a form's button. */
export function markFocusedAsPressed(itemId: string): void {
  const { activeElement } = document
  if (origin?.itemId !== itemId && activeElement) origin = { itemId, element: activeElement, box: undefined }
}

const isInCard = (element: Element) => cards.closest(element) !== undefined

/** Returns the pressed element. If a rerender has replaced it, returns a link to the same address. */
export function findPressedElement(): HTMLElement | undefined {
  const element = origin?.element
  if (!(element instanceof HTMLElement) || element === document.body) return undefined
  if (element.isConnected) return element
  const href = element.getAttribute('href')
  const links = href ? [...document.querySelectorAll<HTMLElement>(`#content a[href="${CSS.escape(href)}"]`)] : []
  // Prefers a link of the same kind, because a banner and a card may lead to the same video.
  return links.find((link) => isInCard(link) === isInCard(element)) ?? links[0]
}

export const clearPressedElement = (): void => void (origin = undefined)
