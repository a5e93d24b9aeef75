import { markPressedElement } from '#features/player/web/pressed-element.ts'

/** Videos that the user clicked since the page loaded. */
export const clickedVideos = new Set<string>()

/** @param element the clicked element, from which the player grows; undefined if a form plays the video */
export function markVideoClicked(videoId: string, element?: Element): void {
  clickedVideos.add(videoId)
  if (element) markPressedElement(videoId, element)
}

/** Whether the user clicked this video on this page. Opened or reloaded addresses don't start playback. */
export const wasVideoClicked = (videoId: string): boolean => clickedVideos.has(videoId)
