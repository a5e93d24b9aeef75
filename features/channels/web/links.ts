import { isLink } from '../input-rules.ts'

/** `vimeo.com/76979871`: an address without a scheme. */
const urlWithoutSchemePattern = /^[\p{L}\d-]+(\.[\p{L}\d-]+)*\.\p{L}{2,}(:\d+)?([/?#]\S*)?$/u

/** Completes an address: adds `https://` if the scheme is missing. */
export const completeLink = (text: string): string => {
  const trimmed = text.trim()
  return urlWithoutSchemePattern.test(trimmed) ? `https://${trimmed}` : trimmed
}

/** Whether the text is a valid address of a video. */
export const isValidLink = (text: string): boolean => isLink(completeLink(text))

/** A parsed text: its addresses (`links`), and its lines without an address (`others`). */
export interface ParsedLinks {
  links: readonly string[]
  others: readonly string[]
}

/** Lists the addresses in a text, in order and with duplicates. Includes invalid addresses, so that the user sees an error for each. */
export function parseLinks(text: string): ParsedLinks {
  const links: string[] = []
  const others: string[] = []
  for (const line of text.split(/[\r\n]+/).map((item) => item.trim())) {
    const words = line.split(/[\s<>"']+/).filter((word) => /^[a-z][a-z\d+.-]*:\/\/./i.test(word))
    if (words.length > 0) links.push(...words.map((word) => word.replace(/[,;]+$/, '')))
    else if (isValidLink(line)) links.push(completeLink(line))
    else if (line !== '') others.push(line)
  }
  return { links, others }
}
