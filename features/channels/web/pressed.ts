import { markOrigin } from '#features/player/web/origin.ts'

/** Videos that the user pressed since the page loaded. */
export const pressed = new Set<string>()

/** @param element the pressed element, from which the player grows; undefined if a form plays the video */
export function markPressed(videoId: string, element?: Element): void {
  pressed.add(videoId)
  if (element) markOrigin(videoId, element)
}

/** Whether the user pressed this video on this page. Opened or reloaded addresses don't start playback. */
export const wasPressed = (videoId: string): boolean => pressed.has(videoId)
