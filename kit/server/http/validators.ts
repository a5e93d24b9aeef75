/** What a host calls the state that something of it is in. */
export interface Validators {
  etag?: string | null | undefined
  lastModified?: string | null | undefined
}

/** The headers that ask for it only when it is in another state by now. */
export const conditionsOf = ({ etag, lastModified }: Validators = {}): Record<string, string> => ({
  ...(etag && { 'if-none-match': etag }),
  ...(lastModified && { 'if-modified-since': lastModified }),
})
