/** JSON of other products, read by its structure: an object with an address is an entry, objects around it are folders. */
import { type Collector, isWebAddress } from './imported.ts'
import { splitLines } from './decode.ts'
import { readDuration } from './table.ts'

type Fields = Record<string, unknown>
const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value)
const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value.trim() !== '' ? value : undefined)
const ownField = (fields: Fields, key: string): unknown => (Object.hasOwn(fields, key) ? fields[key] : undefined)

const addressFields = [
  'url',
  'uri',
  'href',
  'link',
  'titleUrl',
  'webpage_url',
  'given_url',
  'resolved_url',
  'originalUrl',
  'permalink',
  'location',
  'src',
]
const titleFields = ['title', 'name', 'playlistName', 'label', 'headline', 'given_title', 'resolved_title', 'text']
const descriptionFields = ['description', 'note', 'excerpt', 'extended', 'summary', 'content_text']
const folderFields = ['folder', 'collection', 'category', 'playlist', 'list', 'group', 'folderName', 'collectionName']
const durationFields = ['lengthSeconds', 'duration', 'length']
/** Names of fields that contain further entries, within an object that itself has an address. */
const contentFields = ['children', 'items', 'links', 'videos', 'bookmarks', 'entries']
/** Names of fields whose URLs don't lead to the saved page, such as pictures. */
const ignoredFields =
  /^(?:thumb|image|picture|icon|avatar|favicon|preview|cover|logo|banner|poster|screenshot|tag|label|author|highlight|subtitle)/i
/** Names of lists of YouTube video ids, which have no URLs. */
const videoListNamePattern = /^(?:videos|watch_?history|history)$/i
const maxDepth = 60

const youTubeVideoUrl = (id: unknown) =>
  typeof id === 'string' && /^[\w-]{11}$/.test(id) ? `https://www.youtube.com/watch?v=${id}` : undefined
const youTubeChannelUrl = (id: unknown) =>
  typeof id === 'string' && /^UC[\w-]{22}$/.test(id) ? `https://www.youtube.com/channel/${id}` : undefined

/** Returns the first text among these fields. */
const firstField = (fields: Fields, names: readonly string[]) =>
  names.map((name) => textOf(ownField(fields, name))).find((text) => text !== undefined)

function addressOf(fields: Fields): string | undefined {
  const direct = addressFields
    .map((name) => ownField(fields, name))
    .find((value): value is string => typeof value === 'string' && isWebAddress(value))
  if (direct !== undefined) return direct
  // Searches nested fields: Karakeep has the address in "content", Google Reader in a list, and YouTube's API in "resourceId".
  for (const name of ['content', 'link', 'canonical', 'alternate', 'snippet', 'resourceId', 'contentDetails']) {
    const [inner] = [ownField(fields, name)].flat()
    const result = isFields(inner) ? addressOf(inner) : undefined
    if (result !== undefined) return result
  }
  return (
    youTubeVideoUrl(ownField(fields, 'videoId')) ??
    youTubeVideoUrl(ownField(fields, 'video_id')) ??
    youTubeChannelUrl(ownField(fields, 'channelId')) ??
    youTubeChannelUrl(ownField(fields, 'id'))
  )
}

function titleOf(fields: Fields): string | undefined {
  const inner = ['snippet', 'content'].map((name) => ownField(fields, name)).find(isFields)
  return firstField(fields, titleFields) ?? (inner && titleOf(inner))
}

/** The place of a value in the document. */
interface Spot {
  /** The name of its field, or of its list. */
  key: string
  /** The names of the folders around it. */
  path: readonly string[]
  line: number
  depth: number
}

/** @param lists names of lists by id. Entries contain the ids of their lists. */
function createWalk({ add, skip }: Collector, lists: ReadonlyMap<unknown, string>) {
  let root: { channel?: string | undefined; series?: string | undefined } = {}

  function entry(fields: Fields, src: string, path: readonly string[], line: number): void {
    const inner = ownField(fields, 'content')
    const folder = folderFields
      .map((name) => ownField(fields, name))
      .map((value) => (isFields(value) ? firstField(value, titleFields) : textOf(value)))
      .find(Boolean)
    const list = [ownField(fields, 'lists') ?? ownField(fields, 'listIds')]
      .flat()
      .map((id) => lists.get(id))
      .find(Boolean)
    const title = titleOf(fields)
    const texts = descriptionFields.flatMap((name) => textOf(ownField(fields, name)) ?? [])
    // In exports of Pinboard, the field "description" is the title.
    const [itemTitle = title, description = isFields(inner) ? firstField(inner, descriptionFields) : undefined] =
      title === undefined ? texts : [title, ...texts]
    const duration = durationFields
      .map((name) => ownField(fields, name))
      .find((value) => typeof value === 'number' || typeof value === 'string')
    add({
      channel: root.channel,
      series: [...path, folder ?? list ?? ''].filter(Boolean).join(' / ') || root.series,
      src,
      title: itemTitle,
      description,
      duration: typeof duration === 'string' ? readDuration(duration) : duration,
      line,
    })
  }

  /** @returns the number of entries found */
  function list(values: readonly unknown[], spot: Spot): number {
    const { key, path, line, depth } = spot
    let count = 0
    const unreadable: unknown[] = []
    for (const value of values) {
      const text = typeof value === 'string' ? value : undefined
      const src = isWebAddress(text)
        ? text
        : ((videoListNamePattern.test(key) ? youTubeVideoUrl(text) : undefined) ?? youTubeChannelUrl(text))
      if (src !== undefined) add({ channel: root.channel, series: path.join(' / ') || root.series, src, line })
      const inside = src !== undefined ? 1 : visit(value, { ...spot, depth: depth + 1 }, true)
      count += inside
      if (inside === 0) unreadable.push(value)
    }
    // In a list of entries, reports objects without an address as skipped. Other lists may contain any data.
    if (count > 0) for (const value of unreadable) if (!isEmptyFolder(value)) skip(line, nameOf(value), 'no_address')
    return count
  }

  function visit(value: unknown, spot: Spot, isListed: boolean): number {
    const { key, path, line, depth } = spot
    if (depth > maxDepth) return 0
    if (Array.isArray(value)) return list(value, spot)
    if (!isFields(value)) return 0
    const src = addressOf(value)
    const isFolder = contentFields.some((name) => Array.isArray(ownField(value, name)) && (ownField(value, name) as unknown[]).length > 0)
    if (src !== undefined && !isFolder && isListed) {
      entry(value, src, path, line)
      return 1
    }
    const name = firstField(value, titleFields)
    // The root object may contain the names of the channel and of the series.
    if (depth === 0) root = { channel: textOf(ownField(value, 'title')), series: firstField(value, ['playlistName', 'name']) }
    const inside = depth === 0 || name === undefined ? path : [...path, name]
    let count = 0
    for (const [inner, part] of Object.entries(value))
      if (typeof part === 'object' && !ignoredFields.test(inner))
        count += visit(part, { key: inner, path: inside, line, depth: depth + 1 }, false)
    if (count > 0 || src === undefined || name === undefined || key === 'content') return count
    entry(value, src, path, line)
    return 1
  }
  return visit
}

const isEmptyFolder = (value: unknown) =>
  isFields(value) && [...contentFields, 'subscriptions'].some((name) => Array.isArray(ownField(value, name)))
const nameOf = (value: unknown): string => (isFields(value) ? titleOf(value) : textOf(value)) ?? JSON.stringify(value)?.slice(0, 200) ?? ''

/**
 * A JSON document, or JSON lines with one record per line. Of records with the same `_id`, the last one counts (NeDB, used by FreeTube).
 */
export interface ParsedJson {
  records: { line: number; value: unknown }[]
  isLines: boolean
}

const jsonStartPattern = /^(?:\{\s*["}]|\[\s*(?:[{"\]]|\[\s*[{"]))/

/** @returns undefined if it isn't JSON @throws for invalid JSON */
export function parseJson(text: string): ParsedJson | undefined {
  if (!jsonStartPattern.test(text)) return undefined
  const document = parseDocument(text)
  if (document) return { records: [{ line: 1, ...document }], isLines: false }
  // `["Title"](https://…)` is Markdown, not JSON.
  if (/^\["[^\]]*\]\(/.test(text)) return undefined
  const records = new Map<unknown, ParsedJson['records'][number]>()
  for (const { line, text: lineText } of splitLines(text)) {
    if (lineText === '') continue
    const parsed = parseDocument(lineText)
    if (!parsed) throw new Error('the JSON breaks off or is not valid')
    const { value } = parsed
    const id = (isFields(value) ? textOf(ownField(value, '_id')) : undefined) ?? line
    if (isFields(value) && ownField(value, '$$deleted') === true) records.delete(id)
    else if (!isFields(value) || !('$$indexCreated' in value)) records.set(id, { line, value })
  }
  return { records: [...records.values()], isLines: true }
}

function parseDocument(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown }
  } catch {
    return undefined
  }
}

/** @returns whether the JSON contained entries */
export function readJson({ records, isLines }: ParsedJson, collector: Collector): boolean {
  const [{ value } = { value: undefined }] = records
  const listFields = isFields(value) ? ownField(value, 'lists') : undefined
  const lists = new Map(
    (Array.isArray(listFields) ? listFields : []).flatMap((listField): [unknown, string][] => {
      const name = isFields(listField) ? firstField(listField, titleFields) : undefined
      return isFields(listField) && name !== undefined ? [[ownField(listField, 'id'), name]] : []
    }),
  )
  const visit = createWalk(collector, lists)
  let count = 0
  for (const record of records) count += visit(record.value, { key: '', path: [], line: record.line, depth: isLines ? 1 : 0 }, isLines)
  return count > 0
}
