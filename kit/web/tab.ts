/** Id of this tab, sent with calls: it needs no events about its own changes. New after each page load. */
export const tabId = Math.random().toString(36).slice(2)

/** Set while this tab has input that was typed before another tab switched: changes act for this team, or for the user (empty). */
export const typedFor: { team?: string | undefined } = {}
