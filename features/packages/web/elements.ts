import { createElements } from '#ui/drag/elements.ts'

/** The discs of packages on cards. */
export const packageDisc = createElements()
/** The user's bar, while a package is dragged. */
export const packageBar = createElements()
