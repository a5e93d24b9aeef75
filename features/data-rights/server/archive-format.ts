/** By these a file says that it is ours, and how it is read. */
export const archiveFormat = 'choice-data'
export const archiveFileName = 'data.json'

/** Where the picture of an id lies in it. */
export const archivedPicture = (id: string) => `pictures/${id}.webp`
