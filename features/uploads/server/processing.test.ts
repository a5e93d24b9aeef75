import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { describe, expect, test } from 'vitest'
import { channelsContract } from '#features/channels/contract.ts'
import { makeFolder } from '#test/folders.ts'
import { startTestServer } from '#test/serve.ts'
import { waitForUpload, filesOf, hasFfmpeg, listen, upload, createUploader } from '#test/uploads.ts'
import { uploadsContract } from '../contract.ts'

// Runs the tests with and without ffmpeg. If ffmpeg isn't installed, runs them only without.
const withTools = await startTestServer({ RATE_LIMITS: 'off' })
const withoutTools = await startTestServer({ RATE_LIMITS: 'off', FFMPEG_PATH: '/nowhere/ffmpeg' })
const originBySetup = new Map([
  [withTools, await listen(withTools.app)],
  [withoutTools, await listen(withoutTools.app)],
])
const clip = await readFile('server/demo/assets/clips/patch.mp4')
const folder = makeFolder('choice-films')

/** Creates a four-second video with audio and captions. */
async function makeFilm() {
  const path = join(folder, 'film.mkv')
  await writeFile(join(folder, 'film.srt'), '1\n00:00:01,000 --> 00:00:02,000\n<b>Hallo</b> daar\n')
  const inputs = [
    '-f',
    'lavfi',
    '-i',
    'testsrc=size=640x400:rate=10:duration=4',
    '-f',
    'lavfi',
    '-i',
    'sine=duration=4',
    '-i',
    join(folder, 'film.srt'),
  ]
  const outputs = [
    '-map',
    '0',
    '-map',
    '1',
    '-map',
    '2',
    '-c:v',
    'libx264',
    '-preset',
    'ultrafast',
    '-pix_fmt',
    'yuv420p',
    '-c:a',
    'aac',
    '-c:s',
    'srt',
  ]
  execFileSync('ffmpeg', ['-v', 'error', '-y', ...inputs, ...outputs, '-metadata:s:s:0', 'language=dut', path])
  return readFile(path)
}

test('with ffmpeg a video becomes segments in its heights, with pictures, previews, duration and captions', async () => {
  const server = hasFfmpeg ? withTools : withoutTools
  const ann = await createUploader(server)
  const id = await upload(originBySetup.get(server)!, ann, hasFfmpeg ? await makeFilm() : clip, 'Night_train.2.mkv', { index: '0' })
  const { video_id } = (await waitForUpload(ann.client, id))!
  const video = await ann.client(channelsContract.getVideo, { params: { id: video_id! } })
  expect(video).toMatchObject({ title: 'Night train 2', src: `/media/videos/${id}/master.m3u8`, kind: 'hls', is_external: false, site: '' })
  expect(video.series_id).toBe(ann.seriesId)
  const read = async (name: string) => {
    const response = await fetch(new URL(name, originBySetup.get(server)! + video.src))
    return { type: response.headers.get('content-type'), bytes: Buffer.from(await response.arrayBuffer()) }
  }
  const playlist = String((await read('master.m3u8')).bytes)
  if (!hasFfmpeg) return expect(playlist).toContain('v1.m3u8')
  expect(video.duration).toBe(4)
  expect(playlist.match(/^v\d+\.m3u8$/gm)).toEqual(['v360.m3u8'])
  expect(playlist).toMatch(/CODECS="avc1\.[\da-f]{6},mp4a\.40\.2"/)
  for (const [name, type] of Object.entries({
    'v360.mp4': 'video/mp4',
    'sound.m3u8': 'application/vnd.apple.mpegurl',
    'sprite.jpg': 'image/jpeg',
  }))
    expect([(await read(name)).type, (await read(name)).bytes.length > 0]).toEqual([type, true])
  const tracks = await ann.client(uploadsContract.listCaptions, { params: { id: video.id } })
  expect(tracks).toEqual({
    data: [{ language: 'nl', src: `/media/captions/${video.id}/nl.vtt` }],
    thumbnails: `/media/videos/${id}/thumbnails.vtt`,
  })
  expect(String((await read(tracks.data[0]!.src)).bytes)).toMatch(/^WEBVTT\n\n00:00:01\.0\d\d --> 00:00:02\.0\d\d\nHallo daar\n\n$/)
  expect(String((await read(tracks.thumbnails!)).bytes)).toContain('sprite.jpg#xywh=160,0,160,90')
  // Only users who can edit the video can use these posters as pictures.
  const { data: posters } = await ann.client(uploadsContract.listPosters, { params: { id: video.id } })
  expect(posters).toHaveLength(4)
  expect(video.image).toBe(posters[0])
  const chosen = await ann.client(channelsContract.updateVideo, { params: { id: video.id }, body: { image: posters[2]! } })
  expect(chosen.image).toBe(posters[2])
  const outsider = await createUploader(server)
  await expect(outsider.client(uploadsContract.listPosters, { params: { id: video.id } })).rejects.toMatchObject({ status: 403 })
}, 60_000)

test('without ffmpeg an MP4 file is cut into segments, and any other is served unchanged', async () => {
  const ann = await createUploader(withoutTools)
  const origin = originBySetup.get(withoutTools)!
  const uploadResult = (await waitForUpload(ann.client, await upload(origin, ann, clip)))!
  const video = await ann.client(channelsContract.getVideo, { params: { id: uploadResult.video_id! } })
  expect(video).toMatchObject({ kind: 'hls', image: null })
  expect(video.duration).toBeGreaterThan(1)
  const segments = await fetch(new URL('v1.mp4', origin + video.src))
  expect(
    Buffer.from(await segments.arrayBuffer())
      .subarray(4, 8)
      .toString(),
  ).toBe('ftyp')
  const sound = Buffer.alloc(4000)
  sound.write('RIFF\x98\x0f\0\0WAVEfmt ', 'latin1')
  const song = (await waitForUpload(ann.client, await upload(origin, ann, sound, 'song.wav')))!
  const item = await ann.client(channelsContract.getVideo, { params: { id: song.video_id! } })
  expect(item).toMatchObject({ kind: 'audio', src: `/media/videos/${song.id}/original.wav`, content_type: 'audio/wav', duration: null })
  const part = await fetch(origin + item.src, { headers: { range: 'bytes=0-3' } })
  expect([part.status, await part.text(), part.headers.get('content-range')]).toEqual([206, 'RIFF', 'bytes 0-3/4000'])
  expect((await ann.client(uploadsContract.getUploadRoom, {})).used).toBeGreaterThan(clip.length)
})

/** Builds an MP4 box. */
const createBox = (type: string, ...parts: Uint8Array[]) => {
  const content = Buffer.concat(parts)
  const head = Buffer.alloc(8)
  head.writeUInt32BE(8 + content.length)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, content])
}
const brandBox = createBox('ftyp', Buffer.from('isom\0\0\x02\0isomiso2mp41', 'latin1'))
/** Creates a video that is wider than allowed. */
function hugeFilm() {
  if (!hasFfmpeg) return Buffer.from('no film')
  const path = join(folder, 'huge.mkv')
  execFileSync('ffmpeg', ['-v', 'error', '-y', '-f', 'lavfi', '-i', 'color=size=9000x64:rate=1:duration=1', '-c:v', 'ffv1', path])
  return readFileSync(path)
}
const manyTracks = () => {
  const track = createBox(
    'trak',
    createBox('tkhd', Buffer.alloc(84)),
    createBox('mdia', createBox('mdhd', Buffer.alloc(24)), createBox('hdlr', Buffer.alloc(25))),
  )
  return Buffer.concat([brandBox, createBox('moov', createBox('mvhd', Buffer.alloc(100)), ...Array.from({ length: 10_000 }, () => track))])
}
/** Creates a video whose header states no duration. */
function timelessFilm() {
  const bytes = Buffer.from(clip)
  for (const [name, at] of [
    ['mvhd', 20],
    ['tkhd', 24],
    ['mdhd', 20],
  ] as const)
    for (let found = bytes.indexOf(name); found !== -1; found = bytes.indexOf(name, found + 4)) bytes.writeUInt32BE(0, found + at)
  return bytes
}
/** Creates a playlist after the first bytes of a video. `file-type` detects a video, but a parser that reads further detects a playlist. */
const playlistAfter = (head: string) => () =>
  Buffer.concat([
    Buffer.from(head, 'latin1'),
    Buffer.from('\n#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n'),
  ])
/** Creates a video whose picture is in another file. */
function filmElsewhere() {
  const bytes = Buffer.from(clip)
  const index = bytes.indexOf('url \0\0\0\x01', 0, 'latin1')
  // Clears the flag "self-contained", so that the header refers to another file for the picture.
  expect(index).toBeGreaterThan(0)
  bytes.writeUInt32BE(0, index + 4)
  return bytes
}
const hostile: [string, () => Uint8Array<ArrayBuffer>, string[]][] = [
  ['a ZIP file', () => Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), Buffer.alloc(500)]), ['not_video']],
  ['a page', () => Buffer.from('<!doctype html><script>alert(1)</script>'), ['not_video']],
  ['a drawing with a script', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'), ['not_video']],
  [
    'a playlist that names a file',
    () => Buffer.from('#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\nfile:///etc/passwd\n#EXT-X-ENDLIST'),
    ['not_video'],
  ],
  ['a playlist that names an address', () => Buffer.from('#EXTM3U\n#EXTINF:1,\nhttp://127.0.0.1:1/secret.ts\n'), ['not_video']],
  ['a script that joins files', () => Buffer.from("ffconcat version 1.0\nfile '/etc/passwd'\n"), ['not_video']],
  ['an address of such a script', () => Buffer.from('concat:/etc/passwd|/etc/hostname'), ['not_video']],
  [
    'a playlist behind the head of an MPEG stream',
    playlistAfter('\0\0\x01\xba!\0\x01\0\x01\x80\0\x01'),
    ['unreadable', 'not_video', 'too_complex'],
  ],
  ['a playlist behind tags of sound', playlistAfter('ID3\x03\0\0\0\0\0\0'), ['unreadable', 'not_video']],
  ['a playlist behind the head of an AVI film', playlistAfter('RIFF\xff\xff\0\0AVI LIST'), ['unreadable', 'not_video']],
  ['a film that was cut off', () => clip.subarray(0, 400), ['unreadable', 'not_video']],
  ['the beginning of a film alone', () => brandBox, ['unreadable']],
  ['a film with noise inside', () => Buffer.concat([clip.subarray(0, 200), Buffer.alloc(5000, 0x5a)]), ['unreadable', 'not_video']],
  ['a picture of 9,000 pixels a side', hugeFilm, ['too_complex', 'not_video']],
  ['10,000 tracks', manyTracks, ['too_complex', 'unreadable', 'not_video']],
]

test('processing ends for a video that claims no duration or references another file', { tags: ['slow'] }, async () => {
  const ann = await createUploader(withTools)
  const origin = originBySetup.get(withTools)!
  for (const make of [timelessFilm, filmElsewhere]) {
    const uploadResult = (await waitForUpload(ann.client, await upload(origin, ann, make())))!
    expect([uploadResult.state, uploadResult.reason]).toSatisfy(
      ([state, reason]) => state === 'done' || (state === 'failed' && reason === 'unreadable'),
    )
    for (const name of await filesOf(withTools, uploadResult.id))
      expect(name).toMatch(/^(original|master\.m3u8|(v\d+|sound)\.(m3u8|mp4)|sprite\.jpg|thumbnails\.vtt)$/)
  }
})

describe.each([
  ['with ffmpeg', hasFfmpeg ? withTools : withoutTools, hasFfmpeg],
  ['without it', withoutTools, false],
])('hostile files %s', (_, server, reads) => {
  test('fail once with a clear error, and leave nothing behind', async () => {
    const ann = await createUploader(server)
    const origin = originBySetup.get(server)!
    const delay = monitorEventLoopDelay({ resolution: 10 })
    delay.enable()
    const memory = process.memoryUsage.rss()
    const ids = new Map<string, string>()
    for (const [name, bytes] of hostile) ids.set(name, await upload(origin, ann, bytes(), `${name.replaceAll(/\W+/g, '-')}.mp4`))
    const outcomes = await Promise.all([...ids].map(async ([name, id]) => [name, (await waitForUpload(ann.client, id))!] as const))
    delay.disable()
    // The server responds quickly during the processing, because slow work runs in other processes.
    expect(delay.percentile(99) / 1e6).toBeLessThan(500)
    expect((process.memoryUsage.rss() - memory) / 1024 ** 2).toBeLessThan(200)
    for (const [name, { state, reason }] of outcomes) {
      const expected = hostile.find(([one]) => one === name)![2]
      // Without ffmpeg, unreadable files are served unchanged, but never as a page, picture or script.
      if (!reads && expected.some((item) => item !== 'not_video')) expect([name, ['done', 'failed'].includes(state)]).toEqual([name, true])
      else expect([name, state, expected.includes(reason!)]).toEqual([name, 'failed', true])
    }
    const dead = await server.db
      .selectFrom('job')
      .select('error')
      .where('name', '=', 'uploads-process')
      .where('state', 'in', ['dead', 'waiting'])
      .execute()
    expect(dead).toEqual([])
    for (const [name, { id, state }] of outcomes) if (state === 'failed') expect([name, await filesOf(server, id)]).toEqual([name, []])
    if (reads) expect((await ann.client(uploadsContract.getUploadRoom, {})).used).toBe(0)
  }, 60_000)
})
