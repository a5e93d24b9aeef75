import { createHash } from 'node:crypto'

/** Returns the entity tag of a response's content. */
export const etagOf = (content: string | Uint8Array): string => `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`

/** Whether a header lists this entity tag, compared as weak tags. */
export const matchesEtag = (tags: string | undefined, etag: string): boolean =>
  tags?.split(',').some((tag) => [etag, '*'].includes(tag.trim().replace(/^W\//, ''))) ?? false
