import type { FetchedHead } from '#kit/server/outbound/outbound.ts'
import { kindOfType } from '../rules.ts'
import { isHtmlType, isGenericType, manifestBytes, sniffBytes } from './body-types.ts'

/** Bytes kept from the previous chunk: the maximum length of a term that may be split. */
const overlapBytes = 20

/**
 * Decides while a page arrives whether enough of it was received: its head has ended, with a title and a picture. Only searches for terms,
 * because this runs in the server itself, on untrusted bytes.
 */
export function createStopCondition(): (chunk: Buffer, head: Pick<FetchedHead, 'type'>) => boolean {
  let size = 0
  let tail = ''
  let hasHeadEnded = false
  let hasTitle = false
  let hasPicture = false

  function isHeadComplete(chunk: Buffer): boolean {
    const text = tail + chunk.toString('latin1').toLowerCase()
    tail = text.slice(-overlapBytes)
    hasHeadEnded ||= text.includes('</head') || text.includes('<body')
    hasTitle ||= text.includes('<title') || text.includes('og:title')
    hasPicture ||= text.includes('og:image') || text.includes('twitter:image')
    return hasHeadEnded && hasTitle && hasPicture
  }

  return (chunk, { type }) => {
    size += chunk.length
    if (isHtmlType(type)) return isHeadComplete(chunk)
    const kind = kindOfType(type)
    const mayBeManifest = kind === 'hls' || kind === 'dash' || isGenericType(type)
    return size >= (mayBeManifest ? manifestBytes : sniffBytes)
  }
}
