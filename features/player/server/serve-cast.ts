import type { FastifyInstance } from 'fastify'
import { brand } from '#kit/contract/brand.ts'
import { type Language, languages, preferredLanguage } from '#kit/contract/texts.ts'
import { readStandalonePage } from '#kit/server/http/standalone-page.ts'
import { escapeXml } from '#kit/server/xml.ts'
import { castDataId, castPath, type CastTexts } from '../cast-data.ts'
import { texts } from './texts.ts'

/**
 * Serves the casting page. Only this page's content security policy allows Google's sender script. The page contains no data and is the
 * same for everyone, because the player sends it the item.
 * @param webDir folder of the built web app; without it, as in tests, the page has no script
 */
export function serveCast(app: FastifyInstance, webDir: string | undefined): void {
  const files = webDir === undefined ? undefined : readStandalonePage(webDir, 'features/player/web/cast/main.ts')
  const config = { scriptsFrom: 'google-cast' } as const

  function page(language: Language): string {
    const t = texts[language]
    const data: CastTexts = {
      starting: t('cast.starting'),
      choosing: t('cast.choosing'),
      playing: t('cast.playing', { device: '{device}' }),
      failed: t('player.castFailed'),
      again: t('player.tryAgain'),
      stop: t('cast.stop'),
    }
    const head = [
      '<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">',
      `<title>${escapeXml(t('cast.title'))} · ${brand}</title>`,
      ...(files?.styles ?? []).map((href) => `<link rel="stylesheet" href="${href}">`),
      files ? `<script type="module" src="${files.script}"></script>` : '',
    ]
    const body = [
      `<main><h1 id="title">${escapeXml(t('cast.title'))}</h1><p id="state" role="status"></p>`,
      `<div id="start"><p>${escapeXml(t('cast.what', { brand }))}</p><button type="button">${escapeXml(t('cast.start'))}</button></div>`,
      `<button type="button" id="again" hidden>${escapeXml(t('player.tryAgain'))}</button>`,
      `<button type="button" id="stop" hidden>${escapeXml(t('cast.stop'))}</button></main>`,
      `<script type="application/json" id="${castDataId}">${JSON.stringify(data).replaceAll('<', String.raw`\u003c`)}</script>`,
    ]
    return `<!doctype html><html lang="${language}"><head>${head.join('')}</head><body>${body.join('')}</body></html>`
  }

  app.get(castPath, { config }, (request, reply) => {
    const { lang } = request.query as { lang?: unknown }
    const language = languages.find((language) => language === lang) ?? preferredLanguage(request.headers['accept-language'])
    return reply
      .headers({ 'cache-control': 'no-store', vary: 'Accept-Language', 'cross-origin-opener-policy': 'unsafe-none' })
      .type('text/html; charset=utf-8')
      .send(page(language))
  })
}
