/** What the guest's home asks for first: the page that the server sends and the screen must ask for the same. */
export const homeRead = { query: { limit: 12 } } as const
