/** Name of the metric in a page's `Server-Timing` header whose description is the server's time, in ms since 1970. */
export const serverTimeMetric = 'now'
