import type { IncomingHttpHeaders } from 'node:http'
import { commonErrors } from '#kit/contract/problems.ts'
import { fail } from './fail.ts'

/**
 * Refuses requests that another site makes a browser send, on routes that set cookies. A form on that site could log the user in to another
 * account. Clients other than browsers send neither `Origin` nor `Sec-Fetch-Site`.
 * @throws 403
 */
export function assertSameOrigin(headers: IncomingHttpHeaders, publicUrl: string): void {
  const { origin, host } = headers
  const site = headers['sec-fetch-site']
  if (site !== undefined) {
    // `none`: typed by the user, or sent by an extension.
    if (site !== 'same-origin' && site !== 'none') fail(commonErrors.forbidden)
    return
  }
  if (origin === undefined || origin === publicUrl) return
  if (!URL.canParse(origin) || new URL(origin).host !== host) fail(commonErrors.forbidden)
}
