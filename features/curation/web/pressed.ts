import type { MouseEvent } from 'react'

/** Videos that a person pressed since the page was loaded. */
const pressed = new Set<string>()

export const markPressed = (videoId: string): void => void pressed.add(videoId)

/** Has a person asked for this video here? An address that was opened, or loaded anew, starts nothing by itself. */
export const wasPressed = (videoId: string): boolean => pressed.has(videoId)

/** A press that stays in this tab. */
export const isPlainPress = (event: MouseEvent): boolean =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
