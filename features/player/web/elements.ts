import { createElements } from '#ui/drag/elements.ts'

/** Areas of the picture that react to taps. */
export const pictureAreas = createElements()
/** Volume sliders. */
export const volumes = createElements()
/** Links that expand the docked player. */
export const expandLinks = createElements()

export const pictureAreaRef = pictureAreas.ref(undefined)
export const volumeRef = volumes.ref(undefined)
export const expandLinkRef = expandLinks.ref(undefined)
