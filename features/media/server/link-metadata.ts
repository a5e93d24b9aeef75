/** Metadata of a link from one source: tags, JSON-LD, oEmbed, or the file itself. Not yet cleaned or truncated. */
export interface LinkMetadata {
  title?: string | undefined
  description?: string | undefined
  /** Picture URL. */
  image?: string | undefined
  site?: string | undefined
  /** Duration in seconds. */
  duration?: number | undefined
  /** Whether the link is a live stream. */
  isLive?: boolean | undefined
  /** ISO 8601, UTC. */
  publishedAt?: string | undefined
  /** Player frame URLs, best first. */
  frames?: readonly string[]
  /** Media file URLs, best first. */
  files?: readonly string[]
}

const first = <K extends keyof LinkMetadata>(sources: readonly LinkMetadata[], key: K): LinkMetadata[K] | undefined =>
  sources.find((source) => source[key] !== undefined)?.[key]

/** Merges sources. Each field is from the first source that has it. Frames and files are from all sources. */
export const mergeMetadata = (...sources: readonly LinkMetadata[]): LinkMetadata => ({
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
