import { useEffect } from 'react'
import { formatNumber } from '#kit/web/format.ts'
import { Icon } from '#ui/Icon.tsx'
import { caretUp, checkCircle, cloudArrowUp, warningCircleFill } from '#ui/icons.ts'
import { dropTarget, acceptChannelDrops } from './drops.ts'
import { type DisplayedUpload, isUploadActive, needsUserAction } from './displayed-uploads.ts'
import { t } from './texts.ts'
import { showUploads } from './show-uploads.ts'
import { displayedUploads } from './uploads.ts'
import { usePersistedUploads } from './usePersistedUploads.ts'
import css from './UploadsTray.module.css'

/** Marks the place where files that are dragged over the page can be dropped. */
function DropHint() {
  const target = dropTarget.use()
  if (!target) return null
  const { channel, series, box } = target
  return (
    <div className={css.hint} style={box} aria-hidden="true">
      <span className={css.hintWords}>
        <Icon icon={cloudArrowUp} size={20} />
        {t('file.drop_on', { name: series?.name ?? channel.name })}
      </span>
    </div>
  )
}

/** A progress line above the navigation that opens the list. */
export function UploadsTray({ userId }: { userId: string }) {
  usePersistedUploads(userId)
  useEffect(() => acceptChannelDrops(userId), [userId])
  const uploads = displayedUploads.use()
  return (
    <>
      <DropHint />
      {uploads.length > 0 && <UploadsLine uploads={uploads} />}
    </>
  )
}

function UploadsLine({ uploads }: { uploads: readonly DisplayedUpload[] }) {
  const moving = uploads.filter(isUploadActive)
  const needsAttention = uploads.some(needsUserAction)
  const icon = needsAttention ? warningCircleFill : moving.length > 0 ? cloudArrowUp : checkCircle
  const text = summaryOf(uploads, moving)
  const part = totalProgress(moving)
  return (
    <button type="button" className={css.tray} aria-haspopup="dialog" onClick={showUploads} data-tray="">
      <Icon icon={icon} size={20} className={needsAttention ? css.warning : css.icon} />
      <span className={css.words}>{text}</span>
      {moving.length > 0 && <span className={css.percent}>{t('tray.percent', { percent: formatNumber(Math.floor(100 * part)) })}</span>}
      <Icon icon={caretUp} size={20} className={css.icon} />
      {moving.length > 0 && <i className={css.bar} style={{ width: `${100 * part}%` }} />}
    </button>
  )
}

/** Returns the progress of all uploads together: of the sent bytes while a file is being sent, then of processing. */
function totalProgress(uploads: readonly DisplayedUpload[]): number {
  const work = uploads.filter(({ phase }) => phase === 'processing' || phase === 'waiting')
  if (work.length === uploads.length) return work.reduce((sum, { percent }) => sum + percent, 0) / (100 * work.length)
  const size = uploads.reduce((sum, upload) => sum + upload.size, 0)
  return size > 0 ? uploads.reduce((sum, upload) => sum + upload.sentBytes, 0) / size : 0
}

/** Returns a summary: "Uploading 2 videos", "Preparing a video". Uploads that need the user come first. */
function summaryOf(uploads: readonly DisplayedUpload[], moving: readonly DisplayedUpload[]): string {
  const needingAttention = uploads.filter(needsUserAction)
  if (needingAttention.length > 0) return t('tray.needing', { count: needingAttention.length })
  if (moving.length === 0)
    return t(uploads.some(({ phase }) => phase === 'paused') ? 'tray.paused' : 'tray.ready', { count: uploads.length })
  if (moving.every(({ phase }) => phase === 'interrupted')) return t('tray.interrupted')
  if (moving.every(({ phase }) => phase === 'troubled')) return t('tray.troubled')
  const isSending = moving.some(({ phase }) => phase !== 'processing' && phase !== 'waiting')
  return t(isSending ? 'tray.sending' : 'tray.processing', { count: moving.length })
}
