import * as z from 'zod/mini'
import { Id, Time } from '#kit/contract/fields.ts'
import { common } from '#kit/contract/problems.ts'
import { brokenConstraint, type Db } from '#kit/server/db.ts'
import { fail } from '#kit/server/fail.ts'
import { type Ctx, finding, type Handlers, reading } from '#kit/server/http/handlers.ts'
import { newId } from '#kit/server/ids.ts'
import { jsonPageOf } from '#kit/server/json-text.ts'
import { addressKey, demand, type Limits } from '#kit/server/limits.ts'
import { sortKeyOf } from '#kit/server/paging.ts'
import type { Ask } from '#kit/server/proven-read.ts'
import type { User } from '#kit/server/reader.ts'
import type { Subjects } from '#kit/server/subjects.ts'
import { watchingContract } from '../contract.ts'
import { clampPosition, isSeen, maxPositions, type ViewedType } from '../rules.ts'
import { deletePosition, findPosition, listContinue, listPositions, reportPosition, upsertPosition } from './queries/positions.ts'
import {
  findProcess,
  findRecentView,
  insertProcess,
  insertView,
  type Process,
  touchProcess,
  type Viewed,
  type Viewer,
} from './queries/views.ts'
import { historyHandlers } from './history.ts'
import { createVisitorHash } from './visitors.ts'

/** Guests at one address, all together: what they say of views fills tables, and counts. */
const guestReports = { max: 1200, windowSeconds: 60 }
/** Views that guests at one address add to one video or channel: who calls itself another browser each time is no crowd. */
const guestViews = { max: 20, windowSeconds: 1800 }

/** Views and playbacks that are kept a day of one user, or of the guests at one address: each is a row, and views stay for two years. */
const keptADay = { user: { max: 5000, windowSeconds: 86_400 }, address: { max: 50_000, windowSeconds: 86_400 } }

const defaultLimit = 20
const ContinueKey = z.tuple([Time, Id])

interface WatchingServices {
  subjects: Subjects<ViewedType>
  limits: Pick<Limits, 'count'>
}

export function watchingRoutes({ subjects, limits }: WatchingServices): Handlers<typeof watchingContract> {
  const hashVisitor = createVisitorHash()
  const countGuest = ({ reader, address }: Pick<Ctx, 'reader' | 'address'>) => {
    if (!reader.user) demand(limits.count(`views:${addressKey(address)}`, guestReports))
  }

  const countKept = ({ reader: { user }, address }: Pick<Ctx, 'reader' | 'address'>) =>
    demand(
      user ? limits.count(`views-kept:${user.id}`, keptADay.user) : limits.count(`views-kept:${addressKey(address)}`, keptADay.address),
    )

  const viewerOf = async (db: Db, { id }: User): Promise<Viewer & { user: string }> => ({
    user: id,
    visitor: await hashVisitor(db, { userId: id }),
  })

  /** A playback of the caller. @throws 404 when there is none */
  const findOwn = async ({ target }: { target: { viewProcessId: string } }, { ask }: { ask: Ask }): Promise<Process> =>
    (await ask(findProcess, target.viewProcessId))[0] ?? fail(common.not_found)

  /**
   * Whose position a playback tells; undefined: of nobody, as it names nobody. @throws 404 for a user when it is a guest's
   */
  async function keptFor({ visitor }: Process, { db, reader }: Pick<Ctx, 'db' | 'reader'>): Promise<User | undefined> {
    if (!reader.user) return undefined
    if (visitor === null) return reader.user
    return visitor === (await hashVisitor(db, { userId: reader.user.id })) ? undefined : fail(common.not_found)
  }

  return {
    createView: finding(watchingContract.createView, {
      async find({ target: { viewable_type: type, viewable_id: id, playlist_id: within } }, { ask }): Promise<Viewed> {
        const { key } = await subjects.find(ask, { type, id, within })
        return type === 'video' ? { video: String(key) } : { playlist: Number(key) }
      },
      async handle({ body }, ctx) {
        const { db, reader, address, request, found } = ctx
        countGuest(ctx)
        countKept(ctx)
        if (reader.user) return { viewActionId: await countView(db, await viewerOf(db, reader.user), found) }
        const visitor = await hashVisitor(db, { address, userAgent: request.headers['user-agent'] ?? '' })
        const recent = await findRecentView(db, { visitor }, found)
        if (recent) return { viewActionId: recent.id }
        demand(limits.count(`views:${addressKey(address)}:${body.viewable_id}`, guestViews))
        return { viewActionId: await countView(db, { visitor }, found) }
      },
    }),

    async startView({ body }, ctx) {
      countGuest(ctx)
      countKept(ctx)
      const process = await insertProcess(
        ctx.db,
        ctx.reader.user ? await viewerOf(ctx.db, ctx.reader.user) : undefined,
        newId(),
        body.viewActionId,
      )
      return { viewProcessId: process?.id ?? fail(common.not_found) }
    },

    reportProgress: finding(watchingContract.reportProgress, {
      find: findOwn,
      async handle({ body }, ctx) {
        countGuest(ctx)
        const { db, found } = ctx
        const progress = progressOf(body.position, body.duration ?? found.duration)
        const user = await keptFor(found, ctx)
        if (!user || found.video_id === null) {
          await touchProcess(db, found.id, false)
          return progress
        }
        const { video_id: videoId } = found
        await unlessGone(reportPosition(db, found.id, user.id, videoId, progress))
        return progress
      },
    }),

    endView: finding(watchingContract.endView, {
      find: findOwn,
      async handle({ body }, ctx) {
        countGuest(ctx)
        const { db, found } = ctx
        const user = await keptFor(found, ctx)
        if (body.position !== undefined && user && found.video_id !== null) {
          const progress = progressOf(body.position, body.duration ?? found.duration)
          await unlessGone(upsertPosition(db, user.id, found.video_id, progress))
        }
        await touchProcess(db, found.id, true)
        return {}
      },
    }),

    listContinue: reading(watchingContract.listContinue, {
      async handle({ query: { limit = defaultLimit, cursor } }, { ask }) {
        const [time, id] = sortKeyOf(ContinueKey, cursor) ?? []
        const after = time === undefined || id === undefined ? undefined : { time, id }
        const found = await ask(listContinue, limit + 1, after)
        return jsonPageOf(found, limit, (row) => [row.time, row.id])
      },
    }),

    listPositions: reading(watchingContract.listPositions, {
      handle: async ({ query: { ids } }, { ask }) => ({ data: await ask(listPositions, maxPositions, ids) }),
    }),

    setPosition: finding(watchingContract.setPosition, {
      find: ({ params: { id }, target: { playlist_id: within } }, { ask }) => subjects.find(ask, { type: 'video', id, within }),
      async handle({ params: { id }, body }, { db, reader }) {
        const kept = (await findPosition(db, reader.user.id, id)) ?? fail(common.not_found)
        const next = progressOf(body.position ?? kept.position, body.duration ?? kept.duration)
        const watched = body.watched ?? (body.position === undefined ? kept.watched : next.watched)
        // Not watched, after all: it begins at its beginning.
        const position = !watched && next.watched ? 0 : next.position
        const written = await unlessGone(upsertPosition(db, reader.user.id, id, { ...next, position, watched }))
        return written ?? fail(common.not_found)
      },
    }),

    async forgetPosition({ params }, { db, reader }) {
      await deletePosition(db, reader.user.id, params.id)
      return {}
    },
    ...historyHandlers(viewerOf),
  }
}

function progressOf(reported: number, duration: number | null) {
  const position = clampPosition({ position: reported, duration })
  return { position, duration, watched: isSeen({ position, duration }) }
}

/** @returns the id of the view. @throws 404 when what is viewed has gone meanwhile */
async function countView(db: Db, viewer: Viewer, viewed: Viewed): Promise<string> {
  const insert = () => unlessGone(insertView(db, newId(), viewer, viewed))
  // Nothing: another request has made it at this very moment, and now it is there; or there is nothing to view.
  const view = (await insert()) ?? (await insert())
  return view?.id ?? fail(common.not_found)
}

/** @throws 404 when the video has gone meanwhile */
async function unlessGone<T>(writing: Promise<T>): Promise<T> {
  try {
    return await writing
  } catch (error) {
    if (/^(view_action|watch_position)_/.test(brokenConstraint(error) ?? '')) fail(common.not_found)
    throw error
  }
}
