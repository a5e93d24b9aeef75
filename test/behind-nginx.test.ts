// @module-tag slow
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createClientFactory, freePort, nginx, startBehindNginx } from './behind-nginx.ts'
import { createFreshDatabase } from './fresh-database.ts'
import { startS3 } from './s3.ts'
import { waitForUpload, sha256, tusClient, createUploader } from './uploads.ts'

const { startInstance, startNginx, stop } = startBehindNginx()

test.skipIf(nginx === undefined)(
  'a rolling restart of two instances behind nginx fails no request, and an upload continues across them',
  async () => {
    const database = await createFreshDatabase()
    const s3 = await startS3()
    const settings = {
      DATABASE_URL: database.url,
      PUBLIC_URL: 'http://choice.test',
      TRUSTED_PROXIES: '127.0.0.1',
      DEMO: 'off',
      RATE_LIMITS: 'off',
      CAPTCHA_COST: '1',
      LOG_LEVEL: 'warn',
      FFMPEG_PATH: '/bin/false',
      S3_BUCKET: s3.bucket,
      S3_REGION: s3.region,
      S3_ENDPOINT: s3.endpoint,
      S3_ACCESS_KEY_ID: s3.accessKeyId,
      S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
    }
    const ports = [await freePort(), await freePort()]
    // Starts the first instance alone, because it builds the product if needed.
    const instances = [await startInstance('0', ports[0]!, settings), await startInstance('1', ports[1]!, settings)]
    const url = await startNginx(ports)
    const clientFor = createClientFactory(url)
    const ann = await createUploader({ db: database.connect(), clientFor })
    const statuses = new Map<string, number>()
    let isDone = false
    const repeatRequest = async (path: string) => {
      while (!isDone) {
        const response = await fetch(url + path, { headers: { authorization: `Bearer ${ann.token}` } }).catch(
          (error: unknown) => error as Error,
        )
        const outcome = response instanceof Error ? response.message : String(response.status)
        if (!(response instanceof Error)) await response.arrayBuffer()
        statuses.set(outcome, (statuses.get(outcome) ?? 0) + 1)
        await sleep(20)
      }
    }
    const tus = tusClient(url, ann.token)
    const bytes = randomBytes(40 * 1024 * 1024)
    bytes.write('RIFF\x78\x84\x1e\0WAVEfmt ', 'latin1')
    const path = (await tus.create({ filename: 'song.wav', series_id: ann.seriesId }, bytes.length)).headers.get('location')!
    const pieceBytes = 1024 * 1024
    let offset = 0
    const send = async () => {
      while (offset < bytes.length) {
        const response = await tus.patch(path, offset, bytes.subarray(offset, offset + pieceBytes)).catch(() => undefined)
        // Asks for the offset after a failure, as upload clients do.
        const answer = response?.status === 204 ? response : await tus.head(path)
        offset = Number(answer.headers.get('upload-offset') ?? offset)
        // Slows the upload down, so that it lasts as long as the restarts.
        if (!isDone && offset > bytes.length - 4 * pieceBytes) await sleep(100)
        else if (!isDone) await sleep(50)
      }
    }
    const responses = ['/api/playlists', `/api/playlists/${ann.playlistId}`, '/health', '/en'].map(repeatRequest)
    const sending = send()
    for (const index of [0, 1]) {
      await stop(instances[index]!.child)
      expect(instances[index]!.output()).not.toMatch(/warning/i)
      instances[index] = await startInstance(String(index), ports[index]!, settings)
    }
    isDone = true
    await Promise.all([...responses, sending])
    expect([...statuses.keys()]).toEqual(['200'])
    expect(statuses.get('200')).toBeGreaterThan(50)
    const id = path.split('/').at(-1)!
    expect(await waitForUpload(ann.client, id)).toMatchObject({ state: 'done', reason: null })
    const played = await fetch(`${url}/media/videos/${id}/original.wav`)
    expect(sha256(new Uint8Array(await played.arrayBuffer()))).toBe(sha256(bytes))
  },
  300_000,
)
