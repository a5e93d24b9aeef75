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

const firstValue = <K extends keyof LinkMetadata>(sources: readonly LinkMetadata[], key: K): LinkMetadata[K] | undefined =>
  sources.find((source) => source[key] !== undefined)?.[key]

/** Merges sources. Each field is from the first source that has it. Frames and files are from all sources. */
export const mergeMetadata = (...sources: readonly LinkMetadata[]): LinkMetadata => ({
  title: firstValue(sources, 'title'),
  description: firstValue(sources, 'description'),
  image: firstValue(sources, 'image'),
  site: firstValue(sources, 'site'),
  duration: firstValue(sources, 'duration'),
  isLive: firstValue(sources, 'isLive'),
  publishedAt: firstValue(sources, 'publishedAt'),
  frames: sources.flatMap((source) => source.frames ?? []),
  files: sources.flatMap((source) => source.files ?? []),
})
