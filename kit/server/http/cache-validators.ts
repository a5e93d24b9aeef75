/** Cache validators of a response. */
export interface CacheValidators {
  etag?: string | null | undefined
  lastModified?: string | null | undefined
}

/** Returns the headers of a conditional request. */
export const conditionalHeaders = ({ etag, lastModified }: CacheValidators = {}): Record<string, string> => ({
  ...(etag && { 'if-none-match': etag }),
  ...(lastModified && { 'if-modified-since': lastModified }),
})
