import { uploadMaxBytes } from '../rules.ts'
import { isVideoFile } from './file-names.ts'
import { t } from './texts.ts'
import { formatBytes } from './words.ts'

/** Returns the error of a file before uploading. */
export function fileProblem(file: Pick<File, 'name' | 'type' | 'size'>): string | undefined {
  if (!isVideoFile(file)) return t('file.not_video')
  if (file.size === 0) return t('file.empty')
  if (file.size > uploadMaxBytes) return t('file.too_large', { max: formatBytes(uploadMaxBytes) })
  return undefined
}

/** Whether files fit into the remaining quota. An unknown quota is left to the server. */
export function roomProblem(files: readonly Pick<File, 'size'>[], room: { used: number; quota: number } | undefined): string | undefined {
  if (!room || files.length === 0) return undefined
  const left = Math.max(0, room.quota - room.used)
  const size = files.reduce((sum, file) => sum + file.size, 0)
  return size > left ? t('file.no_room', { size: formatBytes(size), left: formatBytes(left) }) : undefined
}
