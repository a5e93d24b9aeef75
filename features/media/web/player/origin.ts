/** Where something stands, in px of the window. */
export type Box = Pick<DOMRect, 'x' | 'y' | 'width' | 'height'>

/** The picture of a card: what stands above its title. */
export function pictureBox(element: Element): Box {
  const { x, y, width, height } = element.getBoundingClientRect()
  return { x, y, width, height: Math.min(height, (width * 2) / 3) }
}

/** What was pressed to play an item. */
interface Origin {
  itemId: string
  element: Element
  /** Where its picture stood: by the time it plays its card may be gone. */
  box: Box | undefined
}

let origin: Origin | undefined

/** To be called with what somebody pressed to play an item: a card, a banner. */
export function markOrigin(itemId: string, element: Element): void {
  origin = { itemId, element, box: pictureBox(element) }
}

/** Where an item was pressed, once; undefined when it was not. */
export function takeOriginBox(itemId: string): Box | undefined {
  if (origin?.itemId !== itemId) return undefined
  const { box } = origin
  origin.box = undefined
  return box
}

/** Without a press that was marked, what has the focus is what was used: a link, a button of a form. */
export function markFocusAsOrigin(itemId: string): void {
  const { activeElement } = document
  if (origin?.itemId !== itemId && activeElement) origin = { itemId, element: activeElement, box: undefined }
}

const isInCard = (element: Element) => element.closest('[data-card]') !== null

/** What was pressed, or where the page was drawn anew, what stands in its place: the link to the same address. */
export function originElement(): HTMLElement | undefined {
  const element = origin?.element
  if (!(element instanceof HTMLElement) || element === document.body) return undefined
  if (element.isConnected) return element
  const href = element.getAttribute('href')
  const links = href ? [...document.querySelectorAll<HTMLElement>(`#content a[href="${CSS.escape(href)}"]`)] : []
  // A banner and a card may lead to the same video.
  return links.find((link) => isInCard(link) === isInCard(element)) ?? links[0]
}

export const forgetOrigin = (): void => void (origin = undefined)
