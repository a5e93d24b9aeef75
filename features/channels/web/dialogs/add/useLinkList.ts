import { useState } from 'react'
import { limits } from '../../../limits.ts'
import { t } from '../../texts.ts'
import { isValidLink, type ParsedLinks } from '../../links.ts'
import type { LinkMetaState } from './useLinkMetas.ts'

interface ListOptions {
  metaOf: (link: string) => LinkMetaState | undefined
  ask: (links: readonly string[]) => Promise<void>
}

/** Manages the list of links to add together, and their errors. */
export function useLinkList(metas: ListOptions, refusals: Readonly<Record<string, string>>) {
  const [links, setLinks] = useState<readonly string[]>([])
  /** Number of links above the limit. */
  const [leftOut, setLeftOut] = useState(0)
  const [others, setOthers] = useState<readonly string[]>([])
  /** Links pasted more than once. */
  const [duplicates, setDuplicates] = useState<readonly string[]>([])
  /** The links in the order in which they were sent, to which the server's errors refer. */
  const [sent, setSent] = useState<readonly string[]>([])
  const wrongOf = (link: string) =>
    isValidLink(link) ? (metas.metaOf(link)?.error ?? refusals[`videos.${sent.indexOf(link)}.src`]) : t('add.link_invalid')
  const isWrong = (link: string) => wrongOf(link) !== undefined
  return {
    links,
    leftOut,
    others,
    twice: duplicates,
    wrongOf,
    /** Numbers, from 1, of links with errors. */
    wrong: links.flatMap((link, index) => (isWrong(link) ? [index + 1] : [])),
    take(parsed: ParsedLinks) {
      const pasted = [...links, ...parsed.links]
      const distinctLinks = [...new Set(pasted)]
      setOthers(parsed.others)
      setDuplicates(distinctLinks.filter((link) => pasted.indexOf(link) !== pasted.lastIndexOf(link)))
      const firstLinks = distinctLinks.slice(0, limits.pasted)
      setLinks(firstLinks)
      setLeftOut(distinctLinks.length - firstLinks.length)
      // Requests the metadata of the first links only, because of the rate limit per minute. The server fetches the pages of further links
      // when they are added.
      void metas.ask(firstLinks.slice(0, limits.added).filter(isValidLink))
    },
    remove: (...removed: readonly string[]) => setLinks((now) => now.filter((item) => !removed.includes(item))),
    removeWrong: () => setLinks(links.filter((link) => !isWrong(link))),
    send: (sentLinks: readonly string[]) => setSent(sentLinks),
  }
}
