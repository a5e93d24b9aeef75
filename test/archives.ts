import { PassThrough } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { ZipFile } from 'yazl'
import { archivedPicturePath, archiveFileName, archiveFormat } from '#features/data-rights/server/archive-format.ts'

/** Returns a small picture in one colour. */
export const colouredPicture = (colour: string): Promise<Buffer> =>
  sharp({ create: { width: 64, height: 36, channels: 3, background: colour } })
    .webp()
    .toBuffer()

/** Returns a picture's id in the installation from which the archive comes. */
export const archivedId = (number: number): string => `${String(number).padStart(16, 'p')}-64x36-cc0000`

interface DisplayedChannel {
  picture?: string
  videos: readonly (string | undefined)[]
}
/**
 * Makes the archive of one channel. The channel and its videos have these pictures.
 * @param files the archive's files, by picture id or any name
 */
export async function archiveOf(
  { picture, videos }: DisplayedChannel,
  files: readonly (readonly [id: string, content: Buffer])[],
  more: object = {},
): Promise<File> {
  const videoInputs = videos.map((name, index) => ({ title: `Video ${index}`, src: `https://a.invalid/${index}`, picture: name }))
  const data = { format: archiveFormat, channels: [{ name: 'Trains', picture, series: [{ name: 'Steam', videos: videoInputs }] }], ...more }
  const zip = new ZipFile()
  zip.addBuffer(Buffer.from(JSON.stringify(data)), archiveFileName)
  for (const [id, content] of files) zip.addBuffer(content, id.includes('/') ? id : archivedPicturePath(id))
  zip.end()
  return new File([Uint8Array.from(await buffer(zip.outputStream.pipe(new PassThrough())))], 'choice.zip')
}
