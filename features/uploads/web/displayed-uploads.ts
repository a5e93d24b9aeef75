import type { Upload } from '../contract.ts'
import { mayRetry } from '../rules.ts'
import { secondsLeft, measureSpeed } from './speed.ts'
import type { Transfer, TransferState } from './transfers.ts'

/**
 * The displayed state of an upload: the state of its transfer or on the server, or one of these. `needs_file`: partly uploaded, but this
 * page doesn't have the file. `elsewhere`: another tab is sending it. `held_up`: stopped by a rate limit, resumes automatically.
 * `troubled`: stopped by a problem of the server such as a full disk, resumes automatically. `ready`: playable.
 */
export type UploadPhase =
  | Exclude<TransferState, 'sent'>
  | 'needs_file'
  | 'elsewhere'
  | 'held_up'
  | 'troubled'
  | 'waiting'
  | 'processing'
  | 'ready'
  | 'failed'

export interface DisplayedUpload {
  /** Id that stays the same while the upload is shown. */
  key: string
  phase: UploadPhase
  title: string
  filename: string
  /** Size in bytes. */
  size: number
  sentBytes: number
  /** Progress of the upload or of processing, 0 to 100. */
  percent: number
  /** Bytes per second, and seconds left; undefined if unknown. */
  speed: number | undefined
  secondsLeft: number | undefined
  /** Message of a refusal. */
  reason: string | undefined
  /** Why processing failed. */
  failure: Upload['reason']
  /** Percentage of the video that is missing; null if it is complete, or not ready. */
  missingPercent: number | null
  /** Whether processing can be retried. */
  canRetry: boolean
  seriesId: string | null
  playlistId: string | null
  uploadId: string | undefined
  videoId: string | null
}

const percentOf = (part: number, total: number) => (total > 0 ? Math.min(100, Math.floor((100 * part) / total)) : 0)

const phaseOfInterruption = { connection: 'interrupted', 'rate-limit': 'held_up', server: 'troubled' } as const
const workPhases = { waiting: 'waiting', processing: 'processing', done: 'ready', failed: 'failed' } as const

/** Combines a transfer of this page with the server's data about the upload. */
function displayTransfer(transfer: Transfer, storedUpload: Upload | undefined): DisplayedUpload {
  const { key, file, title, sentBytes, samples, state, interruptedBy, reason, seriesId, playlistId, uploadId } = transfer
  const isSending = state === 'sending'
  if (state === 'sent' && storedUpload && storedUpload.state !== 'uploading') return { ...displayStored(storedUpload, []), key }
  return {
    key,
    phase: state === 'sent' ? 'waiting' : state === 'interrupted' ? phaseOfInterruption[interruptedBy] : state,
    title,
    filename: file.name,
    size: file.size,
    sentBytes,
    percent: percentOf(sentBytes, file.size),
    speed: isSending ? measureSpeed(samples) : undefined,
    secondsLeft: isSending ? secondsLeft(samples, file.size) : undefined,
    reason,
    failure: null,
    missingPercent: null,
    canRetry: false,
    seriesId,
    playlistId,
    uploadId,
    videoId: null,
  }
}

function displayStored(upload: Upload, uploadingElsewhere: readonly string[]): DisplayedUpload {
  const { id, title, filename, size, received, state, percent, reason, missing_percent, series_id, playlist_id, video_id } = upload
  const isUploading = state === 'uploading'
  return {
    key: id,
    phase: isUploading ? (uploadingElsewhere.includes(id) ? 'elsewhere' : 'needs_file') : workPhases[state],
    title,
    filename,
    size,
    sentBytes: received,
    percent: isUploading ? percentOf(received, size) : (percent ?? 0),
    speed: undefined,
    secondsLeft: undefined,
    reason: undefined,
    failure: reason,
    missingPercent: missing_percent,
    canRetry: reason !== null && mayRetry(reason),
    seriesId: series_id,
    playlistId: playlist_id,
    uploadId: id,
    videoId: video_id,
  }
}

/**
 * Returns all displayed uploads: this page's transfers in order, then other uploads on the server, newest first.
 * @param followed ids that this page has seen in progress; other completed uploads are hidden, unless a part of the video is missing
 */
export function listDisplayedUploads(
  transfers: readonly Transfer[],
  storedUploads: readonly Upload[],
  uploadingElsewhere: readonly string[],
  followed: ReadonlySet<string>,
): DisplayedUpload[] {
  const sending = new Set(transfers.map(({ uploadId }) => uploadId))
  const others = storedUploads.filter(
    ({ id, state, missing_percent: missing }) => !sending.has(id) && (state !== 'done' || missing !== null || followed.has(id)),
  )
  return [
    ...transfers.map((transfer) =>
      displayTransfer(
        transfer,
        storedUploads.find(({ id }) => id === transfer.uploadId),
      ),
    ),
    ...others.map((upload) => displayStored(upload, uploadingElsewhere)),
  ]
}

/** Whether the upload is, or soon will be, in progress. */
export const isUploadActive = ({ phase }: DisplayedUpload): boolean =>
  ['queued', 'sending', 'interrupted', 'held_up', 'troubled', 'elsewhere', 'waiting', 'processing'].includes(phase)

/** Whether the upload stops until the user acts, or a part of the video is missing. */
export const needsUserAction = ({ phase, missingPercent }: DisplayedUpload): boolean =>
  ['refused', 'needs_file', 'failed'].includes(phase) || missingPercent !== null

/** Whether this is the file of a partial upload. */
export const isSameFile = ({ filename, size }: Pick<DisplayedUpload, 'filename' | 'size'>, file: Pick<File, 'name' | 'size'>): boolean =>
  file.name.normalize('NFC') === filename.normalize('NFC') && file.size === size
