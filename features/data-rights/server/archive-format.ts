/** Markers and version of our archive format. */
export const archiveFormat = 'choice-data'
export const archiveFileName = 'data.json'

/** Path of a picture in the archive. */
export const archivedPicture = (id: string) => `pictures/${id}.webp`
