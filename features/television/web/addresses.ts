import { paths } from '#shell/paths.ts'

/** What `play` of a TV channel's address says for its live stream; anything else is the id of a programme. */
export const live = 'live'

export const tvAddress = (channel: string): string => paths.tiers({ channel })
/** The page of a programme. */
export const programmeAddress = (channel: string, epgId: string): string => paths.tiers({ channel, epgId })
export const playAddress = (channel: string, play: string): string => paths.tiers({ channel, play })
export const itemAddress = (channel: string, play: string): string => paths.channels({ channel, play })

/** As others are told of it. */
export const absolute = (path: string): string => new URL(path, location.origin).href
