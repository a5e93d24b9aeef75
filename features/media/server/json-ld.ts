import type { LinkMetadata } from './link-metadata.ts'
import { parseDuration, parseTime, htmlToText } from './text.ts'

type Node = Record<string, unknown>

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value)
/** Converts to a list of at most 200 items. */
const toArray = (value: unknown): unknown[] =>
  Array.isArray(value) ? value.slice(0, 200) : value === undefined || value === null ? [] : [value]
const firstText = (...values: unknown[]): string | undefined =>
  values.flatMap(toArray).find((value): value is string => typeof value === 'string' && value.trim() !== '')

const firstPlainText = (...values: unknown[]) => {
  const text = firstText(...values)
  return text === undefined ? undefined : htmlToText(text)
}

const mediaTypes =
  /^(?:https?:\/\/schema\.org\/)?(?:VideoObject|AudioObject|Clip|Movie|TVEpisode|RadioEpisode|PodcastEpisode|Episode|MusicRecording|MusicVideoObject)$/
const isMedia = (node: Node) => toArray(node['@type']).some((type) => typeof type === 'string' && mediaTypes.test(type))

/** Properties that may contain a page's main item. Doesn't include comments, related items and lists. */
const itemProperties = ['@graph', 'mainEntity', 'mainEntityOfPage', 'video', 'audio', 'associatedMedia'] as const

function collectNodes(value: unknown, nodes: Node[], depth: number) {
  for (const node of toArray(value)) {
    if (!isNode(node) || nodes.length >= 200) continue
    nodes.push(node)
    if (depth > 0) for (const property of itemProperties) collectNodes(node[property], nodes, depth - 1)
  }
}

function nodesOf(texts: readonly string[]): Node[] {
  const nodes: Node[] = []
  for (const text of texts) {
    try {
      collectNodes(JSON.parse(text), nodes, 4)
    } catch {
      // Ignores invalid JSON-LD, which is common.
    }
  }
  return nodes
}

/** Returns the URL of a picture: from a URL, an ImageObject, or a list of either. */
const pictureOf = (...values: unknown[]): string | undefined =>
  firstText(...values.flatMap(toArray).map((value) => (isNode(value) ? firstText(value['url'], value['contentUrl'], value['@id']) : value)))

/** Extracts metadata of a page's video, audio or article from schema.org data (JSON-LD). */
export function extractJsonLdMetadata(texts: readonly string[]): LinkMetadata {
  const nodes = nodesOf(texts)
  const media = nodes.find(isMedia) ?? {}
  const article = nodes.find((node) => node['headline'] !== undefined) ?? {}
  // `encoding` contains an episode's files.
  const files = ['associatedMedia', 'audio', 'video', 'encoding'].flatMap((property) => toArray(media[property])).filter(isNode)
  return {
    title: firstPlainText(media['name'], media['headline'], article['headline']),
    description: firstPlainText(media['description'], article['description']),
    image: pictureOf(media['thumbnailUrl'], media['thumbnail'], media['image'], article['image']),
    duration: parseDuration(media['duration']) ?? parseDuration(media['timeRequired']),
    publishedAt: [media['uploadDate'], media['datePublished'], media['dateCreated'], article['datePublished']].map(parseTime).find(Boolean),
    frames: [media, ...files].map((node) => firstText(node['embedUrl'])).filter((address) => address !== undefined),
    files: [media, ...files].map((node) => firstText(node['contentUrl'])).filter((address) => address !== undefined),
  }
}
