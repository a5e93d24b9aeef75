/** What both sides know of getting, bringing in and deleting what is one's own. */

/** Days to change one's mind about the deletion of an account. */
export const deletionDays = 7
/** Hours for which an archive can be fetched. */
export const exportHours = 24
/** Archives a day. */
export const exportsADay = 3

export const importKinds = ['archive', 'opml', 'm3u', 'takeout', 'bookmarks', 'html', 'feed', 'table', 'json', 'links'] as const
export type ImportKind = (typeof importKinds)[number]
/** Bytes of a file that is brought in, or characters of a pasted text. */
export const importMaxBytes = 16 * 1024 * 1024
/** Videos of one file: what is over is left out, and said. */
export const importedVideos = 20_000
/** Pictures that one archive brings back. */
export const importedPictures = 2000
/** What it says that its owner followed, and what they liked: as much of each is looked for. */
export const importedMarks = 5000
/** Why an entry was skipped: it has no web address, the limit of {@link importedVideos} is reached, or it isn't understood. */
export const skippedReasons = ['no_address', 'too_many', 'unread'] as const
export type SkippedReason = (typeof skippedReasons)[number]
/** Lines that were left out and are shown. */
export const shownSkipped = 100

/** Where an archive is fetched by whoever is logged in. */
export const exportAddress = (id: string) => `/media/exports/${id}.zip`

/** As the privacy statement says: nothing is kept for longer, but for what is in use. */
export const keptYears = 10
