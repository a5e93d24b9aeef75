import { setImmediate } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { WebSocket } from 'ws'
import * as z from 'zod/mini'
import { Id } from '#kit/contract/fields.ts'
import { commonErrors } from '#kit/contract/problems.ts'
import { createSelect } from '#kit/server/select.ts'
import type { Db } from '#kit/server/db/db.ts'
import { fail } from '#kit/server/http/fail.ts'
import { parseQuery } from '#kit/server/http/parse.ts'
import { createConcurrencyLimit } from '#kit/server/http/concurrency-limit.ts'
import { acceptSocket } from '#kit/server/http/sockets.ts'
import type { Log } from '#kit/server/log.ts'
import { createReader, type User } from '#kit/server/reader.ts'
import { findEditablePlaylist } from '#features/channels/server/access.ts'
import { presenceTimes, presencePath, type PresentMember } from '../contract.ts'
import { extendPresence, listPresentMembers, type OpenPage } from './queries/presence.ts'

export interface PresenceSocketTools {
  db: Db
  log: Log
  closing: AbortSignal
  findCookieUser: (db: Db, request: FastifyRequest) => Promise<User | null>
  countryOf: (request: FastifyRequest) => string | null
  /** Default: `checkSeconds` of {@link presenceTimes}. */
  presenceCheckMs?: number
}
interface Page extends OpenPage {
  socket: WebSocket
  /** When the page last answered a ping. */
  lastPongMs: number
  /** The list that the page shows, and when it was sent. */
  sent?: string
  sentAtMs: number
}

/** An unchanged list is sent again after this time, because an event in between may have been lost. */
const repeatMs = 60_000
/** Pages served before other work gets a turn. */
const pagesPerTurn = 100
/** A stopping server waits this long for pages to close. */
const closeTimeoutMs = 1000
/** WebSocket close codes. */
const closeCodes = { stops: 1001, refused: 1008 } as const

const pageKey = ({ playlistId, userId, sessionId }: OpenPage) => `${playlistId} ${userId} ${sessionId}`

/**
 * Keeps the users of this process's open pages present, and sends each page the list of present members. The presence expires for pages
 * that don't answer a ping, and for pages of a process that was killed.
 */
function createOpenPages({ db, log, closing, presenceCheckMs = presenceTimes.checkSeconds * 1000 }: PresenceSocketTools) {
  const pages = new Set<Page>()
  let timer: NodeJS.Timeout | undefined
  let isPolling = false

  async function forEachPage(openPages: readonly Page[], act: (page: Page) => void) {
    for (const [index, page] of openPages.entries()) {
      act(page)
      if (index % pagesPerTurn === pagesPerTurn - 1) await setImmediate()
    }
  }

  async function serve(openPages: readonly Page[]) {
    const now = performance.now()
    const presentPages = await extendPresence(
      db,
      openPages.map(({ playlistId }) => playlistId),
      openPages.map(({ userId }) => userId),
      openPages.map(({ sessionId }) => sessionId),
      openPages.map(({ lastPongMs }) => (now - lastPongMs) / 1000),
    )
    const allowed = new Set(presentPages.map(pageKey))
    const lists = new Map(
      (await listPresentMembers(db, [...new Set(presentPages.map(({ playlistId }) => playlistId))])).map(({ playlist_id: id, people }) => [
        id,
        people,
      ]),
    )
    await forEachPage(openPages, (page) => {
      const list = lists.get(page.playlistId) ?? '[]'
      if (!allowed.has(pageKey(page))) page.socket.close(closeCodes.refused)
      else if (list !== page.sent || now - page.sentAtMs > repeatMs) {
        const people = (JSON.parse(list) as PresentMember[]).filter(({ user_id: id }) => id !== page.userId)
        page.socket.send(JSON.stringify({ people }))
        Object.assign(page, { sent: list, sentAtMs: now })
      }
    })
  }

  async function checkPages() {
    if (isPolling) return
    isPolling = true
    try {
      const now = performance.now()
      await forEachPage([...pages], ({ socket, lastPongMs }) => {
        if (now - lastPongMs > presenceTimes.seconds * 1000) socket.terminate()
        else socket.ping()
      })
      if (pages.size > 0) await serve([...pages])
    } catch (error) {
      log.warn({ err: error }, 'presence is renewed later: the database did not answer')
    } finally {
      isPolling = false
    }
  }

  const end = () => {
    for (const { socket } of pages) socket.close(closeCodes.stops)
    // Terminates the remaining sockets, whose pages have not confirmed the close.
    setTimeout(() => pages.forEach(({ socket }) => socket.terminate()), closeTimeoutMs)
  }
  closing.addEventListener('abort', end, { once: true })
  return {
    add(socket: WebSocket, openPage: OpenPage, onEnd: () => void) {
      const page: Page = { ...openPage, socket, lastPongMs: performance.now(), sentAtMs: 0 }
      pages.add(page)
      timer ??= setInterval(() => void checkPages(), presenceCheckMs).unref()
      socket.on('pong', () => (page.lastPongMs = performance.now()))
      // Ignored, because a `close` event follows.
      socket.on('error', () => undefined)
      socket.once('close', () => {
        pages.delete(page)
        onEnd()
        if (pages.size > 0) return
        clearInterval(timer)
        timer = undefined
      })
      if (closing.aborted) socket.close(closeCodes.stops)
    },
  }
}

const Query = z.object({ playlist_id: Id })

export function serveOpenPages(app: FastifyInstance, tools: PresenceSocketTools): void {
  const { db, findCookieUser, countryOf } = tools
  const open = createOpenPages(tools)
  const takeSlot = createConcurrencyLimit(20)
  app.get(presencePath, { exposeHeadRoute: false }, async (request: FastifyRequest, reply: FastifyReply) => {
    const user = (await findCookieUser(db, request)) ?? fail(commonErrors.login_required)
    const { playlist_id: playlistId } = parseQuery(Query, request.query)
    await findEditablePlaylist(createSelect(db, createReader(user, countryOf(request))), playlistId, 'suggesters')
    const releaseSlot = takeSlot(user.id)
    try {
      const socket = acceptSocket(request, reply)
      if (socket) open.add(socket, { playlistId, userId: user.id, sessionId: user.sessionId }, releaseSlot)
      else releaseSlot()
    } catch (error) {
      releaseSlot()
      throw error
    }
    return reply
  })
}
