import type { IncomingHttpHeaders } from 'node:http'
import { common } from '#kit/contract/problems.ts'
import { fail } from './fail.ts'

/**
 * Refuses what another site has a browser send, where cookies are set by it: a form there could log somebody in as somebody else.
 * Programs that are no browsers send neither header.
 * @throws 403
 */
export function demandSameOrigin(headers: IncomingHttpHeaders, publicUrl: string): void {
  const { origin, host } = headers
  const site = headers['sec-fetch-site']
  if (site !== undefined) {
    // `none`: typed by the person, or by an extension that acts for them.
    if (site !== 'same-origin' && site !== 'none') fail(common.forbidden)
    return
  }
  if (origin === undefined || origin === publicUrl) return
  if (!URL.canParse(origin) || new URL(origin).host !== host) fail(common.forbidden)
}
