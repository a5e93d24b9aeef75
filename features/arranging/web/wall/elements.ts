import { createElements } from '#ui/drag/elements.ts'
import type { BarList } from '../bar/places.ts'

/** Walls of the user's channels, with their list. The first child of each has the items. */
export const walls = createElements<BarList>()
