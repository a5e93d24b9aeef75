/** Where something stands, in px of the window. */
export type Box = Pick<DOMRect, 'x' | 'y' | 'width' | 'height'>

/** The picture of a card: what stands above its title. */
export function pictureBox(element: Element): Box {
  const { x, y, width, height } = element.getBoundingClientRect()
  return { x, y, width, height: Math.min(height, (width * 2) / 3) }
}

/** Where an item was pressed last: by the time it plays its card may be gone. */
let pressed: { id: string; box: Box } | undefined

/** To be called with what somebody pressed to play an item: a card, a banner. */
export function markOrigin(itemId: string, element: Element): void {
  pressed = { id: itemId, box: pictureBox(element) }
}

/** Where an item was pressed, once; undefined when it was not. */
export function takeOrigin(itemId: string): Box | undefined {
  const box = pressed?.id === itemId ? pressed.box : undefined
  pressed = undefined
  return box
}
