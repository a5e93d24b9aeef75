/** Returns the path of a TV channel's or programme's page, without the language prefix. */
export const tvPath = (channelId: string, epgId?: string): string =>
  `/tiers?${new URLSearchParams({ channel: channelId, ...(epgId !== undefined && { epgId }) }).toString()}`

const tvScreenPattern = /^(?:\/(?:en|nl))?\/tiers\/?$/
const isId = (text: string | null | undefined): text is string => /^[A-Za-z0-9]{11}$/.test(text ?? '')

/**
 * Parses the programme and channel from an address of this site.
 * @param hosts of this site
 */
export function tvPathOf(url: string, hosts: readonly string[]): { epgId: string; channelId: string | undefined } | undefined {
  const { protocol, host, pathname, searchParams } = URL.parse(url, `https://${hosts[0]}`) ?? {}
  if (
    !searchParams ||
    host === undefined ||
    !hosts.includes(host) ||
    !/^https?:$/.test(protocol ?? '') ||
    !tvScreenPattern.test(pathname ?? '')
  )
    return
  const [epgId, channelId] = [searchParams.get('epgId'), searchParams.get('channel')]
  return isId(epgId) && (channelId === null || isId(channelId)) ? { epgId, channelId: channelId ?? undefined } : undefined
}
