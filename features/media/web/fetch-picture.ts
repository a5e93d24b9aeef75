import { ApiError, callEndpoint } from '#kit/contract/client.ts'
import { fetchFile } from '#kit/web/fetch-file.ts'
import { mediaContract } from '../contract.ts'
import { t } from './texts.ts'

/** Timeout in ms of direct fetches by the browser. */
const directTimeoutMs = 15_000
const directMaxBytes = 20 * 1024 * 1024

/** Fetches a picture directly; undefined if CORS forbids that, or if it isn't a picture. Our own pictures need the session cookie. */
async function fetchDirect(address: string): Promise<Blob | undefined> {
  try {
    const { origin } = new URL(address, location.href)
    const response = await fetch(address, {
      credentials: origin === location.origin ? 'same-origin' : 'omit',
      referrerPolicy: 'no-referrer',
      signal: AbortSignal.timeout(directTimeoutMs),
    })
    const type = response.headers.get('content-type') ?? ''
    if (response.ok && type.startsWith('image/') && response.body) return await readWithLimit(response.body, directMaxBytes, type)
    await response.body?.cancel()
  } catch {
    // There was no response, or CORS forbids reading it.
  }
  return undefined
}

/** @returns undefined if the body exceeds the limit, after aborting the download */
async function readWithLimit(body: ReadableStream<Uint8Array<ArrayBuffer>>, maxBytes: number, type: string): Promise<Blob | undefined> {
  const reader = body.getReader()
  const parts: Uint8Array<ArrayBuffer>[] = []
  let bytes = 0
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    bytes += next.value.byteLength
    if (bytes > maxBytes) {
      await reader.cancel()
      return undefined
    }
    parts.push(next.value)
  }
  return new Blob(parts, { type })
}

/** Fetches a picture through our server, or else directly. @returns the picture, or an error message */
export async function fetchPicture(address: string): Promise<Blob | string> {
  const url = /^[a-z][a-z\d+.-]*:|^\//i.test(address.trim()) ? address.trim() : `https://${address.trim()}`
  try {
    return await callEndpoint(mediaContract.streamImage, { body: { url } }, fetchFile)
  } catch (error) {
    const direct = await fetchDirect(url)
    if (direct) return direct
    if (!(error instanceof ApiError)) throw error
    const [sentence = error.body.message] = error.body.errors['url'] ?? []
    return error.body.code === 'link_invalid' ? sentence : t('picture.failed', { reason: sentence })
  }
}
