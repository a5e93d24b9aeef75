/** What is let in of what people type. Apart from `rules.ts`: the web needs it in dialogs only, and not on a first visit. */
import { isVisible } from '#kit/contract/visible.ts'
import { parseLink } from '#features/media/addresses.ts'

/**
 * Can this be an item's address? http(s) only, as ftp and the like play nowhere, without a name before the host, which would
 * look like one, and on one line: browsers leave line breaks out, others would go on with the next line. Whether it may be fetched, the server alone decides.
 */
export const isLink = (text: string) => {
  const url = parseLink(text)
  return url !== undefined && /^https?:\/\/\P{Cc}*$/iu.test(text) && url.hostname !== '' && !url.username && !url.password
}

export const slugPattern = /^(?=.*[a-z0-9])[a-z0-9-]{3,50}$/

/** Tags as they are kept: trimmed, none empty, none twice (whatever the letter case). */
export function tidyTags(tags: readonly string[]): string[] {
  const seen = new Map<string, string>()
  for (const tag of tags.map((text) => text.trim()).filter(isVisible)) if (!seen.has(tag.toLowerCase())) seen.set(tag.toLowerCase(), tag)
  return [...seen.values()]
}
