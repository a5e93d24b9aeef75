// @module-tag slow
import { execFileSync } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { makeFolder } from '#test/folders.ts'
import { hasFfmpeg } from '#test/uploads.ts'
import { encodeVideo } from './encode.ts'
import { createThumbnails, extractPosters } from './extras.ts'
import type { Encoding } from './ffmpeg.ts'
import { findMediaTools } from './media-tools.ts'
import { targetFrameRate } from './picture-size.ts'
import { probeFile } from './probe.ts'

const folder = makeFolder('choice-encode')
const signal = new AbortController().signal
const h264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p']
const ffmpeg = (...args: string[]) => execFileSync('ffmpeg', ['-v', 'error', '-y', ...args])
const pictureInput = (options: string) => ['-f', 'lavfi', '-i', `testsrc=${options}`]
const toneInput = (hertz: number) => ['-f', 'lavfi', '-i', `sine=frequency=${hertz}:duration=1`]

/** Transcodes a file in its own folder. */
async function prepare(path: string): Promise<Encoding & Awaited<ReturnType<typeof encodeVideo>>> {
  const outputPath = `${path}-made`
  await mkdir(outputPath)
  const tools = (await findMediaTools({ ffmpegPath: 'ffmpeg', ffprobePath: 'ffprobe' }, { folder: outputPath, signal }))!
  const probed = await probeFile(tools, path, { folder: outputPath, signal })
  const encoding = { tools, path, size: 1_000_000, folder: outputPath, probed, signal, onProgress: () => {} }
  return { ...encoding, ...(await encodeVideo(encoding)) }
}

/** Probes a resulting file. */
function probeStreams(path: string) {
  const probedEntries = 'stream=width,height,sample_aspect_ratio,avg_frame_rate,nb_read_packets'
  const output = execFileSync('ffprobe', ['-v', 'error', '-count_packets', '-show_entries', probedEntries, '-of', 'json', path], {
    encoding: 'utf8',
  })
  const [stream] = (JSON.parse(output) as { streams: Record<string, string | number>[] }).streams
  return stream!
}

/** Rotates an MP4 video by its matrix, as cameras do. */
function rotateVideo(bytes: Buffer): Buffer {
  const matrix = bytes.indexOf('tkhd') + 44
  for (const [index, value] of [0, 0x10000, 0, -0x10000, 0, 0].entries()) bytes.writeInt32BE(value, matrix + 4 * index)
  return bytes
}

test.each([
  ['60/1', '60/1', undefined],
  ['60000/1001', '60000/1001', undefined],
  ['120000/1001', '120000/1001', '60000/1001'],
  ['90000/1', '25/1', '25/1'],
  ['1000/1', '2997/100', '30000/1001'],
  ['90000/1', '0/0', '60/1'],
  ['90000/1', '7/2', '60'],
])('a nominal rate of %s with an average of %s becomes %s', (nominal, average, expected) => {
  expect(targetFrameRate(nominal, average)).toBe(expected)
})

describe.runIf(hasFfmpeg)('with ffmpeg', () => {
  test.each(['mkv', 'mp4'])('the missing part of a file that ends early is reported: %s', async (extension) => {
    const path = join(folder, `whole.${extension}`)
    const options = ['-g', '5', '-movflags', '+faststart']
    ffmpeg(...pictureInput('size=320x240:rate=5:duration=20'), '-vf', 'noise=alls=60:allf=t', ...h264, ...options, path)
    expect((await prepare(path)).missingPercent).toBeNull()
    const bytes = await readFile(path)
    const shortPath = join(folder, `short.${extension}`)
    await writeFile(shortPath, bytes.subarray(0, bytes.length / 2))
    const { duration, missingPercent } = await prepare(shortPath)
    expect([Math.abs(duration - 10) < 3, Math.abs(missingPercent! - 50) < 15]).toEqual([true, true])
  })

  const changingTone = ['-f', 'lavfi', '-i', 'aevalsrc=sin(440*2*PI*t)*gt(mod(t\\,20)\\,10)+random(0)/9:d=40:s=44100']
  test.each(['m4a', 'mp3', 'flac', 'mka'])('the missing part of audio that ends early is reported: %s', async (extension) => {
    const path = join(folder, `song.${extension}`)
    ffmpeg(...changingTone, '-movflags', '+faststart', path)
    expect(await prepare(path)).toMatchObject({ duration: 40, missingPercent: null })
    const bytes = await readFile(path)
    const shortPath = join(folder, `short-song.${extension}`)
    await writeFile(shortPath, bytes.subarray(0, bytes.length / 2))
    const { duration, missingPercent } = await prepare(shortPath)
    expect([Math.abs(duration - 20) < 5, Math.abs(missingPercent! - 50) < 15]).toEqual([true, true])
  })

  test('audio is complete, even if another of its tracks is longer', async () => {
    const path = join(folder, 'two-lengths.mka')
    const sound = (seconds: number) => ['-f', 'lavfi', '-i', `sine=duration=${seconds}`]
    ffmpeg(...sound(5), ...sound(30), '-map', '0', '-map', '1', path)
    expect(await prepare(path)).toMatchObject({ duration: 5, missingPercent: null })
  })

  test('audio without a stated duration counts as complete, whatever duration its bit rate suggests', async () => {
    const path = join(folder, 'no-duration.mp3')
    const loudAtTheEnd = ['-f', 'lavfi', '-i', 'aevalsrc=random(0)*gt(t\\,20):d=40:s=44100']
    ffmpeg(...loudAtTheEnd, '-q:a', '4', '-write_xing', '0', path)
    const { probed, duration, missingPercent } = await prepare(path)
    expect([probed.duration! > 60, duration, missingPercent]).toEqual([true, 40, null])
  })

  test.each<[name: string, size: string, aspect: string, isTurned: boolean, made: Record<string, string>]>([
    ['PAL, wide', '720x576', '64/45', false, { v360: '640x360', v576: '1024x576' }],
    ['HDV', '1440x1080', '4/3', false, { v360: '640x360', v1080: '1920x1080' }],
    ['NTSC, wide', '720x480', '32/27', false, { v360: '640x360', v480: '854x480' }],
    ['NTSC, narrow', '720x480', '8/9', false, { v360: '480x360', v480: '640x480' }],
    ['PAL, wide and turned', '720x576', '64/45', true, { v360: '360x640', v576: '576x1024' }],
    ['square pixels', '640x360', '1', false, { v360: '640x360' }],
    ['a shape of pixels that nobody has', '640x360', '5000', false, { v360: '640x360' }],
  ])('a video keeps its aspect ratio: %s', async (name, size, aspect, isTurned, made) => {
    const path = join(folder, `${name.replaceAll(/\W+/g, '-')}.mp4`)
    ffmpeg(...pictureInput(`size=${size}:rate=2:duration=1`), '-vf', `setsar=${aspect}`, ...h264, path)
    if (isTurned) await writeFile(path, rotateVideo(await readFile(path)))
    const encoding = await prepare(path)
    const sizes = Object.keys(made).map((rendition) => {
      const { width, height, sample_aspect_ratio: pixels } = probeStreams(join(encoding.folder, `${rendition}.mp4`))
      return [rendition, `${width}x${height}`, pixels]
    })
    expect(sizes).toEqual(Object.entries(made).map(([rendition, expected]) => [rendition, expected, '1:1']))
  })

  test.each([
    ['upright', true, [576, 1024]],
    ['wide', false, [1024, 576]],
  ] as const)('pictures of a video with non-square pixels keep its aspect ratio: %s', async (name, isTurned, [width, height]) => {
    const path = join(folder, `pictures-${name}.mp4`)
    ffmpeg('-f', 'lavfi', '-i', 'color=c=white:size=720x576:rate=2:duration=2', '-vf', 'setsar=64/45', ...h264, path)
    if (isTurned) await writeFile(path, rotateVideo(await readFile(path)))
    const encoding = await prepare(path)
    const poster = await sharp((await extractPosters(encoding, 2))[0]).metadata()
    expect([poster.width, poster.height]).toEqual([width, height])
    expect(await createThumbnails(encoding, 2)).toBe(true)
    // The rest of the sprite is black, so trimming it leaves the picture.
    const sprite = await readFile(join(encoding.folder, 'sprite.jpg'))
    const place = await sharp(sprite).extract({ left: 0, top: 0, width: 160, height: 90 }).toBuffer()
    const { info } = await sharp(place).trim({ background: 'black', threshold: 60 }).toBuffer({ resolveWithObject: true })
    expect(Math.abs(info.width - (90 * width) / height)).toBeLessThan(4)
  })

  test.each<[rate: string, duration: number, most: number, made: string]>([
    ['240', 1, 60, '60/1'],
    ['100', 1, 50, '50/1'],
    ['90000', 0.02, 2, '60/1'],
    ['50', 1, 50, '50/1'],
  ])('a video of %s frames per second plays with at most 60', async (rate, duration, maxRate, expected) => {
    const path = join(folder, `${rate}.mp4`)
    ffmpeg(...pictureInput(`size=320x240:rate=${rate}:duration=${duration}`), ...h264, path)
    const { folder: at, entry } = await prepare(path)
    const { avg_frame_rate: average, nb_read_packets: frames } = probeStreams(join(at, 'v240.mp4'))
    expect(Number(frames)).toBeLessThanOrEqual(maxRate)
    if (duration === 1) expect(average).toBe(expected)
    expect(await readFile(join(at, entry), 'utf8')).toMatch(/CODECS="avc1\.6400(?:0|1)/)
  })

  test('timestamps finer than the frame rate do not change it', async () => {
    const path = join(folder, 'fine.mp4')
    // One frame is a tick late. The file's nominal frame rate is then the rate of its clock.
    ffmpeg(
      ...pictureInput('size=320x240:rate=25:duration=2'),
      '-vf',
      "settb=1/90000,setpts='N*3600+eq(N,7)'",
      '-fps_mode',
      'passthrough',
      '-enc_time_base',
      '1:90000',
      ...h264,
      '-video_track_timescale',
      '90000',
      path,
    )
    const { folder: at } = await prepare(path)
    expect(probeStreams(join(at, 'v240.mp4'))).toMatchObject({ avg_frame_rate: '25/1', nb_read_packets: '50' })
  })

  test('audio tracks in several languages have names, default first', async () => {
    const path = join(folder, 'languages.mkv')
    const languages = ['eng', 'dut', 'dut'].flatMap((language, index) => [`-metadata:s:a:${index}`, `language=${language}`])
    const options = ['-disposition:a:0', '0', '-disposition:a:1', 'default', '-disposition:a:2', '0']
    const named = ['-metadata:s:a:2', 'title=Voor "slechtzienden"']
    const inputs = [...pictureInput('size=320x240:rate=5:duration=1'), ...toneInput(300), ...toneInput(600), ...toneInput(900)]
    ffmpeg(...inputs, ...[0, 1, 2, 3].flatMap((at) => ['-map', `${at}`]), ...languages, ...named, ...options, ...h264, '-c:a', 'aac', path)
    const { folder: at } = await prepare(path)
    const playlist = await readFile(join(at, 'master.m3u8'), 'utf8')
    const sounds = [...playlist.matchAll(/^#EXT-X-MEDIA:TYPE=AUDIO.*/gm)].map(([line]) =>
      ['NAME', 'LANGUAGE', 'DEFAULT', 'URI'].map((name) => new RegExp(`[:,]${name}="?([^",]*)`).exec(line)?.[1]),
    )
    expect(sounds).toEqual([
      ['Nederlands', 'nl', 'YES', 'sound.m3u8'],
      ['English', 'en', 'NO', 'sound2.m3u8'],
      ['Voor slechtzienden', 'nl', 'NO', 'sound3.m3u8'],
    ])
    for (const name of ['sound', 'sound2', 'sound3'])
      expect(Number(probeStreams(join(at, `${name}.mp4`))['nb_read_packets'])).toBeGreaterThan(40)
  })

  test('a video plays without its second audio track if that track is unreadable', async () => {
    const path = join(folder, 'broken.mkv')
    ffmpeg(
      ...pictureInput('size=320x240:rate=5:duration=1'),
      ...toneInput(300),
      ...toneInput(600),
      '-map',
      '0',
      '-map',
      '1',
      '-map',
      '2',
      ...h264,
      path,
    )
    const bytes = await readFile(path)
    const second = bytes.lastIndexOf('A_VORBIS')
    expect(second).toBeGreaterThan(bytes.indexOf('A_VORBIS'))
    bytes.write('A_AC4\0\0\0', second, 'latin1')
    await writeFile(path, bytes)
    const { folder: at } = await prepare(path)
    expect(await readFile(join(at, 'master.m3u8'), 'utf8')).toContain('v240.m3u8')
  })

  test('a video without audio has no audio track', async () => {
    const path = join(folder, 'silent.mp4')
    ffmpeg(...pictureInput('size=320x240:rate=5:duration=1'), ...h264, path)
    const { folder: at } = await prepare(path)
    expect(await readFile(join(at, 'master.m3u8'), 'utf8')).not.toContain('AUDIO')
  })

  test('the cover of a file is its first picture', async () => {
    const cover = join(folder, 'cover.png')
    await sharp({ create: { width: 500, height: 500, channels: 3, background: '#c03010' } })
      .png()
      .toFile(cover)
    const attached = ['-c:v:1', 'png', '-disposition:v:1', 'attached_pic']
    const film = join(folder, 'cover.mp4')
    ffmpeg(...pictureInput('size=320x240:rate=5:duration=2'), '-i', cover, '-map', '0', '-map', '1', ...h264, ...attached, film)
    const song = join(folder, 'cover.mp3')
    ffmpeg(
      ...toneInput(440),
      '-i',
      cover,
      '-map',
      '0',
      '-map',
      '1',
      '-c:a',
      'libmp3lame',
      '-c:v',
      'png',
      '-disposition:v:0',
      'attached_pic',
      song,
    )
    for (const [path, count] of [
      [film, 5],
      [song, 1],
    ] as const) {
      const encoding = await prepare(path)
      const posters = await extractPosters(encoding, 2)
      expect(posters).toHaveLength(count)
      const { dominant } = await sharp(posters[0]).stats()
      expect([dominant.r > 150, dominant.g < 90, dominant.b < 60]).toEqual([true, true, true])
      expect(encoding.entry).toBe(path === film ? 'master.m3u8' : 'sound.m4a')
    }
  })
})
