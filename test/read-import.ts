import type { ImportedData } from '#features/data-rights/server/import/imported.ts'
import { readImport } from '#features/data-rights/server/import/read-import.ts'

export const names = { channel: 'Imported', series: 'Videos' }
export const readImportFile = (content: string | Uint8Array, name?: string) =>
  readImport({ bytes: typeof content === 'string' ? new TextEncoder().encode(content) : content, name, names })
/** Lists each video as `Series: Title address`. */
export const entriesOf = ({ channels }: ImportedData) =>
  channels.flatMap(({ series }) => series.flatMap(({ name, videos }) => videos.map(({ title, src }) => `${name}: ${title} ${src}`)))
export const formatOf = ({ kind, product }: ImportedData) => (product === undefined ? kind : `${kind} ${product}`)
/** Formats each channel as `Channel: Series (First, Second) Other (Third)`. */
export const describeImport = ({ kind, channels }: ImportedData) => [
  kind,
  ...channels.map(
    ({ name, series }) =>
      `${name}: ${series.map((item) => `${item.name} (${item.videos.map(({ title }) => title).join(', ')})`).join(' ')}`,
  ),
]
export const takeout =
  'Video ID,Playlist Video Creation Timestamp\r\ndQw4w9WgXcQ,2024-01-02T03:04:05+00:00\r\nabcdefghijk,2024-01-03T03:04:05+00:00\r\nnonsense\r\n'
export const subscriptions =
  'Kanaal-ID,Kanaal-URL,Kanaaltitel\nUCabcdefghijklmnopqrstuv,http://www.youtube.com/channel/UCabcdefghijklmnopqrstuv,"Trains, and ""more"""\n'
