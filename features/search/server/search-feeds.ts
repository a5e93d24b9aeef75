/** RSS feeds of followed searches: their newest public results. */
import type { FastifyInstance } from 'fastify'
import { brand } from '#kit/contract/brand.ts'
import { commonErrors } from '#kit/contract/problems.ts'
import type { Language } from '#kit/contract/texts.ts'
import type { Db } from '#kit/server/db/db.ts'
import { fail } from '#kit/server/http/fail.ts'
import type { Reader } from '#kit/server/reader.ts'
import { xmlElement } from '#kit/server/xml.ts'
import { tvPath } from '#features/channels/tv-paths.ts'
import { sharedPath } from '#features/sharing/rules.ts'
import { type PublicDocumentOptions, readAsGuest, sendDocument } from '#features/sharing/server/public-documents.ts'
import { type FollowedSubject, followedSubjects } from '../rules.ts'
import { type SearchForAddress } from './queries/history.ts'
import { findByFeedToken } from './addresses.ts'
import { queueSearch } from './routes.ts'
import { prepareSearch, searchThings } from './search.ts'
import { texts } from './texts.ts'

/** Maximum things in a feed, newest first. */
const maxItems = 50

interface FeedResult {
  subject: FollowedSubject
  id: string
  title: string
  /** Path of the result, without the language. */
  path: string
  addedAt: Date
}

/** The fields with the name and address of a result. */
interface Result {
  id: string
  /** Name of the result. Videos have a title instead, and users a nickname. */
  name?: string
  title?: string
  nickname?: string
  playlist_id: string
  series_id: string
  is_locked?: boolean
}
const pathOf: Readonly<Record<FollowedSubject, (result: Result) => string>> = {
  channel: ({ id }) => tvPath(id),
  package: ({ id }) => `/tiers?tier=${id}`,
  playlist: ({ id: playlistId }) => sharedPath({ playlistId }),
  series: ({ id: serieId, playlist_id: playlistId }) => sharedPath({ playlistId, serieId }),
  video: ({ id: videoId, playlist_id: playlistId, series_id: serieId }) => sharedPath({ playlistId, serieId, videoId }),
  user: ({ id }) => `/settings?user=${id}`,
}

/** Finds the newest things of all kinds, newest first. */
async function findNewest(db: Db, reader: Reader, language: Language, keyword: string): Promise<FeedResult[]> {
  const search = await prepareSearch(db, reader, keyword)
  const results: FeedResult[] = []
  const requested = followedSubjects.map((subject) => ({ subject, limit: maxItems }))
  const newestOf = await searchThings({ db, reader, language }, search, { sort: 'added_desc', isOwn: false }, requested)
  for (const subject of followedSubjects) {
    for (const { json, position } of newestOf[subject].hits) {
      const result = JSON.parse(json) as Result
      const name = result.title ?? result.name ?? result.nickname ?? ''
      const title = result.is_locked ? `🔒 ${name}` : name
      results.push({ subject, id: result.id, title, path: pathOf[subject](result), addedAt: new Date(position.score * 1000) })
    }
  }
  return results.toSorted((a, b) => b.addedAt.getTime() - a.addedAt.getTime()).slice(0, maxItems)
}

function formatRss(
  { search, language }: SearchForAddress,
  results: readonly FeedResult[],
  { publicUrl, self }: { publicUrl: string; self: string },
): string {
  const t = texts[language]
  const feedTitle = t('feed.title', { keyword: search, brand })
  const home = `${publicUrl}/${language}/search?${new URLSearchParams({ keyword: search }).toString()}`
  const items = results.map(({ subject, id, title, path, addedAt }) =>
    [
      '<item>',
      xmlElement('title', title),
      xmlElement('link', `${publicUrl}/${language}${path}`),
      xmlElement('guid', `${brand.toLowerCase()}:${subject}:${id}`, { isPermaLink: 'false' }),
      xmlElement('pubDate', addedAt.toUTCString()),
      xmlElement('category', t(`feed.subject.${subject}`)),
      '</item>',
    ].join(''),
  )
  return [
    '<?xml version="1.0" encoding="utf-8"?><rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>',
    xmlElement('title', feedTitle),
    xmlElement('link', home),
    xmlElement('atom:link', '', { rel: 'self', type: 'application/rss+xml', href: self }),
    xmlElement('description', feedTitle),
    xmlElement('language', language),
    xmlElement('generator', brand),
    results[0] && xmlElement('lastBuildDate', results[0].addedAt.toUTCString()),
    ...items,
    '</channel></rss>',
  ]
    .filter(Boolean)
    .join('')
}

export function serveSearchFeeds(app: FastifyInstance, options: PublicDocumentOptions): void {
  const { publicUrl } = options
  app.get('/feeds/search/:file', async (request, reply) => {
    const { file } = request.params as { file: string }
    const [, token] = /^(\w+)\.xml$/.exec(file) ?? fail(commonErrors.not_found)
    const body = await readAsGuest(options, request, reply, async (db, reader, primary) => {
      // Reads from the primary, so that a revoked address stops working at once.
      const search = (await findByFeedToken(primary, token!)) ?? fail(commonErrors.not_found)
      const result = await queueSearch(db, () => findNewest(db, reader, search.language, search.search), { key: search.account_id })
      return formatRss(search, result, { publicUrl, self: `${publicUrl}/feeds/search/${file}` })
    })
    reply.headers({ 'x-robots-tag': 'noindex', 'referrer-policy': 'no-referrer' })
    return sendDocument(request, reply, 'application/rss+xml; charset=utf-8', body)
  })
}
