/** Registries and look-ups that a first visit doesn't load. */
import { cards, createElements, stops } from './elements.ts'

/** Drag handles. */
export const grips = createElements()
/** Rows of a sortable list, with the id of their thing. */
export const sortedRows = createElements<string>()
/** Containers of a dialog's buttons. */
export const dialogActions = createElements()

/**
 * Returns the vertical scroll container of the screen around an element. By structure (`shell/Screen.tsx`): layout effects of the content
 * run before the container could be registered.
 */
export const screenAt = (element: Element | null): HTMLElement | undefined => element?.closest('main')?.parentElement ?? undefined

/** Returns the stop of the card of a thing. */
export function stopOfCard(id: string, root?: ParentNode): HTMLElement | undefined {
  const card = cards.in(root).find(({ value }) => value === id)
  return card && stops.in(card.element)[0]?.element
}
