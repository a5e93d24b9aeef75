import { cards } from '#ui/drag/elements.ts'

/** A box in window px. */
export type Box = Pick<DOMRect, 'x' | 'y' | 'width' | 'height'>

/** Height of a card's picture, above its title. */
export function pictureBox(element: Element): Box {
  const { x, y, width, height } = element.getBoundingClientRect()
  return { x, y, width, height: Math.min(height, (width * 2) / 3) }
}

/** The element pressed to play an item. */
interface Origin {
  itemId: string
  element: Element
  /** Box of its picture, because its card may be gone later. */
  box: Box | undefined
}

let origin: Origin | undefined

/** Call with the element pressed to play an item: a card, a banner. */
export function markOrigin(itemId: string, element: Element): void {
  origin = { itemId, element, box: pictureBox(element) }
}

/** Returns and clears where an item was pressed; undefined if it wasn't. */
export function consumeOriginBox(itemId: string): Box | undefined {
  if (origin?.itemId !== itemId) return undefined
  const { box } = origin
  origin.box = undefined
  return box
}

/** Without a recorded press, uses the focused element: a link, a form's button. */
export function markFocusAsOrigin(itemId: string): void {
  const { activeElement } = document
  if (origin?.itemId !== itemId && activeElement) origin = { itemId, element: activeElement, box: undefined }
}

const isInCard = (element: Element) => cards.closest(element) !== undefined

/** Returns the pressed element, or after a rerender, the link to the same address. */
export function originElement(): HTMLElement | undefined {
  const element = origin?.element
  if (!(element instanceof HTMLElement) || element === document.body) return undefined
  if (element.isConnected) return element
  const href = element.getAttribute('href')
  const links = href ? [...document.querySelectorAll<HTMLElement>(`#content a[href="${CSS.escape(href)}"]`)] : []
  // A banner and a card may link to the same video.
  return links.find((link) => isInCard(link) === isInCard(element)) ?? links[0]
}

export const clearOrigin = (): void => void (origin = undefined)
