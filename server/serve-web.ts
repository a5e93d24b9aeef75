import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import serveStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { brand } from '#kit/contract/brand.ts'
import { type PagesOptions, servePages } from '#kit/server/http/pages.ts'
import { pages } from '#features/pages/server/pages.ts'
import { texts as curation } from '#features/curation/server/texts.ts'
import { texts } from './features.ts'

/** Files that browsers request at fixed paths. They are revalidated each time, so that new versions apply at once. */
const rootFiles = {
  'favicon.ico': 'image/x-icon',
  'manifest.en.webmanifest': 'application/manifest+json; charset=utf-8',
  'manifest.nl.webmanifest': 'application/manifest+json; charset=utf-8',
  'sw.js': 'text/javascript; charset=utf-8',
}

/** Serves the built web and its pages. */
export async function serveWeb(
  app: FastifyInstance,
  webDir: string,
  options: Pick<PagesOptions, 'publicUrl' | 'db' | 'guestReads' | 'countRead'>,
) {
  await app.register(serveStatic, {
    root: join(webDir, 'assets'),
    prefix: '/assets/',
    decorateReply: false,
    immutable: true,
    // They contain no user data, and a sandboxed frame on another site has a null origin.
    setHeaders: (reply) => void reply.header('access-control-allow-origin', '*'),
    maxAge: '1y',
    index: false,
    preCompressed: true,
  })
  for (const [name, type] of Object.entries(rootFiles)) {
    const content = readFileSync(join(webDir, name))
    app.get(`/${name}`, (_request, reply) => reply.header('cache-control', 'no-cache').type(type).send(content))
  }
  servePages(app, {
    pages,
    template: join(webDir, 'index.html'),
    ...options,
    brand,
    texts,
    descriptions: { en: curation.en('head.home_description'), nl: curation.nl('head.home_description') },
    noScript: { en: curation.en('head.no_script'), nl: curation.nl('head.no_script') },
  })
}
