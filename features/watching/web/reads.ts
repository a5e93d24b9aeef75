/** The positions that cards show: one read for the page. */
export const positionsRead = { query: {} } as const
/** The row of both homes. */
export const continueRead = { query: { limit: 30 } } as const
