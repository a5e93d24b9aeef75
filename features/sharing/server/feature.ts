import type { FastifyInstance } from 'fastify'
import { defineFeature } from '#kit/server/feature.ts'
import type { Sandbox } from '#kit/server/sandbox/sandbox.ts'
import type { PictureSignatures } from '#features/media/server/picture-signatures.ts'
import { sharingContract } from '../contract.ts'
import en from '../locales/en.json' with { type: 'json' }
import nl from '../locales/nl.json' with { type: 'json' }
import { sharingRoutes } from './routes.ts'
import { serveCards } from './cards.ts'
import { serveEmbed } from './embed.ts'
import { serveFeeds } from './feeds.ts'
import { serveOembed } from './oembed.ts'
import { serveSitemap } from './sitemap.ts'

type SharingTools = Omit<Parameters<typeof serveCards>[1], 'sandbox'> &
  Parameters<typeof serveEmbed>[1] & { signatures: PictureSignatures; sandboxes: { pictures: Sandbox } }

/** Serves data to other sites and programs without a login: feeds, cards, embedded players, oEmbed, the sitemap. */
function serveSharing(app: FastifyInstance, options: SharingTools): void {
  serveCards(app, { ...options, sandbox: options.sandboxes.pictures })
  serveEmbed(app, options)
  serveOembed(app, options)
  serveSitemap(app, options)
  serveFeeds(app, options)
}

export const sharingFeature = defineFeature({
  name: 'sharing',
  summary: 'Links to channels, series and videos',
  contract: sharingContract,
  routes: sharingRoutes,
  serve: serveSharing,
  texts: { en, nl },
})
