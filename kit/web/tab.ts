/** Id of this tab, sent with calls, so that the tab gets no events about its own changes. New after each page load. */
export const tabId = Math.random().toString(36).slice(2)

/**
 * Set while this tab has input that was typed before another tab changed the user or the team.
 * `team`: changes act for that team, or for the user if it is empty. `userId`: changes are only sent as that user.
 */
export const typedInput: { team?: string | undefined; userId?: string | undefined } = {}
