import type { Limits } from '#kit/server/http/limits.ts'
import type { FetchPublic } from '#kit/server/outbound/outbound.ts'
import { OutboundError } from '#kit/server/outbound/outbound-guard.ts'
import { createAdmission } from '#features/media/server/admission.ts'
import { importMaxBytes } from '../rules.ts'
import { isFeed } from './import/feeds.ts'

export interface FeedTools {
  fetchPublic: FetchPublic
  limits: Pick<Limits, 'takeAll'>
}

/** Characters read to detect the document type. */
const sniffChars = 8192
const timeoutMs = 15_000

/** Returns the address if the text is exactly one. */
const addressIn = (text: string): string | undefined => {
  const address = text.trim()
  return /^https?:\/\/\S+$/i.test(address) && URL.canParse(address) ? new URL(address).href : undefined
}

/**
 * Fetches the feed (RSS, Atom) at a pasted address.
 * @returns undefined when the text isn't exactly one address, or it isn't a feed: then it is imported as a link
 * @throws OutboundError `busy`
 */
export async function fetchFeed({ fetchPublic, limits }: FeedTools, text: string, by: string): Promise<Uint8Array | undefined> {
  const address = addressIn(text)
  if (address === undefined) return undefined
  try {
    const { body } = await fetchPublic(address, {
      accept: 'application/rss+xml,application/atom+xml,application/xml;q=0.9,text/xml;q=0.9,*/*;q=0.1',
      types: /xml|rss|atom|^text\/plain$|octet-stream|^$/,
      maxBytes: importMaxBytes,
      timeoutMs,
      by,
      admit: createAdmission(limits, { by, address, isPasted: true }),
    })
    return isFeed(new TextDecoder().decode(body.subarray(0, sniffChars)).trimStart()) ? body : undefined
  } catch (error) {
    if (error instanceof OutboundError && error.kind !== 'busy') return undefined
    throw error
  }
}
