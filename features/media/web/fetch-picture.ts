import { ApiError, call } from '#kit/contract/client.ts'
import { fetchFile } from '#kit/web/fetch-file.ts'
import { mediaContract } from '../contract.ts'
import { t } from './player/texts.ts'

/** Of a picture that the browser itself fetches. */
const directTimeoutMs = 15_000
const directMaxBytes = 20 * 1024 * 1024

/** From where it lies; undefined where that is not allowed to other sites' pages, or is no picture. Our own pictures come by the login's cookie. */
async function fetchDirect(address: string): Promise<Blob | undefined> {
  try {
    const { origin } = new URL(address, location.href)
    const answer = await fetch(address, {
      credentials: origin === location.origin ? 'same-origin' : 'omit',
      referrerPolicy: 'no-referrer',
      signal: AbortSignal.timeout(directTimeoutMs),
    })
    const type = answer.headers.get('content-type') ?? ''
    if (answer.ok && type.startsWith('image/') && answer.body) return await readAtMost(answer.body, directMaxBytes, type)
    await answer.body?.cancel()
  } catch {
    // No answer, or none that this page may read.
  }
  return undefined
}

/** @returns undefined when there is more: the rest is not fetched */
async function readAtMost(body: ReadableStream<Uint8Array<ArrayBuffer>>, maxBytes: number, type: string): Promise<Blob | undefined> {
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

/** The picture at an address, through our server; what it can't fetch is fetched from where it lies. @returns a sentence why there is none */
export async function fetchPicture(typed: string): Promise<Blob | string> {
  const url = /^[a-z][a-z\d+.-]*:|^\//i.test(typed.trim()) ? typed.trim() : `https://${typed.trim()}`
  try {
    return await call(mediaContract.streamImage, { body: { url } }, fetchFile)
  } catch (error) {
    const direct = await fetchDirect(url)
    if (direct) return direct
    if (!(error instanceof ApiError)) throw error
    const [sentence = error.body.message] = error.body.errors['url'] ?? []
    return error.body.code === 'link_invalid' ? sentence : t('picture.failed', { reason: sentence })
  }
}
