/** The page behind the link of emails that ends a followed search, without a login. Opening it changes nothing, because mail filters open links. */
import type { FastifyInstance, FastifyReply } from 'fastify'
import { brand } from '#kit/contract/brand.ts'
import { type Language, preferredLanguage } from '#kit/contract/texts.ts'
import { escapeXml } from '#kit/server/xml.ts'
import type { PublicDocumentOptions } from '#features/sharing/server/public-documents.ts'
import { findByStopToken } from './addresses.ts'
import { stopFollowing } from './queries/history.ts'
import { texts } from './texts.ts'

const path = '/unsubscribe/search/:token'
const stylePath = '/unsubscribe/page.css'
const styles = `:root{color-scheme:light dark}
body{margin:0;min-height:100vh;display:grid;place-items:center;font:400 1rem/1.5 system-ui,sans-serif}
main{max-width:32rem;padding:2rem}
h1{font-size:1.5rem;overflow-wrap:anywhere}
button{font:600 1rem/1.25 system-ui,sans-serif;padding:.75rem 1.5rem;border:0;border-radius:999px;background:#ff6e3e;color:#1b0804;cursor:pointer}`

function send(reply: FastifyReply, language: Language, title: string, more: string) {
  const html = `<!doctype html><html lang="${language}"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${escapeXml(title)} · ${brand}</title><link rel="stylesheet" href="${stylePath}">
<main><h1>${escapeXml(title)}</h1>${more}</main></html>`
  return reply.type('text/html; charset=utf-8').headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }).send(html)
}

const link = (href: string, label: string) => `<p><a href="${escapeXml(href)}">${escapeXml(label)}</a></p>`

export function serveStopPage(app: FastifyInstance, { db, countRead }: Pick<PublicDocumentOptions, 'db' | 'countRead'>): void {
  app.get(stylePath, (_, reply) => reply.type('text/css; charset=utf-8').send(styles))

  app.get(path, async (request, reply) => {
    countRead(request)
    const { token } = request.params as { token: string }
    const search = await findByStopToken(db, token)
    if (!search?.is_followed) {
      const language = search?.language ?? preferredLanguage(request.headers['accept-language'])
      return send(reply, language, texts[language]('stop.none'), link(`/${language}/search`, texts[language]('stop.to_search')))
    }
    const t = texts[search.language]
    const form = `<form method="post"><button>${escapeXml(t('stop.button'))}</button></form>`
    return send(reply, search.language, t('stop.ask', { keyword: search.search }), `<p>${escapeXml(t('stop.text'))}</p>${form}`)
  })

  /** Also called by mail clients (RFC 8058). */
  app.post(path, async (request, reply) => {
    countRead(request)
    const { token } = request.params as { token: string }
    const search = await findByStopToken(db, token)
    if (search?.is_followed) await stopFollowing(db, search)
    const language = search?.language ?? preferredLanguage(request.headers['accept-language'])
    const t = texts[language]
    const title = search ? t('stop.done', { keyword: search.search }) : t('stop.none')
    return send(reply, language, title, link(`/${language}/search`, t('stop.to_search')))
  })
}
