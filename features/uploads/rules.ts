/** Pure upload rules shared by server and web. */

/** Maximum bytes per file. */
export const uploadMaxBytes = 4 * 1024 ** 3
/** Maximum uploads per account that are uploading, waiting or processing. */
export const maxConcurrentUploads = 20
/** Maximum bytes of a caption file. */
export const captionsMaxBytes = 1024 * 1024
/** Maximum bytes of stored captions. Higher than for a file, because each `<` becomes `&lt;`. */
export const storedCaptionsMaxBytes = 2 * captionsMaxBytes
/** Maximum caption languages of a video. */
export const captionsPerVideo = 40

/**
 * State of an upload: receiving bytes (`uploading`), waiting for processing (`waiting`), being transcoded (`processing`), in its series
 * (`done`), or `failed`.
 */
export const uploadStates = ['uploading', 'waiting', 'processing', 'done', 'failed'] as const
export type UploadState = (typeof uploadStates)[number]

export const isInProgress = (state: UploadState) => state === 'uploading' || state === 'waiting' || state === 'processing'

/**
 * Why an upload failed. `not_video`: neither video nor audio; `unreadable`: damaged or malicious; `too_complex`: above the limits of
 * pixels, tracks or work; `series_gone`: the series was deleted, or no longer belongs to the uploader; `no_room`: the channel is full;
 * `interrupted`: our own failure, so a retry may succeed.
 */
export const uploadFailures = ['not_video', 'unreadable', 'too_complex', 'series_gone', 'no_room', 'interrupted'] as const
export type UploadFailure = (typeof uploadFailures)[number]
/** Whether processing the same file again may succeed. */
export const mayRetry = (reason: UploadFailure) => reason === 'series_gone' || reason === 'no_room' || reason === 'interrupted'
