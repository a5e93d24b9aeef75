/** By these a file says that it is ours, and how it is read. */
export const archiveFormat = 'choice-data'
export const archiveFileName = 'data.json'
