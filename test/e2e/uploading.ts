import { closeSync, openSync, readFileSync, writeSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Locator, Page } from 'playwright'
import { expect, vi } from 'vitest'
import { uploadsContract } from '#features/uploads/contract.ts'
import { allowUploads } from '#server/operations/admin-accounts.ts'
import { createAccount } from './accounts.ts'
import { type DemoPerson, logIn } from './demo.ts'
import { site, withDb } from './product.ts'

const { url } = site
const bytesPerMebibyte = 1024 ** 2
const clip = readFileSync(join('server', 'demo', 'assets', 'clips', 'low-tide.mp4'))

/** Allows a user to upload. @param email the user's address */
export const allowUploadsFor = (email: string) => withDb((db) => allowUploads(db, email, true))

/** Creates a user who may upload. */
export async function newUploader(): Promise<DemoPerson> {
  const { email, password } = await createAccount()
  await allowUploadsFor(email)
  return logIn(email, password)
}

/** Writes a video of `bytes` bytes, filled up with an MP4 box that players skip. Each MiB is different. @returns the path */
export function writeFilm(path: string, bytes: number): string {
  const file = openSync(path, 'w')
  const head = Buffer.alloc(8)
  head.writeUInt32BE(bytes - clip.length, 0)
  head.write('free', 4, 'latin1')
  writeSync(file, clip)
  writeSync(file, head)
  for (let remaining = bytes - clip.length - head.length, index = 0; remaining > 0; remaining -= bytesPerMebibyte, index++)
    writeSync(file, Buffer.alloc(Math.min(remaining, bytesPerMebibyte), `${index} `))
  closeSync(file)
  return path
}

/** Uploads a video without a browser, and waits until it is processed and in the series. @returns the ids of upload and video */
export async function sendFilm(
  { client, browserStorage }: DemoPerson,
  seriesId: string,
  path: string,
): Promise<{ uploadId: string; videoId: string }> {
  const bytes = readFileSync(path)
  const headers = { authorization: `Bearer ${browserStorage.access_token}`, 'tus-resumable': '1.0.0' }
  const encode = (text: string) => Buffer.from(text).toString('base64')
  const metadata = `filename ${encode(basename(path))},series_id ${encode(seriesId)}`
  const created = await fetch(`${url}/api/uploads`, {
    method: 'POST',
    headers: { ...headers, 'upload-length': String(bytes.length), 'upload-metadata': metadata },
  })
  const type = 'application/offset+octet-stream'
  await fetch(url + created.headers.get('location')!, {
    method: 'PATCH',
    headers: { ...headers, 'upload-offset': '0', 'content-type': type },
    body: bytes,
  })
  return vi.waitFor(
    async () => {
      const { data } = await client(uploadsContract.listUploads, {})
      const { id = '', video_id: videoId = null } = data[0] ?? {}
      if (videoId === null) throw new Error(`the film is not there yet: ${data[0]?.state}`)
      return { uploadId: id, videoId }
    },
    { timeout: 60_000, interval: 300 },
  )
}

/** Waits until the code that accepts dropped files has loaded. */
export const waitForDropListeners = (on: Locator): Promise<void> =>
  expect
    .poll(() =>
      on.evaluate((place) => {
        const dataTransfer = new DataTransfer()
        dataTransfer.items.add(new File(['x'], 'a.mp4', { type: 'video/mp4' }))
        return !place.dispatchEvent(new DragEvent('dragover', { dataTransfer, bubbles: true, cancelable: true }))
      }),
    )
    .toBe(true)

/** Limits the upload speed from now on, in bytes per second. -1 means unlimited. */
export async function limitUploadSpeed(page: Page, uploadThroughput: number): Promise<void> {
  const line = await page.context().newCDPSession(page)
  await line.send('Network.emulateNetworkConditions', { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput })
}

export const uploadsTray = (page: Page) => page.locator('[data-tray]')
