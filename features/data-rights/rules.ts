/** Rules of export, import and deletion, shared by server and web. */

/** Days from the request of an account deletion to the deletion. */
export const deletionDelayDays = 7
/** Hours for which an archive can be downloaded. */
export const exportLifetimeHours = 24
/** Maximum archives per user and day. */
export const maxExportsPerDay = 3

export const importKinds = ['archive', 'opml', 'm3u', 'takeout', 'bookmarks', 'html', 'feed', 'table', 'json', 'links'] as const
export type ImportKind = (typeof importKinds)[number]
/** Maximum import size: bytes of a file, or characters of a text. */
export const importMaxBytes = 16 * 1024 * 1024
/** Maximum videos per file. Further videos are reported as skipped. */
export const maxImportedVideos = 20_000
/** Maximum pictures restored per archive. */
export const maxImportedPictures = 2000
/** Maximum follows, and also maximum likes, restored per archive. */
export const maxImportedFollowsOrLikes = 5000
/** Reasons for skipped entries: no web address, above {@link maxImportedVideos}, or not understood. */
export const skippedReasons = ['no_address', 'too_many', 'unread'] as const
export type SkippedReason = (typeof skippedReasons)[number]
/** Maximum skipped entries shown. */
export const maxSkippedShown = 100

/** Returns the download path of an archive, for its logged-in owner. */
export const exportAddress = (id: string) => `/media/exports/${id}.zip`

/** Years after which unused data is deleted, according to the privacy statement. */
export const retentionYears = 10
