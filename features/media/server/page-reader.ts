import { Parser } from 'htmlparser2'

/** What a page says of itself in its tags, as it stands there. */
export interface PageTags {
  title: string
  /** Contents of `<meta>`, and of `itemprop` on `<link>`, by property, name or itemprop in lower case, in the page's order. */
  meta: Map<string, string[]>
  links: { rel: string; type: string; href: string }[]
  /** `<base href>`. */
  base: string | undefined
  /** Texts of `application/ld+json` scripts. */
  jsonLd: string[]
  /** The first `<video>` or `<audio>`. */
  player: { src: string; poster: string | undefined } | undefined
}

export interface PageReader {
  /** Takes the next bytes; true when the head was read and says enough, so that the rest needn't come. */
  write(chunk: Buffer): boolean
  end(): PageTags
}

/** Bytes in which a page must name its charset (HTML says 1,024; not every page listens). */
const prescanBytes = 4096
const maxMetaLength = 20_000
const maxEntries = 1000
/** No browser nests deeper than 512; the parser's time grows with the square of the depth. */
const maxDepth = 512

/** Reads a page as it comes in. @param charset as the `Content-Type` header names it */
export function createPageReader(charset: string | undefined): PageReader {
  const chunks: Buffer[] = []
  let size = 0
  let scan: ReturnType<typeof createScan> | undefined
  let decoder: InstanceType<typeof TextDecoder> | undefined
  let isGuess = false

  /** Begins once enough is there to know the charset by. */
  function begin(): string {
    const beginning = Buffer.concat(chunks)
    const label = charsetOf(beginning, charset)
    isGuess = label === undefined
    decoder = new TextDecoder(label ?? 'utf-8')
    scan = createScan()
    return decoder.decode(beginning, { stream: true })
  }

  return {
    write(chunk) {
      // Kept only while the page may have to be read again.
      if (!scan || isGuess) chunks.push(chunk)
      size += chunk.length
      if (!scan && size < prescanBytes) return false
      scan?.write(decoder!.decode(chunk, { stream: true }))
      if (!scan) {
        const beginning = begin()
        scan!.write(beginning)
      }
      return scan!.isEnough()
    },
    end() {
      if (!scan) {
        const beginning = begin()
        scan!.write(beginning)
      }
      scan!.write(decoder!.decode())
      if (!isGuess || isUtf8(Buffer.concat(chunks))) return scan!.end()
      const again = createScan()
      again.write(new TextDecoder('windows-1252').decode(Buffer.concat(chunks)))
      return again.end()
    },
  }
}

function isUtf8(bytes: Buffer): boolean {
  try {
    // As a stream: a character cut off at the end is no mistake.
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
    return true
  } catch {
    return false
  }
}

/** In the order of the HTML standard: byte order mark, header, the page itself. */
function charsetOf(beginning: Buffer, header: string | undefined): string | undefined {
  if (beginning.subarray(0, 3).equals(Buffer.from([0xef, 0xbb, 0xbf]))) return 'utf-8'
  if (beginning.subarray(0, 2).equals(Buffer.from([0xfe, 0xff]))) return 'utf-16be'
  if (beginning.subarray(0, 2).equals(Buffer.from([0xff, 0xfe]))) return 'utf-16le'
  const declared = /<meta[^>]{1,200}charset\s*=\s*["']?\s*([\w:.-]{2,40})/i.exec(
    beginning.subarray(0, prescanBytes).toString('latin1'),
  )?.[1]
  // A page whose ASCII could be read is not in UTF-16, whatever it says.
  const inPage = declared && /^utf-?16/i.test(declared) ? 'utf-8' : declared
  return [header, inPage].find((label) => label !== undefined && isKnownCharset(label))
}

function isKnownCharset(label: string): boolean {
  try {
    return Boolean(new TextDecoder(label))
  } catch {
    return false
  }
}

function createScan() {
  const tags: PageTags = { title: '', meta: new Map(), links: [], base: undefined, jsonLd: [], player: undefined }
  let entries = 0
  let isHeadOver = false
  let isTitle = false
  let hasTitle = false
  let depth = 0
  let svgDepth = 0
  let jsonLd: string | undefined
  /** Of the `<video>` or `<audio>` we are in. */
  let player: { poster: string | undefined } | undefined

  function addMeta(attributes: Record<string, string>, content: string | undefined) {
    if (!content || entries > maxEntries) return
    for (const name of new Set([attributes['property'], attributes['name'], attributes['itemprop']])) {
      if (!name) continue
      entries++
      const key = name.trim().toLowerCase()
      const values = tags.meta.get(key) ?? []
      tags.meta.set(key, values)
      values.push(content.slice(0, maxMetaLength))
    }
  }

  const parser = new Parser({
    onopentag(name, attributes) {
      if (++depth > maxDepth) parser.pause()
      if (name === 'meta') addMeta(attributes, attributes['content'])
      else if (name === 'link') {
        addMeta({ itemprop: attributes['itemprop'] ?? '' }, attributes['href'] ?? attributes['content'])
        if (attributes['href'] && attributes['rel'] && entries++ < maxEntries)
          tags.links.push({
            rel: attributes['rel'].toLowerCase(),
            type: (attributes['type'] ?? '').toLowerCase(),
            href: attributes['href'],
          })
      } else if (name === 'base') tags.base ??= attributes['href']
      else if (name === 'title') isTitle = !hasTitle && svgDepth === 0
      else if (name === 'svg') svgDepth++
      else if (name === 'script') jsonLd = /^application\/ld\+json/i.test(attributes['type']?.trim() ?? '') ? '' : undefined
      else if (name === 'body') isHeadOver = true
      else if (name === 'video' || name === 'audio') player = { poster: attributes['poster'] }
      if (player && ['video', 'audio', 'source'].includes(name) && attributes['src']) tags.player ??= { src: attributes['src'], ...player }
    },
    ontext(text) {
      if (isTitle && tags.title.length < maxMetaLength) tags.title += text
      else if (jsonLd !== undefined) jsonLd += text
    },
    onclosetag(name) {
      depth--
      if (name === 'title' && isTitle) {
        isTitle = false
        hasTitle = true
      } else if (name === 'svg') svgDepth = Math.max(0, svgDepth - 1)
      else if (name === 'script' && jsonLd !== undefined) {
        if (tags.jsonLd.length < 50) tags.jsonLd.push(jsonLd)
        jsonLd = undefined
      } else if (name === 'head') isHeadOver = true
      else if (name === 'video' || name === 'audio') player = undefined
    },
  })

  return {
    write(text: string) {
      if (depth <= maxDepth) parser.write(text)
    },
    isEnough: () =>
      depth > maxDepth ||
      (isHeadOver &&
        (hasTitle || tags.meta.has('og:title')) &&
        (tags.meta.has('og:image') || tags.meta.has('twitter:image') || tags.meta.has('og:image:url'))),
    end() {
      parser.end()
      return tags
    },
  }
}
