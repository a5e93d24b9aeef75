/** Cache validators of a response. */
export interface Validators {
  etag?: string | null | undefined
  lastModified?: string | null | undefined
}

/** Returns the headers of a conditional request. */
export const conditionalHeaders = ({ etag, lastModified }: Validators = {}): Record<string, string> => ({
  ...(etag && { 'if-none-match': etag }),
  ...(lastModified && { 'if-modified-since': lastModified }),
})
