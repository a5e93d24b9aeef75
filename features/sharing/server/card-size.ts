/** Pixels of the picture by which other sites show a link, as they ask for it. */
export const cardSize = { width: 1200, height: 630 } as const
