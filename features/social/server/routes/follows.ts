import * as z from 'zod/mini'
import { Id, Time } from '#kit/contract/fields.ts'
import { commonErrors } from '#kit/contract/problems.ts'
import { type Db, violatedConstraint, isDatabaseFull } from '#kit/server/db/db.ts'
import { fail } from '#kit/server/http/fail.ts'
import type { Jobs } from '#kit/server/jobs/jobs.ts'
import { type Limits, assertAllowed } from '#kit/server/http/limits.ts'
import { type Ctx, type Handlers, defineFindHandler, defineReadHandler } from '#kit/server/http/handlers.ts'
import { type JsonText, jsonPageOf } from '#kit/server/db/json-text.ts'
import { parseCursor } from '#kit/server/http/paging.ts'
import type { Select } from '#kit/server/select.ts'
import type { Reader, User } from '#kit/server/reader.ts'
import type { FoundSubject, Subjects } from '#kit/server/subjects.ts'
import { createBatches } from '#kit/server/db/batches.ts'
import { followedItemsContainer } from '#features/channels/server/containers.ts'
import { type LockedTransaction, withContainerLocks, moveThings, reorderContainer } from '#features/channels/server/move.ts'
import { type Followed, type Suggestion, followEndpoints, socialErrors } from '../../contract.ts'
import { type FollowedType, maxChangesPerDay, maxFollows, maxSuggestions } from '../../rules.ts'
import { createOwnerNotifier } from '../new-followers.ts'
import { listFollows, listFollowPositions, listFollowedVideos } from '../queries/following.ts'
import { type FollowTarget, addFollows, deleteFollows, updateFollowSeen } from '../queries/follows.ts'
import { type SuggestionsState, deleteDismissal, insertDismissal } from '../queries/suggestions.ts'
import { type SuggestionReader, makeSuggestionsJob, maxListSeconds, updateSuggestions } from '../suggestions.ts'

/** A followed thing in the user's order. Hidden things are included, without a `shown_id`. */
type FollowPosition = Awaited<ReturnType<typeof listFollowPositions>>[number]
const shownIds = (positions: readonly FollowPosition[]) => positions.flatMap(({ shown_id: id }) => id ?? [])

/** Runs `change` on all followed things of the reader under a lock. @returns the ids of the visible things, in order */
function withLockedFollows(
  db: Db,
  reader: Reader<User>,
  change: (locked: LockedTransaction, positions: readonly FollowPosition[]) => Promise<unknown>,
): Promise<string[]> {
  return withContainerLocks(db, [followedItemsContainer(reader.user.id)], async (locked) => {
    await change(locked, await listFollowPositions(locked.db, reader))
    return shownIds(await listFollowPositions(locked.db, reader))
  })
}

/** Converts an index among the visible things to an index among all followed things; undefined for the end. */
function toFullIndex(positions: readonly FollowPosition[], index: number): number | undefined {
  if (index === 0) return 0
  const before = shownIds(positions)[index - 1]
  return before === undefined ? undefined : positions.findIndex(({ shown_id: id }) => id === before) + 1
}

/** Moves a followed thing to an index among the visible things. @returns all visible ids, in order @throws 422 */
const moveFollow = (db: Db, reader: Reader<User>, id: string, index: number): Promise<string[]> =>
  withLockedFollows(db, reader, async (locked, positions) => {
    const currentPosition = positions.find(({ shown_id }) => shown_id === id) ?? fail(socialErrors.not_followed, { field: 'following_id' })
    const others = positions.filter((position) => position !== currentPosition)
    const follows = followedItemsContainer(reader.user.id)
    await moveThings(locked, { ids: [currentPosition.id], from: follows, to: follows, index: toFullIndex(others, index) })
  })

/** Reorders followed things. @returns all visible ids, in order @throws 422 for ids that the user doesn't follow */
const rearrangeFollows = (db: Db, reader: Reader<User>, ids: readonly string[]): Promise<string[]> =>
  withLockedFollows(db, reader, async (locked, positions) => {
    const rowOf = new Map(positions.flatMap(({ id, shown_id: shownId }) => (shownId === null ? [] : [[shownId, id] as const])))
    const rows = ids.map((id) => rowOf.get(id) ?? fail(socialErrors.not_followed, { field: 'playlists' }))
    await reorderContainer(locked, followedItemsContainer(reader.user.id), rows)
  })

/** A user's change of a follow. */
interface FollowChange {
  userId: string
  thing: FollowTarget
  follows: boolean
}
interface FollowOutcome {
  isFollowed: boolean
  /** Whether the follow was refused. */
  isRefused: boolean
  followers: number
}

/**
 * Writes follows of one thing in batches, because they all update the thing's follower count.
 * @param poolDb a database that outlives the requests, because a batch combines several requests
 * @returns a function that resolves with the outcome; refuses users at {@link maxFollows}
 * @throws a foreign key error if the thing was deleted concurrently
 */
function createFollowWriter(poolDb: Db): (db: Db, change: FollowChange) => Promise<FollowOutcome> {
  const write = createBatches(async (changes: readonly [FollowChange, ...FollowChange[]]) => {
    const [{ thing }] = changes
    // Of several changes by a user, the last one counts.
    const last = new Map(changes.map(({ userId, follows }) => [userId, follows]))
    const usersWho = (follow: boolean) => [...last].flatMap(([userId, follows]) => (follows === follow ? userId : []))
    const [added, removed] = [usersWho(true), usersWho(false)]
    if (removed.length) await deleteFollows(poolDb, removed, thing)
    const { followers, following } = await addFollows(poolDb, added, thing, maxFollows)
    return { followers, following: new Set(following), added: new Set(added) }
  })
  return async (db, change) => {
    const { followers, following, added } = await write(db, `${change.thing.type}:${change.thing.key}`, change)
    const isFollowed = following.has(change.userId)
    return { isFollowed, isRefused: added.has(change.userId) && !isFollowed, followers }
  }
}

const defaultLimit = 30
const FeedKey = z.tuple([Time, z.int(), z.int(), Id])

interface FollowRequest {
  target: { following_type: FollowedType; following_id: string }
}
type FollowTargetAccess = FollowTarget & Pick<FoundSubject, 'mayEdit' | 'isPublic'>
const targetIdField = 'following_id'

export interface FollowTools {
  subjects: Subjects<FollowedType>
  /** Not a request's database: a batch combines the follows of several requests. */
  writeDb: Db
  /** Sends the job that notifies owners. */
  jobs: Pick<Jobs, 'send'>
  limits: Pick<Limits, 'count'>
}

export function followRoutes({ subjects, writeDb, jobs, limits }: FollowTools): Handlers<typeof followEndpoints> {
  const writeFollow = createFollowWriter(writeDb)
  const notifyOwnersSoon = createOwnerNotifier(jobs)

  /** Finds the target. @throws 404 if the caller can't see it, 403 or 451 if it is restricted */
  const find = async (
    { target: { following_type: type, following_id: id } }: FollowRequest,
    { select }: { select: Select },
  ): Promise<FollowTargetAccess> => ({
    type,
    ...(await subjects.findVisible(select, { type, id })),
  })
  /** Like `find`, but also finds things that the caller's list shows with a lock. */
  const findFollowed = async (
    { target: { following_type: type, following_id: id } }: FollowRequest,
    { select }: { select: Select },
  ): Promise<FollowTargetAccess> => ({
    type,
    ...(await subjects.findListed(select, { type, id })),
  })
  const findPlaylist = ({ params: { id } }: { params: { id: string } }, { select }: { select: Select }) =>
    subjects.findVisible(select, { type: 'playlist', id })

  /** Computes the first list of a user at once, further ones after the response. @returns whether the list has changed */
  async function storeSuggestions(
    db: Db,
    { state, user_id, sees_adult }: { state: SuggestionsState } & SuggestionReader,
  ): Promise<boolean> {
    try {
      if (state === 'none') await updateSuggestions(db, { user_id, sees_adult })
      else if (state === 'stale') await jobs.send(makeSuggestionsJob, { user_id, sees_adult }, { singletonKey: user_id })
      return state === 'none'
    } catch (error) {
      // If the disk is full, followed channels are returned without suggestions.
      if (isDatabaseFull(error)) return false
      throw error
    }
  }

  async function set(follows: boolean, { db, reader, resource: { type, key } }: Ctx<User> & { resource: FollowTargetAccess }) {
    assertAllowed(limits.count(`follows:${reader.user.id}`, maxChangesPerDay))
    try {
      const outcome = await writeFollow(db, { userId: reader.user.id, thing: { type, key }, follows })
      if (outcome.isRefused) fail(socialErrors.follow_limit, { field: targetIdField, values: { count: maxFollows } })
      if (follows) notifyOwnersSoon()
      return { is_followed: outcome.isFollowed, followers: outcome.followers }
    } catch (error) {
      if (violatedConstraint(error)?.startsWith('follow_')) fail(commonErrors.not_found)
      throw error
    }
  }

  return {
    follow: defineFindHandler(followEndpoints.follow, {
      find,
      async handle(_, ctx) {
        if (ctx.resource.mayEdit) fail(socialErrors.own_not_followed, { field: targetIdField })
        if (!ctx.resource.isPublic) fail(socialErrors.not_public, { field: targetIdField })
        return set(true, ctx)
      },
    }),
    unfollow: defineFindHandler(followEndpoints.unfollow, { find: findFollowed, handle: (_, ctx) => set(false, ctx) }),

    listFollowing: defineReadHandler(followEndpoints.listFollowing, {
      async handle({ query: { sort } }, { select, db }) {
        const read = async () => (await select(listFollows(sort), { limit: maxSuggestions, maxSeconds: maxListSeconds }))[0]!
        const lists = await read()
        const renewed = (await storeSuggestions(db, lists)) ? await read() : lists
        return `{"followed":${renewed.followed},"suggested":${renewed.suggested}}` as JsonText<{
          followed: Followed[]
          suggested: Suggestion[]
        }>
      },
    }),

    moveFollow: defineFindHandler(followEndpoints.moveFollow, {
      find: findFollowed,
      handle: async ({ body: { following_id, index } }, { db, reader }) => ({ order: await moveFollow(db, reader, following_id, index) }),
    }),
    async rearrangeFollows({ body }, { db, reader }) {
      return { order: await rearrangeFollows(db, reader, body.playlists) }
    },

    markSeen: defineFindHandler(followEndpoints.markSeen, {
      find: findFollowed,
      async handle(_, { db, reader, resource }) {
        await updateFollowSeen(db, reader.user.id, resource)
        return {}
      },
    }),

    dismissSuggestion: defineFindHandler(followEndpoints.dismissSuggestion, {
      find: findPlaylist,
      async handle(_, { db, reader, resource }) {
        try {
          await insertDismissal(db, reader.user.id, Number(resource.key))
        } catch (error) {
          if (violatedConstraint(error)?.startsWith('dismissed_suggestion_')) fail(commonErrors.not_found)
          throw error
        }
        return {}
      },
    }),
    restoreSuggestion: defineFindHandler(followEndpoints.restoreSuggestion, {
      find: findPlaylist,
      async handle(_, { db, reader, resource }) {
        await deleteDismissal(db, reader.user.id, Number(resource.key))
        return {}
      },
    }),

    listFollowedVideos: defineReadHandler(followEndpoints.listFollowedVideos, {
      async handle({ query: { limit = defaultLimit, cursor } }, { select }) {
        const key = parseCursor(FeedKey, cursor)
        const after = key && { time: key[0], series: key[1], video: key[2], id: key[3] }
        return jsonPageOf(await select(listFollowedVideos, limit + 1, after), limit, (row) => [row.time, row.series, row.video, row.id])
      },
    }),
  }
}
