import { onConnected } from '#kit/web/connection.ts'
import { isSignedIn } from '#kit/web/storage.ts'
import { getActionTools } from '#shell/action-tools.ts'
import { onViewerChange } from '#kit/web/viewer.ts'
import { loadCode } from '#ui/lazily.ts'
import { createStore } from '#ui/store.ts'
import { uploadsContract } from '../contract.ts'
import { titleOfFile } from './files.ts'
import type { DisplayedUpload } from './displayed-uploads.ts'
import { createTransfers, type Destination } from './transfers.ts'

/** This page's transfers, which continue when the screen changes. */
export const transfers = createTransfers({
  open: async (transfer, events) => (await loadCode(() => import('./sender.ts'))).openSender(transfer, events),
  remove: async (id) => void (await getActionTools().change(uploadsContract.removeUpload, { params: { id } })),
})

onConnected(() => isSignedIn() && transfers.reconnect())
onViewerChange(() => isSignedIn() || transfers.hold())

/** The user's displayed uploads, which `usePersistedUploads` updates. */
export const displayedUploads = createStore<readonly DisplayedUpload[]>([])

interface UploadRequest extends Destination {
  ownerId: string
  files: readonly File[]
  /** Title of a single video; undefined: named after its file. */
  title?: string | undefined
}

/** Starts uploading files to a series, in order. */
export const startUploads = ({ files, title, index, ...to }: UploadRequest): void =>
  transfers.add(
    files.map((file, nth) => ({
      ...to,
      file,
      index: index === undefined ? undefined : index + nth,
      title: title?.trim() || titleOfFile(file.name),
    })),
  )
