import type { FastifyInstance } from 'fastify'
import { serveUnsubscribePage } from '#kit/server/http/unsubscribe-page.ts'
import type { PublicDocumentOptions } from '#features/sharing/server/public-documents.ts'
import { findByStopToken } from './addresses.ts'
import { type SearchForAddress, stopFollowing } from './queries/history.ts'
import { texts } from './texts.ts'

/** Serves the page that ends a followed search. Emails link to it. */
export const serveSearchStopPage = (app: FastifyInstance, { db, countRead }: Pick<PublicDocumentOptions, 'db' | 'countRead'>): void =>
  serveUnsubscribePage(app, {
    path: '/unsubscribe/search',
    countRead,
    async find(token) {
      const search = await findByStopToken(db, token)
      return search && { ...search, isOn: search.is_followed }
    },
    stop: (search) => stopFollowing(db, search),
    texts(language) {
      const t = texts[language]
      return {
        question: ({ search }: SearchForAddress) => t('stop.ask', { keyword: search }),
        text: t('stop.text'),
        button: t('stop.button'),
        done: ({ search }: SearchForAddress) => t('stop.done', { keyword: search }),
        none: t('stop.none'),
        next: { href: `/${language}/search`, label: t('stop.to_search') },
      }
    },
  })
