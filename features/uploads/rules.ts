/** Pure decisions about uploads that server and web both make. */

/** Bytes of one file. */
export const uploadMaxBytes = 4 * 1024 ** 3
/** Uploads of one account that may be under way at once: being received, waiting, or being prepared. */
export const uploadsAtOnce = 20
/** Bytes of a file of captions. */
export const captionsMaxBytes = 1024 * 1024
/** Bytes of captions as they are kept: each `<` of a file becomes `&lt;`. */
export const keptCaptionsMaxBytes = 2 * captionsMaxBytes
/** Languages of captions that one video may have. */
export const captionsPerVideo = 40

/**
 * Where an upload is on its way: its bytes come (`uploading`), it waits for its turn, a job makes of it what players take
 * (`processing`), it stands in its series (`done`), or it never will (`failed`).
 */
export const uploadStates = ['uploading', 'waiting', 'processing', 'done', 'failed'] as const
export type UploadState = (typeof uploadStates)[number]

export const isUnderWay = (state: UploadState) => state === 'uploading' || state === 'waiting' || state === 'processing'

/**
 * Why an upload failed. `not_video`: its bytes are no film and no sound; `unreadable`: damaged, or made to do harm; `too_complex`: more
 * pixels, tracks or work than is spent on one file; `series_gone`: where it was to stand is no longer there, or no longer the uploader's;
 * `no_room`: its channel is full; `interrupted`: something of ours failed, so that trying again helps.
 */
export const uploadFailures = ['not_video', 'unreadable', 'too_complex', 'series_gone', 'no_room', 'interrupted'] as const
export type UploadFailure = (typeof uploadFailures)[number]
/** Can the same bytes be tried once more? */
export const mayRetry = (reason: UploadFailure) => reason === 'series_gone' || reason === 'no_room' || reason === 'interrupted'
