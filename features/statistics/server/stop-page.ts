import type { FastifyInstance } from 'fastify'
import { serveUnsubscribePage } from '#kit/server/http/unsubscribe-page.ts'
import type { PublicDocumentOptions } from '#features/sharing/server/public-documents.ts'
import { stopPath } from './month-mail.ts'
import { findMonthMailByToken, turnMonthMailOff } from './queries/mail.ts'
import { texts } from './texts.ts'

/** Serves the page that ends the monthly emails. Each email links to it. */
export const serveStatisticsStopPage = (app: FastifyInstance, { db, countRead }: Pick<PublicDocumentOptions, 'db' | 'countRead'>): void =>
  serveUnsubscribePage(app, {
    path: stopPath,
    countRead,
    async find(token) {
      const mail = await findMonthMailByToken(db, token)
      return mail && { ...mail, isOn: true }
    },
    stop: ({ id }) => turnMonthMailOff(db, id),
    texts(language) {
      const t = texts[language]
      return {
        question: () => t('stop.ask'),
        text: t('stop.text'),
        button: t('stop.button'),
        done: () => t('stop.done'),
        none: t('stop.none'),
        next: { href: `/${language}/statistics`, label: t('stop.next') },
      }
    },
  })
