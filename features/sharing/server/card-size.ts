/** Size of a link preview picture in px. */
export const cardSize = { width: 1200, height: 630 } as const
