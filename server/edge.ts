import type { FastifyInstance } from 'fastify'
import { createEdge, type Edge } from '#features/media/server/edge/edge.ts'
import { createPictureKind } from '#features/media/server/edge/kinds.ts'
import type { PurgeTools } from '#features/media/server/edge/purge.ts'
import type { Media } from '#features/media/server/media.ts'
import { edgeCaptions, edgeVideos } from '#features/uploads/server/edge-kinds.ts'
import type { Services } from './services.ts'

/** Creates the tools of the configured CDN: `edge` replaces addresses, `purges` removes hidden files. Undefined if not configured. */
export function createEdgeTools(
  { config, db, backgroundDb, log, fetchPublic }: Services,
  { access }: Media,
): { edge: Edge | undefined; purges: PurgeTools | undefined } {
  if (!config.edge) return { edge: undefined, purges: undefined }
  const { url, purgeUrl, purgeHeader } = config.edge
  const kinds = [createPictureKind(access), edgeVideos, edgeCaptions]
  return {
    edge: createEdge({ db, log, publicUrl: config.publicUrl, settings: config.edge, kinds }),
    purges: purgeUrl === undefined ? undefined : { db: backgroundDb, log, fetchPublic, settings: { url, purgeUrl, purgeHeader }, kinds },
  }
}

/**
 * Replaces the addresses of public files in JSON and pages with addresses at the CDN. Answers preflight requests of older browsers for
 * `Range`.
 */
export function attachEdge(app: FastifyInstance, edge: Edge): void {
  app.options('/media/edge/*', (_request, reply) =>
    edge
      .addHeaders(reply)
      .code(204)
      .headers({ 'access-control-allow-methods': 'GET, HEAD', 'access-control-allow-headers': 'Range', 'access-control-max-age': '86400' })
      .send(),
  )
  app.addHook('onSend', async (_request, reply, payload) => {
    const type = String(reply.getHeader('content-type') ?? '')
    return typeof payload === 'string' && /^(?:application\/json|text\/html)/.test(type) ? edge.nameFiles(payload) : payload
  })
}
