import { useRead } from '#kit/web/read.ts'
import { cloudArrowUp } from '#ui/icons.ts'
import { RowButton } from '#ui/Rows.tsx'
import { uploadsContract } from '../contract.ts'
import { t } from './texts.ts'
import { showUploads } from './show-uploads.ts'
import { useUploader } from './useUploader.ts'
import { formatBytes } from './upload-texts.ts'

/** Storage usage in the settings, for users who may upload. Opens the list of uploads. */
export function StorageRow() {
  const uploader = useUploader()
  const { data: room } = useRead(uploadsContract.getUploadRoom, {}, { enabled: uploader !== undefined })
  if (!uploader) return null
  return (
    <RowButton
      icon={cloudArrowUp}
      name={t('tray.title')}
      detail={room ? t('room.used', { used: formatBytes(room.used), quota: formatBytes(room.quota) }) : t('room.coming')}
      onClick={showUploads}
    />
  )
}
