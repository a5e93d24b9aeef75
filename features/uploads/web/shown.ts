import type { Upload } from '../contract.ts'
import { mayRetry } from '../rules.ts'
import { secondsLeft, speedOf } from './speed.ts'
import type { Transfer, TransferState } from './transfers.ts'

/**
 * Where an upload is, as it is shown. Beside the states of a transfer and of the server:
 * - `needs_file`: a part of it is on the server, and this page does not have its file
 * - `elsewhere`: another tab of this browser sends it
 * - `held_up`: the server takes no more of this person for now, and it goes on by itself
 * - `troubled`: the server has trouble of its own, as a full disk, and it goes on by itself
 * - `ready`: it plays
 */
export type Phase =
  | Exclude<TransferState, 'sent'>
  | 'needs_file'
  | 'elsewhere'
  | 'held_up'
  | 'troubled'
  | 'waiting'
  | 'processing'
  | 'ready'
  | 'failed'

export interface ShownUpload {
  /** The same while it lasts. */
  key: string
  phase: Phase
  title: string
  filename: string
  /** Bytes. */
  size: number
  sent: number
  /** 0 to 100: of what is sent, or of the work on it. */
  percent: number
  /** Bytes a second, and seconds; undefined while nobody can say. */
  speed: number | undefined
  secondsLeft: number | undefined
  /** Why it was refused, as a sentence; or why the work on it failed, by name. */
  reason: string | undefined
  failure: Upload['reason']
  /** The work on it can be tried again. */
  retries: boolean
  seriesId: string | null
  playlistId: string | null
  uploadId: string | undefined
  videoId: string | null
}

const percentOf = (part: number, whole: number) => (whole > 0 ? Math.min(100, Math.floor((100 * part) / whole)) : 0)

const interruptions = { connection: 'interrupted', turn: 'held_up', server: 'troubled' } as const
const workPhases = { waiting: 'waiting', processing: 'processing', done: 'ready', failed: 'failed' } as const

/** A file of this page, with what the server says of it. */
function ofTransfer(transfer: Transfer, stored: Upload | undefined): ShownUpload {
  const { key, file, title, sent, samples, state, interruptedBy, reason, seriesId, playlistId, uploadId } = transfer
  const isSending = state === 'sending'
  if (state === 'sent' && stored && stored.state !== 'uploading') return { ...ofStored(stored, []), key }
  return {
    key,
    phase: state === 'sent' ? 'waiting' : state === 'interrupted' ? interruptions[interruptedBy] : state,
    title,
    filename: file.name,
    size: file.size,
    sent,
    percent: percentOf(sent, file.size),
    speed: isSending ? speedOf(samples) : undefined,
    secondsLeft: isSending ? secondsLeft(samples, file.size) : undefined,
    reason,
    failure: null,
    retries: false,
    seriesId,
    playlistId,
    uploadId,
    videoId: null,
  }
}

function ofStored(upload: Upload, elsewhere: readonly string[]): ShownUpload {
  const { id, title, filename, size, received, state, percent, reason, series_id, playlist_id, video_id } = upload
  const isUploading = state === 'uploading'
  return {
    key: id,
    phase: isUploading ? (elsewhere.includes(id) ? 'elsewhere' : 'needs_file') : workPhases[state],
    title,
    filename,
    size,
    sent: received,
    percent: isUploading ? percentOf(received, size) : (percent ?? 0),
    speed: undefined,
    secondsLeft: undefined,
    reason: undefined,
    failure: reason,
    retries: reason !== null && mayRetry(reason),
    seriesId: series_id,
    playlistId: playlist_id,
    uploadId: id,
    videoId: video_id,
  }
}

/**
 * All uploads as they are shown: first those of this page in their order, then what the server knows beside them, the newest first.
 * @param followed those that this page has seen on their way: what was done before somebody came is no news
 */
export function shownUploads(
  transfers: readonly Transfer[],
  stored: readonly Upload[],
  elsewhere: readonly string[],
  followed: ReadonlySet<string>,
): ShownUpload[] {
  const sending = new Set(transfers.map(({ uploadId }) => uploadId))
  const others = stored.filter(({ id, state }) => !sending.has(id) && (state !== 'done' || followed.has(id)))
  return [
    ...transfers.map((transfer) =>
      ofTransfer(
        transfer,
        stored.find(({ id }) => id === transfer.uploadId),
      ),
    ),
    ...others.map((upload) => ofStored(upload, elsewhere)),
  ]
}

/** Something of it moves, or soon will. */
export const isMoving = ({ phase }: ShownUpload): boolean =>
  ['queued', 'sending', 'interrupted', 'held_up', 'troubled', 'elsewhere', 'waiting', 'processing'].includes(phase)

/** It waits for somebody. */
export const needsSomebody = ({ phase }: ShownUpload): boolean => ['refused', 'needs_file', 'failed'].includes(phase)

/** Is this the file that a part of is on the server? */
export const isSameFile = ({ filename, size }: Pick<ShownUpload, 'filename' | 'size'>, file: Pick<File, 'name' | 'size'>): boolean =>
  file.name.normalize('NFC') === filename.normalize('NFC') && file.size === size
