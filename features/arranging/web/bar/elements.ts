import { createElements } from '#ui/drag/elements.ts'
import type { BarList } from './places.ts'

/** Shelves of the bar in edit mode, with their list. */
export const shelves = createElements<BarList>()
/** The separators after the content of open groups, each with its group's id. */
export const groupEnds = createElements<string>()
/** The panel of shelves, and the button that opens it. */
export const barParts = createElements<'panel' | 'button'>()
