import { useRead } from '#kit/web/read.ts'
import { Dialog } from '#ui/Dialog.tsx'
import type { CloseProps } from '#ui/dialogs.ts'
import { uploadsContract } from '../contract.ts'
import { RestorableFiles } from './RestorableFiles.tsx'
import { t } from './texts.ts'
import { UploadRow } from './UploadRow.tsx'
import { displayedUploads } from './uploads.ts'
import css from './UploadsDialog.module.css'
import { formatBytes } from './upload-texts.ts'

/** All pending and finished uploads. */
export function UploadsDialog({ close }: CloseProps) {
  const uploads = displayedUploads.use()
  const { data: room } = useRead(uploadsContract.getUploadRoom, {})
  return (
    <Dialog
      title={t('tray.title')}
      text={room && t('room.used', { used: formatBytes(room.used), quota: formatBytes(room.quota) })}
      isForReading
    >
      {uploads.length === 0 ? (
        <p className={css.empty}>{t('tray.empty')}</p>
      ) : (
        <ul className={css.list}>
          {uploads.map((upload) => (
            <UploadRow key={upload.key} upload={upload} onLeave={() => close()} />
          ))}
        </ul>
      )}
      <RestorableFiles />
    </Dialog>
  )
}
