import { request } from 'node:http'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { sql } from 'kysely'
import { newId } from '#kit/server/ids.ts'
import { headersOf } from './requests.ts'
import type { Benchmark } from './benchmark.ts'
import { rssOf } from './processes.ts'
import { startServer } from './product.ts'
import { median, round } from './turns.ts'

const chunk = Buffer.alloc(1024 * 1024, 0x5a)

/** Sends `size` bytes without pauses. @returns the seconds it took */
async function sendBytes(url: string, method: string, size: number, headers: Record<string, string>): Promise<number> {
  const startedMs = performance.now()
  const sending = request(url, { method, headers: { ...headers, 'content-length': String(size) } })
  const answered = new Promise<number>((resolve, reject) =>
    sending.once('error', reject).once('response', (response) => {
      response.resume().once('end', () => resolve(response.statusCode ?? 0))
    }),
  )
  const source = Readable.from(
    (function* () {
      for (let remaining = size; remaining > 0; remaining -= chunk.length)
        yield remaining < chunk.length ? chunk.subarray(0, remaining) : chunk
    })(),
  )
  await pipeline(source, sending)
  const status = await answered
  if (status >= 300) throw new Error(`the upload was refused: ${status}`)
  return (performance.now() - startedMs) / 1000
}

/**
 * Uploads files to the product and to a bare pipe, alternately. Never sends the last byte, so that no job processes the file during a
 * measurement.
 */
export async function measureUploads({ server: product, db, seeded, size, isWanted, report }: Benchmark, folder: string): Promise<void> {
  if (!isWanted('upload_1gib')) return
  const bare = await startServer([join('scripts', 'bench', 'bare-upload.ts')], '/', { FOLDER: folder })
  const { id: playlistId, token } = seeded.ownChannels[0]!
  await sql`update account set can_upload_video = true where id = (select user_id from playlist where id = ${playlistId})`.execute(db)
  const seriesId = newId()
  await db
    .insertInto('series')
    .values({ id: seriesId, playlist_id: playlistId, name: 'Uploads', position: 2 ** 40 })
    .execute()
  const headers = { ...headersOf(token), 'tus-resumable': '1.0.0' }
  const encode = (text: string) => Buffer.from(text).toString('base64')
  const metadata = `filename ${encode('film.mp4')},series_id ${encode(seriesId)}`
  async function uploadOne(bytes: number) {
    const create = { ...headers, 'upload-length': String(bytes + 1), 'upload-metadata': metadata }
    const created = await fetch(`${product.url}/api/uploads`, { method: 'POST', headers: create })
    const path = created.headers.get('location')
    if (!path) throw new Error(`an upload was refused: ${created.status} ${await created.text()}`)
    const patch = { ...headers, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' }
    const seconds = await sendBytes(product.url + path, 'PATCH', bytes, patch)
    await fetch(product.url + path, { method: 'DELETE', headers })
    return seconds
  }
  // The first upload isn't measured, because it loads the code and fills the buffer pools.
  await uploadOne(64 * 1024 * 1024)
  const before = rssOf(product.pid)
  let highest = before
  const watch = setInterval(() => (highest = Math.max(highest, rssOf(product.pid))), 100)
  const runs: { ours: number; bare: number }[] = []
  for (let turn = 0; turn < size.uploadTurns; turn++) {
    const bareSeconds = await sendBytes(bare.url, 'PUT', size.uploadBytes, {})
    await fetch(bare.url)
    runs.push({ bare: bareSeconds, ours: await uploadOne(size.uploadBytes) })
  }
  clearInterval(watch)
  const mb_per_s = Math.round(size.uploadBytes / 1e6 / median(runs.map(({ ours }) => ours)))
  const speed_ratio = round(median(runs.map((run) => run.bare / run.ours)), 2)
  const rss_growth_mb = highest - before
  const text = `${mb_per_s} MB/s, ${speed_ratio} × a bare pipe; memory grew by ${rss_growth_mb} MB at most`
  report('upload_1gib', { mb_per_s, speed_ratio, rss_growth_mb }, 'upload', text)
}
