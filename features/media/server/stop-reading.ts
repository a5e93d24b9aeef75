import type { FetchedHead } from '#kit/server/outbound.ts'
import { kindOfType } from '../rules.ts'
import { isPage, isVague, manifestBytes, sniffBytes } from './body-types.ts'

/** Characters that a word searched for may have on either side of two chunks. */
const overlap = 20

/**
 * Says of what comes in, piece by piece, when enough is there. The server looks at foreign bytes here and nowhere else, so it only
 * searches for words, without understanding anything: the head of a page is enough when it ended, and names a title and a picture.
 */
export function createStop(): (chunk: Buffer, head: Pick<FetchedHead, 'type'>) => boolean {
  let size = 0
  let tail = ''
  let isHeadOver = false
  let hasTitle = false
  let hasPicture = false

  function isHeadEnough(chunk: Buffer): boolean {
    const text = tail + chunk.toString('latin1').toLowerCase()
    tail = text.slice(-overlap)
    isHeadOver ||= text.includes('</head') || text.includes('<body')
    hasTitle ||= text.includes('<title') || text.includes('og:title')
    hasPicture ||= text.includes('og:image') || text.includes('twitter:image')
    return isHeadOver && hasTitle && hasPicture
  }

  return (chunk, { type }) => {
    size += chunk.length
    if (isPage(type)) return isHeadEnough(chunk)
    const kind = kindOfType(type)
    const mayBeManifest = kind === 'hls' || kind === 'dash' || isVague(type)
    return size >= (mayBeManifest ? manifestBytes : sniffBytes)
  }
}
