/** Extracts posters, timeline previews and captions of a video. */
import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runOptional, type Encoding, runFfmpeg, threadArguments } from './ffmpeg.ts'
import { spriteName, thumbnailsName } from './files.ts'
import { inputArguments } from './media-tools.ts'
import { fitInto, type Size } from './picture-size.ts'

/** Times of posters, as fractions of the duration. The first one is the default. */
const posterFractions = [0.25, 0.1, 0.5, 0.8]

/** Maximum size of a poster in px. Twice as high as wide, for videos in portrait. */
const posterBox = { width: 1280, height: 2560 }

/** Extracts the file's cover and then frames, as JPEG. Returns fewer if parts of the file are unreadable. */
export async function extractPosters(encoding: Encoding, duration: number): Promise<Uint8Array[]> {
  const { path, folder, probed } = encoding
  const pictures: Uint8Array[] = []
  const extractPicture = async (
    name: string,
    { index, displaySize }: { index: number; displaySize: Size },
    from: readonly string[] = [],
  ) => {
    const { width, height } = fitInto(displaySize, posterBox)
    const filter = `scale=${width}:${height},setsar=1`
    const args = [...threadArguments, ...from, ...inputArguments(path), '-map', `0:${index}`, '-frames:v', '1', '-vf', filter]
    const isSucceeded = await runOptional(runFfmpeg(encoding, [...args, '-q:v', '3', '-f', 'mjpeg', name]))
    const bytes = isSucceeded ? await readFile(join(folder, name)).catch(() => undefined) : undefined
    if (bytes?.length) pictures.push(bytes)
  }
  if (probed.cover) await extractPicture('cover.jpg', probed.cover)
  if (!probed.video) return pictures
  for (const [index, fraction] of posterFractions.entries())
    await extractPicture(`poster-${index}.jpg`, probed.video, ['-ss', (duration * fraction).toFixed(2)])
  return pictures
}

const thumbnailGrid = { width: 160, height: 90, columns: 10, max: 100 } as const

/** Creates a sprite of small frames, and a WebVTT file that maps times to its parts. @returns false for audio, videos under 2 seconds, and videos without readable frames */
export async function createThumbnails(encoding: Encoding, duration: number): Promise<boolean> {
  const { path, folder, probed } = encoding
  if (!probed.video || duration < 2) return false
  const { width, height, columns } = thumbnailGrid
  const step = Math.max(2, Math.ceil(duration / thumbnailGrid.max))
  const count = Math.ceil(duration / step)
  const { index, displaySize } = probed.video
  const inner = fitInto(displaySize, thumbnailGrid)
  const box = `scale=${inner.width}:${inner.height},setsar=1,pad=${width}:${height}:(ow-iw)/2:(oh-ih)/2`
  const filter = `fps=1/${step},${box},tile=${columns}x${Math.ceil(count / columns)}`
  const make = async (reading: readonly string[]): Promise<boolean> => {
    const args = [...threadArguments, ...reading, ...inputArguments(path), '-map', `0:${index}`, '-frames:v', '1', '-vf', filter]
    return (
      (await runOptional(runFfmpeg(encoding, [...args, '-q:v', '5', '-f', 'mjpeg', spriteName]))) &&
      (await stat(join(folder, spriteName)).catch(() => ({ size: 0 }))).size > 0
    )
  }
  // Tries key frames first, and then all frames, because with too few key frames ffmpeg creates an empty file.
  if (!(await make(['-skip_frame', 'nokey'])) && !(await make([]))) return false
  const time = (seconds: number) => `${new Date(seconds * 1000).toISOString().slice(11, 19)}.000`
  const cues = Array.from({ length: count }, (_, index) => {
    const [x, y] = [(index % columns) * width, Math.floor(index / columns) * height]
    return `${time(index * step)} --> ${time(Math.min(duration, (index + 1) * step))}\n${spriteName}#xywh=${x},${y},${width},${height}`
  })
  await writeFile(join(folder, thumbnailsName), `WEBVTT\n\n${cues.join('\n\n')}\n`)
  return true
}

/** Extracts the file's captions as WebVTT, not yet normalised. */
export async function extractCaptions(encoding: Encoding): Promise<{ language: string; bytes: Uint8Array }[]> {
  const { path, folder, probed } = encoding
  const results: { language: string; bytes: Uint8Array }[] = []
  for (const { index, language } of probed.captions) {
    if (results.some((item) => item.language === language)) continue
    const name = `captions-${index}.vtt`
    if (!(await runOptional(runFfmpeg(encoding, [...inputArguments(path), '-map', `0:${index}`, '-f', 'webvtt', name])))) continue
    const bytes = await readFile(join(folder, name)).catch(() => undefined)
    if (bytes?.length) results.push({ language, bytes })
  }
  return results
}
