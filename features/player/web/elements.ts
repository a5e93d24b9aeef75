import { createElements } from '#ui/drag/elements.ts'

/** Pictures of the player, which open from a card. */
export const stages = createElements()
/** Areas of the picture that react to taps. */
export const pictureAreas = createElements()
/** Volume sliders. */
export const volumes = createElements()
/** Links that expand the docked player. */
export const expandLinks = createElements()

export const stageRef = stages.ref(undefined)
export const pictureAreaRef = pictureAreas.ref(undefined)
export const volumeRef = volumes.ref(undefined)
export const expandLinkRef = expandLinks.ref(undefined)
