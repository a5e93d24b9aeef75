import { descriptionMaxLength, titleMaxLength } from '../contract.ts'
import { isFeedType, kindOfType } from '../rules.ts'
import { isHtmlType } from './body-types.ts'
import type { LinkMetadata } from './link-metadata.ts'
import { detectType, extractManifestMetadata, titleOfFeed, titleOfFile } from './media-type.ts'
import { parseOEmbed } from './oembed.ts'
import { extractPageMetadata, findOEmbedUrl } from './page-metadata.ts'
import { readPage } from './page-reader.ts'
import { cleanText } from './text.ts'

/** The part of a response that identifies its content. */
export interface Body {
  /** Final URL. */
  url: string
  /** Content type in lower case; '' if missing. */
  type: string
  charset: string | undefined
  bytes: Uint8Array
}

/** Parsed metadata. Texts are cleaned and truncated, URLs resolved. */
export interface ParsedBody {
  metadata: LinkMetadata
  /** Detected media type. */
  type: string
  /** The page's oEmbed discovery URL. */
  oEmbed?: string | undefined
  /** URL of the first variant of a multivariant playlist. */
  quality?: string | undefined
}

/** Parses an external response: a page, a manifest, the beginning of a file. Runs in the sandbox. */
export async function readBody({ url, type: declared, charset, bytes }: Body): Promise<ParsedBody> {
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const type = isHtmlType(declared) ? declared : await detectType(declared, body)
  if (isHtmlType(type)) {
    const tags = readPage(body, charset)
    return { type, metadata: selectStoredMetadata(extractPageMetadata(tags, url)), oEmbed: findOEmbedUrl(tags, url) }
  }
  const { quality, ...ofManifest } = extractManifestMetadata(type, body, url)
  const isPicture = type.startsWith('image/')
  return {
    type,
    quality,
    metadata: selectStoredMetadata({
      title: kindOfType(type) || isPicture ? titleOfFile(new URL(url)) : isFeedType(type) ? titleOfFeed(body) : undefined,
      image: isPicture ? url : undefined,
      ...ofManifest,
    }),
  }
}

/** Parses an oEmbed response; undefined if invalid. Runs in the sandbox. @param isTrusted see `parseOEmbed` */
export function readOEmbed({ url, bytes, isTrusted }: { url: string; bytes: Uint8Array; isTrusted: boolean }): LinkMetadata | undefined {
  const metadata = parseOEmbed(Buffer.from(bytes).toString('utf8'), url, isTrusted)
  return metadata && selectStoredMetadata(metadata)
}

const cleanTextIfAny = (text: string | undefined, max: number) => (text === undefined ? undefined : cleanText(text, max) || undefined)

/** Returns only the data to be stored, so that the sandbox sends nothing else. */
const selectStoredMetadata = (metadata: LinkMetadata): LinkMetadata => ({
  ...metadata,
  title: cleanTextIfAny(metadata.title, titleMaxLength),
  description: cleanTextIfAny(metadata.description, descriptionMaxLength),
  site: cleanTextIfAny(metadata.site, titleMaxLength),
})
