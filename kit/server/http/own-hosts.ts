import type { FastifyRequest } from 'fastify'

/**
 * Returns the host names (with ports) of this site: the host of the settings, then the host of the request. Only for recognizing URLs in input,
 * never for building URLs.
 */
export function ownHosts({ protocol, host }: Pick<FastifyRequest, 'protocol' | 'host'>, publicUrl: string): string[] {
  const publicHost = new URL(publicUrl).host
  return [publicHost, URL.parse(`${protocol}://${host}`)?.host ?? publicHost]
}
