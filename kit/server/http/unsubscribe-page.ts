/** Pages behind unsubscribe links in emails, without a login. Opening one changes nothing, because mail filters open links. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { brand } from '#kit/contract/brand.ts'
import { type Language, preferredLanguage } from '#kit/contract/texts.ts'
import { escapeXml } from '../xml.ts'

const styles = `:root{color-scheme:light dark}
body{margin:0;min-height:100vh;display:grid;place-items:center;font:400 1rem/1.5 system-ui,sans-serif}
main{max-width:32rem;padding:2rem}
h1{font-size:1.5rem;overflow-wrap:anywhere}
button{font:600 1rem/1.25 system-ui,sans-serif;padding:.75rem 1.5rem;border:0;border-radius:999px;background:#ff6e3e;color:#1b0804;cursor:pointer}`

/** A subscription to emails, found by a token. */
export interface EmailSubscription {
  language: Language
  /** False: the emails have already ended. */
  isOn: boolean
}
export interface UnsubscribePage<S extends EmailSubscription> {
  /** The path before the token: `/unsubscribe/search`. */
  path: string
  countRead: (request: FastifyRequest) => void
  find: (token: string) => Promise<S | undefined>
  stop: (subscription: S) => Promise<unknown>
  texts: (language: Language) => {
    question: (subscription: S) => string
    text: string
    button: string
    done: (subscription: S) => string
    none: string
    /** A link below the message. */
    next: { href: string; label: string }
  }
}

interface PageContent {
  language: Language
  title: string
  /** HTML. */
  content: string
}

function sendPage(reply: FastifyReply, path: string, { language, title, content }: PageContent) {
  const html = `<!doctype html><html lang="${language}"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${escapeXml(title)} · ${brand}</title><link rel="stylesheet" href="${path}/page.css">
<main><h1>${escapeXml(title)}</h1>${content}</main></html>`
  return reply.type('text/html; charset=utf-8').headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }).send(html)
}

const linkHtml = ({ href, label }: { href: string; label: string }) => `<p><a href="${escapeXml(href)}">${escapeXml(label)}</a></p>`

export function serveUnsubscribePage<S extends EmailSubscription>(
  app: FastifyInstance,
  { path, countRead, find, stop, texts }: UnsubscribePage<S>,
): void {
  async function readSubscription(request: FastifyRequest) {
    countRead(request)
    const subscription = await find((request.params as { token: string }).token)
    const language = subscription?.language ?? preferredLanguage(request.headers['accept-language'])
    return { found: subscription, language, t: texts(language) }
  }

  app.get(`${path}/page.css`, (_, reply) => reply.type('text/css; charset=utf-8').send(styles))

  app.get(`${path}/:token`, async (request, reply) => {
    const { found, language, t } = await readSubscription(request)
    if (!found?.isOn) return sendPage(reply, path, { language, title: t.none, content: linkHtml(t.next) })
    const form = `<form method="post"><button>${escapeXml(t.button)}</button></form>`
    return sendPage(reply, path, { language, title: t.question(found), content: `<p>${escapeXml(t.text)}</p>${form}` })
  })

  /** Mail clients also call this route (RFC 8058). */
  app.post(`${path}/:token`, async (request, reply) => {
    const { found, language, t } = await readSubscription(request)
    if (found?.isOn) await stop(found)
    return sendPage(reply, path, { language, title: found ? t.done(found) : t.none, content: linkHtml(t.next) })
  })
}
