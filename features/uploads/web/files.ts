import { cutText } from '#kit/contract/cut-text.ts'
import { uploadMaxBytes } from '../rules.ts'
import { t } from './texts.ts'
import { formatBytes } from './upload-texts.ts'

/** The file picker's `accept`: videos of any type. */
export const videoTypes = 'video/mp4, video/x-m4v, video/*'

/** Extensions of videos to which systems give no media type. */
const filmEndingPattern = /\.(mp4|m4v|mov|mkv|webm|avi|mpe?g|ts|m2ts|mts|wmv|flv|ogv|3gp)$/i

/** Whether the name or type is that of a video. The server decides by the content. */
const isVideoFile = ({ name, type }: Pick<File, 'name' | 'type'>): boolean => type.startsWith('video/') || filmEndingPattern.test(name)

const maxLength = 255

/** Returns a title from a file name: `My_holiday-2026 (1).final.MP4` → `My holiday-2026 (1).final`. */
export function titleOfFile(name: string): string {
  const stem = name.normalize('NFC').replace(/\.[a-z\d]{1,5}$/i, '')
  // In names without spaces, separators become spaces.
  const words = stem.includes(' ') ? stem : stem.replace(/(?<=\S)[_+]+(?=\S)/g, ' ')
  const title = words
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
  return cutText(title || name, maxLength)
}

/** Returns why a file can't be uploaded; undefined if it can. Called before the file is sent. */
export function fileProblem(file: Pick<File, 'name' | 'type' | 'size'>): string | undefined {
  if (!isVideoFile(file)) return t('file.not_video')
  if (file.size === 0) return t('file.empty')
  if (file.size > uploadMaxBytes) return t('file.too_large', { max: formatBytes(uploadMaxBytes) })
  return undefined
}

/** Returns an error if files exceed the remaining quota. If the quota is unknown, the server decides. */
export function roomProblem(files: readonly Pick<File, 'size'>[], room: { used: number; quota: number } | undefined): string | undefined {
  if (!room || files.length === 0) return undefined
  const freeBytes = Math.max(0, room.quota - room.used)
  const size = files.reduce((sum, file) => sum + file.size, 0)
  return size > freeBytes ? t('file.no_room', { size: formatBytes(size), left: formatBytes(freeBytes) }) : undefined
}
