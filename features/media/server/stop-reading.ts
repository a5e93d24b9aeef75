import type { FetchedHead } from '#kit/server/outbound/outbound.ts'
import { kindOfType } from '../rules.ts'
import { isHtmlType, isGenericType, manifestBytes, sniffBytes } from './body-types.ts'

/** Maximum length of a search term across chunks. */
const overlap = 20

/**
 * Decides while streaming when enough of a page has arrived. This is the only place where the server itself inspects external
 * bytes, so it only searches for terms: the head has ended, and has a title and picture.
 */
export function createStopCondition(): (chunk: Buffer, head: Pick<FetchedHead, 'type'>) => boolean {
  let size = 0
  let tail = ''
  let isHeadOver = false
  let hasTitle = false
  let hasPicture = false

  function completesHead(chunk: Buffer): boolean {
    const text = tail + chunk.toString('latin1').toLowerCase()
    tail = text.slice(-overlap)
    isHeadOver ||= text.includes('</head') || text.includes('<body')
    hasTitle ||= text.includes('<title') || text.includes('og:title')
    hasPicture ||= text.includes('og:image') || text.includes('twitter:image')
    return isHeadOver && hasTitle && hasPicture
  }

  return (chunk, { type }) => {
    size += chunk.length
    if (isHtmlType(type)) return completesHead(chunk)
    const kind = kindOfType(type)
    const mayBeManifest = kind === 'hls' || kind === 'dash' || isGenericType(type)
    return size >= (mayBeManifest ? manifestBytes : sniffBytes)
  }
}
