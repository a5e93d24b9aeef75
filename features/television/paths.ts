/** The page of a TV channel, or of a programme on it, below the language. */
export const tvPath = (channelId: string, epgId?: string): string =>
  `/tiers?${new URLSearchParams({ channel: channelId, ...(epgId !== undefined && { epgId }) }).toString()}`
