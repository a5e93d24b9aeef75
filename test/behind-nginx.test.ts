// @module-tag slow
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { call } from '#kit/contract/client.ts'
import { makeFolder } from './folders.ts'
import { freshDatabase } from './fresh-database.ts'
import { startS3 } from './s3.ts'
import type { Caller, Client } from './serve.ts'
import { ended, sha256, tusClient, uploader } from './uploads.ts'

// Two instances of the built product behind Debian's nginx, which proxies requests as deploy/nginx.conf does.

const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin']
const nginx = process.env['NGINX_PATH'] ?? folders.map((folder) => join(folder, 'nginx')).find((path) => existsSync(path))
const folder = makeFolder('choice-nginx')
const children = new Set<ChildProcess>()

const freePort = () =>
  new Promise<number>((done) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => done(port))
    })
  })

async function stop(child: ChildProcess) {
  if (child.exitCode === null && child.signalCode === null) {
    child.kill('SIGTERM')
    await once(child, 'close')
  }
  children.delete(child)
}

afterAll(async () => {
  await Promise.all([...children].map(stop))
  rmSync(folder, { recursive: true, force: true })
})

async function startInstance(name: string, port: number, settings: Record<string, string>) {
  const child = spawn(process.execPath, [join('scripts', 'start.mjs')], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NODE_OPTIONS: '', NODE_ENV: 'production', ...settings, DATA_DIR: join(folder, name), PORT: String(port) },
  })
  children.add(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (output += text.toString()))
  const isReady = () =>
    fetch(`http://127.0.0.1:${port}/ready`).then(
      ({ ok }) => ok,
      () => false,
    )
  for (const end = Date.now() + 120_000; !(await isReady()); await sleep(50))
    if (child.exitCode !== null || Date.now() > end) throw new Error(`It did not start: ${output}`)
  return { child, output: () => output }
}

async function startNginx(ports: readonly number[]) {
  const port = await freePort()
  const given = readFileSync(join('deploy', 'nginx.conf'), 'utf8')
  const part = (pattern: RegExp) => pattern.exec(given)![0]
  const upstream = part(/^upstream [^}]*\}/m).replace(/^ *server 127\.0\.0\.1:3000(.*)$/m, (_, more: string) =>
    ports.map((each) => `server 127.0.0.1:${each}${more}`).join('\n'),
  )
  mkdirSync(join(folder, 'nginx'), { recursive: true })
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${folder}/nginx/${kind};`)
  const config = `daemon off; master_process off; error_log stderr crit; pid ${folder}/nginx/pid;
events {}
http {
  access_log off; ${temporary.join(' ')}
  ${upstream}
  server {
  listen 127.0.0.1:${port};
${part(/^ {2}client_max_body_size.*$/m)}
${part(/^ {2}location \/ \{[^}]*\}/m)}
  }
}`
  writeFileSync(join(folder, 'nginx.conf'), config)
  const child = spawn(nginx!, ['-p', folder, '-c', join(folder, 'nginx.conf')], { stdio: ['ignore', 'ignore', 'inherit'] })
  children.add(child)
  const url = `http://127.0.0.1:${port}`
  for (
    const end = Date.now() + 20_000;
    !(await fetch(`${url}/health`).then(
      ({ ok }) => ok,
      () => false,
    ));
    await sleep(50)
  )
    if (child.exitCode !== null || Date.now() > end) throw new Error('nginx did not start')
  return url
}

test.skipIf(nginx === undefined)(
  'a rolling restart of two instances behind nginx fails no request, and an upload continues across them',
  async () => {
    const database = await freshDatabase()
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
    // The first start builds the product if needed.
    const instances = [await startInstance('0', ports[0]!, settings), await startInstance('1', ports[1]!, settings)]
    const url = await startNginx(ports)
    const as =
      ({ token }: Caller = {}): Client =>
      (endpoint, input) =>
        call(endpoint, input, async ({ method, url: path, headers, body }) => {
          const answer = await fetch(url + path, {
            method,
            headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }), ...headers },
            ...(body !== undefined && { body: JSON.stringify(body) }),
          })
          return { status: answer.status, body: await answer.json() }
        })
    const ann = await uploader({ db: database.connect(), as })
    const statuses = new Map<string, number>()
    let isDone = false
    const ask = async (path: string) => {
      while (!isDone) {
        const answer = await fetch(url + path, { headers: { authorization: `Bearer ${ann.token}` } }).catch(
          (error: unknown) => error as Error,
        )
        const outcome = answer instanceof Error ? answer.message : String(answer.status)
        if (!(answer instanceof Error)) await answer.arrayBuffer()
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
        const sent = await tus.patch(path, offset, bytes.subarray(offset, offset + pieceBytes)).catch(() => undefined)
        // As clients do: after a failure they ask for the offset.
        const answer = sent?.status === 204 ? sent : await tus.head(path)
        offset = Number(answer.headers.get('upload-offset') ?? offset)
        // The upload lasts as long as the restarts.
        if (!isDone && offset > bytes.length - 4 * pieceBytes) await sleep(100)
        else if (!isDone) await sleep(50)
      }
    }
    const asking = ['/api/playlists', `/api/playlists/${ann.playlistId}`, '/health', '/en'].map(ask)
    const sending = send()
    for (const index of [0, 1]) {
      await stop(instances[index]!.child)
      expect(instances[index]!.output()).not.toMatch(/warning/i)
      instances[index] = await startInstance(String(index), ports[index]!, settings)
    }
    isDone = true
    await Promise.all([...asking, sending])
    expect([...statuses.keys()]).toEqual(['200'])
    expect(statuses.get('200')).toBeGreaterThan(50)
    const id = path.split('/').at(-1)!
    expect(await ended(ann.client, id)).toMatchObject({ state: 'done', reason: null })
    const played = await fetch(`${url}/media/videos/${id}/original.wav`)
    expect(sha256(new Uint8Array(await played.arrayBuffer()))).toBe(sha256(bytes))
  },
  300_000,
)
