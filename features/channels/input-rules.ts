/** Validation of user input. Separate from `rules.ts`: the web needs it only in dialogs, so the first visit does not load it. */
import { isVisible } from '#kit/contract/visible.ts'
import { parseLink } from '#features/media/addresses.ts'

/**
 * Checks that the text can be a video's address.
 * - Only http(s), because ftp and the like don't play.
 * - No user name, because it can imitate the host.
 * - One line: browsers drop line breaks, other clients don't.
 *
 * Only the server decides whether it may be fetched.
 */
export const isLink = (text: string) => {
  const url = parseLink(text)
  return url !== undefined && /^https?:\/\/\P{Cc}*$/iu.test(text) && url.hostname !== '' && !url.username && !url.password
}

export const slugPattern = /^(?=.*[a-z0-9])[a-z0-9-]{3,50}$/

/** Returns tags as stored: trimmed, without empty tags and duplicates (ignoring case). */
export function tidyTags(tags: readonly string[]): string[] {
  const tagsByLowerCase = new Map<string, string>()
  for (const tag of tags.map((text) => text.trim()).filter(isVisible))
    if (!tagsByLowerCase.has(tag.toLowerCase())) tagsByLowerCase.set(tag.toLowerCase(), tag)
  return [...tagsByLowerCase.values()]
}
