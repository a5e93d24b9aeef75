import { descriptionMaxLength, titleMaxLength } from '../contract.ts'
import { isFeedType, kindOfType } from '../rules.ts'
import { isPage } from './body-types.ts'
import type { Facts } from './facts.ts'
import { detectType, factsOfManifest, titleOfFeed, titleOfFile } from './media-type.ts'
import { factsOfOEmbed } from './oembed.ts'
import { factsOfPage, oEmbedOfPage } from './page-facts.ts'
import { readPage } from './page-reader.ts'
import { cleanText } from './text.ts'

/** What came from an address: as much of it as tells what it is. */
export interface Body {
  /** Where it came from in the end. */
  url: string
  /** Media type as the server called it, in lower case; '' when it did not. */
  type: string
  charset: string | undefined
  bytes: Uint8Array
}

/** What a body tells. Texts are clean and cut, addresses whole. */
export interface Reading {
  facts: Facts
  /** Media type of what really came. */
  type: string
  /** A page's own word where its oEmbed description lies. */
  oEmbed?: string | undefined
  /** The first quality of a stream that lists several. */
  quality?: string | undefined
}

/** Reads what somebody else's server sent: a page, a manifest, the beginning of a file. Runs in the sandbox. */
export async function readBody({ url, type: declared, charset, bytes }: Body): Promise<Reading> {
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const type = isPage(declared) ? declared : await detectType(declared, body)
  if (isPage(type)) {
    const tags = readPage(body, charset)
    return { type, facts: tidied(factsOfPage(tags, url)), oEmbed: oEmbedOfPage(tags, url) }
  }
  const { quality, ...ofManifest } = factsOfManifest(type, body, url)
  const isPicture = type.startsWith('image/')
  return {
    type,
    quality,
    facts: tidied({
      title: kindOfType(type) || isPicture ? titleOfFile(new URL(url)) : isFeedType(type) ? titleOfFeed(body) : undefined,
      image: isPicture ? url : undefined,
      ...ofManifest,
    }),
  }
}

/** What an oEmbed answer tells; undefined when it is none. Runs in the sandbox. @param isTrusted see `factsOfOEmbed` */
export function readOEmbed({ url, bytes, isTrusted }: { url: string; bytes: Uint8Array; isTrusted: boolean }): Facts | undefined {
  const facts = factsOfOEmbed(Buffer.from(bytes).toString('utf8'), url, isTrusted)
  return facts && tidied(facts)
}

const cleanOrNone = (text: string | undefined, max: number) => (text === undefined ? undefined : cleanText(text, max) || undefined)

/** No more than is kept leaves the sandbox. */
const tidied = (facts: Facts): Facts => ({
  ...facts,
  title: cleanOrNone(facts.title, titleMaxLength),
  description: cleanOrNone(facts.description, descriptionMaxLength),
  site: cleanOrNone(facts.site, titleMaxLength),
})
