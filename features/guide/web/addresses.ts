import { paths } from '#shell/paths.ts'

/** The value of `play` for the live stream; other values are ids of programmes. */
export const livePlay = 'live'

export const tvAddress = (channel: string): string => paths.tiers({ channel })
/** Returns the URL of a programme. */
export const programmeAddress = (channel: string, epgId: string): string => paths.tiers({ channel, epgId })
export const playAddress = (channel: string, play: string): string => paths.tiers({ channel, play })
export const itemAddress = (channel: string, play: string): string => paths.channels({ channel, play })

/** Returns an absolute URL for sharing. */
export const toAbsoluteUrl = (path: string): string => new URL(path, location.origin).href
