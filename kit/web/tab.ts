/** Id of this tab, sent with calls: it needs no events about its own changes. New after each page load. */
export const tabId = Math.random().toString(36).slice(2)
