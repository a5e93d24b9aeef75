/** Registries and searches that a first visit doesn't need, so that they load later. */
import { cards, createElements, stops } from './elements.ts'

/** Drag handles. */
export const grips = createElements()
/** Rows of a sortable list, each with the id of the thing it shows. */
export const sortedRows = createElements<string>()
/** Containers of a dialog's buttons. */
export const dialogActions = createElements()

/**
 * Returns the vertically scrolling container of the screen around an element. Finds it by structure (`shell/Screen.tsx`), because layout
 * effects of the content run before the container could be registered.
 */
export const screenAt = (element: Element | null): HTMLElement | undefined => element?.closest('main')?.parentElement ?? undefined

/** Returns the stop in the card that shows the thing with this id. */
export function stopOfCard(id: string, root?: ParentNode): HTMLElement | undefined {
  const card = cards.in(root).find(({ value }) => value === id)
  return card && stops.in(card.element)[0]?.element
}
