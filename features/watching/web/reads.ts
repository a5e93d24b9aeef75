/** Positions for cards: one read per page. */
export const positionsRead = { query: {} } as const
/** Continue watching, on both homes. */
export const continueRead = { query: { limit: 30 } } as const
