import type { FastifyRequest } from 'fastify'

/**
 * The names (with ports) by which this site is reached: that of the settings first, then that of the request. For reading addresses that
 * somebody gives, never for making one.
 */
export function ownHosts({ protocol, host }: Pick<FastifyRequest, 'protocol' | 'host'>, publicUrl: string): string[] {
  const named = new URL(publicUrl).host
  return [named, URL.parse(`${protocol}://${host}`)?.host ?? named]
}
