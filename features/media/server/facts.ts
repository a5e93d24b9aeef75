/** What one source (tags, JSON-LD, oEmbed, a file's own bytes) tells of a link, as it stands there: not yet cleaned or cut. */
export interface Facts {
  title?: string | undefined
  description?: string | undefined
  /** Address of a picture. */
  image?: string | undefined
  site?: string | undefined
  /** Seconds. */
  duration?: number | undefined
  /** A stream that has no end yet. */
  isLive?: boolean | undefined
  /** ISO 8601, UTC. */
  publishedAt?: string | undefined
  /** Addresses of players to frame, the best first. */
  frames?: readonly string[]
  /** Addresses of media files, the best first. */
  files?: readonly string[]
}

const first = <K extends keyof Facts>(sources: readonly Facts[], key: K): Facts[K] | undefined =>
  sources.find((source) => source[key] !== undefined)?.[key]

/** One out of several: for each thing, the first that knows it. */
export const mergeFacts = (...sources: readonly Facts[]): Facts => ({
  title: first(sources, 'title'),
  description: first(sources, 'description'),
  image: first(sources, 'image'),
  site: first(sources, 'site'),
  duration: first(sources, 'duration'),
  isLive: first(sources, 'isLive'),
  publishedAt: first(sources, 'publishedAt'),
  frames: sources.flatMap((source) => source.frames ?? []),
  files: sources.flatMap((source) => source.files ?? []),
})
