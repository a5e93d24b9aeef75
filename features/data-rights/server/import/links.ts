import { type Collector, isWebAddress } from './imported.ts'
import { splitLines } from './decode.ts'

const addressPattern = /https?:\/\/[^\s<>"'|]+/gi
const surroundingPunctuationPattern = /^[\s,.;|\t–—:<>()[\]"'*•-]+|[\s,;|\t–—:<>()[\]"'*-]+$/g
/** Matches list markers: "1.", "2)", "- [x]". */
const listMarkerPattern = /^\s*(?:[-*+]\s+\[[ xX]\]|\d{1,4}[.)])\s+/
const maxTitleLength = 5000
const cleanTitle = (text: string) =>
  text.slice(0, maxTitleLength).replace(listMarkerPattern, '').replaceAll(surroundingPunctuationPattern, '')

/** Cuts a link at an unbalanced bracket: "(see https://a.test/b_(c))" contains https://a.test/b_(c). */
function trimUnbalanced(text: string): string {
  const openBrackets = { ')': 0, ']': 0 }
  for (let index = 0; index < text.length; index++) {
    const sign = text[index]!
    if (sign === '(') openBrackets[')']++
    else if (sign === '[') openBrackets[']']++
    else if ((sign === ')' || sign === ']') && --openBrackets[sign] < 0) return text.slice(0, index)
  }
  return text
}

interface Link {
  src: string
  title?: string | undefined
  description?: string | undefined
}

/** Returns the links of a line: bare, `<…>`, Markdown `[title](…)`, wiki `[… title]` and Org `[[…][title]]`. */
function linksOf(line: string): Link[] {
  const links: (Link & { from: number; start: number; end: number })[] = []
  const addresses = new RegExp(addressPattern)
  let last = 0
  for (let match = addresses.exec(line); match; match = addresses.exec(line)) {
    const { 0: text, index } = match
    const from = last
    const before = line.slice(Math.max(from, index - 1000), index)
    const address = trimUnbalanced(text)
    const end = index + address.length
    addresses.lastIndex = end
    const textAfter = line.slice(end, end + maxTitleLength)
    // If a Markdown label is itself an address, uses the target behind it.
    if (/^\]\(\s*<?https?:/i.test(textAfter)) continue
    const markdown = /!?\[([^[\]]*)\]\(\s*<?$/.exec(before)
    const wiki = before.endsWith('[') ? /^(?:\]\[|\s+)([^\]]+)\]/.exec(textAfter) : null
    const close = /^>?(?:\s+(?:"[^"]*"|'[^']*'))?\s*\)/.exec(textAfter)?.[0].length ?? 0
    last = end + (markdown ? close : (wiki?.[0].length ?? 0))
    if (markdown?.[0].startsWith('!')) continue
    links.push({
      src: address.replace(/[,.;:!?*]+$/, ''),
      title: isWebAddress(markdown?.[1]) ? '' : (markdown ?? wiki)?.[1],
      from,
      start: index - (markdown?.[0].length ?? 0),
      end: last,
    })
  }
  return links.map(({ from, start, end, ...link }) => {
    const isOnlyLink = links.length === 1
    const before = cleanTitle(line.slice(Math.max(from, start - maxTitleLength), start))
    const after = isOnlyLink ? cleanTitle(line.slice(end, end + maxTitleLength)) : ''
    if (link.title !== undefined) return { ...link, title: link.title || before, description: after }
    return { ...link, title: before && after ? cleanTitle(`${before} ${after}`) : before || after }
  })
}

/** Reads a list of links with optional titles. Lines such as `# Trains` and `Trains,#genre#` start a series. */
export function readLinks(text: string, { add, skip }: Collector): void {
  let series: string | undefined
  for (const { line, text: lineText } of splitLines(text)) {
    const links = linksOf(lineText)
    const genre = /^([^#]{0,500}),\s*#genre#/i.exec(lineText)
    if (links.length > 0) for (const link of links) add({ series, line, ...link })
    else if (genre) series = genre[1]!.trim()
    else if (lineText.startsWith('#')) series = lineText.replace(/^#+/, '').trim()
    else if (lineText !== '') skip(line, lineText, 'no_address')
  }
}
