import { markOrigin } from '#features/media/web/player/origin.ts'

/** Videos that a person pressed since the page was loaded. */
const pressed = new Set<string>()

/** @param element what was pressed: the player grows out of it; none: it is asked for by a form */
export function markPressed(videoId: string, element?: Element): void {
  pressed.add(videoId)
  if (element) markOrigin(videoId, element)
}

/** Has a person asked for this video here? An address that was opened, or loaded anew, starts nothing by itself. */
export const wasPressed = (videoId: string): boolean => pressed.has(videoId)
