import { createElements } from '#ui/drag/elements.ts'

/** Registers the discs on package cards, from which drags start. */
export const packageDisc = createElements()
/** Registers the user's bar, on which a dragged package is dropped. */
export const packageBar = createElements()
