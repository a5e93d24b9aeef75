/** Packs the sandbox's result: counts for the preview, and data as JSON that the server stores without parsing. */
import type { ImportPreview } from '../../contract.ts'
import type { ImportedData, ImportedChannel } from './imported.ts'
import { type ImportFile, readImport } from './read-import.ts'

export interface PackedImport extends Pick<ImportedData, 'kind' | 'product' | 'skipped' | 'skippedCount'> {
  channels: ImportPreview['channels']
  pictures: number
  follows: number
  likes: number
  /** JSON texts for the columns of `import_preview`. */
  json: Record<'channels' | 'follows' | 'likes', string>
}

export async function packImport(file: ImportFile): Promise<PackedImport> {
  const { channels, follows, likes, ...more } = await readImport(file)
  return {
    ...more,
    channels: channels.map(({ name, series }) => ({
      name,
      videos: series.reduce((sum, { videos }) => sum + videos.length, 0),
      series: series.map(({ name, videos }) => ({ name, videos: videos.length })),
    })),
    pictures: countPictures(channels),
    follows: follows.length,
    likes: likes.length,
    json: { channels: JSON.stringify(channels), follows: JSON.stringify(follows), likes: JSON.stringify(likes) },
  }
}

const countPictures = (channels: readonly ImportedChannel[]): number =>
  new Set(
    channels
      .flatMap(({ picture, series }) => [picture, ...series.flatMap(({ videos }) => videos.map((video) => video.picture))])
      .filter((name) => name !== undefined),
  ).size
