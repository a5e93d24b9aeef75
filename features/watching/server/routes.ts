import { commonErrors } from '#kit/contract/problems.ts'
import type { Db } from '#kit/server/db/db.ts'
import { fail } from '#kit/server/http/fail.ts'
import { countGuestEvent } from '#kit/server/http/guest-figures.ts'
import { type Ctx, defineFindHandler, type Handlers } from '#kit/server/http/handlers.ts'
import { newId } from '#kit/server/ids.ts'
import { addressKey, assertAllowed, type Limits } from '#kit/server/http/limits.ts'
import type { Jobs } from '#kit/server/jobs/jobs.ts'
import type { Select } from '#kit/server/select.ts'
import type { User } from '#kit/server/reader.ts'
import type { Subjects } from '#kit/server/subjects.ts'
import { watchingContract } from '../contract.ts'
import type { ViewedType } from '../rules.ts'
import { type PositionTarget, reportPosition, upsertPosition } from './queries/positions.ts'
import { findPlayback, insertPlayback, type PlaybackRow, touchPlayback } from './queries/playbacks.ts'
import { findRecentView, type ViewTarget, type Viewer } from './queries/views.ts'
import { historyHandlers } from './history.ts'
import { createCountScheduler } from './jobs.ts'
import { failIfDeleted, positionedOf, positionHandlers, progressOf } from './positions.ts'
import { createViewWriter, type Viewing, createVisitorHash } from './view-writer.ts'

/** Rate limit for guests at one address, because each view adds rows to tables. */
const guestReportLimit = { max: 1200, windowSeconds: 60 }

/**
 * Maximum number of views and playbacks per day, for a user and for all guests at one address. Limited, because these rows are stored for
 * two years.
 */
const storedRowLimits = { user: { max: 5000, windowSeconds: 86_400 }, address: { max: 50_000, windowSeconds: 86_400 } }

export interface WatchingServices {
  subjects: Subjects<ViewedType>
  limits: Pick<Limits, 'count'>
  jobs: Pick<Jobs, 'send'>
  /** A database that outlives the requests, because views of several requests are written together. */
  writeDb: Db
}

export function watchingRoutes({ subjects, limits, jobs, writeDb }: WatchingServices): Handlers<typeof watchingContract> {
  const hashVisitor = createVisitorHash()
  const writeView = createViewWriter(writeDb)
  const scheduleCount = createCountScheduler(jobs)
  const countGuest = ({ reader, address }: Pick<Ctx, 'reader' | 'address'>) => {
    if (!reader.user) assertAllowed(limits.count(`views:${addressKey(address)}`, guestReportLimit))
  }

  const countStoredView = ({ reader: { user }, address }: Pick<Ctx, 'reader' | 'address'>) =>
    assertAllowed(
      user
        ? limits.count(`views-kept:${user.id}`, storedRowLimits.user)
        : limits.count(`views-kept:${addressKey(address)}`, storedRowLimits.address),
    )

  /** @returns the id of the view @throws 404 if the viewed thing was deleted concurrently */
  async function countView(db: Db, viewing: Viewing): Promise<string> {
    const write = () => failIfDeleted(writeView(db, viewing))
    // Undefined if the thing doesn't exist, or if a concurrent request has inserted the view. The second call then finds that view.
    const id = (await write()) ?? (await write()) ?? fail(commonErrors.not_found)
    void scheduleCount()
    return id
  }

  const viewerOf = async (db: Db, { id }: User): Promise<Viewer & { user: string }> => ({
    user: id,
    visitor: await hashVisitor(db, { userId: id }),
  })

  /** Returns the caller's playback. @throws 404 */
  const findOwn = async ({ target }: { target: { viewProcessId: string } }, { select }: { select: Select }): Promise<PlaybackRow> =>
    (await select(findPlayback, target.viewProcessId))[0] ?? fail(commonErrors.not_found)

  /** Returns the user whose position a playback updates; undefined for a guest. @throws 404 if a user reports a guest's playback */
  async function historyUser({ visitor }: PlaybackRow, { db, reader }: Pick<Ctx, 'db' | 'reader'>): Promise<User | undefined> {
    if (!reader.user) return undefined
    if (visitor === null) return reader.user
    return visitor === (await hashVisitor(db, { userId: reader.user.id })) ? undefined : fail(commonErrors.not_found)
  }

  return {
    createView: defineFindHandler(watchingContract.createView, {
      async find({ target: { viewable_type: type, viewable_id: id, playlist_id, channel_id } }, { select }): Promise<ViewTarget> {
        const subject = await subjects.find(select, { type, id, within: type === 'epg' ? channel_id : playlist_id })
        return type === 'playlist'
          ? { playlist: Number(subject.key) }
          : type === 'channel'
            ? { tvChannel: id, programme: null }
            : positionedOf(type, id, subject)
      },
      async handle({ body }, ctx) {
        const { db, reader, address, request, resource } = ctx
        countGuest(ctx)
        countStoredView(ctx)
        const { viewable_id: id, source = 'direct' } = body
        if (reader.user) return { viewActionId: await countView(db, { viewer: await viewerOf(db, reader.user), viewed: resource, source }) }
        const userAgent = request.headers['user-agent'] ?? ''
        const visitor = await hashVisitor(db, { address, userAgent })
        const recent = await findRecentView(db, visitor, resource)
        if (recent) return { viewActionId: recent.id }
        assertAllowed(countGuestEvent(limits, { address, userAgent }, `views:${id}`))
        return { viewActionId: await countView(db, { viewer: { visitor }, viewed: resource, source }) }
      },
    }),

    async startView({ body }, ctx) {
      countGuest(ctx)
      countStoredView(ctx)
      const process = await insertPlayback(
        ctx.db,
        ctx.reader.user ? await viewerOf(ctx.db, ctx.reader.user) : undefined,
        newId(),
        body.viewActionId,
      )
      return { viewProcessId: process?.id ?? fail(commonErrors.not_found) }
    },

    reportProgress: defineFindHandler(watchingContract.reportProgress, {
      find: findOwn,
      async handle({ body }, ctx) {
        countGuest(ctx)
        const { db, resource } = ctx
        const progress = progressOf(body.position, body.duration ?? resource.duration)
        const user = await historyUser(resource, ctx)
        const positioned = positionTarget(resource)
        if (user && positioned) await failIfDeleted(reportPosition(db, resource.id, user.id, positioned, progress))
        else await touchPlayback(db, resource.id, false)
        return progress
      },
    }),

    endView: defineFindHandler(watchingContract.endView, {
      find: findOwn,
      async handle({ body }, ctx) {
        countGuest(ctx)
        const { db, resource } = ctx
        const user = await historyUser(resource, ctx)
        const positioned = positionTarget(resource)
        if (body.position !== undefined && user && positioned) {
          const progress = progressOf(body.position, body.duration ?? resource.duration)
          await failIfDeleted(upsertPosition(db, user.id, positioned, progress))
        }
        await touchPlayback(db, resource.id, true)
        return {}
      },
    }),

    ...positionHandlers(subjects),
    ...historyHandlers(viewerOf),
  }
}

/** Returns the video or programme of a playback, to store the position in it; undefined if it has no position. */
function positionTarget({
  video_id: video,
  programme_id: programme,
  tv_channel_id: tvChannel,
  is_reachable,
}: PlaybackRow): PositionTarget | undefined {
  if (video !== null) return { video }
  return programme !== null && tvChannel !== null && is_reachable ? { programme, tvChannel } : undefined
}
