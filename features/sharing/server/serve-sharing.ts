import type { FastifyInstance } from 'fastify'
import type { PictureSignatures } from '#features/media/server/picture-signatures.ts'
import { serveCards } from './cards.ts'
import { serveEmbed } from './embed.ts'
import { serveFeeds } from './feeds.ts'
import { serveOembed } from './oembed.ts'
import { serveSitemap } from './sitemap.ts'

/** What other sites and programs read of us: feeds, cards, embedded players, oEmbed, the sitemap. None of it knows who asks. */
export function serveSharing(
  app: FastifyInstance,
  options: Parameters<typeof serveCards>[1] & Parameters<typeof serveEmbed>[1] & { signatures: PictureSignatures },
): void {
  serveCards(app, options)
  serveEmbed(app, options)
  serveOembed(app, options)
  serveSitemap(app, options)
  serveFeeds(app, options)
}
