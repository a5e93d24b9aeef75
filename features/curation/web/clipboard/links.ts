import { isLink } from '../../input-rules.ts'

/** `vimeo.com/76979871`: an address as people say it. */
const withoutScheme = /^[\p{L}\d-]+(\.[\p{L}\d-]+)*\.\p{L}{2,}(:\d+)?([/?#]\S*)?$/u

/** The address that somebody means: what has no scheme is a page of the web. */
export const completeLink = (text: string): string => {
  const typed = text.trim()
  return withoutScheme.test(typed) ? `https://${typed}` : typed
}

/** Is this the address of something to watch? */
export const isGoodLink = (text: string): boolean => isLink(completeLink(text))

/** What was pasted: the addresses in it, and the lines that hold none. */
export interface Pasted {
  links: readonly string[]
  others: readonly string[]
}

/** The addresses in a text, as often and in the order they stand in: those that can't be added too, so that somebody hears of it. */
export function linksIn(text: string): Pasted {
  const links: string[] = []
  const others: string[] = []
  for (const line of text.split(/[\r\n]+/).map((one) => one.trim())) {
    const words = line.split(/[\s<>"']+/).filter((word) => /^[a-z][a-z\d+.-]*:\/\/./i.test(word))
    if (words.length > 0) links.push(...words.map((word) => word.replace(/[,;]+$/, '')))
    else if (isGoodLink(line)) links.push(completeLink(line))
    else if (line !== '') others.push(line)
  }
  return { links, others }
}
