import { execFileSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { delimiter, join } from 'node:path'
import { sql } from 'kysely'
import type { FastifyInstance } from 'fastify'
import type { Db } from '#kit/server/db/db.ts'
import { channelsContract } from '#features/channels/contract.ts'
import { createMedia } from '#features/media/server/media.ts'
import { uploadsContract } from '#features/uploads/contract.ts'
import { uploadPrefix } from '#features/uploads/server/files.ts'
import { createParts } from '#features/uploads/server/part-store-s3.ts'
import type { ProcessingTools } from '#features/uploads/server/processing.ts'
import type { UploadTools } from '#features/uploads/server/uploads.ts'
import { makeChannel } from './channels.ts'
import { createUser } from './people.ts'
import type { Caller, Client, startTestServer } from './serve.ts'

export const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** Creates a user who may upload, with a channel that has one empty series. */
export async function createUploader(server: { db: Db; clientFor: (caller?: Caller) => Client }) {
  const someone = await createUser(server)
  await sql`update account set can_upload_video = true where id = ${someone.id}`.execute(server.db)
  const { id: playlistId } = await makeChannel(someone.client)
  const { id: seriesId } = await someone.client(channelsContract.createSeries, { body: { playlist_id: playlistId, name: 'Films' } })
  return { ...someone, playlistId, seriesId }
}

/** Returns a line of text with random bytes after it. Without the text, one in a few thousand files would begin like a sound file. */
export function nonMediaBytes(size: number): Buffer<ArrayBuffer> {
  const bytes = randomBytes(size)
  bytes.write('Neither a film nor a song.\n')
  return bytes
}

type Server = Awaited<ReturnType<typeof startTestServer>>

/** Returns what uploads need of the server. */
export const uploadTools = ({ services, config }: Pick<Server, 'services' | 'config'>): UploadTools => ({
  parts: createParts(config, services),
  storage: services.storage,
  jobs: services.jobs,
  readQuota: () => Promise.resolve(config.uploadQuotaBytes),
})

/** True if this machine has the programs that process videos. */
export const hasFfmpeg = (process.env['PATH'] ?? '').split(delimiter).some((folder) => existsSync(join(folder, 'ffprobe')))

/** Makes a video of one second, which is processed quickly. Needs ffmpeg. */
export function makeShortFilm(path: string): Buffer<ArrayBuffer> {
  const testPattern = ['-f', 'lavfi', '-i', 'testsrc=size=320x240:rate=5:duration=1']
  execFileSync('ffmpeg', ['-v', 'error', '-y', ...testPattern, '-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', path])
  return readFileSync(path)
}

/** Returns what the processing job needs of the server. */
export const processingTools = ({ services, config }: Pick<Server, 'services' | 'config'>): ProcessingTools => ({
  ...config,
  db: services.backgroundDb,
  storage: services.storage,
  pictures: createMedia({ ...services, uses: [], publicUrl: config.publicUrl }).pictures,
  sandboxes: services.sandboxes,
  workDir: config.uploadsWorkDir,
})

/** Returns the names of the stored files of an upload. */
export async function filesOf({ services: { storage } }: Pick<Server, 'services'>, id: string): Promise<string[]> {
  const names: string[] = []
  for await (const key of storage.list(uploadPrefix(id))) names.push(key.slice(uploadPrefix(id).length))
  return names.toSorted()
}

const encoded = (metadata: Record<string, string>) =>
  Object.entries(metadata)
    .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
    .join(',')

/** Returns the calls of tus as a client makes them. @param token the caller's token */
export const tusClient = (origin: string, token?: string) => {
  const headers = { 'tus-resumable': '1.0.0', ...(token !== undefined && { authorization: `Bearer ${token}` }) }
  const sendRequest = (path: string, { headers: more, ...init }: Omit<RequestInit, 'headers'> & { headers?: Record<string, string> }) =>
    fetch(new URL(path, origin), { ...init, headers: { ...headers, ...more } })
  return {
    ask: sendRequest,
    create: (metadata: Record<string, string>, size: number | string, extraHeaders: Record<string, string> = {}) =>
      sendRequest('/api/uploads', {
        method: 'POST',
        headers: { 'upload-length': String(size), 'upload-metadata': encoded(metadata), ...extraHeaders },
      }),
    head: (path: string) => sendRequest(path, { method: 'HEAD' }),
    patch: (path: string, offset: number, body: Uint8Array<ArrayBuffer> | null, extraHeaders: Record<string, string> = {}) =>
      sendRequest(path, {
        method: 'PATCH',
        headers: { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream', ...extraHeaders },
        body,
      }),
    remove: (path: string) => sendRequest(path, { method: 'DELETE' }),
  }
}

export async function listen(app: FastifyInstance): Promise<string> {
  await app.listen({ port: 0, host: '127.0.0.1' })
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
}

/** Uploads all bytes in one request. @returns the upload's id */
export async function upload(
  origin: string,
  { token, seriesId }: { token: string; seriesId: string },
  bytes: Uint8Array<ArrayBuffer>,
  filename = 'film.mp4',
  more = {},
): Promise<string> {
  const tus = tusClient(origin, token)
  const created = await tus.create({ filename, series_id: seriesId, ...more }, bytes.length)
  const location = created.headers.get('location')
  if (!location) throw new Error(`${created.status} ${await created.text()}`)
  const response = await tus.patch(location, 0, bytes)
  if (response.status !== 204) throw new Error(`${response.status} ${await response.text()}`)
  return location.split('/').at(-1)!
}

/** Waits until an upload has ended, at most a minute. */
export async function waitForUpload(client: Client, id: string) {
  for (const end = Date.now() + 60_000; ;) {
    const { data } = await client(uploadsContract.listUploads, {})
    const item = data.find((entry) => entry.id === id)
    if (!item || item.state === 'done' || item.state === 'failed' || Date.now() > end) return item
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
