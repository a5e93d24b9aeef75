import { Parser } from 'htmlparser2'
import { charsetOf } from './charset.ts'

/** Raw metadata tags of a page. */
export interface PageTags {
  title: string
  /** Contents of `<meta>`, and of `<link itemprop>`, by property, name or itemprop in lower case, in document order. */
  meta: Map<string, string[]>
  /** The page's videos: each `og:video` with its properties. */
  videos: PageVideo[]
  links: { rel: string; type: string; href: string }[]
  /** `<base href>`. */
  base: string | undefined
  /** Contents of `application/ld+json` scripts. */
  jsonLd: string[]
  /** The first `<video>` or `<audio>`. */
  player: { src: string; poster: string | undefined } | undefined
}

export interface PageVideo {
  /** Addresses of the video by property. Secure URLs are preferred. */
  addresses: Partial<Record<'og:video:secure_url' | 'og:video:url' | 'og:video', string>>
  type?: string
}

/** Maximum characters of a title, a description or a URL. */
const maxTextLength = 20_000
const maxEntries = 1000
/** Maximum characters of JSON-LD in total. */
const maxJsonLdLength = 256 * 1024
/** Maximum nesting. Browsers allow 512 levels, and the parser's time grows with the square of the depth. */
const maxDepth = 512
/** Characters parsed between checks for completeness. */
const pieceLength = 64 * 1024

/** Parses a page. Stops after the head if the head has all data. @param charset of the `Content-Type` header */
export function readPage(bytes: Buffer, charset: string | undefined): PageTags {
  const text = new TextDecoder(charsetOf(bytes, charset)).decode(bytes)
  const scan = createScan()
  for (let offset = 0; offset < text.length && !scan.isEnough(); offset += pieceLength) scan.write(text.slice(offset, offset + pieceLength))
  return scan.end()
}

function createScan() {
  const tags: PageTags = { title: '', meta: new Map(), videos: [], links: [], base: undefined, jsonLd: [], player: undefined }
  let entries = 0
  let hasHeadEnded = false
  let isTitle = false
  let hasTitle = false
  let depth = 0
  let svgDepth = 0
  let jsonLd: string | undefined
  let jsonLdRoom = maxJsonLdLength
  /** The `<video>` or `<audio>` around the current tag. */
  let player: { poster: string | undefined } | undefined

  function addMeta(attributes: Record<string, string>, content: string | undefined) {
    if (!content) return
    for (const name of new Set([attributes['property'], attributes['name'], attributes['itemprop']])) {
      if (!name || ++entries > maxEntries) continue
      const key = name.slice(0, maxTextLength).trim().toLowerCase()
      const values = tags.meta.get(key) ?? []
      tags.meta.set(key, values)
      values.push(content.slice(0, maxTextLength))
      addVideo(key, content.slice(0, maxTextLength))
    }
  }

  /** Adds a URL or type to the last video. If that video has such a property already, begins another video. */
  function addVideo(key: string, content: string) {
    const last = tags.videos.at(-1)
    const isComplete = last?.type !== undefined && Object.keys(last.addresses).length > 0
    if (key === 'og:video:type') {
      if (last && last.type === undefined) last.type = content
      else tags.videos.push({ addresses: {}, type: content })
    } else if (key === 'og:video' || key === 'og:video:url' || key === 'og:video:secure_url') {
      if (last && !isComplete && last.addresses[key] === undefined) last.addresses[key] = content
      else tags.videos.push({ addresses: { [key]: content } })
    }
  }

  const parser = new Parser({
    onopentag(name, attributes) {
      if (++depth > maxDepth) parser.pause()
      if (name === 'meta') addMeta(attributes, attributes['content'])
      else if (name === 'link') {
        addMeta({ itemprop: attributes['itemprop'] ?? '' }, attributes['href'] ?? attributes['content'])
        if (attributes['href'] && attributes['rel'] && ++entries <= maxEntries)
          tags.links.push({
            rel: attributes['rel'].slice(0, maxTextLength).toLowerCase(),
            type: (attributes['type'] ?? '').slice(0, maxTextLength).toLowerCase(),
            href: attributes['href'],
          })
      } else if (name === 'base') tags.base ??= attributes['href']
      else if (name === 'title') isTitle = !hasTitle && svgDepth === 0
      else if (name === 'svg') svgDepth++
      else if (name === 'script') jsonLd = /^application\/ld\+json/i.test(attributes['type']?.trim() ?? '') ? '' : undefined
      else if (name === 'body') hasHeadEnded = true
      else if (name === 'video' || name === 'audio') player = { poster: attributes['poster'] }
      if (player && ['video', 'audio', 'source'].includes(name) && attributes['src']) tags.player ??= { src: attributes['src'], ...player }
    },
    ontext(text) {
      if (isTitle && tags.title.length < maxTextLength) tags.title += text.slice(0, maxTextLength)
      else if (jsonLd !== undefined && (jsonLdRoom -= text.length) >= 0) jsonLd += text
    },
    onclosetag(name) {
      depth--
      if (name === 'title' && isTitle) {
        isTitle = false
        hasTitle = true
      } else if (name === 'svg') svgDepth = Math.max(0, svgDepth - 1)
      else if (name === 'script' && jsonLd !== undefined) {
        if (jsonLdRoom >= 0) tags.jsonLd.push(jsonLd)
        jsonLd = undefined
      } else if (name === 'head') hasHeadEnded = true
      else if (name === 'video' || name === 'audio') player = undefined
    },
  })

  return {
    write(text: string) {
      if (depth <= maxDepth) parser.write(text)
    },
    isEnough: () =>
      depth > maxDepth ||
      (hasHeadEnded &&
        (hasTitle || tags.meta.has('og:title')) &&
        (tags.meta.has('og:image') || tags.meta.has('twitter:image') || tags.meta.has('og:image:url'))),
    end() {
      parser.end()
      return tags
    },
  }
}
