/** Id of this tab, sent with calls, so that the tab gets no events about its own changes. New after each page load. */
export const tabId = Math.random().toString(36).slice(2)

/**
 * `team` is set while this tab has input that was typed before another tab switched teams. Changes then act for that team, or for the user
 * if it is empty.
 */
export const typedInput: { team?: string | undefined } = {}
