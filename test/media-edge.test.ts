// @module-tag slow
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { cookieNames } from '#kit/contract/cookies.ts'
import { channelsContract } from '#features/channels/contract.ts'
import { status } from '#features/channels/rules.ts'
import { createPictureId, pictureKey } from '#features/media/server/picture-files.ts'
import { insertPicture } from '#features/media/server/queries.ts'
import { uploadsContract } from '#features/uploads/contract.ts'
import { uploadKey } from '#features/uploads/server/files.ts'
import { makeFolder } from './folders.ts'
import { type Person, createUser } from './people.ts'
import { startTestServer } from './serve.ts'
import { waitForUpload, filesOf, hasFfmpeg, listen, makeShortFilm, sha256, upload, createUploader } from './uploads.ts'

// The site behind Debian's nginx, which also caches public media. Of its two nodes, one gets no purges. Uses the settings of
// deploy/nginx.conf.

const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin']
const nginx = process.env['NGINX_PATH'] ?? folders.map((folder) => join(folder, 'nginx')).find((path) => existsSync(path))
const folder = makeFolder('choice-edge')
let child: ChildProcess | undefined
afterAll(async () => {
  if (child && child.exitCode === null) {
    child.kill('SIGTERM')
    await once(child, 'close')
  }
  rmSync(folder, { recursive: true, force: true })
})

const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
const urlOf = (port: number) => `http://127.0.0.1:${port}`

async function startNginx({ app, files, ports }: { app: string; files: string; ports: { site: number; node: number; other: number } }) {
  const template = readFileSync(join('deploy', 'nginx.conf'), 'utf8')
  const partOf = (pattern: RegExp) => pattern.exec(template)![0]
  const locationOf = (path: string) =>
    partOf(new RegExp(`^ {2}location ${path} \\{[\\s\\S]*?^ {2}\\}`, 'm')).replaceAll('https://tv.example.com', urlOf(ports.site))
  const upstream = partOf(/^upstream [^}]*\}/m).replace('127.0.0.1:3000', new URL(app).host)
  mkdirSync(join(folder, 'nginx'), { recursive: true })
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${folder}/nginx/${kind};`)
  const cache = (zone: string) =>
    partOf(/^proxy_cache_path .*$/m)
      .replace('/var/cache/nginx/choice', `${folder}/nginx/${zone}`)
      .replace('keys_zone=choice', `keys_zone=${zone}`)
  const config = `daemon off; master_process off; error_log stderr crit; pid ${folder}/nginx/pid;
events {}
http {
  access_log off; ${temporary.join(' ')}
  types { text/html html; }
  ${upstream}
  ${cache('choice')}
  ${cache('other')}
  server {
    listen 127.0.0.1:${ports.site};
${partOf(/^ {2}client_max_body_size.*$/m)}
${locationOf('/stored-files/').replace('/var/lib/choice-tv/data/files/', `${files}/`)}
${locationOf('/')}
  }
  server {
    listen 127.0.0.1:${ports.node};
${locationOf('/media/edge/')}
${locationOf('/purge/')}
  }
  server {
    listen 127.0.0.1:${ports.other};
${locationOf('/media/edge/').replace('proxy_cache choice', 'proxy_cache other')}
  }
}`
  writeFileSync(join(folder, 'nginx.conf'), config)
  child = spawn(nginx!, ['-p', folder, '-c', join(folder, 'nginx.conf')], { stdio: ['ignore', 'ignore', 'pipe'] })
  let errors = ''
  child.stderr!.on('data', (text: Buffer) => (errors += text.toString()))
  const isUp = () =>
    fetch(`${urlOf(ports.site)}/health`).then(
      ({ ok }) => ok,
      () => false,
    )
  for (const end = Date.now() + 20_000; !(await isUp()); await sleep(50))
    if (child.exitCode !== null || Date.now() > end) throw new Error(`nginx did not start: ${errors}`)
}

const cdn = 'https://media.choice.test'
const cookieOf = ({ cookie }: Pick<Person, 'cookie'>) => ({ cookie: `${cookieNames.media}=${cookie}` })

test.skipIf(nginx === undefined)(
  'nginx caches public media, drops files that become private, and sends private films after the check',
  async () => {
    const ports = { site: await freePort(), node: await freePort(), other: await freePort() }
    const server = await startTestServer({
      RATE_LIMITS: 'off',
      ...(!hasFfmpeg && { FFMPEG_PATH: '/nowhere/ffmpeg' }),
      MEDIA_URL: cdn,
      MEDIA_DELIVERY: 'nginx',
      MEDIA_PURGE_URL: `${urlOf(ports.node)}/purge{path}`,
      MEDIA_PURGE_HEADER: 'Authorization: Bearer SECRET',
      OUTBOUND_ALLOW: `127.0.0.1:${ports.node}`,
    })
    const { app, db, services, config, guest } = server
    let fetched = 0
    const origin = await listen(app)
    app.server.on('request', ({ url }) => void (fetched += Number(url?.startsWith('/media/edge/'))))
    await startNginx({ app: origin, files: config.filesDir, ports })
    const [site, node, other] = [urlOf(ports.site), urlOf(ports.node), urlOf(ports.other)]

    const film = hasFfmpeg ? makeShortFilm(join(folder, 'film.mp4')) : readFileSync('server/demo/assets/clips/sunny-side.mp4')
    // Makes 12 seconds of noise with 8,000 samples a second.
    const head = Buffer.alloc(44)
    head.write('RIFF----WAVEfmt ')
    head.writeUInt32LE(200_036, 4)
    head.set([16, 0, 0, 0, 1, 0, 1, 0, 0x40, 0x1f, 0, 0, 0x80, 0x3e, 0, 0, 2, 0, 16, 0], 16)
    head.write('data', 36)
    head.writeUInt32LE(200_000, 40)
    const song = Buffer.concat([head, randomBytes(200_000)])
    /** Makes a channel with a picture, a converted film with captions, and a sound file. @returns addresses of its public files */
    async function makeSite() {
      const ann = await createUploader(server)
      const uploadResult = (await waitForUpload(ann.client, await upload(site, ann, film)))!
      const sound = (await waitForUpload(ann.client, await upload(site, ann, song, 'song.wav')))!
      const pictureId = createPictureId({ width: 640, height: 360, colour: 'ff8000' })
      for (const width of [160, 320, 640])
        await services.storage.put(pictureKey(pictureId, width), Buffer.from(`picture ${width}`), 'image/webp')
      await insertPicture(db, { id: pictureId, bytes: 30 })
      await db.updateTable('playlist').set({ picture_id: pictureId }).where('id', '=', ann.playlistId).execute()
      const text = 'WEBVTT\n\n00:01.000 --> 00:02.000\nA'
      await ann.client(uploadsContract.addCaptions, { params: { id: uploadResult.video_id! }, body: { language: 'en', text } })
      const channel = await guest(channelsContract.getPlaylist, { params: { id: ann.playlistId } })
      const { data } = await guest(uploadsContract.listCaptions, { params: { id: uploadResult.video_id! }, query: {} })
      const [master, wave] = channel.series[0]!.videos.map(({ src }) => String(src).replace(cdn, ''))
      expect(master).toBe(`/media/edge/videos/${uploadResult.id}/master.m3u8`)
      expect(wave).toMatch(new RegExp(`^/media/edge/videos/${sound.id}/(?:original\\.wav|sound\\.m4a)$`))
      const played = readFileSync(join(config.filesDir, uploadKey(sound.id, wave!.split('/').at(-1)!)))
      const names = (await filesOf(server, uploadResult.id)).filter((name) => /\.(?:m3u8|mp4)$/.test(name))
      const segments = names.filter((name) => name.endsWith('.mp4')).map((name) => master!.replace('master.m3u8', name))
      const lists = names.filter((name) => name.endsWith('.m3u8')).map((name) => master!.replace('master.m3u8', name))
      const pictures = [160, 320, 640].map((width) => String(channel.icon).replace(cdn, '').replace('960', String(width)))
      return { ann, id: uploadResult.id, wave: wave!, played, segments, lists, pictures, captions: data[0]!.src.replace(cdn, '') }
    }
    const [first, second] = [await makeSite(), await makeSite()]
    const addressesOf = ({ wave, segments, lists, pictures, captions }: typeof first) => [
      ...pictures,
      ...lists,
      ...segments,
      wave,
      captions,
    ]

    // 25 viewers read from each node.
    const outcomes = new Map<string, number>()
    const sendRequest = async (url: string, headers: Record<string, string> = {}) => {
      const response = await fetch(url, { headers })
      const outcome = `${response.status} ${response.headers.get('x-cache')}`
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
      return { answer: response, bytes: Buffer.from(await response.arrayBuffer()) }
    }
    for (const url of [node, other])
      for (let viewer = 0; viewer < 25; viewer++)
        for (const files of [first, second]) {
          for (const address of [...files.pictures, ...files.lists, files.captions]) {
            const { answer } = await sendRequest(url + address)
            expect([address, answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([
              address,
              200,
              'http://choice.test',
            ])
          }
          for (const from of [0, 1000, 10_000, files.played.length - 10]) {
            const { answer, bytes } = await sendRequest(url + files.wave, { range: `bytes=${from}-${from + 9}` })
            expect([answer.status, sha256(bytes)]).toEqual([206, sha256(files.played.subarray(from, from + 10))])
          }
          for (const address of files.segments) {
            const { bytes } = await sendRequest(url + address, { range: 'bytes=4-7' })
            expect(bytes.toString()).toBe('ftyp')
            await sendRequest(url + address, { range: 'bytes=8-2000' })
          }
        }
    const files = [...addressesOf(first), ...addressesOf(second)]
    const total = [...outcomes.values()].reduce((sum, count) => sum + count, 0)
    const hits = (outcomes.get('200 HIT') ?? 0) + (outcomes.get('206 HIT') ?? 0)
    // Each node fetched each file once.
    expect([fetched, total - hits]).toEqual([2 * files.length, 2 * files.length])
    expect(hits / total).toBeGreaterThan(0.95)

    // One of the channels becomes private.
    const hidden = addressesOf(first)
    const codes = async (url: string, addresses: readonly string[]) => [
      ...new Set(await Promise.all(addresses.map(async (address) => (await fetch(url + address)).status))),
    ]
    expect((await fetch(`${node}/purge${hidden[0]!}`, { method: 'POST' })).status).toBe(403)
    const began = performance.now()
    await first.ann.client(channelsContract.updatePlaylist, { params: { id: first.ann.playlistId }, body: { status_id: status.private } })
    const secondsUntilPurged = async (url: string) => {
      for (; (await codes(url, hidden)).join() !== '404'; await sleep(100)) if (performance.now() - began > 90_000) return Infinity
      return (performance.now() - began) / 1000
    }
    const [purged, expired] = await Promise.all([secondsUntilPurged(node), secondsUntilPurged(other)])
    expect(purged).toBeLessThan(20)
    expect(expired).toBeLessThan(65)
    expect(await db.selectFrom('edge_copy').select('path').where('purge_since', 'is not', null).execute()).toEqual([])
    for (const url of [node, other])
      for (const range of ['bytes=4-7', 'bytes=8-'])
        for (const address of hidden) expect((await fetch(url + address, { headers: { range } })).status).toBe(404)
    // The other channel is still cached. The nodes only asked whether it has changed.
    expect(await codes(node, addressesOf(second))).toEqual([200])
    outcomes.clear()
    for (const address of addressesOf(second)) await sendRequest(other + address)
    expect([...outcomes.keys()].every((outcome) => /^200 (?:HIT|REVALIDATED)$/.test(outcome))).toBe(true)

    // A member of the team gets the film through nginx, after the check of the login.
    const bob = await createUser(server)
    const path = first.segments[0]!.replace('/edge/', '/')
    const ownCookie = cookieOf(first.ann)
    const get = (headers: Record<string, string>, method = 'GET') => fetch(site + path, { headers, method })
    const whole = await get(ownCookie)
    const key = uploadKey(first.id, path.split('/').at(-1)!)
    expect([
      whole.status,
      whole.headers.get('content-type'),
      whole.headers.get('cache-control'),
      whole.headers.get('x-content-type-options'),
    ]).toEqual([200, 'video/mp4', 'private, no-cache', 'nosniff'])
    const content = readFileSync(join(config.filesDir, key))
    expect(sha256(new Uint8Array(await whole.arrayBuffer()))).toBe(sha256(content))
    const etag = whole.headers.get('etag')!
    const part = await get({ ...ownCookie, range: 'bytes=4-7', 'if-range': etag })
    expect([part.status, await part.text(), part.headers.get('content-range')]).toEqual([206, 'ftyp', `bytes 4-7/${content.length}`])
    expect((await get({ ...ownCookie, range: 'bytes=4-7', 'if-range': '"other"' })).status).toBe(200)
    expect((await get({ ...ownCookie, range: `bytes=${content.length}-` })).status).toBe(416)
    expect((await get({ ...ownCookie, 'if-none-match': etag })).status).toBe(304)
    const described = await get(ownCookie, 'HEAD')
    expect([described.status, described.headers.get('content-length')]).toEqual([200, String(content.length)])
    for (const headers of [{}, cookieOf(bob), { range: 'bytes=4-7' }, { 'if-none-match': etag }])
      expect((await get(headers as Record<string, string>)).status).toBe(404)
    expect((await fetch(`${site}/stored-files/${key}`, { headers: ownCookie })).status).toBe(404)
  },
  240_000,
)
