import type { FastifyInstance } from 'fastify'
import { common } from '#kit/contract/problems.ts'
import { fail } from '#kit/server/fail.ts'
import type { Handlers } from '#kit/server/http/mount.ts'
import { demand, type Limits } from '#kit/server/limits.ts'
import type { Storage } from '#kit/server/storage.ts'
import { type mediaContract, mediaErrors } from '../contract.ts'
import { pictureFacts, pictureWidths } from '../picture-addresses.ts'
import { takeAsked } from './admission.ts'
import type { Media } from './media.ts'
import { pictureKey } from './pictures.ts'

export const mediaRoutes = ({ links, limits }: { links: Media['links']; limits: Limits }): Handlers<typeof mediaContract> => ({
  async getMeta({ body }, { db, viewer }) {
    demand(await takeAsked(limits, viewer.userId))
    const [meta] = await links.describeLinks(db, [body.url], { by: viewer.userId })
    return !meta || meta === 'refused' ? fail(mediaErrors.link_invalid, { field: 'url' }) : meta
  },
})

const sizePattern = /^(\d{1,3})\.webp$/

/** Serves pictures. What an address shows never changes, so that whoever has it need never ask again. */
export function servePictures(app: FastifyInstance, storage: Storage): void {
  app.get('/media/pictures/:id/:size', async (request, reply) => {
    const { id, size } = request.params as { id: string; size: string }
    const asked = Number(sizePattern.exec(size)?.[1])
    const facts = pictureFacts(id)
    if (!facts || !(facts.widths.includes(asked) || pictureWidths.some((width) => width === asked))) return fail(common.not_found)
    // The usual widths exist for every picture: a small one answers with its own size.
    const width = facts.widths.find((candidate) => candidate >= asked) ?? facts.width
    const etag = `"${id}-${width}"`
    const isKnown = request.headers['if-none-match']?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
    const file = isKnown ? undefined : await storage.get(pictureKey(id, width))
    if (!isKnown && !file) return fail(common.not_found)
    reply.header('cache-control', 'public, max-age=31536000, immutable').header('etag', etag)
    if (!file) return reply.code(304).send()
    return reply.type('image/webp').header('content-length', file.size).send(file.stream)
  })
}
