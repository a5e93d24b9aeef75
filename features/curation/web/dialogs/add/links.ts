import { isLink } from '../../../rules.ts'

/** `vimeo.com/76979871`: an address as people say it. */
const withoutScheme = /^[\p{L}\d-]+(\.[\p{L}\d-]+)*\.\p{L}{2,}(:\d+)?([/?#]\S*)?$/u

/** The address that somebody means: what has no scheme is a page of the web. */
export const completeLink = (text: string): string => {
  const typed = text.trim()
  return withoutScheme.test(typed) ? `https://${typed}` : typed
}

/** Is this the address of something to watch? */
export const isGoodLink = (text: string): boolean => isLink(completeLink(text))

/** The addresses in a text, each once, in the order they stand in: those that can't be added too, so that somebody hears of it. */
export function linksIn(text: string): string[] {
  const words = text.split(/[\s<>"']+/).filter((word) => /^[a-z][a-z\d+.-]*:\/\/./i.test(word))
  return [...new Set(words.map((word) => word.replace(/[,;]+$/, '')))]
}
