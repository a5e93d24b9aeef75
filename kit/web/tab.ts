/** What this tab calls itself in calls: of what it changed itself it needn't be told. Another after each load of the page. */
export const tabId = Math.random().toString(36).slice(2)
