/** Markers and version of our archive format. */
export const archiveFormat = 'choice-data'
export const archiveFileName = 'data.json'

/** Returns the path of a picture in the archive. */
export const archivedPicturePath = (id: string) => `pictures/${id}.webp`
